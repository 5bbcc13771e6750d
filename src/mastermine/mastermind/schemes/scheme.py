"""A plan of guesses, written as a generator, as a function of a view.

A generator yields guesses and is sent their answers, so a scheme reads as what it does; but a
strategy may remember nothing. So the generator is run along the turns of the view. It is kept for
the next view, which is most often one turn later, and that is all that is kept: where it is not
found, the turns are run through from the first.

A scheme tests only what it needs to know, so it may notice late that answers contradict each other.
Which row was the first with which no code fits is not looked for: that is laborious in large games.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from threading import Lock

from mastermine.core.errors import Contradiction, IllegalMove
from mastermine.core.game import Turn
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.mastermind.schemes.coin_weighing import NothingFits

Asking = Generator[Code, Feedback, Code]
"""Yields guesses, is sent their answers, returns the code.

It raises NothingFits when there is none, and draws random numbers of its own only, from a seed
that the rules give.
"""

Scheme = Callable[[Mastermind], Asking]

Turns = tuple[Turn[Code, Feedback], ...]

MOST_KEPT = 16
"""The number of games that may go on at once before one of them is run through again."""

_kept: list[Running] = []
_lock = Lock()


class Running:
    """A scheme somewhere in a game.

    A guess that somebody else made is no turn of the scheme; but it need not be made again.
    """

    def __init__(self, scheme: Scheme, rules: Mastermind) -> None:
        self.scheme = scheme
        self.rules = rules
        self.turns: Turns = ()
        self._asking = scheme(rules)
        self._others: dict[Code, Feedback] = {}
        self._found = False
        self.guess: Code = self._next(None)
        """What the scheme guesses next."""

    def follow(self, turns: Turns) -> None:
        """Take the turns that are new. Raises NothingFits when no code gives the answers."""
        for turn in turns[len(self.turns) :]:
            self._others[turn.action] = turn.feedback
            while self.guess in self._others:
                self.guess = self._next(self._others[self.guess])
        self.turns = turns

    def _next(self, answer: Feedback | None) -> Code:
        """The guess after an answer, which is None before the first."""
        if self._found:
            raise NothingFits  # what was left, and it is not the code
        try:
            return next(self._asking) if answer is None else self._asking.send(answer)
        except StopIteration as stop:
            self._found = True
            code: Code = stop.value
        try:
            self.rules.check(code)
        except IllegalMove:
            raise NothingFits from None
        return code


def next_guess(view: CodeView, scheme: Scheme) -> Code:
    """What a scheme guesses after the turns of a view.

    Raises Contradiction, with the last turn: some answer up to it is wrong.
    """
    rules, turns = view.rules, view.turns
    running = _taken(scheme, rules, turns) or Running(scheme, rules)
    try:
        running.follow(turns)
    except NothingFits:
        raise _contradiction(turns) from None
    with _lock:
        _kept.append(running)
        del _kept[:-MOST_KEPT]
    return running.guess


def _contradiction(turns: Turns) -> Contradiction:
    """The error that says that no code fits, maybe since an earlier turn than the last."""
    told = _("by row {row} at the latest the answers contradict each other: no code fits them all")
    return Contradiction(told.format(row=len(turns)), len(turns) - 1)


def _taken(scheme: Scheme, rules: Mastermind, turns: Turns) -> Running | None:
    """The longest kept run whose turns these continue; it is no longer kept."""
    with _lock:
        able = [
            running
            for running in _kept
            if running.scheme is scheme
            and running.rules == rules
            and running.turns == turns[: len(running.turns)]
        ]
        if not able:
            return None
        longest = max(able, key=lambda running: len(running.turns))
        _kept.remove(longest)
        return longest
