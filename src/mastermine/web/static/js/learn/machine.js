// The lesson on Knuth's algorithm: a strategy step by step on the player's code.

import { get, post } from "../api.js";
import { el, fill } from "../element.js";
import { percent, whole } from "../numbers.js";
import { say } from "../page.js";
import { _, ngettext, pgettext } from "../text.js";
import { trial } from "./exercise.js";
import { Player } from "../replay.js";
import { answerText, codes, material, pegs, respond, row, shown, written } from "./pegs.js";
import { constant } from "../version.js";

/**
 * Creates the lesson.
 * @param {() => void} done
 */
export async function machine(done) {
  const [{ board, rules }, about] = await Promise.all([material(), get(constant("/api/about?game=mastermind"))]);
  const all = codes(
    board.colours.map(({ digit }) => digit),
    board.places,
  );
  const ways = about.games.mastermind.strategies.filter(({ asks }) => !asks);
  const summary = el("p", { class: "help", id: "way-help" });
  const way = el(
    "select",
    {
      id: "way",
      "aria-describedby": "way-help",
      on: {
        change: () => {
          summary.textContent = described();
          forget();
        },
      },
    },
    ways.map(({ name }) => el("option", { value: name, text: name, selected: name === "knuth" })),
  );
  const described = () => {
    const { summary: text = "", cite } = ways.find(({ name }) => name === way.value) ?? {};
    return cite ? `${text} (${cite})` : text;
  };
  summary.textContent = described();

  const secret = row([..."3632"], board, { label: _("Your code"), changed: () => forget() });
  const place = el("div", { class: "steps", id: "steps" });
  const wrong = el("p", { class: "error", hidden: true });
  const watch = el("button", {
    type: "button",
    class: "button primary",
    id: "watch",
    text: _("Watch it play"),
    on: { click: () => play() },
  });
  let requested = null; // The game that was requested last, null if the code has changed.
  /** @type {Player | null} */
  let player = null;
  const forget = () => {
    requested = null;
    player?.pause();
    place.replaceChildren();
  };

  const play = async () => {
    watch.disabled = true;
    wrong.hidden = true;
    const request = { rules, secret: secret.code().join(""), strategy: way.value };
    requested = request;
    try {
      const { steps } = await post("/api/solve", request);
      if (requested !== request) return;
      const shown = el("div", {});
      player = new Player({ show: (at) => show(shown, steps, at), first: 1, pace: 4 });
      player.length = steps.length - 1;
      fill(place, player.element, shown);
      player.go(0);
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
      say(error.message);
    }
    watch.disabled = false;
  };

  /**
   * @param {HTMLElement} into
   * @param {SolvedGuess[]} steps
   * @param {number} at
   */
  const show = (into, steps, at) => {
    const step = steps[at];
    const guess = [...step.guess];
    // The candidates before this guess follow from the rows before it.
    const before = all.filter((code) =>
      steps.slice(0, at).every((each) => written(respond(code, [...each.guess])) === each.answer),
    );
    const last = at === steps.length - 1;
    fill(
      into,
      el(
        "ol",
        { class: "rows", "aria-label": _("The rows so far") },
        steps.slice(0, at + 1).map((each, i) =>
          el(
            "li",
            { class: i === at ? "now" : null },
            shown([...each.guess], board),
            pegs(answerOf(each.answer), board.places),
            el("span", {
              class: "number muted small",
              text: ngettext("{left} code left", "{left} codes left", each.left, { left: whole(each.left) }),
            }),
          ),
        ),
      ),
      el("h2", { text: _("Why {guess}?", { guess: step.guess }) }),
      step.sentences.map((text) => el("p", { text })),
      table(parts(before, guess), step.answer, before.length),
      !last && el("h2", { text: _("The answer") }),
      !last &&
        el(
          "p",
          {},
          ngettext(
            "Of {before} possible code, {left} is left.",
            "Of {before} possible codes, {left} are left.",
            before.length,
            { before: whole(before.length), left: whole(step.left) },
          ),
        ),
      step.facts.map((text) => el("p", { text })),
      step.left > 0 &&
        step.left <= 30 &&
        !last &&
        el(
          "div",
          { class: "codes" },
          step.first.map((code) => el("code", { text: code })),
        ),
      last &&
        el("p", {
          class: "verdict good",
          text: ngettext("✓ Found in {n} guess.", "✓ Found in {n} guesses.", steps.length),
        }),
    );
    if (last) done();
    say(
      _("Guess {n}: {guess}, answer {answer}, {left} left", {
        n: at + 1,
        guess: step.guess,
        answer: answerText(step.answer),
        left: step.left,
      }),
    );
  };

  return [
    el("p", {
      text: _(
        "In 1977, Donald Knuth described a strategy that needs at most five guesses for any of the 1296 codes. Each guess splits the possible codes into parts, one for each answer. Choose a guess whose largest part is as small as possible: whatever the answer is, few codes are left.",
      ),
    }),
    el("p", {
      text: _(
        "The guess itself need not be a possible code. Of equally good guesses, take a possible one, then the smallest number.",
      ),
    }),
    trial(
      _("A code of your own"),
      el("div", { class: "code-line" }, el("span", { class: "label", text: _("Your code") }), secret.element),
      el("div", { class: "field way" }, el("label", { htmlFor: "way", text: _("Strategy") }), way, summary),
      el("div", { class: "row" }, watch),
      wrong,
      place,
    ),
    el("p", {
      text: _(
        "With ties broken as here, Knuth’s rule needs 5801 guesses for all 1296 codes: 4.476 on average. The minimum is 5625, or 4.340. Other strategies come closer; choose one and see where its guesses differ.",
      ),
    }),
    el("p", {}, el("a", { href: "/laboratory", text: _("Compare strategies in the laboratory") })),
  ];
}

/** @param {string} text */
function answerOf(text) {
  const [, black, white] = text.match(/(\d+)B (\d+)W/) ?? [];
  return { black: Number(black), white: Number(white) };
}

/**
 * Returns the partition of the candidates by a guess as [answer, size], the largest part first.
 * @param {string[][]} possible
 * @param {string[]} guess
 */
function parts(possible, guess) {
  const found = new Map();
  for (const code of possible) {
    const answer = written(respond(code, guess));
    found.set(answer, (found.get(answer) ?? 0) + 1);
  }
  return [...found].sort((one, other) => other[1] - one[1]);
}

/**
 * @param {[string, number][]} found
 * @param {string} answer
 * @param {number} all
 */
function table(found, answer, all) {
  return el(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": _("The parts") },
    el(
      "table",
      { class: "parts" },
      el("caption", { text: _("Parts of the possible codes") }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col", text: _("Answer") }),
          el("th", { scope: "col", class: "number", text: _("Codes") }),
          el("th", { scope: "col", text: pgettext("a proportion", "Share") }),
        ),
      ),
      el(
        "tbody",
        {},
        found.map(([each, n]) =>
          el(
            "tr",
            { class: each === answer ? "now" : null },
            el("th", {
              scope: "row",
              text: each === answer ? _("{answer} ← answer", { answer: answerText(each) }) : answerText(each),
            }),
            el("td", { class: "number", text: whole(n) }),
            el(
              "td",
              { class: "share" },
              el("span", { class: "bar", "aria-hidden": "true", style: { "--part": n / found[0][1] } }),
              el("span", { class: "number small", text: percent(n / all) }),
            ),
          ),
        ),
      ),
    ),
  );
}
