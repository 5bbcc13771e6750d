// The addresses of all views: they are written and read here only.

/**
 * Returns the name of the game, which is the first word of its rules.
 * @param {{rules: string}} given
 */
export const gameOf = ({ rules }) => rules.split(":")[0];

/**
 * Returns the address of a game: its id, and its rules for those who may not see it.
 * @param {{rules: string, id: string}} game
 */
export function address(game) {
  const [kind, spec] = game.rules.split(":");
  return `/${kind === "minesweeper" ? kind : "mastermind"}/${encodeURIComponent(game.id)}?rules=${encodeURIComponent(spec)}`;
}

/**
 * Returns the address of a moment of a game: after so many moves of its replay.
 * @param {{rules: string, id: string}} game
 * @param {number} moves
 */
export const reviewAddress = (game, moves) => address(game).replace("?", `/review/${moves}?`);

/**
 * Returns a part of an address without its escapes, or as it is where they are wrong.
 * @param {string} text
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the moment in the address of the page, or null. */
export function addressedMoment() {
  const found = /\/review\/(\d+)$/.exec(location.pathname);
  return found && Number(found[1]);
}

/** Returns the game in the address of the page, also in the forms of earlier versions; or null. */
export function addressedGame() {
  const [, , id] = location.pathname.split("/");
  const params = new URLSearchParams(location.search);
  const found = id || params.get("game") || new URLSearchParams(location.hash.slice(1)).get("game");
  return found ? { id: decoded(found), rules: params.get("rules") } : null;
}

/**
 * Returns the address of a lesson.
 * @param {string} id
 */
export const lessonAddress = (id) => `/learn/${id}`;

/** Returns the lesson in the address of the page, also in the forms of earlier versions; or an empty text. */
export function addressedLesson() {
  const found = decoded(location.pathname.split("/")[2] ?? "") || location.hash.slice(1);
  return found === "1-2-and-more" ? "1-4" : found;
}

/**
 * Returns the address of a run in the laboratory.
 * @param {number} number
 */
export const runAddress = (number) => `/laboratory/${number}`;

/** Returns the number of the run in the address of the page, or null. */
export function addressedRun() {
  const number = Number(location.pathname.split("/")[2] ?? new URLSearchParams(location.search).get("run"));
  return Number.isInteger(number) && number > 0 ? number : null;
}

/**
 * Returns the address of a board of Minesweeper; null mines are not known.
 * @param {{board: string, flags?: Cell[], mines: number | null}} position
 */
export function boardAddress({ board, flags = [], mines }) {
  const rows = board.split("\n").map((row) => [...row.replaceAll("#", ".")]);
  for (const cell of flags) {
    const [x, y] = cell.split(",").map(Number);
    rows[y][x] = "F";
  }
  const text = rows.map((row) => row.join("")).join("/");
  return `/analyse?board=${text}${mines === null ? "" : `&mines=${mines}`}`;
}

/**
 * Returns the address of rows of Mastermind; an answer may be ?.
 * @param {{rules: string, turns: Turn[]}} position
 */
export const rowsAddress = (position) => `/analyse?${rowsQuery(position)}`;

/** The lesson with puzzles without end; its address may name the puzzle. */
export const PUZZLE = "puzzle";

/**
 * Returns the address of a puzzle.
 * @param {PuzzleRows} puzzle
 */
export const puzzleAddress = (puzzle) => `${lessonAddress(PUZZLE)}?${puzzleQuery(puzzle)}`;

/**
 * Returns what names a puzzle in an address.
 * @param {PuzzleRows} puzzle
 */
export function puzzleQuery({ colours, ...position }) {
  const names = colours ? `&colours=${encodeURIComponent(colours.join(","))}` : "";
  return rowsQuery(position) + names;
}

/** Returns what names a puzzle in the address of the page, or an empty text. */
export function addressedPuzzle() {
  return addressedLesson() === PUZZLE && new URLSearchParams(location.search).has("turns")
    ? location.search.slice(1)
    : "";
}

/** @param {{rules: string, turns: Turn[]}} position */
function rowsQuery({ rules, turns }) {
  const rows = turns.map(([text, answer]) => (answer === "?" ? text : `${text}:${answer.replace(" ", "")}`));
  const spec = encodeURIComponent(rules.replace(/^mastermind:/, ""));
  return `rules=${spec}&turns=${rows.join(";").replaceAll("+", "%2B")}`;
}
