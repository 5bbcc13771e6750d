// The choices of the set-up: the usual ones, those of last time, those of a link, and the request that they make.

import { read, save } from "../page.js";
import { _ } from "../text.js";
import { bare } from "./levels.js";

export const OWN = "own";
export const PEOPLE = "people";
export const DAILY = "daily";
const STORED = "setup";
const CODE = /^(?:mastermind:)?(\d{1,9})x(\d{1,9})((?:[+-](?:blank|distinct|black|places))*)(?:,limit=(\d{1,9}))?$/;
const FIELD = /^(?:minesweeper:)?(\d{1,9})x(\d{1,9})x(\d{1,9})((?:-(?:open|any|noguess))*)$/;
// The page's own default; elsewhere the first click is only safe.
const USUAL = { mastermind: {}, minesweeper: { first: "open" } };

/**
 * Returns the preset of a name, or else that of the first level.
 * @param {Pick<Offered, "presets" | "levels">} offered
 * @param {string} [name]
 * @returns {Preset}
 */
export function presetOf({ presets, levels }, name) {
  const found = presets.find((each) => each.name === name) ?? presets.find((each) => each.name === levels[0]);
  return found ?? presets[0];
}

/**
 * Returns the choices for a game: those of `given` (of a link), or else those of last time.
 * @param {GameName} game
 * @param {Offered} offered
 * @param {GameRequest} given
 * @returns {Choices}
 */
