"""The checks of arguments of the native analysis, and that its memory serves one call at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mastermine.minesweeper import reference
from mastermine.minesweeper.board import CLOSED

native = pytest.importorskip("mastermine._native", reason="the native module was not built")

CELLS = np.full((3, 4), CLOSED, np.uint8)
CELLS[0, 0] = 1
QUERY = np.array([1])

BAD: dict[str, tuple[Callable[[Any], Any], str]] = {
    "mines": (lambda core: core.analyze(CELLS, -1, 0, 0), "0 or more mines, not -1"),
    "value": (lambda core: core.analyze(CELLS + 3, 1, 0, 0), "0 to 11, not 12"),
    "nothing": (lambda core: core.analyze(CELLS[:0], 1, 0, 0), "1 to 32768 cells, not 0"),
    "field": (
        lambda core: core.analyze(np.full((200, 200), CLOSED, np.uint8), 1, 0, 0),
        "1 to 32768 cells, not 40000",
    ),
    "counts": (lambda core: core.front_counts(CELLS, -2, 0, 0), "0 or more mines, not -2"),
    "open": (
        lambda core: core.number_chances(CELLS, 1, np.array([0]), 0, 0),
        "cell 0 is not closed",
    ),
    "outside": (
        lambda core: core.number_chances(CELLS, 1, np.array([12]), 0, 0),
        "cell 12 is not closed",
    ),
    "negative": (
        lambda core: core.number_chances(CELLS, 1, np.array([-1]), 0, 0),
        "cell -1 is not closed",
    ),
}


@pytest.mark.parametrize("core", [native, reference], ids=["native", "reference"])
@pytest.mark.parametrize("case", BAD)
def test_a_bad_argument_gets_a_clear_line(core: Any, case: str) -> None:
    call, message = BAD[case]
    with pytest.raises(ValueError, match=message):
        call(core)


@pytest.mark.parametrize(
    "arguments",
    [
        (CELLS.ravel(), 1, 0, 0),
        (CELLS.tolist(), 1, 0, 0),
        (CELLS, 1, 0.0, -1),
        (CELLS, 1.5, 0, 0),
    ],
    ids=["shape", "list", "memory", "mines"],
)
def test_arguments_of_another_kind_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        native.analyze(*arguments)


WORDS = np.zeros(1, np.uint64)
ROWS = np.zeros((1, 12), np.uint8)

OTHER: dict[str, Callable[[], Any]] = {
    "analyze": lambda: native.analyze(CELLS.astype(np.int64) + 256, 1, 0, 0),
    "order": lambda: native.analyze(np.asfortranarray(CELLS), 1, 0, 0),
    "front_counts": lambda: native.front_counts(CELLS.astype(np.int8), 1, 0, 0),
    "twins": lambda: native.twins(CELLS.astype(np.int8), 1, 0, 0),
    "number_chances": lambda: native.number_chances(CELLS, 1, QUERY.astype(np.float64), 0, 0),
    "draw_layouts": lambda: native.draw_layouts(ROWS.astype(bool), 0, WORDS),
    "seeds": lambda: native.draw_layouts(ROWS, 0, WORDS.astype(np.int64)),
    "draw_noguess": lambda: native.draw_noguess(ROWS.astype(np.int64), 0, 0, 0, 1, 1),
    "deduce": lambda: native.deduce(ROWS.astype(np.int64), 0),
    "fitting_layouts": lambda: native.fitting_layouts(CELLS.astype(np.uint16), 1, 5, 0, 0),
    "best_play": lambda: native.best_play(ROWS.astype(np.int64), ROWS + CLOSED, 0, 0),
    "click_wins": lambda: native.click_wins(ROWS, ROWS + CLOSED, QUERY.astype(np.int32), 0, 0),
    "play_games": lambda: native.play_games(ROWS.astype(np.int64), 4, True, WORDS, "thesis"),
    "game_choices": lambda: native.game_choices(ROWS, 4, WORDS.astype(np.int64), "thesis"),
    "guess_outcomes": lambda: native.guess_outcomes(ROWS, 4, WORDS, 0, 4, np.ones((12, 3), int)),
}


@pytest.mark.parametrize("case", OTHER)
def test_an_array_of_another_type_is_refused(case: str) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        OTHER[case]()


def test_an_error_does_not_spoil_the_next_call() -> None:
    expected = native.analyze(CELLS, 3, 0, 0)
    for case in BAD:
        with pytest.raises(ValueError, match="not"):
            BAD[case][0](native)
        assert np.array_equal(native.analyze(CELLS, 3, 0, 0), expected, equal_nan=True)


def test_cells_are_not_changed_and_may_be_read_only() -> None:
    cells = CELLS.copy()
    cells.flags.writeable = False
    native.analyze(cells, 3, 0, 0)
    native.number_chances(cells, 3, QUERY, 0, 0)
    native.front_counts(cells, 3, 0, 0)
    assert np.array_equal(cells, CELLS)


def test_threads_do_not_disturb_each_other() -> None:
    boards = [np.full((8, 8), CLOSED, np.uint8) for _ in range(4)]
    for i, board in enumerate(boards):
        board[::3, i % 2 :: 2] = 1 + i % 3
        board[4] = CLOSED
    boards[0][:] = CLOSED
    expected = [native.analyze(board, 20, 0, 0) for board in boards]
    wrong: list[int] = []

    def work(i: int) -> None:
        for _ in range(200):
            again = native.analyze(boards[i], 20, 0, 0)
            wrong.extend([i] * (not np.array_equal(again, expected[i], equal_nan=True)))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(boards))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
