"""Native functions called from several threads at once answer as they do one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from io import BytesIO
from threading import Barrier
from typing import Any

import numpy as np
import pytest

from mastermine.mastermind import reference
from mastermine.minesweeper.board import CLOSED

native = pytest.importorskip("mastermine._native", reason="the native module was not built")

CODES = reference.all_codes(3, 4, False)
SIZES = np.arange(len(CODES) + 1, dtype=np.int64)
NONE = np.zeros((0, 3), np.uint8)
CELLS = np.full((4, 4), CLOSED, np.uint8)
CELLS[1, 1] = 2
LAYOUTS = native.fitting_layouts(CELLS, 3, 1000, 0, 0)
SEEDS = np.arange(5, dtype=np.uint64)
DRAWN = native.draw_layouts(np.ones((6, 6), np.uint8), 6, SEEDS)
DRAWN[:, 0] = 0
CLOSED_ROWS = np.full_like(DRAWN, CLOSED)
ALLOWED = np.ones((3, 4), np.bool_)
TURN = np.array([[0, 0, 1]], np.uint8), np.array([1]), np.array([1])
WORDS = np.full((2, 3), 1 << 62, np.uint64)
START = np.array([[0, 1, 2], [3, 3, 3]], np.uint8)
FIELD = np.ones((6, 6), np.uint8)
FIELD[0, 0] = 0


def tree_search() -> Any:
    """A search of the best tree of 3x4."""
    return native.TreeSearch(CODES, 4, False, 0, 0, 1 << 20)


CALLS: dict[str, Callable[[], Any]] = {
    "random_words": lambda: native.random_words(1, 1000),
    "all_codes": lambda: native.all_codes(3, 4, True),
    "split": lambda: native.split(CODES[5], CODES, 4, 0),
    "consistent": lambda: native.consistent(CODES[5], CODES, 4, 0, 1),
    "rounded": lambda: native.rounded(np.arange(64) / 3, 20),
    "respond": lambda: native.respond(CODES[5], CODES, 4, 0),
    "score": lambda: native.score(CODES, CODES, 4, 0, SIZES * SIZES, False, 0),
    "choose": lambda: native.choose(CODES, NONE, 4, False, 0, SIZES * SIZES, False, 0, True),
    "evaluate": lambda: native.evaluate(CODES, NONE, 4, False, 0, SIZES * SIZES, False, 0, True),
    "optimum": lambda: native.optimum(
        CODES[:30], 4, False, 0, NONE, 0, 0, 0, 1 << 40, 0, 0, 0.0, None
    ),
    "TreeSearch": lambda: tree_search().find(0, 0, 1 << 40, 0, 0.0)[:3],
    "check_bound": lambda: native.check_bound(3, 3, False, 0, 1000, BytesIO(bytes(99)).read),
    "distinguishing": lambda: native.distinguishing(3, 4, False, 0, 3, 0.0),
    "listed": lambda: native.listed(ALLOWED, *TURN, False, 1000),
    "sampled": lambda: native.sampled(
        ALLOWED, *TURN, False, START, 1, 5, 50, 1, 10, WORDS, WORDS[:1]
    ),
    "analyze": lambda: native.analyze(CELLS, 3, 0, 0),
    "front_counts": lambda: native.front_counts(CELLS, 3, 0, 0),
    "number_chances": lambda: native.number_chances(CELLS, 3, np.array([0, 7]), 0, 0),
    "twins": lambda: native.twins(CELLS, 3, 0, 0),
    "fitting_layouts": lambda: native.fitting_layouts(CELLS, 3, 1000, 0, 0),
    "best_play": lambda: native.best_play(LAYOUTS[:40], CELLS, 0, 0),
    "click_wins": lambda: native.click_wins(LAYOUTS[:40], CELLS, np.array([0, 7]), 0, 0),
    "draw_layouts": lambda: native.draw_layouts(FIELD, 6, SEEDS),
    "draw_noguess": lambda: native.draw_noguess(FIELD, 6, 0, 1, 50, 50),
    "deduce": lambda: native.deduce(DRAWN[0].reshape(6, 6), 0),
    "play_games": lambda: native.play_games(DRAWN, 6, True, SEEDS, "endgame"),
    "game_choices": lambda: native.game_choices(DRAWN, 6, SEEDS, "patterns"),
    "playouts": lambda: native.playouts(CELLS, 3, np.array([0, 7]), 20, 1),
    "click_all": lambda: native.click_all(DRAWN, CLOSED_ROWS, 6, np.arange(5)),
    "lay_all": lambda: native.lay_all(6, 6, 6, 2, np.arange(5), SEEDS),
    "risks_all": lambda: native.risks_all(CELLS.reshape(1, 16), 4, 3),
    "information_all": lambda: native.information_all(CELLS.reshape(1, 16), 4, 3),
    "guess_outcomes": lambda: native.guess_outcomes(DRAWN, 6, SEEDS, 0, 4, np.ones((12, 3))),
}
THREADS = 4


def plain(result: Any) -> list[Any]:
    """All that a function gave, as lists."""
    return [
        np.asarray(each).tolist() for each in (result if isinstance(result, tuple) else (result,))
    ]


def together(names: Sequence[str]) -> list[Any]:
    """What these calls give in as many threads, which begin at the same moment."""
    ready = Barrier(len(names))

    def work(name: str) -> Any:
        ready.wait()
        return plain(CALLS[name]())

    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(work, names))


def test_every_native_function_is_here() -> None:
    public = {name for name, value in vars(native).items() if callable(value)}
    assert {name for name in public if not name.startswith("_")} == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_the_same_function_in_several_threads(name: str) -> None:
    expected = repr(plain(CALLS[name]()))
    for _ in range(5):
        assert list(map(repr, together([name] * THREADS))) == [expected] * THREADS


def test_all_functions_in_threads_of_their_own() -> None:
    expected = [repr(plain(call())) for call in CALLS.values()]
    for _ in range(5):
        assert list(map(repr, together(list(CALLS)))) == expected


# Threads that share one search.


LARGE = reference.all_codes(4, 6, False)


@pytest.mark.parametrize("memory", [0, 1 << 20])
def test_threads_that_share_a_search_find_the_same(memory: int) -> None:
    codes = LARGE[::8].copy()
    for _ in range(3):
        search = native.TreeSearch(codes, 6, False, 0, 0, memory)
        alone = native.TreeSearch(codes, 6, False, 0, 0, memory)
        with ThreadPoolExecutor(THREADS) as pool:
            tasks = [pool.submit(search.find, 0, 0, 1 << 60, 0, 0.0) for _thread in range(THREADS)]
            results = {task.result()[:2] for task in tasks}
        assert results == {alone.find(0, 0, 1 << 60, 0, 0.0)[:2]}


@pytest.mark.parametrize("entries", [64, 128, 256])
def test_a_table_does_not_outgrow_its_memory(entries: int) -> None:
    search = native.TreeSearch(LARGE, 6, False, 0, 0, 64 * 40 * entries)
    assert search.find(0, 0, 1 << 60, 0, 0.0)[:2] == (5625, 5625)
    assert search.progress()[4] > 0  # facts were lost


def test_a_table_that_still_grows_has_lost_nothing_that_counts() -> None:
    search = native.TreeSearch(LARGE, 6, False, 0, 0, 1 << 24)
    search.find(0, 0, 1 << 60, 0, 0.0)
    assert search.progress()[4] == 0


def test_threads_may_have_different_tasks() -> None:
    tasks = [(0, 0, 1 << 60), (5, 0, 1 << 60), (5, 1, 1 << 60), (4, 2, 1), (0, 0, 5625)]
    search = native.TreeSearch(LARGE, 6, False, 0, 0, 1 << 24)
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [
            pool.submit(search.find, depth, cost, below, 0, 0.0) for depth, cost, below in tasks
        ]
        results = [task.result()[:2] for task in running]
    assert results[:3] == [(5625, 5625), (5626, 5626), (539, 539)]
    assert results[3][0] == -1 < results[3][1]
    assert results[4] == (-1, 5625)


def test_another_thread_stops_a_search() -> None:
    search = native.TreeSearch(reference.all_codes(5, 6, False), 6, False, 0, 0, 1 << 24)
    with ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(search.find, 0, 0, 1 << 60, 0, 0.0) for _thread in range(2)]
        while wait(tasks, 0.05).not_done:
            search.stop()
    for task in tasks:
        value, bound, tree, nodes, stopped = task.result()
        assert stopped
        assert bound > 0 < nodes
        assert (value >= bound) == bool(tree)
    assert not search.find(2, 2, 1, 0, 0.0)[4]  # The next search is not stopped.


def test_a_tree_that_is_lost_is_not_searched_again_after_the_end() -> None:
    codes = reference.all_codes(4, 9, False)
    search = native.TreeSearch(codes, 9, False, 0, 0, 0)
    bound = search.find(0, 0, 1 << 60, 0, 0.5)[1]
    facts = np.frombuffer(search.take_facts(), np.int64).reshape(-1, 7)
    root = facts[facts[:, 5] == len(codes)][-1:].copy()
    root[0, 2:5] = bound, bound, 9  # the least cost of all codes and the first guess, no more
    later = native.TreeSearch(codes, 9, False, 0, 0, 0)
    later.add_facts(root.tobytes())
    value, proven, tree, _nodes, stopped = later.find(0, 0, 1 << 60, 0, 0.01)
    assert (value, proven, tree, stopped) == (-1, bound, b"", True)


def test_stop_and_progress_while_nothing_is_searched() -> None:
    search = tree_search()
    search.stop()
    assert search.progress() == (0, 1 << 60, 0, 0, 0)
    assert search.find(0, 0, 1 << 60, 0, 0.0)[:2] == (206, 206)
    search.stop()
    assert search.find(0, 0, 1 << 60, 0, 0.0)[:2] == (206, 206)


def test_facts_go_to_another_search() -> None:
    codes = reference.all_codes(3, 10, False)
    first, second = (native.TreeSearch(codes, 10, False, 0, 0, 1 << 26) for _search in range(2))
    nodes = first.find(0, 0, 5242, 0, 0.0)[3]
    facts = first.take_facts()
    assert len(facts) % 56 == 0 < len(facts)
    assert first.take_facts() == b""
    second.add_facts(facts)
    value, bound, _tree, again, _stopped = second.find(0, 0, 5242, 0, 0.0)
    assert (value, bound) == (-1, 5242)
    assert again < nodes / 100


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([0] * 6, "a fact is cut off"),
        ([0, 0, -1, 9, 0, 5, 9], "a fact is none of this game"),
        ([0, 0, 9, 8, 0, 5, 9], "a fact is none of this game"),
        ([0, 0, 9, 9, 64, 5, 9], "a fact is none of this game"),
        ([0, 0, 9, 9, 0, 0, 9], "a fact is none of this game"),
        ([0, 0, 9, 9, 0, 65, 9], "a fact is none of this game"),
        ([0, 0, 9, 9, 0, 5, 1 << 16], "a fact is none of this game"),
    ],
)
def test_what_is_no_fact_is_refused(numbers: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tree_search().add_facts(np.array(numbers, np.int64).tobytes())
    with pytest.raises(ValueError, match="words of eight bytes"):
        tree_search().add_facts(b"1234567")
