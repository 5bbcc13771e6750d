// The types that the page's modules share: what the server answers, and what passes from module to module.
// Only the type checker reads this file: it is neither served nor installed.

type Outcome = "won" | "lost" | null;
/** "3,4": column and row, counted from 0. */
type Cell = string;
type Chances = (number | null)[][];

// Elements.

type Child = Node | string | number | boolean | null | undefined | Child[];
type ClassNames = string | (string | false | null | undefined)[] | null;
type Listener<E, T> = { listen(event: T & { target: E; currentTarget: E }): unknown }["listen"];
type Listeners<E> = { [K in keyof HTMLElementEventMap]?: Listener<E, HTMLElementEventMap[K]> };

interface Props<E = HTMLElement> {
  class?: ClassNames;
  text?: string | number | null;
  on?: Listeners<E>;
  dataset?: Record<string, string | number>;
  style?: Record<string, string | number> | null;
  [name: string]: unknown;
}

interface HTMLElementTagNameMap {
  "lab-stored-runs": import("./static/js/laboratory/stored.js").StoredRuns;
  "lab-match": import("./static/js/laboratory/form.js").Match;
  "lab-pictures": import("./static/js/laboratory/pictures.js").Pictures;
  "lab-watch": import("./static/js/laboratory/watch.js").Watch;
  "lab-run": import("./static/js/laboratory/run.js").Run;
  "mastermind-answer": import("./static/js/mastermind/answer.js").MastermindAnswer;
  "mastermind-board": import("./static/js/mastermind/board.js").MastermindBoard;
  "mastermind-coach": import("./static/js/mastermind/coach.js").MastermindCoach;
  "mastermind-desk": import("./static/js/mastermind/desk.js").MastermindDesk;
  "mastermind-help": import("./static/js/mastermind/card.js").MastermindHelp;
  "mastermind-legend": import("./static/js/mastermind/legend.js").MastermindLegend;
  "mastermind-tray": import("./static/js/mastermind/tray.js").MastermindTray;
  "mm-counter": import("./static/js/minesweeper/clock.js").Counter;
  "mm-face": import("./static/js/minesweeper/face.js").Face;
  "mm-field": import("./static/js/minesweeper/field.js").Field;
  "mm-next": import("./static/js/ending/next.js").NextPuzzle;
  "mm-header": import("./static/js/page.js").Header;
  "mm-picture": import("./static/js/learn/field.js").Picture;
}

/** Events that parts of the page send to each other. */
interface HTMLElementEventMap {
  /** A position that another board shows. */
  other: CustomEvent<Reading>;
  act: CustomEvent<{ verb: string; cell: Cell }>;
  paint: CustomEvent<{ cell: Cell; sign: string | null; button: number }>;
  press: CustomEvent<{ down: boolean }>;
  question: CustomEvent<{ cell: Cell }>;
  refuse: CustomEvent<{ cell: Cell; reason: "flag" | "open" | "chord" }>;
  walk: CustomEvent<{ row: number; place: number }>;
}

interface WindowEventMap {
  begin: CustomEvent<MatchRequest>;
  "open-run": CustomEvent<RunSummary>;
  "delete-run": CustomEvent<RunSummary>;
  "use-run": CustomEvent<RunView>;
}

// Classes of modules, by their names.

type App = import("./static/js/minesweeper/main.js").App;
type Counter = import("./static/js/minesweeper/clock.js").Counter;
type Draft = import("./static/js/mastermind/draft.js").Draft;
type Field = import("./static/js/minesweeper/field.js").Field;
type Game = import("./static/js/minesweeper/game.js").Game;
type MastermindPlay = import("./static/js/mastermind/play.js").MastermindPlay;
type Play = import("./static/js/minesweeper/play.js").Play;

// Words and numbers.

type Values = Record<string, string | number | null | undefined> | null;

interface Catalogue {
  lang: string;
  messages: Record<string, string | string[]>;
}

// Every game.

interface NamedPreset {
  name: string;
  rules: string;
  title: string;
  description: string;
}

interface Preset extends NamedPreset {
  spec: string;
  facts: string;
  /** Values of the fields of its game. */
  values: Record<string, FieldValue>;
}

type FieldValue = string | number | boolean | null | undefined;

/** Something that a game asks before it begins. */
interface FormField {
  name: string;
  label: string;
  help: string;
  kind: "number" | "switch" | "choice";
  options: { value: string; title: string }[];
  optional: boolean;
  always: boolean;
  way: string | null;
}

