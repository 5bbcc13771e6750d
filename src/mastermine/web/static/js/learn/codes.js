// The lessons on Mastermind, Bulls and Cows, and consistent guesses.

import { el } from "../element.js";
import { say } from "../page.js";
import { _, ngettext } from "../text.js";
import { exercise, trial } from "./exercise.js";
import { answerText, answerWords, codes, colour, count, material, pegs, respond, row, shown, written } from "./pegs.js";

const DIGITS = { places: 4, colours: [..."0123456789"].map((digit) => ({ digit, label: digit, name: digit })) };

/**
 * Creates the lesson on black and white pegs.
 * @param {() => void} done
 */
export async function rules(done) {
  const { board } = await material();
  const secret = [..."1123"];
  const result = el("div", { class: "result" });
  /** @param {string[]} guess */
  const update = (guess) => {
    result.replaceChildren(
      el("p", { class: "big" }, pegs(respond(secret, guess), 4)),
      el(
        "ul",
        {},
        reasons(secret, guess, (digit) => colour(digit, board)?.name ?? digit).map((text) => el("li", { text })),
      ),
    );
    const { black, white } = respond(secret, guess);
    say(answerWords(written({ black, white })));
    if (black === 1 && white === 2 && guess.join("") !== "2111") {
      task.judge(true, _("{guess} gets 1 black and 2 white pegs.", { guess: guess.join("") }));
      done();
    }
  };
  const guess = row([..."2111"], board, { label: _("Your guess"), changed: (code) => update(code) });
  const task = exercise(
    _("Change the guess above until its answer is 1 black and 2 white pegs. Find a guess other than 2111."),
  );
  // The first answer is an example and not counted as a solution.
  result.replaceChildren(
    el("p", { class: "big" }, pegs(respond(secret, guess.code()), 4)),
    el(
      "ul",
      {},
      reasons(secret, guess.code(), (digit) => colour(digit, board)?.name ?? digit).map((text) => el("li", { text })),
    ),
  );
  return [
    el("p", {
      text: _(
        "One player hides a code: four pegs, each in one of six colours; colours may repeat. The other player guesses, and each guess gets two numbers as its answer.",
      ),
    }),
    el(
      "dl",
      { class: "terms" },
      el("dt", { text: _("Black pegs") }),
      el("dd", { text: _("the number of pegs with the right colour in the right place.") }),
      el("dt", { text: _("White pegs") }),
      el("dd", { text: _("the number of other pegs with a right colour in the wrong place.") }),
    ),
    el("p", {
      text: _(
        "The answer does not say which pegs are right. Usually, ten guesses are allowed. Here the code is visible, so that you can see how the answer is made. Click a peg to change it, or use digits and arrow keys.",
      ),
    }),
    trial(
      _("A code and a guess"),
      line(_("The code"), shown(secret, board)),
      line(_("Your guess"), guess.element),
      result,
    ),
    task.element,
    el("p", {
      text: _(
        "If colours repeat, white pegs are easy to miscount: each peg of the code counts for only one peg of the guess. For each colour, count the pegs that code and guess have in common, add these numbers, and subtract the black pegs.",
      ),
    }),
  ];
}

/**
 * Creates the lesson on Bulls and Cows.
 * @param {() => void} done
 */
export async function bulls(done) {
  const secret = [..."4271"];
  const result = el("div", { class: "result" });
  /** @param {Pegs} given */
  const words = ({ black, white }) =>
    `${ngettext("{n} bull", "{n} bulls", black)}, ${ngettext("{n} cow", "{n} cows", white)}`;
  /** @param {string[]} guess */
  const draw = (guess) => {
    const answer = respond(secret, guess);
    result.replaceChildren(
      el("p", { class: "big", text: words(answer) }),
      el(
        "ul",
        {},
        reasons(secret, guess, (digit) => digit, true).map((text) => el("li", { text })),
      ),
    );
    return answer;
  };
  const guess = row([..."1234"], DIGITS, {
    label: _("Your guess"),
    free: (code, i, digit) => code.every((each, j) => j === i || each !== digit),
    changed: (code) => {
      const answer = draw(code);
      say(words(answer));
      if (answer.black === 2 && answer.white === 1) {
        task.judge(true, _("{guess} has 2 bulls and 1 cow.", { guess: code.join("") }));
        done();
      }
    },
  });
  const task = exercise(_("Change the guess above until it has 2 bulls and 1 cow. Digits may not repeat."));
  draw(guess.code());
  return [
    el("p", {
      text: _(
        "The game with digits is older than the one with pegs and needs only paper. The secret has four different digits from 0 to 9 and may start with 0, so there are 5040 secrets.",
      ),
    }),
    el("p", {
      text: _(
        "A bull is a digit in its right place; a cow is a digit that is in the secret, but in another place. Since digits do not repeat, each digit counts once.",
      ),
    }),
    trial(
      _("A secret and a guess"),
      line(_("The secret"), shown(secret, DIGITS)),
      line(_("Your guess"), guess.element),
      result,
    ),
    task.element,
    el("p", {}, el("a", { href: "/mastermind?rules=bulls-and-cows", text: _("Play Bulls and Cows") })),
  ];
}

