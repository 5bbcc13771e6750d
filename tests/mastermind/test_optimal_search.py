"""The search for the best tree: the same result however it is stopped, resumed and shared."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import active_count
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mastermind.questions import Question, all_codes, rules_of

from mastermine.core.errors import InvalidSpec, MastermineError, TooLarge
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.optimal import checkpoint, search
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE, LAST, MISSED, NONE, TOTAL
from mastermine.mastermind.optimal.certificate import BrokenCertificate, check_stream
from mastermine.mastermind.optimal.search import (
    Guesses,
    Objective,
    Optimum,
    Progress,
    floor,
    optimal_play,
)
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.rules import Mastermind
from mastermine.system import native

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/mastermind_optimal.json").read_text("utf-8")
)["values"]

SPECS = ["1x1", "1x4", "2x1", "2x3", "3x2", "2x2+blank", "3x3-distinct", "2x3-places", "3x2-black"]
POLICIES = list(Guesses)
CORES = [reference, *([native.module] if native.module else [])]
NATIVE = pytest.mark.skipif(native.module is None, reason="the native module was not built")

LONG = "3x10"
"""Takes some positions that are stored."""

SPENT = {"nodes": 1, "seconds": 0.1}
"""Part of each fact of a checkpoint."""


@pytest.fixture(autouse=True, params=CORES, ids=lambda core: core.__name__.rpartition(".")[2])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Each core does all of this."""
    monkeypatch.setattr(kernels, "backend", request.param)
    return request.param


def natively(test: Any) -> Any:
    """Marks a test that needs the native core."""
    return NATIVE(
        pytest.mark.parametrize("core", [native.module], indirect=True, ids=["native"])(test)
    )


@cache
def least(rules: Mastermind, guesses: Guesses, cost: int, depth: int) -> int:
    """The least cost, or what is more than any, by one question."""
    policy = POLICIES.index(guesses)
    return Question(rules, all_codes(rules), None, policy, depth, cost).of(reference)[1]


def expected(rules: Mastermind, objective: Objective, guesses: Guesses, most: int | None) -> Any:
    """Total, worst, last and missed as they must be, None where any will do; None for no tree."""
    limit = most or 0
    if objective is Objective.MOST_WITHIN:
        missed = 0 if most is None else least(rules, guesses, MISSED, most)
        return None, None, None, missed

    def total(depth: int) -> int:
        return least(rules, guesses, TOTAL, depth)

    if total(limit) >= IMPOSSIBLE:
        return None
    worst = next(d for d in range(1, 99) if least(rules, guesses, NONE, d) < IMPOSSIBLE)
    match objective:
        case Objective.EXPECTED:
            return total(limit), None, None, None
        case Objective.WORST:
            return None, worst, None, None
        case Objective.EXPECTED_THEN_WORST:
            shortest = next(d for d in range(1, 99) if total(d) == total(limit))
            return total(limit), shortest, None, None
        case Objective.WORST_THEN_EXPECTED:
            return total(worst), worst, None, None
        case Objective.FEWEST_LAST:
            return None, None, least(rules, guesses, LAST, most or worst), None


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
    late = found.objective is Objective.MOST_WITHIN
    assert late or found.max_depth is None or verified.worst <= found.max_depth
    assert found.counted == found.lower_bound
    assert found.worst_bound <= verified.worst
    for name, value in zip(("total", "worst", "last", "missed"), wanted, strict=True):
        assert value is None or getattr(found, name) == value
    assert found.tree.objective == found.objective.value


@pytest.mark.rest
@pytest.mark.parametrize("guesses", POLICIES)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("spec", SPECS)
def test_every_objective(spec: str, objective: Objective, guesses: Guesses) -> None:
    for most, jobs in [(None, 1), (None, 2), (3, 1), (4, 3)]:
        check(optimal_play(rules_of(spec), objective, guesses=guesses, max_depth=most, jobs=jobs))


