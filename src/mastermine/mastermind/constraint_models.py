"""The codes that are consistent with the rows of a game, as a constraint model for other programs.

``FORMATS``: clauses for SAT solvers (DIMACS CNF), linear arithmetic for SMT solvers (SMT-LIB 2),
and MiniZinc. Comments explain the model in the language in use. In clauses, each solution is
exactly one code: the variables that count are determined by the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mastermine.core.constraint_models import ENDINGS, Clauses, Script, smt_sum
from mastermine.core.game import Turn
from mastermine.core.given import check_format
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Code, Mastermind

FORMATS = tuple(ENDINGS)


def constraint_model(
    rules: Mastermind,
    turns: Iterable[Turn[Code, Feedback]],
    form: str,
    *,
    notation: Notation | None = None,
) -> str:
    """Formats the codes that are consistent with the turns as a model, one of ``FORMATS``.

    A row whose answer is not known has only its comment. ``notation`` writes codes and answers in
    the comments [default: that of the language in use]. Raises InvalidSpec for an unknown format,
    IllegalMove for a turn of other rules.
    """
    check_format(form, FORMATS)
    given = tuple(turns)
    for turn in given:
        rules.check(turn.action)
        if turn.feedback is not rules.unknown:
            rules.encode(turn.feedback)
    write = {"dimacs": _dimacs, "smtlib": _smtlib, "minizinc": _minizinc}[form]
    return str(write(_Position(rules, given, notation or rules.notation)))


class _Position:
    """Rules, rows and their sentences, which all formats share."""

    def __init__(
        self, rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...], notation: Notation
    ) -> None:
        self.rules = rules
        self.turns = turns
        self.notation = notation
        self.places = range(1, rules.places + 1)
        self.colours = range(1, rules.symbols + 1)

    def about(self, form: str) -> list[str]:
        """Sentences at the top. ``form``: name of the format for people."""
        legend = (
            f"{number} = {self.notation.labels[number - 1]} ({look.name})"
            for number, look in zip(self.colours, self.notation.colours, strict=True)
        )
        return [
            # Translators: {form} is the name of a file format, {rules} are those of a game.
            _("{form}: the codes of {spec} that are consistent with all rows.").format(
                form=form, spec=self.rules.spec()
            ),
            self.notation.describe() + ".",
            _(
                "Places are numbered from the left, from 1. Colours have numbers, too: {list}."
            ).format(list=", ".join(legend)),
        ]

    def row(self, number: int, turn: Turn[Code, Feedback]) -> str:
        """Names a row: its number, guess and answer."""
        # Translators: {turn} is a guess and its answer.
        return _("Row {n}: {turn}.").format(
            n=number,
            turn=(
                f"{self.notation.format(turn.action)} {self.notation.format_answer(turn.feedback)}"
            ),
        )

    @staticmethod
    def right(black: int) -> str:
        return _("Number of places where code and guess agree: {n}.").format(n=whole(black))

    @staticmethod
    def common(answer: Pegs) -> str:
        return _(
            "Pegs in common at any places, black and white together: {n}. Of each colour, they "
            "are the smaller one of its numbers in the code and in the guess."
        ).format(n=whole(answer.black + answer.white))

    @staticmethod
    def shown() -> str:
        return _("The answer says of each place whether it is right.")

    @staticmethod
    def distinct() -> str:
        return _("No colour is used twice.")


def _dimacs(position: _Position) -> Clauses:
    rules, size = position.rules, position.rules.symbols
    clauses = Clauses(
        rules.places * size,
        *position.about("DIMACS CNF"),
        _(
            "The variable ({place} - 1) * {size} + {colour} says that a place has a colour. So the "
            "variables of place 1 are 1 to {size}."
        ).format(place=_("place"), colour=_("colour"), size=size),
    )

    def has(place: int, colour: int) -> int:
        return (place - 1) * size + colour

    for place in position.places:
        clauses.comment(_("Place {n} has exactly one colour.").format(n=place))
        clauses.exactly(1, [has(place, colour) for colour in position.colours])
    if not rules.repeats:
        clauses.comment(position.distinct())
        for colour in position.colours:
            clauses.at_most_one([has(place, colour) for place in position.places])
    needed: Counter[int] = Counter()
    for turn in position.turns:
        if isinstance(turn.feedback, Pegs):
            needed |= Counter(turn.action)
    times = {}
    for colour, most in sorted(needed.items()):
        of_colour = [has(place, colour + 1) for place in position.places]
        times[colour] = clauses.counted(of_colour, most)
        clauses.comment(
            _("At least 1, 2, … places have colour {n}: variables {list}.").format(
                n=colour + 1, list=" ".join(map(str, times[colour]))
            )
        )
    for number, turn in enumerate(position.turns, start=1):
        clauses.comment(position.row(number, turn))
        agree = [has(place, peg + 1) for place, peg in enumerate(turn.action, start=1)]
        match turn.feedback:
            case Places(right):
                clauses.comment(position.shown())
                for literal, yes in zip(agree, right, strict=True):
                    clauses.clause(literal if yes else -literal)
            case Pegs(black) | Black(black):
                clauses.comment(position.right(black))
                clauses.exactly(black, agree)
        if isinstance(turn.feedback, Pegs):
            clauses.comment(position.common(turn.feedback))
            pegs = Counter(turn.action)
            common = [each for peg, n in sorted(pegs.items()) for each in times[peg][:n]]
            clauses.exactly(turn.feedback.black + turn.feedback.white, common)
    return clauses


def _smtlib(position: _Position) -> Script:
    rules, script = position.rules, Script(";")

    def name(place: int) -> str:
        return f"place_{place}"

    def times(colour: int) -> str:
        return f"times_{colour}"

    def true(conditions: Iterable[str]) -> str:
        return smt_sum(f"(ite {condition} 1 0)" for condition in conditions)

    def same(place: int, colour: int) -> str:
        return f"(= {name(place)} {colour})"

    script.comment(
        *position.about("SMT-LIB 2"),
        _("The integer {name} is the colour at place 1.").format(name=name(1)),
    )
    script.add("(set-logic QF_LIA)")
    for place in position.places:
        script.add(
            f"(declare-const {name(place)} Int)", f"(assert (<= 1 {name(place)} {rules.symbols}))"
        )
    if not rules.repeats and rules.places > 1:
        script.comment(position.distinct())
        script.add(f"(assert (distinct {' '.join(map(name, position.places))}))")
    pegs = [turn for turn in position.turns if isinstance(turn.feedback, Pegs)]
    if pegs:
        script.comment(
            _("{name} is the number of places with colour {n}, and so on.").format(
                name=times(1), n=1
            )
        )
    for colour in sorted({peg + 1 for turn in pegs for peg in turn.action}):
        places = true(same(place, colour) for place in position.places)
        script.add(f"(define-fun {times(colour)} () Int {places})")
    for number, turn in enumerate(position.turns, start=1):
        script.comment(position.row(number, turn))
        agree = [same(place, peg + 1) for place, peg in enumerate(turn.action, start=1)]
        match turn.feedback:
            case Places(right):
                script.comment(position.shown())
                for each, yes in zip(agree, right, strict=True):
                    script.add(f"(assert {each if yes else f'(not {each})'})")
            case Pegs(black) | Black(black):
                script.comment(position.right(black))
                script.add(f"(assert (= {black} {true(agree)}))")
        if isinstance(turn.feedback, Pegs):
            script.comment(position.common(turn.feedback))
            common = smt_sum(
                f"(ite (< {times(peg + 1)} {n}) {times(peg + 1)} {n})"
                for peg, n in sorted(Counter(turn.action).items())
            )
            both = turn.feedback.black + turn.feedback.white
            script.add(f"(assert (= {both} {common}))")
    script.add("(check-sat)", f"(get-value ({' '.join(map(name, position.places))}))")
    return script


def _minizinc(position: _Position) -> Script:
    rules, script = position.rules, Script("%")
    script.comment(*position.about("MiniZinc"))
    if not rules.repeats:
        script.add('include "all_different.mzn";')
    script.add(
        f"set of int: PLACES = 1..{rules.places};",
        f"set of int: COLOURS = 1..{rules.symbols};",
        "array[PLACES] of var COLOURS: code;",
    )
    if any(isinstance(turn.feedback, Pegs | Black) for turn in position.turns):
        script.comment(_("Number of places where the code and a guess agree."))
        script.add(
            "function var int: right_places(array[PLACES] of int: guess) =",
            "  sum(p in PLACES)(code[p] = guess[p]);",
        )
    if any(isinstance(turn.feedback, Pegs) for turn in position.turns):
        script.comment(
            _(
                "Number of pegs that the code and a guess have in common at any places: of each "
                "colour the smaller one of its numbers."
            )
        )
        script.add(
            "function var int: common_pegs(array[PLACES] of int: guess) =",
            "  sum(c in COLOURS)"
            "(min(sum(p in PLACES)(code[p] = c), sum(p in PLACES)(guess[p] = c)));",
        )
    if not rules.repeats:
        script.comment(position.distinct())
        script.add("constraint all_different(code);")
    for number, turn in enumerate(position.turns, start=1):
        script.comment(position.row(number, turn))
        guess = _array(peg + 1 for peg in turn.action)
        match turn.feedback:
            case Places(right):
                for place, (peg, yes) in enumerate(zip(turn.action, right, strict=True), start=1):
                    script.add(f"constraint code[{place}] {'=' if yes else '!='} {peg + 1};")
            case Pegs(black) | Black(black):
                script.add(f"constraint right_places({guess}) = {black};")
        if isinstance(turn.feedback, Pegs):
            both = turn.feedback.black + turn.feedback.white
            script.add(f"constraint common_pegs({guess}) = {both};")
    script.add("solve satisfy;")
    script.comment(_("The code is printed as mastermine writes it."))
    digits = (f'"{label}"' for label in rules.canonical.labels)
    script.add(
        f"array[COLOURS] of string: labels = {_array(digits)};",
        f'output [join("{rules.canonical.separator}", [labels[fix(code[p])] | p in PLACES]), '
        '"\\n"];',
    )
    return script


def _array(items: Iterable[object]) -> str:
    return f"[{', '.join(map(str, items))}]"