interface Form {
  about: string;
  question: string;
  ways: CardOption[];
  own: string;
  fields: FormField[];
  choices: FormField[];
}

interface Strategy {
  name: string;
  summary: string;
  cite?: string;
  asks?: boolean;
}

interface Offered {
  /** Keys and clicks, with their effects. */
  keys: [string, string][];
  presets: Preset[];
  levels: string[];
  form: Form;
  strategies: Strategy[];
}

type GameName = "mastermind" | "minesweeper";

interface About {
  games: Record<GameName, Offered>;
  largest: { places: number; colours: number };
}

/** Settings of a new game, from a form or a link. */
interface GameRequest {
  rules?: string | Record<string, FieldValue> | null;
  mode?: string;
  keep?: string;
  seed?: string | number | null;
  secret?: string;
  strategy?: string | null;
  colours?: string[];
  players?: string[];
  rounds?: number | string;
  score?: string;
  draw?: string;
  daily?: string;
  link?: string;
}

/** What is chosen in the set-up of a game. */
interface Choices {
  /** The name of a preset, or "own". */
  level: string;
  fields: Record<string, FieldValue>;
  /** A way to play, or "daily". */
  mode: string;
  /** Further choices of a way to play, such as score, by name. */
  extra: Record<string, string>;
  /** Level of the daily puzzle. */
  daily: string;
  strategy: string;
  seed: string;
  /** Names of the colours, separated by commas. */
  colours: string;
  players: string[];
  rounds: number | string;
}

/** Fields of all games. */
interface GameBase {
  id: string;
  game: string;
  rules: string;
  mode: string;
  level: string | null;
  description: string;
  version: number;
  moves: number;
  done: number;
  daily: string | null;
  strategy: string | null;
  seed: string | number | null;
  seed_chosen: boolean;
  can_undo: boolean;
  can_redo: boolean;
  hints: number;
  undos: number;
  given_up: boolean;
  /** A sentence about a game that an earlier version saved. */
  note?: string;
  /** Of a game that is ready, but does not exist yet: the request that creates it. */
  request?: GameRequest;
  secret: string | null;
}

/** The server's sentences about a game or match. */
interface GameMessages {
  status: string[];
  /** Message after a move, by its verb. */
  moves: Record<string, string>;
}

interface PlayedMessages extends GameMessages {
  help: string[];
  /** The outcome and what belongs to it; empty before. */
  ending: string[];
}

interface MatchMessages extends GameMessages {
  next: string;
  news: string[];
  table: { title: string; headings: string[]; rows: string[][]; leads: boolean[] };
  rounds: string[][];
}

interface OpenGame {
  id: string;
  game: string;
  rules: string;
  level: string | null;
  description: string;
  changed: string;
  summary: string;
}

interface Puzzle {
  level: string;
  game: string;
  rules: string;
  description: string;
  day: string;
  done: boolean;
  outcome: Outcome;
  id: string | null;
  streak: number;
  longest: number;
}

interface Statistics {
  game: string;
  rules: string;
  level: string | null;
  mode: string;
  description: string;
  mode_label: string;
  note: string;
  games: number;
  won: number;
  turns: number | null;
  best_turns: number | null;
  seconds: number | null;
  best_seconds: number | null;
  streak: number;
  by_turns: Record<string, number>;
  by_seconds: Record<string, number>;
  longest_streak: number;
  chosen: number;
}

interface ReviewedMove {
  action: string;
  feedback: string;
  left: number | null;
  left_exact: boolean;
  best: string | null;
  skill: number | null;
  luck: number | null;
  necessary: boolean | null;
  risk: number | null;
  sentence: string;
  /** Of clicks: their kind in words, and false for certain ones that were the best. */
  kind: string;
  notable: boolean;
}

interface Review {
  moves: ReviewedMove[];
  skill: number | null;
  luck: number | null;
  sentences?: string[];
  guesses?: number;
  /** Of Minesweeper: figures with their names, all moves, those that decided the game, and a text on each of these. */
  rows?: [string, string][];
  moments?: ReviewedMoment[];
  decisive?: number[];
  decided?: string[];
  outcome?: Outcome;
}

/** A move of Minesweeper: its time, and the chance to win before it. */
interface ReviewedMoment {
  seconds: number | null;
  before: number | null;
}

// Mastermind.