/**
 * Creates the lesson on consistent guesses.
 * @param {() => void} done
 */
export async function thinking(done) {
  const { board } = await material();
  const secret = [..."2413"];
  const turns = ["1122", "3242", "4513"]
    .map((text) => [...text])
    .map((guess) => ({ guess, answer: respond(secret, guess) }));
  const left = codes(
    board.colours.map(({ digit }) => digit),
    4,
  ).filter((code) => turns.every(({ guess, answer }) => written(respond(code, guess)) === written(answer)));
  const checks = turns.map(() => el("td"));
  /** @param {string[]} code */
  const check = (code) => {
    const would = turns.map(({ guess, answer }) => ({ is: written(respond(code, guess)), should: written(answer) }));
    would.forEach(({ is, should }, i) => {
      checks[i].className = is === should ? "fits" : "fails";
      checks[i].textContent = is === should ? _("✓ consistent") : _("✗ would be {answer}", { answer: answerText(is) });
    });
    return would.findIndex(({ is, should }) => is !== should);
  };
  const guess = row([..."1113"], board, { label: _("Your guess"), changed: check });
  const look = () => {
    const wrong = check(guess.code());
    if (wrong >= 0) {
      const { guess: before, answer } = turns[wrong];
      task.judge(
        false,
        _("It cannot be the code: then {before} in row {n} would have got {is}, not {should}.", {
          before: before.join(""),
          n: wrong + 1,
          is: answerText(written(respond(guess.code(), before))),
          should: answerText(written(answer)),
        }),
      );
      return;
    }
    task.judge(
      true,
      ngettext(
        "It is consistent with all rows, and the only such code.",
        "It is consistent with all rows, as one of {n} such codes.",
        left.length,
      ),
    );
    done();
  };
  check(guess.code());
  const task = exercise(
    _(
      "Here are three rows of a game. Choose a fourth guess that could be the code. The column on the right shows the answer that each row would have got then.",
    ),
    line(_("Your guess"), guess.element),
    el("button", {
      type: "button",
      class: "button primary",
      id: "check",
      text: _("Check"),
      on: { click: look },
    }),
  );
  return [
    el("p", {
      text: _(
        "A guess that contradicts an earlier answer cannot be the code. So check every guess: if it were the code, would each earlier row have got its answer? Players who make only such consistent guesses already play well; Ehud Shapiro described this as a program in 1983.",
      ),
    }),
    trial(
      _("A game so far"),
      el(
        "div",
        { class: "scroll", tabIndex: 0, role: "region", "aria-label": _("Rows of the game") },
        el(
          "table",
          { class: "turns" },
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              [_("Row"), _("Guess"), _("Answer"), _("If your guess were the code")].map((text) =>
                el("th", { scope: "col", text }),
              ),
            ),
          ),
          el(
            "tbody",
            {},
            turns.map(({ guess: before, answer }, i) =>
              el(
                "tr",
                {},
                el("td", { text: i + 1 }),
                el("td", {}, shown(before, board)),
                el("td", {}, pegs(answer, 4)),
                checks[i],
              ),
            ),
          ),
        ),
      ),
    ),
    task.element,
    el("p", {
      text: _(
        "Two tips: in the worst case, first guesses with pairs, such as 1122, leave fewer codes than 1234 or 1111. And if few codes are left, a guess that cannot be the code may be better, because its answer tells them all apart. That is the advantage of computers.",
      ),
    }),
  ];
}

/**
 * @param {string} label
 * @param {Node} content
 */
function line(label, content) {
  return el("div", { class: "code-line" }, el("span", { class: "label", text: label }), content);
}

/**
 * Explains an answer, colour by colour.
 * @param {string[]} secret
 * @param {string[]} guess
 * @param {(digit: string) => string} name
 * @param {boolean} once
 */
function reasons(secret, guess, name, once = false) {
  const lines = [];
  for (const digit of new Set(guess)) {
    const common = Math.min(count(secret, digit), count(guess, digit));
    const black = guess.filter((each, i) => each === digit && secret[i] === digit).length;
    const white = common - black;
    const values = { name: name(digit), black, white, common };
    if (common === 0) lines.push(_("{name}: not in the code", values));
    else if (once)
      lines.push(black ? _("{name}: in its place", values) : _("{name}: in the secret, elsewhere", values));
    else if (white === 0) lines.push(_("{name}: {common} in common, in place: {black} black", values));
    else if (black === 0) lines.push(_("{name}: {common} in common, elsewhere: {white} white", values));
    else lines.push(_("{name}: {common} in common, {black} of them in place: {black} black, {white} white", values));
  }
  return lines;
}
