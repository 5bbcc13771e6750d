// The rules of Mastermind and of Bulls and Cows, and how to think.

import { el } from "../element.js";
import { say } from "../page.js";
import { _, ngettext } from "../text.js";
import { exercise, trial } from "./exercise.js";
import { codes, colour, count, material, pegs, respond, row, shown, written } from "./pegs.js";

const DIGITS = { places: 4, colours: [..."0123456789"].map((digit) => ({ digit, name: digit })) };

/**
 * What black and white pegs mean, on a code that is shown.
 * @param {() => void} done
 */
export async function rules(done) {
  const { board } = await material();
  const secret = [..."1123"];
  const result = el("div", { class: "result" });
  /** @param {string[]} guess */
  const tell = (guess) => {
    result.replaceChildren(
      el("p", { class: "big" }, pegs(respond(secret, guess), 4)),
      el(
        "ul",
        {},
        reasons(secret, guess, (digit) => colour(digit, board)?.name ?? digit).map((text) => el("li", { text })),
      ),
    );
    const { black, white } = respond(secret, guess);
    say(_("{black} black, {white} white", { black, white }));
    if (black === 1 && white === 2 && guess.join("") !== "2111") {
      task.judge(true, _("{guess} gets 1 black and 2 white pegs.", { guess: guess.join("") }));
      done();
    }
  };
  const guess = row([..."2111"], board, { label: _("Your guess"), changed: (code) => tell(code) });
  const task = exercise(
    _("Change the guess above until its answer is 1 black and 2 white pegs – in another way than 2111."),
  );
  // The first answer is there to be read, not a solution.
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
        "One side hides a code: four pegs, each in one of six colours, and a colour may stand more than once. The other side guesses, and learns from each guess two numbers.",
      ),
    }),
    el(
      "dl",
      { class: "terms" },
      el("dt", { text: _("Black pegs") }),
      el("dd", { text: _("so many pegs are right in colour and in place.") }),
      el("dt", { text: _("White pegs") }),
      el("dd", { text: _("so many more are right in colour, but stand in another place.") }),
    ),
    el("p", {
      text: _(
        "Which pegs they are is not told. Usually there are ten tries. Here the code is open, so that you can see where the answer comes from. Click a peg to change it, or use the digits and arrow keys.",
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
        "With colours that stand more than once it is the white pegs where people go wrong: each peg of the code counts for one peg of the guess only. Count for each colour how many pegs code and guess have in common, add these up, and take away the black ones.",
      ),
    }),
  ];
}

/**
 * The same game with digits.
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
  const task = exercise(_("Change the guess above until it has 2 bulls and 1 cow. No digit can stand twice."));
  draw(guess.code());
  return [
    el("p", {
      text: _(
        "The game with digits is older than the one with pegs, and needs only paper. The secret is a number of four different digits, 0 to 9, which makes 5040 secrets; a 0 may stand in front.",
      ),
    }),
    el("p", {
      text: _(
        "A bull is a digit in its right place, a cow one that is in the secret, but elsewhere. Since no digit stands twice, nothing has to be counted twice.",
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
 * A guess that could be the code itself fits all answers so far.
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
      checks[i].textContent = is === should ? _("✓ fits") : _("✗ would be {answer}", { answer: is });
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
        _("It cannot be the code: if it were, {before} in row {n} would have got {is}, not {should}.", {
          before: before.join(""),
          n: wrong + 1,
          is: written(respond(guess.code(), before)),
          should: written(answer),
        }),
      );
      return;
    }
    task.judge(
      true,
      ngettext(
        "It fits all rows: it is the only code that does.",
        "It fits all rows: it is one of {n} codes that do.",
        left.length,
      ),
    );
    done();
  };
  check(guess.code());
  const task = exercise(
    _(
      "Here are three rows of a game. Set a fourth guess that could be the code. The column at the right says what each row would have got if it were.",
    ),
    line(_("Your guess"), guess.element),
    el("button", {
      type: "button",
      class: "button primary",
      id: "check",
      text: _("Could it be?"),
      on: { click: look },
    }),
  );
  return [
    el("p", {
      text: _(
        "A guess that contradicts an earlier answer cannot be the code. So ask of every guess: if it were the code, would each row before it have got the answer that it got? Who only makes guesses that could be the code plays well already: Ehud Shapiro described it as a program in 1983.",
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
              [_("Row"), _("Guess"), _("Answer"), _("If yours were the code")].map((text) =>
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
        "Two habits help. First guesses with pairs, such as 1122, tell more than 1234 or 1111 in the worst case. And when few codes are left, a guess that cannot be the code may still be the better one, because its answer tells them all apart. That is where machines win.",
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
 * Where an answer comes from, peg by peg.
 * @param {string[]} secret
 * @param {string[]} guess
 * @param {(digit: string) => string} name
 * @param {boolean} once
 */
function reasons(secret, guess, name, once = false) {
  const told = [];
  for (const digit of new Set(guess)) {
    const common = Math.min(count(secret, digit), count(guess, digit));
    const black = guess.filter((each, i) => each === digit && secret[i] === digit).length;
    const white = common - black;
    const values = { name: name(digit), black, white, common };
    if (common === 0) told.push(_("{name}: not in the code", values));
    else if (once) told.push(black ? _("{name}: in its place", values) : _("{name}: in the secret, elsewhere", values));
    else if (white === 0) told.push(_("{name}: {common} in common, in place: {black} black", values));
    else if (black === 0) told.push(_("{name}: {common} in common, elsewhere: {white} white", values));
    else told.push(_("{name}: {common} in common, {black} of them in place: {black} black, {white} white", values));
  }
  return told;
}