interface Colour {
  /** Its sign in codes that are sent and received. */
  digit: string;
  /** Text that the player reads and types for it. */
  label: string;
  name: string;
  letter?: string;
  symbol?: string;
  rgb?: string;
}

/** Words for answers: `counts` by kind and number, `meanings` of the marks. */
interface AnswerNotation {
  initials: [string, string];
  counts: [string[], string[]];
  meanings: string[];
}

interface CodeBoard {
  places: number;
  repeats: boolean;
  answer: "pegs" | "black" | "places";
  limit: number | null;
  separator: string;
  vocabulary?: string;
  colours: Colour[];
  answers: AnswerNotation;
}

/** Part of a board that is needed to draw a code. */
type Palette = Pick<CodeBoard, "places" | "colours" | "vocabulary">;

/** An answer: black and white (null if only black counts), or which places are right. */
interface Answer {
  black?: number;
  white?: number | null;
  right?: boolean[];
}

type Pegs = { black: number; white: number };

/** A code and its answer, as texts. */
type Turn = [string, string];

/** Sentences about a row that is filled in; `empty` by the number of empty places. */
interface FillingWords {
  full: string;
  empty: string[];
  taken: string;
}

interface CodeMessages extends PlayedMessages {
  contradiction: string[];
  notes: Record<number, string>;
  filling: FillingWords;
  code: string;
  /** Short text and words of each answer in the game. */
  answers: Record<string, [string, string]>;
  questions?: string[];
  /** Reasons why answers are impossible, by answer. */
  refusals?: Record<string, string>;
  checked?: string[];
  enter_code?: string;
}

interface CodeGame extends GameBase {
  game: "mastermind";
  messages: CodeMessages;
  board: CodeBoard;
  outcome: Outcome;
  options: object;
  turns: Turn[];
  solved: boolean;
  contradiction: number | null;
  proposal: string | null;
  told: [number, string][] | null;
}

interface Contest extends GameBase {
  game: "contest";
  messages: MatchMessages & { hiding: string; filling: FillingWords };
  board: CodeGame | null;
  shape: CodeBoard;
  options: object;
  over: boolean;
  players: string[];
  rounds: number;
  round: number;
  to_do: "hide" | "break" | null;
  player: string | null;
  maker: string;
  score: "rounds" | "points" | "pegs" | "fewest";
  draw: "shared" | "hints";
  results: { maker: string; code: string }[];
}

/** A game for one, or a match of several people. */
type CodeState = CodeGame | Contest;

type Stage = "cover" | "hide" | "guess" | "answer" | "correct" | "trouble" | "tell" | "over" | "final";

/** A hint at some depth; `more` offers the next one. */
interface TipText {
  depth: 1 | 2 | 3;
  lines: string[];
  more: string[];
}

interface TipHelp extends TipText {
  guess: string | null;
}

interface WhyHelp {
  sentences: string[];
}

interface CandidatesHelp {
  count: number;
  listed: boolean;
  first: string[];
  /** The number, and what kind of list this is. */
  sentences: string[];
}

/** A guess of a solved game, and what was known after it. */
interface SolvedGuess {
  guess: string;
  answer: string;
  left: number;
  sentences: string[];
  facts: string[];
  first: string[];
}

/** Position that the board draws. */
interface BoardView {
  id: string;
  board: CodeBoard;
  turns: Turn[];
  current: CurrentRow | null;
  direction: string;
  correct: boolean;
  copy: boolean;
  answers: Record<string, [string, string]>;
  notes: Record<number, string>;
  secret: string | null;
  hidden: boolean;
}

/** The row in play: a draft, or the computer's guess that is to be answered. */
interface CurrentRow {
  pegs: (string | null)[];
  held?: Set<number>;
  chosen?: number | null;
  busy: boolean;
  covered?: boolean;
  given?: boolean;
  preview?: string | null;
}

/** Appearance of an answered row. */
interface DoneRow {
  correct: boolean;
  copy: boolean;
  note?: string;
  fresh: boolean;
  said: [string, string];
}

/** State of the desk below the board: its buttons to hold and to peek, and whether they are pressed. */
interface DeskView {
  board: CodeBoard;
  draft: Draft;
  busy: boolean;
  hold: boolean;
  holding: boolean;
  peek: boolean;
  peeking: boolean;
  label: string;
  text: string;
  words: FillingWords;
}