@settings(max_examples=30)
@given(
    st.sampled_from(SPECS),
    st.sampled_from(Objective),
    st.sampled_from(POLICIES),
    st.none() | st.integers(1, 6),
    st.integers(1, 3),
    st.booleans(),
)
def test_any_search(
    spec: str, objective: Objective, guesses: Guesses, most: int | None, jobs: int, sketched: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for core in CORES:
            patch.setattr(kernels, "backend", core)
            patch.setattr(search, "MIN_WIDE_CODES", 0 if sketched else 1 << 20)
            rules = rules_of(spec)
            check(optimal_play(rules, objective, guesses=guesses, max_depth=most, jobs=jobs))


LARGER = [
    ("3x7", 1474), ("4x5", 2463), ("5x3", 816), ("4x7-distinct", 3639), ("5x3-black", 1128),
    ("4x4-places", 926),
]  # fmt: skip


@natively
@pytest.mark.parametrize("sketched", [False, True])
@pytest.mark.parametrize(("spec", "total"), LARGER)
def test_threads_share_a_search(
    spec: str, total: int, sketched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MIN_WIDE_CODES", 0 if sketched else 1 << 20)
    for jobs in (1, 2, 4):
        found = optimal_play(rules_of(spec), jobs=jobs)
        assert (found.total, found.lower_bound, found.proven) == (total, total, True)
        assert found.tree is not None
        assert verify_tree(found.tree).total == total


@natively
@pytest.mark.parametrize(
    ("objective", "most"),
    [(Objective.EXPECTED, None), (Objective.EXPECTED, 4), (Objective.MOST_WITHIN, 4)],
)
@pytest.mark.parametrize("share", [0.0, 1.0])
@pytest.mark.parametrize("seconds", [None, 600.0])
def test_with_a_time_limit_a_bound_and_some_tree_are_looked_for_first(
    seconds: float | None,
    share: float,
    objective: Objective,
    most: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "MIN_TIMED_CODES", 1)
    monkeypatch.setattr(search, "MIN_WIDE_CODES", 1 if seconds else 1 << 20)
    monkeypatch.setattr(search, "RAISING_TIME", share)
    runs: list[tuple[int, int]] = []
    run = search._Search._run

    def see(self: Any, stage: Any, cost: int, depth: int, width: int, *more: Any) -> None:
        runs.append((width, more[1] if len(more) > 1 else 0))
        run(self, stage, cost, depth, width, *more)

    monkeypatch.setattr(search._Search, "_run", see)
    found = optimal_play(rules_of("3x5"), objective, max_depth=most, time_limit=seconds)
    assert found.proven
    widths = [width for width, below in runs if not below]
    raised = [below for _width, below in runs if below]
    assert raised == sorted(set(raised))
    if seconds is None or share == 0:
        assert not raised
        assert widths == ([0] if seconds is None else [1, 3, 8, 0])
    elif found.counted is None:  # No tree is within the limit.
        assert raised[-2] <= 4 * 125
    else:  # The last of them found a tree that costs no more than was proven.
        assert not widths
        assert raised[-1] > found.counted >= raised[-2]


# A total that is only decided.


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("spec", "total"), [("2x4", 45), ("3x3", 73), ("2x3-black", 25)])
def test_a_lower_total_is_found_or_proven_impossible(spec: str, total: int, jobs: int) -> None:
    rules = rules_of(spec)
    for below in (total + 1, total + 5, 10**30):
        found = optimal_play(rules, below=below, jobs=jobs)
        assert found.proven
        assert found.tree is not None
        assert found.lower_bound <= total <= verify_tree(found.tree).total < below
        assert found.total == verify_tree(found.tree).total
    for below in (total, total - 1, 1, 0):
        found = optimal_play(rules, below=below, jobs=jobs)
        assert (found.proven, found.tree, found.total, found.impossible) == (
            True,
            None,
            None,
            False,
        )
        assert below <= found.lower_bound <= total


@natively
def test_a_search_that_only_decides_ends_with_the_first_such_tree() -> None:
    rules = rules_of("4x6")
    found = optimal_play(rules, below=5800)
    assert found.proven
    assert (found.total or 0) < 5800
    assert not optimal_play(rules, below=5800, time_limit=1e-9).proven
    assert optimal_play(rules, below=5625).lower_bound == 5625


@natively
def test_a_first_tree_that_need_not_be_optimal_decides_a_large_game() -> None:
    found = optimal_play(rules_of("5x6"), below=40_000, time_limit=60)
    assert found.proven
    assert found.lower_bound < (found.total or 0) < 40_000
    assert found.seconds < 30


@natively
def test_a_tree_of_an_earlier_run_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PROGRESS_SECONDS", 0.001)
    rules, file = rules_of("4x6"), tmp_path / "search.jsonl"
    before = optimal_play(rules, below=5800, checkpoint=file)
    again = optimal_play(rules, below=5800, checkpoint=file)
    assert again.proven
    assert (again.total, again.nodes) == (before.total, before.nodes)


def test_only_totals_are_decided() -> None:
    with pytest.raises(InvalidSpec, match="only the smallest total can be decided"):
        optimal_play(rules_of("2x3"), Objective.WORST, below=3)


# Certificates.


CERTIFIED = [
    "1x1", "1x5", "2x3", "3x3", "3x4", "4x3", "5x2", "2x6-black", "3x3-black", "3x3-places",
    "4x2-places", "3x4-places", "2x5-places", "3x5-distinct", "4x4-distinct", "3x2+blank",
    "3x4+blank-distinct", "3x3,limit=4",
]  # fmt: skip


@natively
@pytest.mark.parametrize("spec", CERTIFIED)
def test_the_certificate_of_a_total_passes_both_checks(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = optimal_play(rules_of(spec), certificate=True)
    for checker in CORES:
        monkeypatch.setattr(kernels, "backend", checker)
        bound = check_stream(io.BytesIO(found.certificate))
        assert (bound.rules, bound.total) == (found.rules, found.total)


@natively
@pytest.mark.parametrize("spec", CERTIFIED)
def test_no_certificate_says_more_than_is_true(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = replace(rules_of(spec), limit=None)
    found = optimal_play(rules, certificate=True)
    total = found.total or 0
    rows = kernels.rows_of(bytes(all_codes(rules)), rules.places)
    assert kernels.tree_search(rules, rows, 0).certificate(total + 1, 0) is None
    raised = gzip.compress(
        gzip.decompress(found.certificate).replace(
            f'"bound": {total}'.encode(), f'"bound": {total + 1}'.encode(), 1
        )
    )
    for checker in CORES:
        monkeypatch.setattr(kernels, "backend", checker)
        with pytest.raises(BrokenCertificate):
            check_stream(io.BytesIO(raised))


@natively
def test_a_proof_is_reported_before_its_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search._Search, "certificate", interrupt)
    reports: list[search.Progress] = []
    with pytest.raises(KeyboardInterrupt):
        optimal_play(rules_of("2x4"), certificate=True, progress=reports.append)
    assert (reports[-1].known.proven, reports[-1].known.total) == (True, 45)


@natively
def test_a_bound_below_the_total_has_a_certificate_too() -> None:
    found = optimal_play(rules_of("4x5"), below=2450, certificate=True)
    assert check_stream(io.BytesIO(found.certificate)).total == found.lower_bound >= 2450
    found = optimal_play(rules_of("4x5"), below=2470, certificate=True)
    assert check_stream(io.BytesIO(found.certificate)).total == found.lower_bound <= 2463


@natively
def test_no_time_for_a_certificate() -> None:
    assert optimal_play(rules_of("4x6"), certificate=True, time_limit=1e-9).certificate == b""


def test_what_has_no_certificate_is_refused() -> None:
    others: list[dict[str, Any]] = [
        {"max_depth": 4},
        {"guesses": Guesses.CONSISTENT},
        {"objective": Objective.WORST},
    ]
    for other in others:
        with pytest.raises(InvalidSpec, match="there are certificates only of the smallest total"):
            optimal_play(rules_of("2x3"), certificate=True, **other)
    with pytest.raises(TooLarge, match=r"has 38,416 codes; .* up to 32,768"):
        optimal_play(rules_of("4x14"), certificate=True)


def test_the_twin_writes_no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "backend", reference)
    reports: list[Progress] = []
    with pytest.raises(MastermineError, match="certificates need the native core"):
        optimal_play(rules_of("2x3"), certificate=True, progress=reports.append)
    assert not reports  # It is refused before the search.


# Interruptions.


def test_what_was_found_is_reported_before_an_interruption() -> None:
    messages = list[Progress]()

    def see(progress: Progress) -> None:
        messages.append(progress)
        if progress.known.tree is not None:
            raise KeyboardInterrupt

    before = active_count()
    with pytest.raises(KeyboardInterrupt):
        optimal_play(rules_of("2x4"), Objective.EXPECTED_THEN_WORST, jobs=2, progress=see)
    assert active_count() == before
    known = messages[-1].known
    assert known.tree is not None
    assert verify_tree(known.tree).total == known.total
    assert known.lower_bound <= 45 <= (known.total or 0)
    assert known.nodes > 0


@natively
@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interruption_ends_all_threads(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PROGRESS_SECONDS", 0.01)
    before, calls = active_count(), 0

    def see(_progress: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimal_play(rules_of("5x6"), jobs=jobs, progress=see)
    assert active_count() == before


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("objective", Objective)
def test_the_interval_only_shrinks_and_holds_the_truth(
    objective: Objective, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PROGRESS_SECONDS", 0.001)
    messages = list[Progress]()
    found = optimal_play(rules_of("2x4"), objective, jobs=jobs, progress=messages.append)
    check(found)
    bounds = [each.known.lower_bound for each in messages]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= found.lower_bound
    counted = [each.known.counted for each in messages if each.known.counted is not None]
    assert counted == sorted(counted, reverse=True) or objective is Objective.FEWEST_LAST
    assert all(value >= found.lower_bound for value in counted)
    assert all(0 <= each.guess <= each.guesses for each in messages)
    assert [each.known.nodes for each in messages] == sorted(each.known.nodes for each in messages)
    assert [each.known.seconds for each in messages] == sorted(
        each.known.seconds for each in messages
    )


@natively
def test_progress_tells_the_first_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PROGRESS_SECONDS", 0.001)
    messages = list[Progress]()
    optimal_play(rules_of("4x6"), progress=messages.append)
    assert any(0 < each.guess <= each.guesses for each in messages)


@pytest.mark.rest
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("seconds", [1e-9, 0.01, 0.3])
def test_when_time_is_over_what_is_known_is_true(
    objective: Objective, seconds: float, tmp_path: Path
) -> None:
    rules, path = rules_of("2x4"), tmp_path / "search.jsonl"
    found = optimal_play(rules, objective, time_limit=seconds, checkpoint=path)
    whole = optimal_play(rules, objective)
    check(whole)
    assert whole.counted is not None
    assert found.lower_bound <= whole.counted
    assert found.worst_bound <= (whole.worst or 0)
    assert not found.proven or seconds > 1e-9
    if found.counted is not None and objective is not Objective.FEWEST_LAST:
        assert found.counted >= whole.counted
    check(optimal_play(rules, objective, checkpoint=path))


@natively
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("seconds", [0.01, 0.05, 0.2])
def test_time_ends_a_large_search(seconds: float, jobs: int) -> None:
    found = optimal_play(rules_of("4x7"), time_limit=seconds, jobs=jobs)
    assert found.lower_bound <= 11228
    if found.tree is not None:
        assert 11228 <= verify_tree(found.tree).total == found.total


# Limits.


def test_a_limit_that_is_none() -> None:
    rules = rules_of("2x3")
    found = optimal_play(rules, max_depth=10**9)
    assert (found.total, found.proven) == (21, True)
    found = optimal_play(rules, Objective.FEWEST_LAST, max_depth=10**6)
    assert (found.last, found.lower_bound, found.proven) == (0, 0, True)
    check(replace(optimal_play(replace(rules, limit=2)), rules=rules))


def test_what_is_too_large_is_refused_at_once() -> None:
    with pytest.raises(TooLarge, match=r"has 59,049 codes; .* up to 50,000"):
        optimal_play(rules_of("5x9"))
    with pytest.raises(TooLarge, match="too many different answers"):
        optimal_play(rules_of("9x2-places"))
    with pytest.raises(TooLarge, match=r"has 4\.74\s×\s10\^18 codes"):
        optimal_play(rules_of("12x36"))
    with pytest.raises(InvalidSpec, match="must be at least 1"):
        optimal_play(rules_of("2x3"), max_depth=0)


# Checkpoints.


@pytest.mark.rest
@pytest.mark.parametrize("guesses", POLICIES)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("spec", ["2x4", "2x3", "3x2", "3x3-distinct"])
def test_a_search_that_was_broken_off_after_any_line_continues(
    spec: str, objective: Objective, guesses: Guesses, tmp_path: Path
) -> None:
    rules, path = rules_of(spec), tmp_path / "search.jsonl"

    def resume() -> Optimum:
        return optimal_play(rules, objective, guesses=guesses, checkpoint=path)

    check(resume())
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 1
    for kept in range(1, len(lines) + 1):
        path.write_bytes(b"".join(lines[:kept]) + b'{"torn')
        found = resume()
        check(found)
    assert path.read_bytes() == b"".join(lines)  # All was known: nothing is searched again.
    assert found.nodes == json.loads(lines[-1])["nodes"]


@natively
def test_what_took_long_is_not_searched_again(tmp_path: Path) -> None:
    rules, path = rules_of(LONG), tmp_path / "search.jsonl"
    whole = optimal_play(rules, checkpoint=path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if "stage" not in json.loads(line)]
    assert any("facts" in json.loads(line) for line in kept)
    path.write_text("".join(kept), "utf-8")
    again = optimal_play(rules, checkpoint=path)
    assert (again.total, again.lower_bound, again.proven) == (whole.total, whole.total, True)
    assert again.nodes - whole.nodes < whole.nodes / 100


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
        {"seconds": -1},
        {"tree": "zz"},
        {"tree": 5},
        {"facts": "00"},
        {"facts": "00" * 8},
        {"facts": [0]},
        {"bound": None, "stage": "total/0"},
        {"bound": 21},
        {"stage": "total/0", "bound": 1 << 60},
        {"nodes": None},
    ],
)
def test_a_checkpoint_that_tells_nothing(change: dict[str, Any], tmp_path: Path, core: Any) -> None:
    if core is reference and str(change.get("facts", "")).startswith("0"):
        pytest.skip("the twin reads no facts")
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
    with path.open("a") as file:
        file.write(json.dumps({"tree": tree} | SPENT) + "\n")
    with pytest.raises(InvalidSpec, match="is damaged: a line is not a fact"):
        optimal_play(rules_of("2x3"), checkpoint=path)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("bound", [22, 1000])
@pytest.mark.parametrize("treeless", [False, True])
def test_a_bound_that_is_too_great_is_not_called_proven(
    objective: Objective, bound: int, treeless: bool, tmp_path: Path
) -> None:
    """It is found out, or else nothing that was found is below what is said to be proven."""
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), objective, checkpoint=path)
    lines = path.read_text("utf-8").splitlines()
    facts = [
        {"stage": f"{cost}/{depth}", "bound": bound} | SPENT
        for cost in ("total", "last", "none")
        for depth in range(6)
    ]
    kept = [line for line in lines if not (treeless and "tree" in line)]
    path.write_text("\n".join([*kept, *map(json.dumps, facts), ""]), "utf-8")
    messages: list[Optimum] = []

    def see(progress: Progress) -> None:
        messages.append(progress.known)

    with suppress(InvalidSpec):
        messages.append(optimal_play(rules_of("2x3"), objective, checkpoint=path, progress=see))
    assert all(each.counted is None or each.counted >= each.lower_bound for each in messages)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("value", [-1, 0, 20])
