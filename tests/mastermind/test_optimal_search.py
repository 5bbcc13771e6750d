"""The search for the best tree: the same result however it is cut, stopped and resumed."""

from __future__ import annotations

import errno
import json
import os
import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mastermind.questions import Question, all_codes, rules_of

from mastermine.core.errors import InvalidSpec, MastermineError, TooLarge
from mastermine.core.random import Random
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.optimal import checkpoint
from mastermine.mastermind.optimal.brute_force import CONSISTENT, IMPOSSIBLE, LAST, NONE, TOTAL
from mastermine.mastermind.optimal.proof import Pace
from mastermine.mastermind.optimal.search import Guesses, Objective, Optimum, Progress, optimal_play
from mastermine.mastermind.optimal.tasks import Problem
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.rules import Mastermind
from mastermine.system import native

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/mastermind_optimal.json").read_text("utf-8")
)["values"]

SPECS = ["1x1", "1x4", "2x1", "2x3", "3x2", "2x2+blank", "3x3-distinct", "2x3-places", "3x2-black"]
POLICIES = list(Guesses)
WHOLE = Pace()
DIVIDED = [Pace(levels=1, widths=()), Pace(levels=2, widths=(1,)), Pace(levels=9, widths=())]

SPENT = {"nodes": 1, "seconds": 0.1}
"""What each fact of a checkpoint tells, too."""