interface AnswerQuestion {
  key: string;
  board: CodeBoard;
  code: string;
  question: string;
  refusals: Record<string, string>;
  was: Answer | null;
  done: (text: string) => unknown;
  cancel: (() => void) | null;
  changed: (text: string | null) => void;
}

/** A peg that is dragged; `from` is its place in the row in play, if it has one. */
interface Picked {
  digit: string | null;
  from: number | null;
  node: HTMLElement;
}

interface DragActions {
  pick: (target: Element) => Picked | null;
  over: (place: number | null) => void;
  drop: (picked: Picked, place: number | null) => void;
  hold: (target: Element) => boolean | undefined;
  holeAt: (target: Element) => number | null;
}

// Minesweeper.

/** A step of a deduction. */
interface Step {
  pattern: string;
  title: string;
  safe: Cell[];
  mines: Cell[];
  numbers: Cell[];
  sentence: string;
}

/** A step of a walk: its number and rule, the reason, and the cells. */
interface WalkStep extends Step {
  lines: string[];
}

interface Loss {
  cell: Cell;
  better?: Cell | null;
}

interface FieldMessages extends PlayedMessages {
  /** Reasons why a click does nothing; `chord` by the number of flags around the cell. */
  refusals: { flag: string; open: string; chord: string[] };
  untouched: string;
  pick: string;
}

/** A field as it is seen. */
interface FieldView {
  rules: string;
  width: number;
  height: number;
  mines: number;
  board: string;
  flags: Cell[];
  mines_left: number;
  outcome: Outcome;
  secret: string | null;
  fatal: Cell | null;
  seconds: number;
  can_undo: boolean;
  can_redo: boolean;
  /** Nobody plays on it. */
  idle?: boolean;
  hints?: number;
  undos?: number;
  given_up?: boolean;
  clicks?: number;
  cleared?: boolean;
  wrong_flags?: Cell[];
  loss?: Loss | null;
  /** Another program recorded it. */
  recorded?: boolean;
  messages?: FieldMessages;
}

type FieldGame = GameBase & FieldView & { players?: undefined; messages: FieldMessages };

interface Race extends GameBase {
  messages: MatchMessages & { sides: string[] };
  board: FieldGame | null;
  width: number;
  height: number;
  mines: number;
  over: boolean;
  players: string[];
  rounds: number;
  round: number;
  to_do: "begin" | "open" | null;
  player: string | null;
  results: { layout: string }[];
}

/** Values of the form of a new game of Minesweeper. */
interface FieldChoice extends Record<string, FieldValue> {
  level: string;
  mode: string;
  seed: string;
}

type MinesweeperState = FieldGame | Race;

type GameState = CodeState | MinesweeperState;

/** Lists of cells that are marked on a field. */
type Marks = Partial<Record<"safe" | "mines" | "numbers" | "hint" | "bad" | "wasSafe" | "wasMines", Cell[]>>;

/** Contents of the editor: a position or a layout. */
type Kind = "position" | "layout";

/** The buttons of the help. */
type Tool = "hint" | "efficient" | "steps" | "chances" | "guess" | "why" | "check" | "mines" | "review";

/** A frame of a replay by its number, or the moment before the click on a cell. */
type Moment = number | { cell: Cell; best: Cell | null };

/** A stage of a field that the computer opens. */
interface SolvedClick {
  step: Step | null;
  cell: Cell | null;
  risk: number;
  reasons: string[];
  mines: Cell[];
  board: string;
  /** The number and the move, the reasons, and the cells. */
  lines: string[];
  /** End of the game, in the last stage. */
  ending?: string;
}

interface GameEvents {
  begun: null;
  state: { quiet?: boolean };
  stale: null;
  refused: { error: import("./static/js/api.js").ApiError; dropped: number };
}

/** What happens outside a game; an `embedded` one is part of another page. */
interface PlayHost {
  embedded?: boolean;
  again: () => unknown;
  setup: () => unknown;
  analyse?: () => unknown;
  begun?: () => unknown;
  reviewed?: (moment: number | null) => unknown;
}

/** Kinds of help with a game of Minesweeper. */
type HelpKind = Tool | "pickWhy" | "explain";

/** The next of few clicks, and the flags to set before it. */
interface ClickPlan {
  cell: Cell;
  chord: boolean;
  flags: Cell[];
  opens: Cell[];
  lines: string[];
}

