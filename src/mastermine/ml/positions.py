"""Sets of graded positions to train on and to test with, of which no position is in both.

The grades are those of ``minesweeper.grading`` (the hardest reason of the ladder that is needed)
and ``mastermind.grading`` (the number of possible codes). A position belongs to the set of its
split by a hash of the position itself, the same for all rotations and reflections of a board, so
the sets stay apart for all seeds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import View
from mastermine.core.grading import draw_graded
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.mastermind import grading as codes
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper import grading as fields
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.rules import Minesweeper
from mastermine.ml.rewards import EXACT
from mastermine.ml.texts import GRID, Reply, TextGame, text_game
from mastermine.registry import parse_rules

TRAIN, TEST = "train", "test"

TEST_PART = 5
"""One of so many positions is for tests."""


@dataclass(frozen=True)
class Puzzle:
    """A position, in which one move is made."""

    game: str
    """The spec of the rules."""
    position: str
    """The position in the notation of the rules: a board, or turns."""
    grade: str
    _games: dict[str, TextGame] = field(default_factory=dict, init=False, repr=False, compare=False)

    def prompt(self, rendering: str = GRID) -> str:
        """Returns the rules and the position in a rendering. Raises InvalidSpec."""
        game = self._game(rendering)
        return "\n\n".join([*game.task(), game.board()])

    def judge(self, text: str) -> Reply:
        """Returns the exact reward of the move in a text, and its figures. Nothing is drawn."""
        return self._game(GRID).judge(text)

    def picture(self) -> bytes:
        """Draws the position as PNG. Raises InvalidSpec if resvg is not installed."""
        return self._game(GRID).picture()

    def _game(self, rendering: str) -> TextGame:
        if rendering not in self._games:
            game = self._games[rendering] = text_game(self.game, rendering, EXACT)
            game.start_at(self.position)
        return self._games[rendering]


def position_set(
    game: str,
    split: str,
    number: int,
    seed: int | str = 0,
    grades: Collection[str] | None = None,
) -> list[Puzzle]:
    """Draws ``number`` positions of each grade, by default of all grades, the easiest first.

    ``split`` is ``train`` or ``test``. The same seed gives the same positions. Raises InvalidSpec
    for rules with too few positions of a grade.
    """
    if split not in (TRAIN, TEST):
        raise InvalidSpec(
            _("there is no split {split!r}: use {train} or {test}").format(
                split=split, train=TRAIN, test=TEST
            )
        )
    rules: Any = parse_rules(game)
    kinds: dict[str, Any] = {Mastermind.game: codes, Minesweeper.game: fields}
    if rules.game not in kinds:
        raise InvalidSpec(_("positions of {game} have no grades").format(game=rules.game))
    kind = kinds[rules.game]
    chosen = kind.GRADES if grades is None else grades
    for grade in chosen:
        if grade not in kind.GRADES:
            raise InvalidSpec(
                _("there is no grade {grade!r}: use {grades}").format(
                    grade=grade, grades=" ".join(kind.GRADES)
                )
            )

    def of_split(rng: Random) -> Iterator[Puzzle]:
        found: Iterable[Any] = kind.positions_of_game(rules, rng)
        for each in found:
            puzzle = Puzzle(rules.spec(), position_of(each), each.grade)
            if split_of(puzzle) == split:
                yield puzzle

    drawn = draw_graded(rules.spec(), of_split, f"{split} {seed}", number, chosen)
    return [puzzle for grade in chosen for puzzle in drawn[grade]]


def position_of(graded: Any) -> str:
    """Returns a graded position in the notation of its rules."""
    rules: Any = graded.rules
    if isinstance(graded, fields.GradedPosition):
        view: Any = View(rules, knowledge=Field(rules, graded.board))
    else:
        view = View(rules, graded.turns)
    return str(rules.position(view))


def split_of(puzzle: Puzzle) -> str:
    """Returns the split that a position belongs to."""
    text = puzzle.position
    if puzzle.game.startswith(Minesweeper.game):
        board = np.array([list(row) for row in text.split("/")])
        turned = [np.rot90(each, turns) for each in (board, board.T) for turns in range(4)]
        text = min("/".join(map("".join, each.tolist())) for each in turned)
    digest = blake2b(f"{puzzle.game} {text}".encode(), digest_size=8).digest()
    return TEST if int.from_bytes(digest, "little") % TEST_PART == 0 else TRAIN
