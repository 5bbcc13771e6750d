"""Notes are those of the game that is shown, whichever game was looked at before."""

from __future__ import annotations

import threading
from typing import Any

from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.minesweeper.notes import Notes, take_notes
from mastermine.minesweeper.rules import Minesweeper
from mastermine.minesweeper.strategies.patterns import named_patterns, patterns
from mastermine.registry import parse_rules


def views(seed: int) -> list[Any]:
    rules = parse_rules("minesweeper:12x12x20")
    assert isinstance(rules, Minesweeper)
    layout = rules.draw(Random(seed), (0, 0))
    found: list[Any] = []
    for before, _turn, _after, outcome in moves(rules, patterns, Honest(rules, layout), Random(1)):
        found.append(before)
        if outcome is not None:
            return found
    return found


def content(notes: Notes) -> tuple[Any, ...]:
    return notes.position.board, notes.position.mines, notes.safe


def test_the_game_and_the_order_in_which_it_is_shown_do_not_matter() -> None:
    one, other = views(1), views(10)
    assert len(one) > 10 < len(other)
    forwards = [content(take_notes(view, named_patterns)) for view in one]
    backwards = [content(take_notes(view, named_patterns)) for view in reversed(one)]
    assert forwards == backwards[::-1]
    between = []
    for view, otherwise in zip(one, other, strict=False):
        take_notes(otherwise, named_patterns)
        between.append(content(take_notes(view, named_patterns)))
    assert between == forwards[: len(between)]


def test_threads_do_not_disturb_each_other() -> None:
    games = [views(seed) for seed in (1, 10)]
    expected = [[content(take_notes(view, named_patterns)) for view in game] for game in games]
    found: list[Any] = [None, None]

    def work(i: int) -> None:
        found[i] = [content(take_notes(view, named_patterns)) for view in games[i]]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
