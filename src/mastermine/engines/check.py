"""Checks of an engine against the protocol; how it plays is checked as for every strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from mastermine.core.errors import Contradiction, InvalidSpec, MastermineError
from mastermine.core.game import View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.engines.command import read_moves
from mastermine.engines.engine import Engine
from mastermine.engines.process import EngineFailed
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import N_, _
from mastermine.registry import GAMES, find_strategy, game_of, parse_rules, usual_strategy

if TYPE_CHECKING:
    from mastermine.core.game import Rules

UNKNOWN = "frobnicate 1 2 3\n"
"""A line that no version of the protocol has."""

ENDING_SECONDS = 5.0
"""Time to end after ``quit``, and at the end of its input."""

MILLISECONDS = 50
TURNS = 3
TRIALS = 3
EQUAL = 1e-6
"""Chances may differ by so much."""


def games_of(command: str) -> list[str]:
    """Returns the games of this program that an engine plays. Raises EngineFailed, InvalidSpec."""
    engine = Engine(command)
    engine.close()
    return [name for name in GAMES if name in engine.plays]


def protocol_checks(command: str, game: str) -> Iterator[tuple[str, Callable[[], bool | None]]]:
    """Yields the checks of an engine in a game, with their subjects.

    A check raises EngineFailed if the engine is wrong, and returns False for rules that it refuses.
    """
    # Translators: the subject of a check of an engine: how it introduces itself.
    yield N_("greeting"), partial(_check_greeting, command)
    # Translators: the subject of a check of an engine: how it ends.
    yield N_("end"), partial(_check_end, command)
    for spec in game_of(game).trials[:TRIALS]:
        # Translators: the subject of a check of an engine: its answers to questions.
        yield N_("answers"), partial(_check_answers, command, parse_rules(spec))


def _check_greeting(command: str) -> None:
    engine = Engine(command)
    engine.close()
    if not engine.name:
        raise EngineFailed(_("its name is missing: write {line}").format(line="id name NAME"))
    if not any(game in GAMES for game in engine.plays):
        raise EngineFailed(
            _("it plays none of the games {games}: write {line}").format(
                games=listed(list(GAMES)), line="plays mastermind"
            )
        )


def _check_end(command: str) -> None:
    if not Engine(command).close(ENDING_SECONDS):
        raise EngineFailed(_("it does not end after quit"))


def positions(rules: Rules[Any, Any, Any], seed: int = 1) -> list[View[Any, Any, Any]]:
    """Returns the first positions of a game with the usual strategy."""
    strategy = find_strategy(usual_strategy(rules), rules.game)
    rng = Random(seed)
    found = []
    for before, _turn, _after, ended in moves(rules, strategy, Honest(rules, None, rng), rng):
        found.append(before)
        if ended is not None or len(found) > TURNS:
            break
    return found


@dataclass
class _Asked:
    """An engine and the game that it is asked about."""

    engine: Engine
    rules: Rules[Any, Any, Any]

    def lines(self, view: View[Any, Any, Any]) -> str:
        game = self.engine.prepare(self.rules.spec(), 1, {})
        return f"{game}position {self.rules.position(view)}\n"

    def move(self, view: View[Any, Any, Any], before: str = "", ms: int = 0) -> list[Any]:
        [words] = self.engine.moves(before + self.lines(view), ms=ms)
        return read_moves(self.rules, words)


def _check_answers(command: str, rules: Rules[Any, Any, Any]) -> bool:
    """Checks its answers in one game; returns False if it refuses the rules."""
    views = positions(rules)
    first, second = _Asked(Engine(command), rules), _Asked(Engine(command), rules)
    try:
        try:
            made = [first.move(view) for view in views]
        except InvalidSpec:
            return False
        again = [second.move(view, UNKNOWN, MILLISECONDS) for view in reversed(views)]
        for view, one, other in zip(views, made, reversed(again), strict=True):
            if one != other:
                raise EngineFailed(
                    _("started again, it moves {other} instead of {move} in {position!r}").format(
                        other=rules.format_action(other[0]),
                        move=rules.format_action(one[0]),
                        position=rules.position(view),
                    )
                )
        if "batch" in first.engine.can:
            asked = "".join(map(first.lines, views))
            answers = first.engine.moves(f"batch {len(views)}\n{asked}", len(views))
            if [read_moves(rules, words) for words in answers] != made:
                raise EngineFailed(_("in a batch it makes other moves"))
        for kind in sorted(_QUESTIONS.keys() & first.engine.can):
            for view in views:
                _QUESTIONS[kind](first, view)
        if "impossible" in first.engine.can:
            _check_impossible(first)
        return True
    finally:
        first.engine.close()
        second.engine.close()


def _wrong(question: str, answer: str) -> EngineFailed:
    return EngineFailed(
        _("its answer to {question!r} is wrong: {answer!r}").format(
            question=f"ask {question}", answer=answer[:200]
        )
    )


def _check_chances(asked: _Asked, view: View[Any, Any, Any]) -> None:
    known = cast("Any", view.knowledge)
    if not hasattr(known, "analysis"):
        return
    given = asked.engine.ask(asked.lines(view), "chances")
    risks = known.analysis.mine_probability.ravel().tolist()
    try:
        right = len(given) == len(risks) and all(
            text == "-" if known.is_known(cell) else abs(float(text) - risk) <= EQUAL
            for text, risk, cell in zip(given, risks, _cells(view), strict=True)
        )
    except ValueError:
        right = False
    if not right:
        raise _wrong("chances", " ".join(given))


def _cells(view: View[Any, Any, Any]) -> list[tuple[int, int]]:
    rules = cast("Any", view.rules)
    return [(x, y) for y in range(rules.height) for x in range(rules.width)]


def _check_candidates(asked: _Asked, view: View[Any, Any, Any]) -> None:
    given = asked.engine.ask(asked.lines(view), "candidates 3")
    try:
        for move in given[::2]:
            asked.rules.check(asked.rules.parse_action(move))
        right = len(given) in (2, 4, 6) and all(map(float, given[1::2])) is not None
    except (MastermineError, ValueError):
        right = False
    if not right:
        raise _wrong("candidates 3", " ".join(given))


def _check_value(asked: _Asked, view: View[Any, Any, Any]) -> None:
    given = asked.engine.ask(asked.lines(view), "value")
    try:
        right = given == ["-"] or (len(given) == 1 and float(given[0]) >= 0)
    except ValueError:
        right = False
    if not right:
        raise _wrong("value", " ".join(given))


def _check_why(asked: _Asked, view: View[Any, Any, Any]) -> None:
    question = f"why {asked.rules.format_action(asked.move(view)[0])}"
    if not asked.engine.ask(asked.lines(view), question):
        raise _wrong(question, "")


_QUESTIONS: dict[str, Callable[[_Asked, View[Any, Any, Any]], None]] = {
    "chances": _check_chances,
    "candidates": _check_candidates,
    "value": _check_value,
    "why": _check_why,
}


def _check_impossible(asked: _Asked) -> None:
    """Asks about a position that nothing fits, and which parts of it contradict each other."""
    rules = asked.rules
    if rules.game not in _IMPOSSIBLE:
        return
    make, keep = _IMPOSSIBLE[rules.game]
    position = make(rules)
    game = asked.engine.prepare(rules.spec(), 1, {})
    [words] = asked.engine.moves(f"{game}position {position}\n")
    if words[0] != "impossible":
        raise EngineFailed(
            _("it does not see that {position!r} is impossible").format(position=position)
        )
    try:
        fits = rules.view_at(keep(position, words[1:])).knowledge.count() > 0
    except Contradiction:
        fits = False
    except (MastermineError, ValueError, IndexError):
        fits = True
    if fits:
        raise EngineFailed(
            _("{parts} in {position!r} do not contradict each other").format(
                parts=" ".join(words[1:]) or "-", position=position
            )
        )


def _two_answers(rules: Rules[Any, Any, Any]) -> str:
    """Returns two different answers to the same guess."""
    guess = next(iter(rules.first_actions()))
    secrets = rules.secrets()
    given = (rules.respond(secrets[i], guess) for i in range(len(secrets)))
    answers = {rules.format_feedback(each) for each in given}
    return "; ".join(f"{rules.format_action(guess)} {each}" for each in sorted(answers)[:2])


def _rows(position: str, parts: list[str]) -> str:
    """Keeps these rows."""
    rows = position.split(";")
    return ";".join(rows[int(part) - 1] for part in parts)


def _crowded(rules: Rules[Any, Any, Any]) -> str:
    """Returns a board whose first corner has too great a number, and its last one a 1."""
    return f"8{rules.position(View(rules))[1:-1]}1"


def _numbers(position: str, parts: list[str]) -> str:
    """Keeps the numbers of these cells; the other open cells lose theirs."""
    kept = {tuple(map(int, part.split(","))) for part in parts}
    return "/".join(
        "".join(
            "?" if sign.isdecimal() and (x, y) not in kept else sign for x, sign in enumerate(row)
        )
        for y, row in enumerate(position.split("/"))
    )


_IMPOSSIBLE = {"mastermind": (_two_answers, _rows), "minesweeper": (_crowded, _numbers)}
"""For each game: makes an impossible position, and keeps only parts of one."""