def test_a_cost_without_a_tree_is_not_believed(
    objective: Objective, value: int, tmp_path: Path
) -> None:
    path = tmp_path / "search.jsonl"
    optimal_play(rules_of("2x3"), objective, checkpoint=path)
    header = path.read_text("utf-8").splitlines()[0]
    facts = [
        {"stage": f"{cost}/{depth}", "bound": min(value, 0), "value": value} | SPENT
        for cost in ("total", "last", "none")
        for depth in range(6)
    ]
    path.write_text("\n".join([header, *map(json.dumps, facts), ""]), "utf-8")
    with suppress(InvalidSpec):
        check(optimal_play(rules_of("2x3"), objective, checkpoint=path))


def test_a_search_that_contradicts_itself_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "floor", lambda _rules, _cost, codes, _depth: 3 * codes)
    with pytest.raises(MastermineError, match="the cost of its tree is 21, not 27"):
        optimal_play(rules_of("2x3"))


def test_a_bound_above_the_cost_of_a_tree_is_an_error(
    core: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(self: Any, *task: Any) -> Any:
        value, bound, *rest = core.TreeSearch.find(self, *task)
        return value, bound + 1, *rest

    wrong = type("Wrong", (core.TreeSearch,), {"find": find})
    monkeypatch.setattr(kernels, "backend", SimpleNamespace(**{**vars(core), "TreeSearch": wrong}))
    with pytest.raises(MastermineError, match="the cost of its tree is 21, not 22"):
        optimal_play(rules_of("2x3"))


def test_an_error_of_the_native_search_has_a_message(
    core: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(_self: Any, *_task: Any) -> Any:
        raise RuntimeError("a guess tells nothing")

    failing = type("Failing", (core.TreeSearch,), {"find": find})
    monkeypatch.setattr(
        kernels, "backend", SimpleNamespace(**{**vars(core), "TreeSearch": failing})
    )
    with pytest.raises(MastermineError, match="the search failed: a guess tells nothing"):
        optimal_play(rules_of("2x3"), jobs=2)


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, lines = tmp_path / "search.jsonl", 0
    write = checkpoint._write

    def full(out: Any, data: bytes) -> None:
        nonlocal lines
        lines += 1
        if lines > 2:
            out.write(data[:7])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(out, data)

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_write", full)
        with pytest.raises(MastermineError, match="No space left on device"):
            optimal_play(rules_of("2x4"), Objective.EXPECTED_THEN_WORST, checkpoint=path, jobs=2)
    assert path.read_bytes().count(b"\n") == 3
    check(optimal_play(rules_of("2x4"), Objective.EXPECTED_THEN_WORST, checkpoint=path))


@pytest.mark.parametrize("spec", SPECS)
def test_the_floor_is_one(spec: str) -> None:
    rules = rules_of(spec)
    for cost in (TOTAL, LAST, NONE):
        for depth in range(int(cost != TOTAL), 6):
            assert floor(rules, cost, rules.size, depth) <= least(rules, Guesses.ANY, cost, depth)


def golden() -> list[Any]:
    return [
        pytest.param(
            each,
            id=f"{each['rules'][11:]}-{each['objective']}-{each['guesses']}".replace(" ", "-"),
            marks=[pytest.mark.rest] if Mastermind.parse(each["rules"]).size > 2000 else [],
        )
        for each in GOLDEN
    ]


@natively
@pytest.mark.parametrize("each", golden())
def test_published_totals(each: dict[str, Any]) -> None:
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
