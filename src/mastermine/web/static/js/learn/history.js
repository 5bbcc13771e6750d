// Where the games come from, and what is known about them.

import { el } from "../element.js";
import { _ } from "../text.js";

/** The lesson; reading it is all there is to do. */
export async function history() {
  const events = [
    [
      _("long before"),
      _("Bulls and Cows"),
      _("Two people with paper and pencil guess each other’s number. It is older than the game with pegs."),
      null,
    ],
    ["1972", _("Mastermind"), _("Invicta Plastics sell a game with pegs by Mordecai Meirowitz."), null],
    [
      "1977",
      _("Five guesses suffice"),
      _("Knuth’s rule, the smallest worst case, finds every code of the original in at most five guesses."),
      "Donald E. Knuth, The computer as Master Mind, Journal of Recreational Mathematics 9 (1977)",
    ],
    [
      "1978",
      _("The smallest average part"),
      _("Irving asks for few codes on average instead."),
      "Robert W. Irving, Towards an optimum Mastermind strategy, Journal of Recreational Mathematics 11 (1978)",
    ],
    [
      "1982",
      _("The most information"),
      _("Neuwirth measures a guess by the expected logarithm of what it leaves."),
      "Erich Neuwirth, Some strategies for Mastermind, Zeitschrift für Operations Research 26 (1982)",
    ],
    [
      "1983",
      _("Guess what can be"),
      _("Shapiro’s program takes the first code that fits all answers."),
      "Ehud Shapiro, Playing Mastermind logically, ACM SIGART Newsletter 85 (1983)",
    ],
    [
      "1993",
      _("The best average"),
      _(
        "No way to play needs fewer than 5625 guesses for all 1296 codes: 4.340 on average. With never more than five guesses it is 5626.",
      ),
      "Kenji Koyama and Tony W. Lai, An optimal Mastermind strategy, Journal of Recreational Mathematics 25 (1993)",
    ],
    [
      "1995",
      _("The value of the game"),
      _("If the maker, too, plays as well as can be, 5600/1290 = 4.341 guesses are needed on average."),
      "Michael Wiener, in a posting of 1995",
    ],
    [
      "2000",
      _("Minesweeper is hard"),
      _(
        "To decide whether a position of any size is possible at all is NP-complete. The fields that people play can be counted exactly all the same.",
      ),
      "Richard Kaye, Minesweeper is NP-complete, The Mathematical Intelligencer 22 (2000)",
    ],
    [
      "2005",
      _("The most parts"),
      _("Kooi counts only how many different answers a guess can get."),
      "Barteld Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005)",
    ],
    [
      "2017",
      _("Beyond the safest cell"),
      _("The rule PSEQ asks for safety first, then what a click is good for: 39.62 % of expert games won."),
      "Tu, Li, Chen, Zu and Gu (2017)",
    ],
    [
      "2023",
      _("Patterns for a program"),
      _("A thesis describes a player by flags, counts and patterns: 22.059 % at expert."),
      "Horvat, Osijek (2023)",
    ],
  ];
  return [
    el("p", { text: _("Who found out what, and where it was written down.") }),
    el(
      "ol",
      { class: "history" },
      events.map(([year, title, text, source]) =>
        el(
          "li",
          {},
          el("span", { class: "year number", text: year }),
          el(
            "div",
            {},
            el("h2", { text: title }),
            el("p", { text }),
            source && el("p", { class: "source small muted" }, el("cite", { text: source })),
          ),
        ),
      ),
    ),
  ];
}
