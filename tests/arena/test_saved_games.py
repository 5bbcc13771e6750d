"""Games of people in a store: those that go on."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from mastermine.arena.store import Store, open_store
from mastermine.arena.store.tables import saved
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Race
from mastermine.session.saved import daily, saved_games
from mastermine.session.saved.history import statistics, store_finished
from mastermine.session.saved.saved_games import Missing, SavedGame, SavedGames, VersionConflict


def mastermind(spec: str = "4x6,limit=10") -> MastermindSession:
    return MastermindSession(parse_rules_of(Mastermind, spec), secret=(0, 1, 2, 3))


def contest() -> Contest:
    return Contest(Mastermind(4, 6), ["Ana", "Boris"])


def unfinished(shelf: SavedGames, owner: str) -> list[SavedGame]:
    return [game for game in shelf.all(owner) if game.state != "over"]


def test_what_is_kept_comes_back(where: str) -> None:
    game, field, match = (
        mastermind(),
        MinesweeperSession(Minesweeper(9, 9, 10)),
        contest(),
    )
    game.do("guess 1122")
    field.do("click 4,4")
    field.clock.run(False)  # Time passes while the test runs.
    match.hide("1234")
    with open_store(where) as store:
        shelf = SavedGames(store)
        for each in (game, field, match):
            assert shelf.save("a", each) == 1
    with open_store(where) as store:
        for each in (game, field, match):
            again, version = SavedGames(store).load("a", each.id)
            assert version == 1
            assert again.data() | {"seconds": 0} == each.data() | {"seconds": 0}


def test_an_older_version_replaces_nothing(store: Store) -> None:
    game = mastermind()
    shelf = SavedGames(store)
    assert shelf.save("a", game) == 1
    game.do("guess 1122")
    assert shelf.save("a", game, 1) == 2
    data = game.data()
    game.do("guess 3344")
    for wrong in (1, 3):
        with pytest.raises(VersionConflict, match="changed elsewhere; reload it"):
            shelf.save("a", game, wrong)
    assert shelf.load("a", game.id)[0].data() == data
    with pytest.raises(VersionConflict):
        shelf.save("a", game)
    assert shelf.save("a", game, 2) == 3
    other = mastermind()
    with pytest.raises(VersionConflict):
        shelf.save("a", other, 1)
    with pytest.raises(Missing):
        shelf.load("a", other.id)


def test_others_find_nothing(store: Store) -> None:
    game = mastermind()
    shelf = SavedGames(store)
    shelf.save("a", game)
    for refused in (shelf.load, shelf.delete):
        with pytest.raises(Missing, match="no longer exists"):
            refused("b", game.id)
    assert unfinished(shelf, "b") == []
    shelf.save("b", game)
    shelf.delete("a", game.id)
    assert shelf.load("b", game.id)[1] == 1
    with pytest.raises(Missing):
        shelf.delete("a", game.id)


def test_the_list_says_how_games_stand(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: 0.0)
    new, started, over = mastermind("4x6"), mastermind(), mastermind()
    started.do("guess 1122")
    over.do("guess 1234")
    field = daily.begin("beginner", date(2026, 11, 21))
    assert isinstance(field, MinesweeperSession)
    match = contest()
    match.hide("1234")
    shelf = SavedGames(store)
    for game in (new, over, started, field, match):
        shelf.save("a", game)
    found = unfinished(shelf, "a")
    assert [each.id for each in found] == [match.id, field.id, started.id, new.id]
    assert [each.state for each in found] == ["open", "open", "open", "new"]
    assert [each.game for each in found] == [
        "contest",
        "minesweeper",
        "mastermind",
        "mastermind",
    ]
    assert [each.mode for each in found] == ["people", "computer", "computer", "computer"]
    assert [each.daily for each in found] == [None, "2026-11-21", None, None]
    assert [each.puzzle for each in found] == [None, "beginner", None, None]
    to_open = len(field.board.hidden) - 10
    assert [each.summary for each in found] == [
        "round 1 of 2: Ana, Boris",
        f"{to_open} cells to open, 0 s",
        "1 of 10 guesses",
        "0 guesses",
    ]
    assert all(each.version == 1 for each in found)
    assert all(datetime.now(UTC) - each.changed < timedelta(minutes=5) for each in found)
    assert {each.id for each in shelf.all("a")} == {each.id for each in found} | {over.id}


def test_a_race_is_kept_and_its_boards_are_history(store: Store) -> None:
    match = Race(Minesweeper(2, 1, 1), ["Ana", "Boris"], seed=1)
    shelf = SavedGames(store)
    shelf.save("a", match)
    assert unfinished(shelf, "a")[0].state == "new"
    match.do("begin")
    match.do("click 0,0")
    shelf.save("a", match, 1)
    store_finished(store, "a", match)
    (found,) = unfinished(shelf, "a")
    assert (found.game, found.mode, found.state) == ("race", "people", "open")
    assert found.summary == "round 1 of 2: Ana, Boris"
    again, _version = shelf.load("a", match.id)
    assert isinstance(again, Race)
    assert again.players == match.players
    assert statistics(store, "a") == []  # The other still has that field before him.
    match.do("begin")
    store_finished(store, "a", match)
    (figures,) = statistics(store, "a")
    assert (figures.mode, figures.games, figures.won) == ("people", 2, 2)


def test_no_more_than_so_many_games_of_an_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_games, "MAX_GAMES_PER_OWNER", 3)
    games = [mastermind() for _ in range(6)]
    with open_store(tmp_path / "s") as store:
        shelf = SavedGames(store)
        for game in games[:3]:
            shelf.save("a", game)
        shelf.save("b", games[5])
        shelf.save("a", games[0], 1)
        shelf.save("a", games[3])
        assert [each.id for each in shelf.all("a")] == [games[n].id for n in (3, 0, 2)]
        shelf.save("a", games[4])
        assert [each.id for each in shelf.all("a")] == [games[n].id for n in (4, 3, 0)]
        assert len(shelf.all("b")) == 1


def test_a_game_too_long_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = mastermind()
    with open_store(tmp_path / "s") as store:
        shelf = SavedGames(store)
        shelf.save("a", game)
        before = shelf.load("a", game.id)[0].data()
        monkeypatch.setattr(saved_games, "MAX_GAME_LETTERS", 100)
        game.do("guess 1122")
        with pytest.raises(InvalidSpec, match="too long to be saved here; save it to a file"):
            shelf.save("a", game)
        assert shelf.load("a", game.id)[0].data() == before


def test_what_was_left_long_ago_can_be_swept_away(store: Store) -> None:
    shelf = SavedGames(store)
    shelf.save("a", mastermind())
    shelf.save("b", mastermind())
    assert shelf.delete_older(datetime.now(UTC) - timedelta(days=1)) == 0
    assert shelf.delete_older(datetime.now(UTC) + timedelta(minutes=1)) == 2
    assert shelf.all("a") == []


def test_new_and_finished_games_are_swept_away_earlier(store: Store) -> None:
    shelf = SavedGames(store)
    new, begun, over = mastermind(), mastermind(), mastermind()
    begun.do("guess 1122")
    over.do("guess 1234")
    for game in (new, begun, over):
        shelf.save("a", game)
    now = datetime.now(UTC)
    before, after = now - timedelta(days=1), now + timedelta(minutes=1)
    assert shelf.delete_older(before, before, before) == 0
    assert shelf.delete_older(before, over=after) == 1
    assert {game.id for game in shelf.all("a")} == {new.id, begun.id}
    assert shelf.delete_older(before, new=after) == 1
    assert [game.id for game in shelf.all("a")] == [begun.id]


def test_damage_is_reported(store: Store) -> None:
    game = mastermind()
    shelf = SavedGames(store)
    shelf.save("a", game)
    for data, why in (("{", "damaged"), ("[]", "damaged"), ('{"kind": "chess"}', "chess")):
        with store.writing() as connection:
            connection.execute(sa.update(saved).values(data=data))
        with pytest.raises(InvalidSpec, match=why):
            shelf.load("a", game.id)


def race(store: Store, game: MastermindSession, threads: int) -> tuple[list[int], int]:
    """Each thread adds guesses by version until it has made 5: the versions, and the refusals."""
    versions: list[int] = []
    refused: list[int] = []
    failed: list[BaseException] = []

    def play() -> None:
        shelf = SavedGames(store)
        made = 0
        try:
            while made < 5:
                mine, version = shelf.load("a", game.id)
                mine.do("guess 1122")
                try:
                    versions.append(shelf.save("a", mine, version))
                    made += 1
                except VersionConflict:
                    refused.append(version)
        except MastermineError as error:
            failed.append(error)

    workers = [threading.Thread(target=play) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failed == []
    return versions, len(refused)


def test_several_threads_lose_no_move(store: Store) -> None:
    game = mastermind("4x6")
    SavedGames(store).save("a", game)
    versions, _refused = race(store, game, 4)
    assert sorted(versions) == list(range(2, 22))
    last, version = SavedGames(store).load("a", game.id)
    assert version == 21
    assert isinstance(last, MastermindSession)
    assert len(last.turns) == 20
