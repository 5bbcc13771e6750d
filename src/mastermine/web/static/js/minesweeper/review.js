// The review of each click; during a game, it counts as help.

import { el, svg } from "../element.js";
import { tell } from "../page.js";
import { _, pgettext } from "../text.js";

/**
 * Shows the review of a game in `place`; each row opens its moment in the replay. Resolves to false on an error.
 * @param {Play} play
 * @param {HTMLElement} place
 */
export async function review(play, place) {
  place.replaceChildren(el("p", { class: "muted", text: _("Reviewing …") }));
  /** @type {Review} */
  let found;
  try {
    found = await play.game.look("review");
    if (!play.game.board.outcome) await play.game.refresh(); // The help was counted.
  } catch (error) {
    place.replaceChildren();
    tell(error.message, "bad");
    return false;
  }
  /** @param {number | null | undefined} value */
  const points = (value) => (value === null || value === undefined ? "–" : String(value));
  const rows = found.moves.map((move, i) =>
    el(
      "li",
      { class: move.notable ? "notable" : "certain", dataset: { move: i } },
      el(
        "button",
        { type: "button", on: { click: () => play.replay({ cell: move.action, best: move.best }) } },
        el("span", { class: "move" }, el("b", { class: "mono", text: move.action }), " ", tag(move)),
        el(
          "span",
          { class: "points number" },
          el("span", { title: _("skill") }, meter(move.skill), points(move.skill)),
          el("span", { title: _("luck"), text: points(move.luck) }),
        ),
      ),
      el("p", { text: move.sentence }),
    ),
  );
  /** @type {HTMLInputElement} */
  const all = el("input", {
    type: "checkbox",
    id: "review-all",
    on: { change: () => list.classList.toggle("brief", !all.checked) },
  });
  const list = el("ol", { class: "moves brief", id: "review" }, rows);
  place.replaceChildren(
    el(
      "div",
      {},
      el("h3", { id: "review-title", tabindex: "-1", text: _("Review") }),
      el(
        "dl",
        { class: "totals" },
        total(_("Skill"), points(found.skill)),
        total(_("Luck"), points(found.luck)),
        found.guesses === undefined ? null : total(pgettext("clicks at random", "Guesses"), points(found.guesses)),
      ),
      course(found, (moment) => play.replay(moment)),
      (found.sentences ?? []).map((text) => el("p", { text })),
      el("label", { class: "choice" }, all, el("span", { text: _("Show all clicks, including certain ones") })),
      found.moves.some((move) => move.notable)
        ? null
        : el("p", { class: "muted small", text: _("Every click was certain and the best.") }),
      el(
        "div",
        { class: "heads small muted", "aria-hidden": "true" },
        el("span", { text: _("click") }),
        el("span", { text: _("skill, luck") }),
      ),
      list,
    ),
  );
  return true;
}

const [WIDTH, HEIGHT] = [600, 120]; // Units of the chart.

/**
 * Returns the course of a game: its figures, the moments that decided it, and the chance to win over all its moves.
 * @param {Review} review
 * @param {(moment: number) => void} open
 */
function course({ rows = [], moments = [], decisive = [], decided = [], outcome }, open) {
  const figures = el(
    "dl",
    { class: "record", id: "review-figures" },
    rows.map(([name, value]) => total(name, value)),
  );
  const told = decisive.map((moment, i) =>
    el(
      "li",
      {},
      el("p", { text: decided[i] }),
      el("button", { type: "button", class: "button small", text: _("Show"), on: { click: () => open(moment) } }),
    ),
  );
  const list = told.length > 0 ? el("ol", { class: "decided", id: "review-decided" }, told) : null;
  return [chart(moments, decisive, outcome), list, figures];
}

/**
 * Draws the chance to win before each move and at the end, with a mark at each decisive moment.
 * @param {ReviewedMoment[]} moments
 * @param {number[]} decisive
 * @param {Outcome | undefined} outcome
 */
function chart(moments, decisive, outcome) {
  const end = moments.at(-1)?.seconds ?? null;
  const last = outcome ? [outcome === "won" ? 1 : 0] : [];
  const chances = [...moments.map(({ before }) => before), ...last];
  if (chances.filter((chance) => chance !== null).length < 3) return null;
  /** @param {number} i */
  const x = (i) => WIDTH * (end ? (moments[Math.min(i, moments.length - 1)].seconds ?? 0) / end : i / moments.length);
  /** @param {number} chance */
  const y = (chance) => HEIGHT * (1 - chance);
  const points = chances.flatMap((chance, i) =>
    chance === null ? [] : [`${x(i).toFixed(1)},${y(chance).toFixed(1)}`],
  );
  const marks = decisive.map((i) =>
    svg("line", { class: "mark", x1: x(i), x2: x(i), y1: 0, y2: HEIGHT, "vector-effect": "non-scaling-stroke" }),
  );
  const title = _("Chance to win over the game");
  return el(
    "figure",
    { class: "chances", id: "review-chart" },
    el("figcaption", { class: "small muted", text: title }),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": title },
      marks,
      svg("polyline", { points: points.join(" "), "vector-effect": "non-scaling-stroke" }),
    ),
  );
}

/** @param {ReviewedMove} move */
function tag({ risk, necessary, kind }) {
  const worth = !risk ? "good" : risk === 1 || !necessary ? "bad" : null;
  return el("span", { class: ["tag", worth], text: kind });
}

/** @param {number | null | undefined} value */
const meter = (value) =>
  value === null || value === undefined
    ? null
    : el("span", { class: "meter", style: { "--value": `${value}%` }, "aria-hidden": "true" });
/**
 * @param {string} name
 * @param {string} value
 */
const total = (name, value) => el("div", {}, el("dt", { text: name }), el("dd", { class: "number", text: value }));