interface HelpAnswers {
  tip: TipText & { cell: Cell | null; look: Cell[]; steps: Step[] };
  efficient: { plan: ClickPlan | null };
  steps: { steps: WalkStep[]; nothing: string };
  probabilities: { chances: Chances; sentences: string[] };
  guess: { sentence: string };
  why: { sentences: string[]; steps: Step[] };
  check: { wrong: Cell[]; sentences: string[] };
}

// The analysis board.

/** A board with flags; null mines are not known. */
interface MinePosition {
  board: string;
  mines: number | null;
}

interface LayoutPosition {
  layout: string;
}

/** A row of holes, null for an empty one, and its answer, ? for one that is not known. */
interface CodeRow {
  pegs: (string | null)[];
  answer: string;
}

interface CodePosition {
  rules: string;
  rows: CodeRow[];
}

/** A position that the server read from a text, a link or a file. */
interface Reading {
  game: GameName;
  board: string;
  mines: number | null;
  /** The mines of a whole minefield. */
  layout: string | null;
  note: string | null;
  rules: string;
  shape: CodeBoard;
  turns: Turn[];
}

interface MineAnalysis {
  /** Says that `?` was read as a closed cell. */
  note: string | null;
  mines: number | null;
  board: string;
  chances: Chances;
  safe: Cell[];
  mined: Cell[];
  /** Number of possible layouts; null if the number of mines is not known. */
  layouts: string | null;
  /** Chance to win from here; null if it is not known. */
  win_chance: { chance: number; exact: boolean } | null;
  steps: WalkStep[];
  sentences: string[];
  /** The best move: its cell, its chance of a mine, and the reasons. */
  hint: { cell: Cell; risk: number; title: string; reasons: string[] } | null;
  /** The next of few clicks, on request; null if no cell is certainly safe. */
  efficient: ClickPlan | null;
  counted: boolean;
}

/** A row and its rating: how many codes it left, one word, and the reason. */
interface RatedRow {
  told: string;
  word: string;
  left: number | null;
  sentence: string;
}

/** A step of the explanation of some rows. */
interface CodeStep {
  rule: string;
  name: string;
  rows: number[];
  sentence: string;
}

/** What names a puzzle in an address: names of the pegs, if they are not those of the rules. */
interface PuzzleRows {
  rules: string;
  colours: string[] | null;
  turns: Turn[];
}

/** A puzzle, and the words of its answers. */
interface CodePuzzle extends PuzzleRows {
  described: string;
  shape: CodeBoard;
  answers: Record<string, [string, string]>;
  sentences: string[];
  legend: string;
  question: string;
  grade: string;
  graded: string;
  how: string;
  /** Each with the places that are certain after it. */
  steps: (CodeStep & { known: (string | null)[] })[];
  end: string;
  code: string;
}

interface CodeAnalysis {
  count: number;
  told: string;
  listed: boolean;
  first: string[];
  sentences: string[];
  facts: string[];
  how: string;
  steps: CodeStep[];
  hint: { guess: string; sentences: string[] } | null;
  rows: RatedRow[];
  counted: boolean;
}

// The laboratory.

interface MatchRequest {
  rules: string;
  strategies: string[];
  rounds?: number;
  every?: boolean;
  seed?: string | number;
}

interface RunSummary {
  id: number;
  game: GameName;
  rules: string;
  strategies: string[];
  rounds: number;
  played: number;
  created: string;
  state: "playing" | "done" | "stopped" | "failed";
  yours: boolean;
}

interface Score {
  rank: number;
  strategy: string;
  games: number;
  wins: number;
  losses: number;
  average: number | null;
  standard_error: number | null;
  worst: number | null;
  histogram: Record<string, number>;
  milliseconds: number;
  exact: boolean;
  guesses: number;
  win_rate: number | null;
  win_rate_error: number | null;
  win_rate_interval?: [number, number] | null;
  failures?: number;
  reasons: { round: number; reason: string }[];
}

interface Pair {
  first: string;
  second: string;
  better: number;
  equal: number;
  worse: number;
  p_value: number | null;
  sentence: string;
}

interface Ranked {
  strategy: string;
  rating: number;
  error: number;
  wins: number;
  draws: number;
  losses: number;
  beats: string[];
}

