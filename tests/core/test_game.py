from __future__ import annotations

import json
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec
from mastermine.core.game import NeedsRandomness, Outcome, Turn, View
from mastermine.core.oracle import Honest, Scripted
from mastermine.core.play import Record, moves, play, record
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Feedback, Pegs
from mastermine.mastermind.rules import Code
from mastermine.registry import find_strategy, parse_rules

CLASSIC = parse_rules("4x6")
KNUTH = find_strategy("knuth")


def test_a_game_is_won() -> None:
    won = play(CLASSIC, KNUTH, Honest(CLASSIC, (2, 5, 2, 1)))
    assert won.rules == "mastermind:4x6"
    assert won.outcome == "won"
    assert won.secret == won.turns[-1][0] == "3632"
    assert won.strategy == "knuth"
    # Knuth's own example, with his letters: 1122 1B, 1344 1W, 3526 1B 2W, 1462 1B 1W, 3632.
    assert won.turns == (
        ("1122", "1B 0W"),
        ("1344", "0B 1W"),
        ("3526", "1B 2W"),
        ("1462", "1B 1W"),
        ("3632", "4B 0W"),
    )


@pytest.mark.parametrize(
    ("of_the_rules", "of_the_call", "turns"), [(3, None, 3), (None, 2, 2), (3, 2, 2), (2, 3, 2)]
)
def test_a_game_is_lost_at_the_smaller_limit(
    of_the_rules: int | None, of_the_call: int | None, turns: int
) -> None:
    rules = parse_rules("4x6", of_the_rules)
    lost = play(rules, KNUTH, Honest(rules, (2, 5, 2, 1)), limit=of_the_call)
    assert (lost.outcome, len(lost.turns), lost.secret) == ("lost", turns, "3632")


def test_the_last_guess_of_the_limit_can_win() -> None:
    rules = parse_rules("4x6", 5)
    assert play(rules, KNUTH, Honest(rules, (2, 5, 2, 1)), limit=5).outcome == "won"


def test_the_secret_of_a_script_is_not_known() -> None:
    done = play(CLASSIC, KNUTH, Scripted([Pegs(0, 0), Pegs(4, 0)]))
    assert (done.secret, done.outcome) == (None, "won")


def test_mistakes_stop_the_game() -> None:
    # Of the codes without 1 and 2, none has nothing in common with 3345 and with the guess after.
    with pytest.raises(Contradiction, match="row 3: no code is possible"):
        play(CLASSIC, KNUTH, Scripted([Pegs(0, 0)] * 4))
    with pytest.raises(IllegalMove, match="another number"):
        play(CLASSIC, lambda _view: (0, 0, 0, 6), Honest(CLASSIC, (0, 0, 0, 0)))


def test_random_numbers_come_from_the_call() -> None:
    strategy = find_strategy("random-consistent")
    games = {
        seed: [play(CLASSIC, strategy, Honest(CLASSIC, (5, 4, 3, 2)), Random(seed)) for _ in "12"]
        for seed in range(5)
    }
    assert all(one == other for one, other in games.values())
    assert len({game[0].turns for game in games.values()}) > 1


def test_a_record_is_one_line_of_json() -> None:
    line = play(CLASSIC, KNUTH, Honest(CLASSIC, (0, 0, 1, 1))).to_json()
    assert "\n" not in line
    assert json.loads(line) == {
        "rules": "mastermind:4x6",
        "turns": [["1122", "4B 0W"]],
        "outcome": "won",
        "secret": "1122",
        "strategy": "knuth",
    }
    read = Record.from_json('{"rules":"mastermind:4x6","turns":[],"outcome":null}')
    assert (read.secret, read.strategy) == (None, None)
    turn: Turn[Code, Feedback] = Turn((0, 0, 1, 1), Pegs(1, 2))
    left = record(CLASSIC, (turn,), None)
    assert left == Record("mastermind:4x6", (("1122", "1B 2W"),), None)


texts = st.text()


@given(
    st.builds(
        Record,
        texts,
        st.lists(st.tuples(texts, texts)).map(tuple),
        st.sampled_from([None, *(outcome.value for outcome in Outcome)]),
        st.none() | texts,
        st.none() | texts,
    )
)
def test_a_record_is_read_back(written: Record) -> None:
    assert Record.from_json(written.to_json()) == written