export function chosen(game, offered, given = {}) {
  const first = presetOf(offered);
  /** @type {Choices} */
  const usual = {
    level: first.name,
    fields: { ...first.values, ...USUAL[game] },
    mode: offered.form.ways[0].value,
    extra: Object.fromEntries(offered.form.choices.map(({ name, options }) => [name, options[0].value])),
    daily: "",
    strategy: "",
    seed: "",
    colours: "",
    players: read("players", [_("Ann"), _("Ben")]),
    rounds: "",
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  if (!known.length) return { ...usual, ...read(STORED, {})[game] };
  return { ...usual, ...rulesOf(offered, given.rules), ...waysOf(offered, given, usual) };
}

/**
 * Returns the choices of a link other than its rules; ignores values that the form does not have.
 * @param {Offered} offered
 * @param {GameRequest} given
 * @param {Choices} usual
 * @returns {Partial<Choices>}
 */
function waysOf({ form, strategies }, given, usual) {
  const mode = given.players ? PEOPLE : given.daily ? DAILY : given.mode;
  const extra = { ...usual.extra };
  for (const { name, options } of form.choices) {
    const value = /** @type {Record<string, any>} */ (given)[name];
    if (options.some((each) => each.value === value)) extra[name] = value;
  }
  return {
    mode: mode === DAILY || form.ways.some(({ value }) => value === mode) ? mode : usual.mode,
    extra,
    daily: given.daily ?? "",
    strategy: strategies.some(({ name }) => name === given.strategy) ? (given.strategy ?? "") : "",
    seed: String(given.seed ?? ""),
    colours: given.colours?.join(", ") ?? "",
    players: given.players ? [...given.players, "", ""].slice(0, Math.max(2, given.players.length)) : usual.players,
    rounds: given.rounds ?? "",
  };
}

/**
 * Returns the level and the fields of rules: a preset, with options or other values, or a spec. Ignores other texts.
 * @param {Offered} offered
 * @param {GameRequest["rules"]} rules
 * @returns {Partial<Choices>}
 */
function rulesOf(offered, rules) {
  const { level, ...values } = typeof rules === "object" && rules ? rules : { level: rules };
  const text = String(level ?? "")
    .trim()
    .toLowerCase();
  const name = text.replace(/^\w+:/, "");
  const preset = offered.presets.find((each) => each.name === name || each.name === bare(name));
  const options = preset && name !== preset.name ? fieldOptions(name) : {};
  const found = preset ? { ...preset.values, ...options } : readSpec(text);
  if (!found) return {};
  const fields = { ...found, ...values };
  const sizes = offered.form.fields.filter((each) => !each.always);
  /** @param {Preset | undefined} each */
  const fits = (each) => sizes.every((field) => same(each?.values[field.name], fields[field.name]));
  const fitting = fits(preset) ? preset : offered.presets.find(fits);
  return { level: fitting?.name ?? OWN, fields };
}

/**
 * @param {FieldValue} one
 * @param {FieldValue} other
 */
const same = (one, other) => String(one ?? 0) === String(other ?? 0);

/**
 * Parses a spec of either game; returns null if it is invalid.
 * @param {string} text
 * @returns {Record<string, FieldValue> | null}
 */
function readSpec(text) {
  const spec = text.trim().toLowerCase();
  const code = CODE.exec(spec);
  const field = FIELD.exec(spec);
  if (code) {
    const [, places, colours, options, limit] = code;
    return {
      places: Number(places),
      colours: Number(colours),
      limit: limit ? Number(limit) : null,
      repeats: !options.includes("-distinct"),
      blank: options.includes("+blank"),
      answer: options.includes("-black") ? "black" : options.includes("-places") ? "places" : "pegs",
    };
  }
  if (!field) return null;
  const [, width, height, mines, options] = field;
  return { width: Number(width), height: Number(height), mines: Number(mines), ...fieldOptions(options) };
}

/** @param {string} text */
function fieldOptions(text) {
  const first = /-(open|any)\b/.exec(text);
  return { first: first ? first[1] : "safe", noguess: text.includes("-noguess") };
}

/**
 * Returns the rules of a level with its options, such as {first, noguess}; only those that differ from the level's.
 * @param {Offered} offered
 * @param {string} level
 * @param {Record<string, FieldValue>} fields
 * @returns {string | Record<string, FieldValue>}
 */
export function rulesFor(offered, level, fields) {
  const preset = presetOf(offered, level);
  const names = offered.form.fields.filter(({ always }) => always || level === OWN).map(({ name }) => name);
  // Without guesses, the first click opens an area anyway.
  const given = names.filter((name) => name !== "first" || !fields.noguess).map((name) => [name, fields[name]]);
  const other = given.filter(([name, value]) => !same(preset.values[String(name)], /** @type {FieldValue} */ (value)));
  if (level !== OWN && !other.length) return level;
  return { level: preset.name, ...Object.fromEntries(given) };
}

/**
 * Returns the request for a game.
 * @param {Offered} offered
 * @param {Choices} choices
 * @returns {GameRequest}
 */
export function requestOf(offered, choices) {
  const { level, fields, mode, extra, daily, strategy, seed, colours, players, rounds } = choices;
  if (mode === DAILY) return { daily };
  /** @type {GameRequest} */
  const request = { rules: rulesFor(offered, level, fields) };
  const names = colours.split(",").map((name) => name.trim());
  if (names.some(Boolean)) request.colours = names;
  for (const { name, way } of offered.form.choices) if (way === mode) Object.assign(request, { [name]: extra[name] });
  // A whole number is sent as a number, as in the terminal and in links.
  const text = seed.trim();
  if (text && mode !== "person") request.seed = /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (mode === PEOPLE) {
    const crew = players.map((name) => name.trim());
    return { ...request, players: crew, rounds: Number(rounds) || crew.length };
  }
  if (strategy) request.strategy = strategy;
  return { ...request, mode };
}

/**
 * Stores the choices for the next time.
 * @param {GameName} game
 * @param {Choices} choices
 */
export function remember(game, { seed, players, ...choices }) {
  save("players", players);
  save(STORED, { ...read(STORED, {}), [game]: choices, game });
}

/**
 * Returns the values of a link to a game, for the set-up.
 * @param {URLSearchParams} params
 * @returns {GameRequest}
 */
export function linked(params) {
  /** @param {string} name */
  const given = (name) => params.get(name)?.trim() || undefined;
  const players = params.getAll("player").concat(given("players")?.split(",") ?? []);
  const mode = given("mode");
  return {
    rules: given("rules"),
    mode,
    keep: given("keep"),
    seed: given("seed") ?? given("word"),
    strategy: given("strategy"),
    colours: given("colours")?.split(","),
    players: players.length ? players : undefined,
    rounds: given("rounds"),
    score: given("score"),
    draw: given("draw"),
    daily: given("daily") ?? (mode === DAILY ? given("rules") : undefined),
  };
}
