"""The tool that plays large games: it resumes where it stopped, and reports what it leaves out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from mastermine.arena import statistics
from mastermine.registry import find_strategy, parse_rules

ROOT = Path(__file__).parent.parent
if not (ROOT / "tools").exists():  # Only the sources have them.
    pytest.skip("the results are made by the tools of the sources", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

import large  # noqa: E402


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "large.jsonl"


def run(store: Path, *arguments: str) -> large.Cells:
    large.main(["--store", str(store), *arguments])
    return large.load(store)


def cell(cells: large.Cells, game: str, strategy: str) -> large.Cell:
    return cells[game, strategy, large.SEED]


def made(rounds: int, microseconds: int, strategy: str = "knuth") -> large.Cell:
    """A cell that was played so far, all codes found at the fourth guess."""
    return large.Cell(
        "4x6", strategy, large.SEED, rounds, [0, 0, 0, rounds], 0, None, 4 * rounds, microseconds
    )


def test_what_is_kept_is_what_was_played(store: Path) -> None:
    cells = run(
        store, "--games", "2x3", "--strategies", "knuth,random-consistent", "--rounds", "25"
    )
    assert len(store.read_text("utf-8").splitlines()) == 2
    for each in cells.values():
        assert each.rounds == sum(each.histogram) == 25
        assert each.turns == statistics.total(each.histogram)
        assert each.failed == 0
        assert each.mean is not None
        assert 2 < each.mean < 4


def test_a_run_continues(store: Path) -> None:
    """In pieces or in one piece, the same games."""
    requested = ["--games", "3x3", "--strategies", "random-consistent,linear"]
    run(store, *requested, "--rounds", "5")
    pieces = run(store, *requested, "--rounds", "30")
    whole = run(store.with_name("other.jsonl"), *requested, "--rounds", "30")
    for key, each in whole.items():
        assert (each.rounds, each.histogram) == (pieces[key].rounds, pieces[key].histogram)


def test_what_is_there_is_played_again_only_on_request(store: Path) -> None:
    requested = ["--games", "2x3", "--strategies", "knuth", "--rounds", "20"]
    run(store, *requested)
    before = store.read_text("utf-8")
    run(store, *requested)
    assert store.read_text("utf-8") == before
    large.save({made(7, 10).key: made(7, 10)}, store)
    requested = ["--games", "4x6", "--strategies", "knuth", "--rounds", "3"]
    assert cell(run(store, *requested), "4x6", "knuth").rounds == 7
    assert cell(run(store, *requested, "--again"), "4x6", "knuth").rounds == 3


def test_all_strategies_meet_the_same_secrets(store: Path) -> None:
    """One strategy by two names has the same games: 111 is its first guess anyhow."""
    names = ["first-consistent", "first-consistent:first=111"]
    cells = run(store, "--games", "3x4", "--strategies", ",".join(names), "--rounds", "20")
    one, other = (cell(cells, "3x4", name) for name in names)
    assert one.histogram == other.histogram
    assert sum(map(bool, one.histogram)) > 1


def test_a_strategy_that_cannot_play_says_why(store: Path) -> None:
    cells = run(store, "--games", "5x8", "--strategies", "optimal", "--rounds", "20")
    assert cell(cells, "5x8", "optimal").rounds == 0
    page = store.with_name("LARGE.md").read_text("utf-8")
    assert "| `optimal` | – | – | – | – |" in page
    assert "- `optimal`: the optimal play of mastermind:5x8 is not known." in page


@pytest.mark.parametrize(
    ("rounds", "microseconds", "is_enough"),
    [
        (0, 0, False),  # nobody knows yet how long it takes
        (100, 1, True),  # all games are played
        (30, 10_000_000, True),  # the time is over
        (30, 9_999_999, False),
        (1, 2_000_000, False),  # 20 would take four times as long as they may, and no more
        (1, 2_000_001, True),
    ],
)
def test_when_a_cell_has_had_enough(rounds: int, microseconds: int, is_enough: bool) -> None:
    assert large.enough(made(rounds, microseconds), 100, 10.0) == is_enough


def test_games_are_given_out_by_the_time_that_is_left() -> None:
    assert large.more(made(0, 0), 100, 10.0, 2) == range(1, 3)
    assert large.more(made(10, 5_000_000), 100, 10.0, 1) == range(11, 21)
    assert large.more(made(10, 1), 100, 10.0, 1) == range(11, 101)
    assert large.more(made(30, 9_999_999), 100, 10.0, 1) == range(31, 32)


def test_too_few_games_make_no_mean() -> None:
    slow, fast = made(3, 9_000_000), made(20, 40_000)
    assert slow.mean is None
    assert large.reason(slow) == "`knuth`: 3.0 s a game, too slow for 20."
    assert large.row(slow) == "| `knuth` | – | – | – | – |"
    assert large.reason(fast) is None
    assert large.row(fast) == "| `knuth` | 20 | 4.000 ± 0.000 | 4 | 0.50 |"
    failed = made(20, 40_000)
    failed.failed, failed.reason = 1, "round 3: it took longer than 1 s"
    assert failed.mean is None
    assert large.enough(failed, 100, 10.0)
    assert large.reason(failed) == "`knuth`: round 3: it took longer than 1 s."


def test_the_page_has_all_games_by_size_and_what_was_published(store: Path) -> None:
    cells: large.Cells = {}
    listed = [made(20, 40_000), made(20, 40_000, "sampled")]
    for each, game in zip(listed, ("8x12", "4x6"), strict=True):
        each.game = game
        cells[each.key] = each
    page = large.page(cells, picture=False)
    assert "large.png" not in page
    assert page.index("## 4x6: 1,296 codes, 10.3 bits") < page.index("## 8x12: 429,981,696 codes")
    assert "8.37 (genetic algorithm, Berghman, Goossens & Leus 2009, as quoted elsewhere)" in page


def test_games_of_all_seeds_are_in_one_row(store: Path) -> None:
    play = ("--games", "2x3", "--strategies", "knuth,linear", "--rounds", "30")
    run(store, *play)
    cells = run(store, *play[:3], "linear", "--rounds", "20", "--seed", "other")
    assert sorted(cell.rounds for cell in cells.values()) == [20, 30, 30]
    text = store.with_name("LARGE.md").read_text("utf-8")
    first, second = (cells["2x3", "linear", seed] for seed in ("large", "other"))
    both = statistics.merged([first.histogram, second.histogram])
    assert f"| `linear` | 50 | {statistics.average(both):.3f} ± " in text
    assert f"- `linear`, seed `large`: 30 games, {first.mean:.3f} ± " in text
    assert f"- `linear`, seed `other`: 20 games, {second.mean:.3f} ± " in text
    assert "- `knuth`, seed" not in text


def test_nothing_is_played_for_the_table(store: Path) -> None:
    assert run(store, "--table") == {}
    assert not store.exists()
    assert "Nothing was played yet." in store.with_name("LARGE.md").read_text("utf-8")


def test_the_picture(store: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need mastermine[plots]")
    run(store, "--games", "2x3,3x3", "--strategies", "knuth,linear", "--rounds", "20")
    assert store.with_name("large.png").read_bytes().startswith(b"\x89PNG")
    assert "![Guesses against the size of the game](large.png)" in store.with_name(
        "LARGE.md"
    ).read_text("utf-8")


@pytest.mark.parametrize("arguments", [["--games", "x"], ["--strategies", "no-such"]])
def test_what_there_is_not_is_reported_in_one_line(
    arguments: list[str], store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=r"^large\.py: there "):
        run(store, *arguments)
    assert not store.exists()


def test_games_and_strategies_of_the_tool() -> None:
    pairs = large.selected([], [])
    assert {strategy for game, strategy in pairs if game in large.LONG} == {"linear"}
    assert len({strategy for game, strategy in pairs if game == "8x12"}) == len(large.STRATEGIES)
    assert large.selected(["30x30"], ["sampled"]) == [("30x30", "sampled")]
    for game in large.GAMES + large.LONG:
        assert parse_rules(game).game == "mastermind"
    for strategy in large.STRATEGIES:
        assert find_strategy(strategy).name == strategy
    assert set(large.PUBLISHED) <= set(large.GAMES)


def test_the_page_that_is_kept_is_that_of_its_cells() -> None:
    cells = large.load(large.STORE)
    page = large.STORE.with_name("LARGE.md").read_text("utf-8")
    assert page == large.page(cells, large.STORE.with_name("large.png").exists())
    for line in large.STORE.read_text("utf-8").splitlines() if cells else []:
        each = large.Cell(**json.loads(line))
        assert sum(each.histogram) + each.failed == each.rounds
        assert each.turns >= statistics.total(each.histogram)