def broken(**changes: Any) -> str:
    fields = {"rules": "mastermind:4x6", "turns": [["1122", "1B 2W"]], "outcome": None}
    return json.dumps(fields | changes)


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "5", "null", "[]", "{}"),
        '{"rules":"mastermind:4x6","turns":[]}',
        '{"rules":"mastermind:4x6","outcome":null}',
        '{"turns":[],"outcome":null}',
        "[" * 100_000,
        *(broken(rules=each) for each in (5, None)),
        *(broken(turns=each) for each in (None, 7, {"ab": 1}, ["ab"])),
        *(broken(turns=[each]) for each in (["1122"], ["1122", "1B 2W", "3"], ["1122", 12])),
        *(broken(outcome=each) for each in ("draw", 1, ["won"])),
        broken(secret=1122),
        broken(strategy=["knuth"]),
        broken(colour="red"),
    ],
    ids=lambda line: line[:60],
)
def test_a_broken_line_is_refused(line: str) -> None:
    with pytest.raises(InvalidSpec, match="not a record of a game: ") as caught:
        Record.from_json(line)
    assert "\n" not in str(caught.value)


class Counting:
    """Knowledge that notes down when it is worked out."""

    def __init__(self, requested: list[str]) -> None:
        self.requested = requested

    def after(self, turn: Turn[Any, Any]) -> Counting:
        self.requested.append(turn.action)
        return Counting(self.requested)


def test_a_view_works_its_knowledge_out_when_it_is_viewed_and_once() -> None:
    requested: list[str] = []
    start: Any = Counting(requested)
    view: View[Any, Any, Any] = View(CLASSIC, (), start)
    for action in "abc":
        view = view.after(Turn(action, "?"))
    assert requested == []
    known = view.knowledge
    assert requested == ["a", "b", "c"]
    assert view.knowledge is known
    later = view.after(Turn("d", "?")).knowledge
    assert requested == ["a", "b", "c", "d"]
    assert later is not known


def test_a_view_from_given_knowledge_starts_after_its_turns() -> None:
    requested: list[str] = []
    given_knowledge: Any = Counting(requested)
    view: View[Any, Any, Any] = View(CLASSIC, [Turn("a", "?")], given_knowledge)
    assert view.knowledge is given_knowledge
    assert requested == []


def test_a_view_has_its_turns_when_they_are_requested() -> None:
    start: View[Any, Any, Any] = View(CLASSIC, [Turn("a", "?")])
    views = [start]
    for action in "bcd":
        views.append(views[-1].after(Turn(action, "?")))
    assert [view.length for view in views] == [1, 2, 3, 4]
    assert "".join(turn.action for turn in views[3].turns) == "abcd"
    assert views[3].turns is views[3].turns
    other = views[1].after(Turn("x", "?"))
    assert [[turn.action for turn in view.turns] for view in (other, views[2], views[1])] == [
        ["a", "b", "x"],
        ["a", "b", "c"],
        ["a", "b"],
    ]


def test_a_very_long_game_is_no_burden() -> None:
    view: View[Any, Any, Any] = View(CLASSIC)
    for turn in range(100_000):  # Copies of all turns would take minutes.
        view = view.after(Turn(turn, "?"))
    assert view.length == len(view.turns) == 100_000


def test_a_game_continues_for_as_long_as_it_is_watched() -> None:
    rules = parse_rules("1x2,limit=2")
    seen = list(islice(moves(rules, lambda view: (0,), Honest(rules, (1,))), 3))
    assert [outcome for *_rest, outcome in seen] == [None, Outcome.LOST, Outcome.LOST]
    for (_before, turn, after, _outcome), (before, *_next) in pairwise(seen):
        assert after is before
        assert after.turns[-1] is turn


def test_random_never_lists_the_codes() -> None:
    rules = parse_rules("16x64")
    done = play(rules, find_strategy("random"), Honest(rules, (0,) * 16), Random(1), limit=50)
    assert (done.outcome, len(done.turns)) == ("lost", 50)


def test_a_contradiction_stays_one_when_it_is_requested_again() -> None:
    view: View[Any, Any, Any] = View(
        CLASSIC, [Turn((0, 0, 1, 1), Pegs(4, 0)), Turn((0, 0, 1, 1), Pegs(0, 0))]
    )
    for _ in range(2):
        with pytest.raises(Contradiction) as caught:
            _ = view.knowledge
        assert caught.value.turn == 1


def test_a_view_knows_whether_random_numbers_were_requested() -> None:
    view = View(CLASSIC, rng=Random(1))
    before = view.drew
    assert view.rng.fork("a").below(9) in range(9)
    assert (before, view.drew) == (False, True)
    assert not view.after(Turn((0, 0, 1, 1), Pegs(1, 1))).drew
    without = View(CLASSIC)
    with pytest.raises(NeedsRandomness):
        _ = without.rng
    assert without.drew
