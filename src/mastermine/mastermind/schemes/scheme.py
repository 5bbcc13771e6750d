"""Adapter that makes a strategy of a scheme: a generator that yields guesses and gets answers.

Strategies have no memory, so the generator replays the turns of the view. Running generators are
cached for the next view, which is usually one turn later.

A scheme may detect contradictions late, since it does not compute the candidates. The first
contradictory row is not searched for, which would take too much effort in large games.
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
from mastermine.mastermind.schemes.coin_weighing import Inconsistent

GuessGenerator = Generator[Code, Feedback, Code]
"""Yields guesses, is sent their answers, returns the code.

It raises Inconsistent if there is none. Random numbers must come from a seed given by the rules.
"""

Scheme = Callable[[Mastermind], GuessGenerator]

Turns = tuple[Turn[Code, Feedback], ...]

MAX_CACHED = 16
"""Number of cached games."""

_cached: list[Running] = []
_lock = Lock()


class Running:
    """A scheme in the middle of a game.

    Guesses that are not from the scheme are stored and used when the scheme makes them.
    """

    def __init__(self, scheme: Scheme, rules: Mastermind) -> None:
        self.scheme = scheme
        self.rules = rules
        self.turns: Turns = ()
        self._guesses = scheme(rules)
        self._others: dict[Code, Feedback] = {}
        self._found = False
        self.guess: Code = self._next(None)
        """Next guess of the scheme."""

    def follow(self, turns: Turns) -> None:
        """Processes the new turns. Raises Inconsistent if no code is consistent."""
        for turn in turns[len(self.turns) :]:
            self._others[turn.action] = turn.feedback
            while self.guess in self._others:
                self.guess = self._next(self._others[self.guess])
        self.turns = turns

    def _next(self, answer: Feedback | None) -> Code:
        """Returns the guess after an answer, which is None at the start."""
        if self._found:
            raise Inconsistent  # the only remaining code was wrong
        try:
            return next(self._guesses) if answer is None else self._guesses.send(answer)
        except StopIteration as stop:
            self._found = True
            code: Code = stop.value
        try:
            self.rules.check(code)
        except IllegalMove:
            raise Inconsistent from None
        return code


def next_guess(view: CodeView, scheme: Scheme) -> Code:
    """Returns the guess of a scheme after the turns of a view.

    Raises Contradiction with the last turn; the wrong answer may be an earlier one.
    """
    rules, turns = view.rules, view.turns
    running = _pop_cached(scheme, rules, turns) or Running(scheme, rules)
    try:
        running.follow(turns)
    except Inconsistent:
        raise _contradiction(turns) from None
    with _lock:
        _cached.append(running)
        del _cached[:-MAX_CACHED]
    return running.guess


def _contradiction(turns: Turns) -> Contradiction:
    message = _("the answers up to row {row} contradict each other: no code is possible")
    return Contradiction(message.format(row=len(turns)), len(turns) - 1)


def _pop_cached(scheme: Scheme, rules: Mastermind, turns: Turns) -> Running | None:
    """Removes from the cache the longest game that these turns continue, and returns it."""
    with _lock:
        matching = [
            running
            for running in _cached
            if running.scheme is scheme
            and running.rules == rules
            and running.turns == turns[: len(running.turns)]
        ]
        if not matching:
            return None
        longest = max(matching, key=lambda running: len(running.turns))
        _cached.remove(longest)
        return longest
