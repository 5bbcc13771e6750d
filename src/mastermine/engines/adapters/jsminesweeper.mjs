// JSMinesweeper by David N. Hill as an engine: node jsminesweeper.mjs FOLDER, the folder of its sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Script } from "node:vm";

const SCRIPTS = [
  "Utility/PrimeSieve.js",
  "Utility/Binomial.js",
  "Utility/Compression.js",
  "client/Board.js",
  "client/Tile.js",
  "client/solver_main.js",
  "client/solver_probability_engine.js",
  "client/Brute_force.js",
  "client/BruteForceAnalysis.js",
  "client/MinesweeperGame.js",
  "client/SolutionCounter.js",
  "client/EfficiencyHelper.js",
  "client/FiftyFiftyHelper.js",
  "client/LongTermRiskHelper.js",
];
const say = console.log;
const own = { showMessage() {}, async sleep() {}, analysisMode: false, BOMB: 9 }; // As in its page.
Object.assign(globalThis, own, { console: new Proxy({}, { get: () => () => {} }) });
const run = (text, filename) => new Script(text, { filename }).runInThisContext();
for (const name of SCRIPTS) {
  const file = join(process.argv[2], "Minesweeper", name);
  run(readFileSync(file, "utf8"), file);
}
run("globalThis.binomialCache = new BinomialCache(5000, 500, new Binomial(65000, 500))");
const { Board, solver, CLEAR, OPTIONS } = run(
  `({ Board, solver, CLEAR: ACTION_CLEAR, OPTIONS: { playStyle: PLAY_STYLE_NOFLAGS, verbose: false,
      advancedGuessing: true, fullProbability: true, hardcore: false } })`,
);

await solver(); // Its setup.

/** Returns a move: all cells that are safe, or one that is to be guessed. */
async function move({ width, height, mines, open }, rows) {
  if (rows.every((row) => /^#*$/.test(row))) return open ? "3,3" : "0,0"; // As its author starts.
  const board = new Board(1, width, height, mines, 0, open ? "zero" : "safe");
  globalThis.board = board;
  rows.forEach((row, y) => {
    [...row].forEach((sign, x) => {
      if (sign !== "#") board.getTileXY(x, y).setValue(Number(sign));
    });
  });
  board.resetForAnalysis(false, true);
  const { actions } = await solver(board, { ...OPTIONS });
  const clears = actions.filter(({ action }) => action === CLEAR);
  const safe = clears.filter(({ prob }) => prob === 1);
  return (safe.length ? safe : clears.slice(0, 1)).map(({ x, y }) => `${x},${y}`).join(" ");
}

let game = null;
let rows = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [, word, rest] = /^(\S*)\s*(.*)$/.exec(line.trim());
  if (word === "dep") {
    say("dep 1\nid name jsminesweeper\nplays minesweeper\ndepok");
  } else if (word === "game") {
    const [width, height, mines] = rest.match(/\d+/g).map(Number);
    game = { width, height, mines, open: rest.includes("-open") };
  } else if (word === "position") {
    rows = rest.split("/");
  } else if (word === "go") {
    say(`move ${await move(game, rows)}`);
  } else if (word === "quit") {
    break;
  }
}
