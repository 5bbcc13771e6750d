// The lesson on the history of the games and their research.

import { el } from "../element.js";
import { _ } from "../text.js";

/** Creates the lesson, which has no exercise. */
export async function history() {
  const events = [
    [
      _("long before"),
      _("Bulls and Cows"),
      _("Two players guess each other’s number with pencil and paper. The game is older than Mastermind."),
      null,
    ],
    [
      "1968",
      _("Computers join in"),
      _("Frank King writes MOO, a version of Bulls and Cows, for the Titan computer in Cambridge; others follow."),
      null,
    ],
    ["1972", _("Mastermind"), _("Invicta Plastics sells a game with pegs by Mordecai Meirowitz."), null],
    [
      "1977",
      _("Five guesses are enough"),
      _("Knuth’s rule, the smallest worst case, finds every code of the original game in at most five guesses."),
      "Donald E. Knuth, The computer as Master Mind, Journal of Recreational Mathematics 9 (1977)",
    ],
    [
      "1978",
      _("The smallest average part"),
      _("Irving minimises the average number of remaining codes instead."),
      "Robert W. Irving, Towards an optimum Mastermind strategy, Journal of Recreational Mathematics 11 (1978)",
    ],
    [
      "1982",
      _("The most information"),
      _("Neuwirth rates a guess by the expected logarithm of the number of remaining codes."),
      "Erich Neuwirth, Some strategies for Mastermind, Zeitschrift für Operations Research 26 (1982)",
    ],
    [
      "1983",
      _("Consistent guesses"),
      _("Shapiro’s program guesses the first code that is consistent with all answers."),
      "Ehud Shapiro, Playing Mastermind logically, ACM SIGART Newsletter 85 (1983)",
    ],
    [
      "1990",
      _("Minesweeper"),
      _("Curt Johnson and Robert Donner write Minesweeper at Microsoft. From 1992 it is part of Windows 3.1."),
      null,
    ],
    [
      "1993",
      _("The best average"),
      _(
        "No strategy needs fewer than 5625 guesses for all 1296 codes: 4.340 on average. With at most five guesses for each code, the minimum is 5626.",
      ),
      "Kenji Koyama and Tony W. Lai, An optimal Mastermind strategy, Journal of Recreational Mathematics 25 (1993)",
    ],
    [
      "1995",
      _("The value of the game"),
      _("If the codemaker also plays optimally, 5600/1290 = 4.341 guesses are needed on average."),
      "Michael Wiener, in a posting of 1995",
    ],
    [
      "1996",
      _("Genetic search"),
      _("Bernier, Merelo and others breed codes until one is consistent with all answers: no list of codes is needed."),
      "J. L. Bernier et al., Solving MasterMind using GAs and simulated annealing, PPSN IV (1996)",
    ],
    [
      "2000",
      _("Minesweeper is hard"),
      _(
        "Deciding whether a position is possible is NP-complete in general. For boards of usual size, the layouts can still be counted exactly.",
      ),
      "Richard Kaye, Minesweeper is NP-complete, The Mathematical Intelligencer 22 (2000)",
    ],
    [
      "2004",
      _("Mastermind is hard"),
      _(
        "Deciding whether any code is consistent with the answers is NP-complete, even with two colours. Programs for satisfiability (SAT) still find such a code quickly in games of usual size.",
      ),
      "M. de Bondt, NP-completeness of Master Mind and Minesweeper (2004); J. Stuckman and G.-Q. Zhang, Mastermind is NP-complete (2005)",
    ],
    [
      "2005",
      _("The most parts"),
      _("Kooi counts only the number of different answers that a guess can get."),
      "Barteld Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005)",
    ],
    [
      "2009",
      _("Many consistent codes"),
      _("A genetic algorithm collects consistent codes and guesses the one that leaves the fewest of the others."),
      "L. Berghman, D. Goossens and R. Leus, Efficient solutions for Mastermind using genetic algorithms, Computers & Operations Research 36 (2009)",
    ],
    [
      "2017",
      _("Beyond the safest cell"),
      _("The rule PSEQ ranks clicks by safety first, then by their benefit: it wins 39.62 % of expert games."),
      "Tu, Li, Chen, Zu and Gu (2017)",
    ],
    [
      "2023",
      _("Patterns for a program"),
      _("A thesis describes a player with flags, counts and patterns: it wins 22.059 % of expert games."),
      "Horvat, Osijek (2023)",
    ],
  ];
  return [
    el("p", { text: _("Discoveries and their sources.") }),
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
