"""Recorded games at expert, played by ``pseq``: CPU milliseconds to read one, and to review it.

The page computes the chance to win before every click, a profile of many games only what its
guesses cost. Argument: the number of games.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console

from common import machine, table_of
from mastermine.coach.player_profile import Played
from mastermine.coach.replay_review import review_replay
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.minesweeper.replays import rawvf
from mastermine.minesweeper.replays.replay import Action, Verb
from mastermine.registry import find_strategy, parse_rules

STRATEGY = "endgame"
"""Yardstick of the reviews."""


def recorded(seed: int) -> str:
    """A game as RawVF."""
    rules, strategy = parse_rules("expert"), find_strategy("pseq", "minesweeper")
    rng = Random(f"replay {seed}")
    view: View[Any, Any, Any] = View(rules, rng=rng.fork("strategy"))
    layout = rules.draw(rng, (0, 0))
    actions: list[Action] = []
    while rules.outcome(view.turns) is None:
        cell = strategy(view)
        turn = Turn(cell, rules.respond(layout, cell))
        actions.append(Action(Verb.CLICK, cell, len(actions) / 2, (turn,)))
        view = view.after(turn)
    return rawvf.write_replay(layout, actions)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    texts = [recorded(seed) for seed in range(games)]
    replays = [rawvf.read(text) for text in texts]
    yardstick = find_strategy(STRATEGY, "minesweeper")
    work: dict[str, Callable[[int], Any]] = {
        "read": lambda i: rawvf.read(texts[i]),
        "review, with all chances": lambda i: review_replay(
            replays[i].rules, replays[i].actions, yardstick
        ),
        "profile": lambda i: Played.of("", replays[i], STRATEGY),
    }
    clicks = sum(len(replay.turns) for replay in replays)
    title = f"{games} games, {clicks / games:.0f} clicks each; {machine()}"
    table = table_of(title, ("", "CPU ms a game", "longest", "1,000 on two cores, s"))
    for name, do in work.items():
        do(0)
        times = []
        for i in range(games):
            start = time.process_time()
            do(i)
            times.append(time.process_time() - start)
        mean = sum(times) / games
        table.add_row(name, f"{1e3 * mean:.1f}", f"{1e3 * max(times):.0f}", f"{500 * mean:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