interface RunView extends RunSummary {
  perilous: boolean;
  command: string | null;
  seed: string | number;
  field: "sample" | "every" | "listed";
  why_not: string | null;
  /** A sentence about a run that an earlier version stored. */
  note: string;
  standings: Score[];
  error: { message: string } | null;
  rate?: number;
  seconds_left?: number;
  rules_in_words: string;
  pairs: Pair[];
  pairs_title: string;
  ranking: Ranked[];
  plots: string[];
  undrawn: string | null;
}

/** The games of a round, one for each strategy. */
interface RoundView {
  round: number;
  boards: WatchedGame[];
}

/** A game move by move; `first` is the number of moves before the first frame. */
interface WatchedGame {
  strategy: string;
  outcome: string;
  first: number;
  frames: (FieldView & CodeGame)[];
}

interface Plot {
  title: string;
  data_title: string;
  caption: string;
  summary: string;
  heads: string[];
  rows: string[][];
}

type Head = string | { text: string; number?: boolean };
type TableRow = { cells: Child[]; head?: number } & Props;

interface RulesFacts {
  rules: string;
  game: GameName;
  words: string;
  secrets: number | null;
  most_rounds: number;
}

// The lessons.

interface LessonPosition {
  board: string;
  mines: number | null;
  safe: Cell[];
  mined: Cell[];
  steps: Step[];
}

interface Lessons {
  rules: string;
  board: CodeBoard;
  /** Short text and words of each answer. */
  answers: Record<string, [string, string]>;
  puzzles: (PuzzleRows & { lesson: string; idea: string })[];
  /** Names of the grades of puzzles. */
  grades: Record<string, string>;
  patterns: { pattern: string; idea: string; example: LessonPosition; exercise: LessonPosition }[];
}

interface Lesson {
  id: string;
  title: string;
  content: (done: () => void) => Promise<Child[]>;
}

/**
 * A code that can be set: `free` says whether a digit may stand at a place. With a `tray`, places may be empty; with
 * `once`, a digit leaves the place that it had.
 */
interface RowOptions {
  label: string;
  changed: (code: string[]) => void;
  free?: (code: string[], place: number, digit: string) => boolean;
  once?: boolean;
  tray?: boolean;
}

// Setting up a game.

interface CardOption {
  value: string;
  title: string;
  note: string;
  art?: Node;
}

/** Last choices on the start page. */
interface Chosen {
  game: GameName;
  level: Partial<Record<GameName, string>>;
  mode: Partial<Record<GameName, string>>;
  strategy: string;
}

// The programming interface.

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  enum?: string[];
  items?: Schema;
  examples?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface SchemaPart {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  path: string;
  method: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    schema: Schema;
    description?: string;
    example?: unknown;
  }[];
  requestBody?: SchemaPart;
  responses?: Record<string, { description: string }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

// Type of the server's answer at a path: that of the first path that fits.

type At<P extends string, Answers extends [string, unknown][]> = Answers extends [
  [infer Path, infer Answer],
  ...infer Others extends [string, unknown][],
]
  ? P extends Path
    ? Answer
    : At<P, Others>
  : // biome-ignore lint/suspicious/noExplicitAny: the module that requests another path knows its type
    any;

/** What the start page shows; boards by level. */
interface StartData {
  games: OpenGame[];
  puzzles: Puzzle[];
  statistics: Statistics[];
  boards: Record<string, GameState>;
}

/** To GET. A game is one of several kinds, which its module tells apart. */
type AnswerAt<P extends string> = At<
  P,
  [
    ["/api/games", OpenGame[]],
    [`/api/games/${string}/share`, { link: string; text: string }],
    [`/api/games/${string}/review`, Review],
    [`/api/about${string}`, About],
    [`/api/start${string}`, StartData],
    ["/api/daily", Puzzle[]],
    ["/api/statistics", Statistics[]],
    ["/api/lessons", Lessons],
    [`/api/puzzles/check?${string}`, { right: boolean; row: number | null; sentence: string }],
    [`/api/puzzles${string}`, CodePuzzle],
    ["/api/runs", RunSummary[]],
    [`/api/runs/rules${string}`, RulesFacts],
    [`/api/runs/${string}/plots/${string}`, Plot],
    [`/api/runs/${string}/rounds/${string}`, RoundView],
    [`/api/runs/${string}`, RunView],
    ["/openapi.json", OpenApi],
  ]
>;

/** To POST. */
type PostedAt<P extends string> = At<
  P,
  [["/api/analyse", MineAnalysis], ["/api/read", Reading], ["/api/runs", RunSummary]]
>;