@pytest.fixture(autouse=True, scope="module")
def plain_kernels() -> Any:
    """All but the tests of golden totals ask the twin."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "backend", reference)
        yield


@cache
def least(rules: Mastermind, guesses: Guesses, cost: int, depth: int) -> int:
    """The least cost, or what is more than any, by one question."""
    policy = POLICIES.index(guesses)
    return Question(rules, all_codes(rules), None, policy, depth, cost).of(reference)[1]


def expected(rules: Mastermind, objective: Objective, guesses: Guesses, most: int | None) -> Any:
    """Total, worst and last as they must be, None where any will do; None where there is none."""
    limit = most or 0

    def total(depth: int) -> int:
        return least(rules, guesses, TOTAL, depth)

    if total(limit) >= IMPOSSIBLE:
        return None
    worst = next(d for d in range(1, 99) if least(rules, guesses, NONE, d) < IMPOSSIBLE)
    match objective:
        case Objective.EXPECTED:
            return total(limit), None, None
        case Objective.WORST:
            return None, worst, None
        case Objective.EXPECTED_THEN_WORST:
            shortest = next(d for d in range(1, 99) if total(d) == total(limit))
            return total(limit), shortest, None
        case Objective.WORST_THEN_EXPECTED:
            return total(worst), worst, None
        case Objective.FEWEST_LAST:
            return None, None, least(rules, guesses, LAST, most or worst)


def check(found: Optimum) -> None:
    """A proven result is what it must be, and its tree is one."""
    assert found.proven
    wanted = expected(found.rules, found.objective, found.guesses, found.max_depth)
    if wanted is None:
        assert found.impossible
        assert (found.total, found.tree, found.last) == (None, None, None)
        return
    assert not found.impossible
    assert found.tree is not None
    verified = verify_tree(found.tree)
    assert (found.total, found.worst) == (verified.total, verified.worst)
    assert found.histogram == tuple(verified.histogram)
    assert found.max_depth is None or verified.worst <= found.max_depth
    assert found.counted == found.lower_bound
    assert found.worst_bound <= verified.worst
    for name, value in zip(("total", "worst", "last"), wanted, strict=True):
        assert value is None or getattr(found, name) == value
    assert found.tree.objective == found.objective.value


@pytest.mark.rest
@pytest.mark.parametrize("guesses", POLICIES)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("spec", SPECS)
def test_divided_or_not(spec: str, objective: Objective, guesses: Guesses) -> None:
    for pace, most in [(WHOLE, None), (DIVIDED[0], None), (DIVIDED[1], 3), (DIVIDED[2], 4)]:
        check(optimal_play(rules_of(spec), objective, guesses=guesses, max_depth=most, pace=pace))


@settings(max_examples=50)
@given(
    st.sampled_from(SPECS),
    st.sampled_from(Objective),
    st.sampled_from(POLICIES),
    st.none() | st.integers(1, 6),
    st.sampled_from([WHOLE, *DIVIDED]),
    st.integers(0, 2**32),
)
def test_whatever_takes_too_long(
    spec: str,
    objective: Objective,
    guesses: Guesses,
    most: int | None,
    pace: Pace,
    seed: int,
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "backend", hurried(seed))
        check(optimal_play(rules_of(spec), objective, guesses=guesses, max_depth=most, pace=pace))


NATIVE = pytest.mark.skipif(
    not hasattr(native.module, "optimum"), reason="the native module was not built"
)


@NATIVE
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("spec", "total"), [("3x5", 451), ("5x2", 97), ("3x4", 206)])
def test_a_best_tree_that_is_found_before_it_is_proven(spec: str, total: int, seed: int) -> None:
    rng = Random(seed)
    search: Any = native.module

    def optimum(*requested: Any) -> Any:
        value, bound, tree, nodes = search.optimum(*requested)
        late = value >= 0 and not len(requested[4]) and rng.below(10)
        return value, (2 * len(requested[0]) - 1 if late else bound), tree, nodes

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "backend", asking(optimum, search))
        pace = Pace(levels=1, target=1e-9, widths=(1,))
        found = optimal_play(rules_of(spec), pace=pace)
    assert (found.total, found.lower_bound, found.proven) == (total, total, True)


def asking(optimum: Callable[..., Any], core: Any = reference) -> Any:
    """A core, the twin if none is given, with another function in place of its ``optimum``."""
    return SimpleNamespace(**{**vars(core), "optimum": optimum})


def hurried(seed: int) -> Any:
    """The twin, which is often out of time: then it has no tree, or one that need not be best."""
    rng = Random(seed)

    def optimum(*requested: Any) -> Any:
        codes, first, cost = requested[0], requested[4], requested[7]
        trivial = 2 * len(codes) - 1 if cost == TOTAL else 0
        match rng.below(4):
            case 0 | 1:
                return -1, trivial, codes[:0], 1
            case 2 if not len(first):
                value, _bound, tree, nodes = ask(*requested[:5], CONSISTENT, *requested[6:])
                return value, trivial, tree, nodes
        return ask(*requested)

    ask: Any = reference.optimum
    return asking(optimum)


class Pickling(Executor):
    """Runs a task at once, as another process would receive it."""

    def submit(self, function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        function, arguments = pickle.loads(pickle.dumps((function, arguments)))
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(function(*arguments))))
        return future


@pytest.mark.parametrize("objective", Objective)
def test_workers(objective: Objective) -> None:
    rules = rules_of("2x4")
    pace = Pace(levels=2, widths=())
    check(optimal_play(rules, objective, executor=Pickling(), workers=3, pace=pace))
    with ThreadPoolExecutor(3) as threads:
        check(optimal_play(rules, objective, executor=threads, workers=3, pace=pace))


@pytest.mark.rest
@pytest.mark.parametrize("guesses", POLICIES)
@pytest.mark.parametrize(
    ("spec", "objective"),
    [
        ("2x4", Objective.EXPECTED),
        ("2x3", Objective.EXPECTED_THEN_WORST),
        ("3x2", Objective.FEWEST_LAST),
        ("3x3-distinct", Objective.WORST_THEN_EXPECTED),
    ],
)
def test_a_search_that_was_broken_off_after_any_line_continues(
    spec: str, objective: Objective, guesses: Guesses, tmp_path: Path
) -> None:
    rules, path = rules_of(spec), tmp_path / "search.jsonl"
    pace = Pace(levels=2, widths=())
    ask = lambda: optimal_play(rules, objective, guesses=guesses, checkpoint=path, pace=pace)  # noqa: E731
    check(ask())
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 5
    for kept in sorted({*range(1, len(lines) + 1, max(1, len(lines) // 5)), len(lines)}):
        path.write_bytes(b"".join(lines[:kept]) + b'{"torn')
        found = ask()
        check(found)
    assert path.read_bytes() == b"".join(lines)  # All was known: nothing is searched again.
    assert found.nodes == json.loads(lines[-1])["nodes"]


def test_what_is_known_is_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, path, pace = rules_of("2x4"), tmp_path / "search.jsonl", Pace(levels=1, widths=())
    calls = 0

    def stopping(*requested: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls in (5, 9):
            raise KeyboardInterrupt
        return reference.optimum(*requested)

    monkeypatch.setattr(kernels, "backend", asking(stopping))
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            optimal_play(rules, pace=pace, checkpoint=path)
    check(optimal_play(rules, pace=pace, checkpoint=path))
    in_pieces, calls = calls - 2, 99
    check(optimal_play(rules, pace=pace))
    assert in_pieces == calls - 99


def test_what_was_found_is_reported_before_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, message, calls = rules_of("2x4"), list[Progress](), 0

    def stopping(*requested: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise KeyboardInterrupt
        value, _bound, tree, nodes = reference.optimum(*requested)
        return value, 0, tree, nodes

    with monkeypatch.context() as patch:
        patch.setattr(kernels, "backend", asking(stopping))
        with pytest.raises(KeyboardInterrupt):
            optimal_play(rules, progress=message.append)
    known = message[-1].known
    assert known.tree is not None
    assert verify_tree(known.tree).total == known.total
    assert not known.proven
    assert known.lower_bound <= least(rules, Guesses.ANY, TOTAL, 0) <= (known.total or 0)
    assert known.nodes > 0


@pytest.mark.parametrize("objective", Objective)
def test_the_interval_only_shrinks_and_holds_the_truth(objective: Objective) -> None:
    rules, message = rules_of("2x4"), list[Progress]()
    found = optimal_play(rules, objective, progress=message.append, pace=Pace(levels=2, widths=()))
    check(found)
    bounds = [each.known.lower_bound for each in message]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= found.lower_bound
    counted = [each.known.counted for each in message if each.known.counted is not None]
    assert counted == sorted(counted, reverse=True) or objective is Objective.FEWEST_LAST
    assert all(value >= found.lower_bound for value in counted)
    assert all(0 <= each.part <= each.parts for each in message)
    assert any(each.first is not None for each in message)
    assert [each.known.nodes for each in message] == sorted(each.known.nodes for each in message)
    assert [each.known.seconds for each in message] == sorted(
        each.known.seconds for each in message
    )


@pytest.mark.rest
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("seconds", [1e-9, 0.05, 0.3])
def test_when_time_is_over_what_is_known_is_true(
    objective: Objective, seconds: float, tmp_path: Path
) -> None:
    rules, path = rules_of("2x4"), tmp_path / "search.jsonl"
    found = optimal_play(
        rules, objective, time_limit=seconds, checkpoint=path, pace=Pace(levels=2, widths=())
    )
    whole = optimal_play(rules, objective)
    check(whole)
    assert whole.counted is not None
    assert found.lower_bound <= whole.counted
    assert found.worst_bound <= (whole.worst or 0)
    assert not found.proven or seconds > 1e-9
    if found.counted is not None and objective is not Objective.FEWEST_LAST:
        assert found.counted >= whole.counted
    check(optimal_play(rules, objective, checkpoint=path))


def test_a_limit_that_is_none() -> None:
    rules = rules_of("2x3")
    found = optimal_play(rules, max_depth=10**9)
    assert (found.total, found.proven) == (21, True)
    found = optimal_play(rules, Objective.FEWEST_LAST, max_depth=10**6)
    assert (found.last, found.lower_bound, found.proven) == (0, 0, True)
    check(replace(optimal_play(replace(rules, limit=2)), rules=rules))


def test_what_is_too_large_is_refused_at_once() -> None:
    with pytest.raises(TooLarge, match=r"has 46,656 codes; .* up to 40,000"):
        optimal_play(rules_of("6x6"))
    with pytest.raises(TooLarge, match="too many different answers"):
        optimal_play(rules_of("9x2-places"))
    with pytest.raises(TooLarge, match=r"has 4\.74\s×\s10\^18 codes"):
        optimal_play(rules_of("12x36"))
    with pytest.raises(InvalidSpec, match="must be at least 1"):
        optimal_play(rules_of("2x3"), max_depth=0)


def test_a_checkpoint_of_another_search(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), checkpoint=path)
    others: list[dict[str, Any]] = [
        {"max_depth": 4},
        {"guesses": Guesses.CONSISTENT},
        {"objective": Objective.WORST},
    ]
    for other in others:
        with pytest.raises(InvalidSpec, match="is from another search"):
            optimal_play(rules_of("2x3"), checkpoint=path, **other)


@pytest.mark.parametrize(
    "change",
    [
        {"nodes": "many"},
        {"at": None, "guesses": 5},
        {"value": 20, "tree": "zz"},
        {"value": 20, "tree": "00"},
        {"value": None},
        {"stage": None, "nodes": None},
    ],
)
def test_a_checkpoint_that_tells_nothing(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), checkpoint=path)
    lines = path.read_text("utf-8").splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    path.write_text("\n".join([*lines, ""]), "utf-8")
    with pytest.raises(InvalidSpec, match="is damaged: a line is not a fact"):
        optimal_play(rules_of("2x3"), checkpoint=path)


@pytest.mark.parametrize("tree", ["0000", "000001020202", "0909" * 9])
def test_a_checkpoint_with_a_tree_that_is_none(tree: str, tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), checkpoint=path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines[-1] |= {"value": 21, "tree": tree}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(MastermineError, match="the search failed"):
        optimal_play(rules_of("2x3"), checkpoint=path)


def test_a_checkpoint_that_contradicts_itself(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), checkpoint=path)
    with path.open("a") as file:
        for at in ("", "elsewhere"):
            file.write(json.dumps({"stage": "total/0", "at": at, "bound": 22} | SPENT) + "\n")
    with pytest.raises(InvalidSpec, match=r"search\.jsonl is damaged"):
        optimal_play(rules_of("2x3"), checkpoint=path)


@pytest.mark.parametrize("pace", [WHOLE, *DIVIDED, Pace(few=0)])
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("bound", [22, 1000])
def test_a_bound_that_is_too_great_is_not_called_proven(
    objective: Objective, bound: int, pace: Pace, tmp_path: Path
) -> None:
    """It is found out, or else nothing that was found is below what is said to be proven."""
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), objective, checkpoint=path)
    header = path.read_text("utf-8").splitlines()[0]
    facts = [
        {"stage": f"{cost}/{depth}", "at": "", "bound": bound} | SPENT
        for cost in ("total", "last", "none")
        for depth in range(6)
    ]
    path.write_text("\n".join([header, *map(json.dumps, facts), ""]), "utf-8")
    message: list[Optimum] = []

    def see(progress: Progress) -> None:
        message.append(progress.known)

    with suppress(InvalidSpec):
        message.append(
            optimal_play(rules_of("2x3"), objective, checkpoint=path, pace=pace, progress=see)
        )
    assert all(each.counted is None or each.counted >= each.lower_bound for each in message)


def test_a_search_that_contradicts_itself_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problem, "floor", lambda _self, codes, _depth: 3 * codes)
    with pytest.raises(MastermineError, match="the cost of its tree is 21, not 27"):
        optimal_play(rules_of("2x3"))


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, pace, lines = tmp_path / "search.jsonl", Pace(levels=2, widths=()), 0
    write = checkpoint._write

    def full(out: Any, data: bytes) -> None:
        nonlocal lines
        lines += 1
        if lines > 9:
            out.write(data[:7])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(out, data)

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_write", full)
        with pytest.raises(MastermineError, match="No space left on device"):
            optimal_play(rules_of("2x4"), checkpoint=path, pace=pace)
    assert path.read_bytes().count(b"\n") == 10
    check(optimal_play(rules_of("2x4"), checkpoint=path, pace=pace))


@pytest.mark.parametrize("spec", SPECS)
def test_the_floor_is_one(spec: str) -> None:
    rules = rules_of(spec)
    for cost in (TOTAL, LAST, NONE):
        for depth in range(int(cost != TOTAL), 6):
            floor = Problem(rules, 0, cost).floor(rules.size, depth)
            assert floor <= least(rules, Guesses.ANY, cost, depth)


def golden() -> list[Any]:
    return [
        pytest.param(
            each,
            id=f"{each['rules'][11:]}-{each['objective']}-{each['guesses']}".replace(" ", "-"),
            marks=[pytest.mark.rest] if Mastermind.parse(each["rules"]).size > 2000 else [],
        )
        for each in GOLDEN
    ]


@NATIVE
@pytest.mark.parametrize("each", golden())
def test_published_totals(each: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "backend", native.module)
    objective = {
        "expected with at most 5 guesses": Objective.EXPECTED,
        "fewest codes that need the fifth guess, at most 5": Objective.FEWEST_LAST,
    }.get(each["objective"]) or Objective(each["objective"])
    most = 5 if "at most 5" in each["objective"] else None
    guesses = Guesses.CONSISTENT if each["guesses"] == "consistent only" else Guesses.ANY
    found = optimal_play(
        Mastermind.parse(each["rules"]), objective, guesses=guesses, max_depth=most
    )
    assert found.proven
    assert found.counted == found.lower_bound
    assert found.tree is not None
    assert verify_tree(found.tree).total == found.total
    assert each.get("total") in (None, found.total)
    assert each.get("worst") in (None, found.worst)
    assert each.get("codes needing 5") in (None, found.last)
