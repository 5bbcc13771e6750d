"""The words of a game travel with it: through files, links and the page, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from mastermine.core.errors import IllegalMove
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import speaking
from mastermine.mastermind.feedback import Pegs
from mastermine.mastermind.rules import Mastermind
from mastermine.session import MastermindSession, Mode, restore
from mastermine.session.messages.mastermind import repeated
from mastermine.session.setup import GameSetup
from mastermine.session.share.links import read_link, write_link

TWELVE = list("lkjihgfedcba")


def started(**given: Any) -> MastermindSession:
    game = GameSetup.read(given).begin()
    assert isinstance(game, MastermindSession)
    return game


@pytest.mark.parametrize(
    ("rules", "vocabulary"),
    [
        ("skocko", "skocko"),
        ({"level": "skocko", "limit": 9}, "skocko"),
        ("number", "digits"),
        ("bagels", "bagels"),
        ("bulls-and-cows", "digits"),
        ("word", "letters"),
        ("mini", "colours"),
        ({"level": "skocko", "colours": 8}, "colours"),
    ],
)
def test_they_survive_saving_and_links(rules: Any, vocabulary: str) -> None:
    setup = GameSetup.read({"rules": rules, "seed": 1})
    game = started(rules=rules, seed=1)
    game.guess(game.notation.example())
    linked = read_link(write_link(setup)).begin()
    for each in (game, restore(game.data()), game.again(), linked):
        assert isinstance(each, MastermindSession)
        assert each.notation.vocabulary == vocabulary
    assert game.public()["board"]["vocabulary"] == vocabulary


@pytest.mark.parametrize("tag", LANGUAGES)
def test_programs_write_labels_and_english_in_every_language(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        game = started(rules="classic", seed=1)
        game.do("guess 1122")
        assert game.public()["turns"][0][0] == "1122"
        person = started(rules="classic", mode="person")
        person.do("answer 2B")
        assert person.public()["turns"][0][1] == "2B 0W"
        person.do("correct 1 1B 2W")
        assert person.data()["moves"][-1][2] == "1B 2W"
        assert restore(person.data()).public()["turns"] == person.public()["turns"]


def test_a_game_follows_the_language_in_use() -> None:
    person = started(rules="classic", mode="person")
    with speaking(LANGUAGES["pl"]):
        assert person.answer("1C 2B") == Pegs(1, 2)
        assert "1C 2B" in person.why()[0]
    assert "1B 2W" in person.why()[0]
    with pytest.raises(IllegalMove, match="two readings"):
        person.correct(1, "1C 2B")


def test_names_of_ones_own_are_read_before_labels_but_not_by_programs() -> None:
    game = started(rules="4x12", colours=TWELVE, seed=1)
    game.guess("a,a,b,b")
    game.do("guess aabb")
    assert [turn.action for turn in game.turns] == [(11, 11, 10, 10), (10, 10, 11, 11)]
    assert [code for code, _answer in game.public()["turns"]] == ["bbaa", "aabb"]
    again = restore(game.data())
    assert isinstance(again, MastermindSession)
    assert again.turns == game.turns
    colours = game.public()["board"]["colours"]
    assert [(each["digit"], each["label"]) for each in colours[10:]] == [("a", "b"), ("b", "a")]


def test_the_page_gets_the_words_for_answers() -> None:
    def words(rules: str, mode: str = "person") -> dict[str, Any]:
        board: dict[str, Any] = started(rules=rules, mode=mode).public()["board"]
        return board

    with speaking(LANGUAGES["sr"]):
        board = words("classic")
        assert board["answers"]["initials"] == ["Ц", "Б"]
        assert board["answers"]["example"] == "1Ц 2Б"
        assert board["answers"]["counts"][1][2] == "2 бела"
        assert [each["letter"] for each in board["colours"][:2]] == ["ц", "з"]
    assert words("bagels")["answers"]["style"] == "bagels"
    assert words("bulls-and-cows")["answers"]["counts"][0][:2] == ["0 bulls", "1 bull"]
    assert words("4x6-places")["answers"]["example"] == "+-+-"


@pytest.mark.parametrize(
    ("rules", "pegs"),
    [
        ("bulls-and-cows", "digit"),
        ("number", "digit"),
        ("bagels", "digit"),
        ("word", "letter"),
        ("skocko", "symbol"),
    ],
)
def test_games_without_colours_and_pegs_speak_of_neither(rules: str, pegs: str) -> None:
    game = started(rules=rules, seed=1)
    notation = game.notation
    with pytest.raises(IllegalMove) as short:
        game.guess(notation.example()[:2])
    sentences = [
        notation.describe(),
        notation.how_to(),
        repeated(notation, notation.colours[0].name, 1),
        game.tip().lines[1],
        str(short.value),
    ]
    assert all(pegs in sentence for sentence in sentences)
    assert not [each for each in sentences if "colour" in each or "peg" in each]


def test_a_review_names_codes_as_players_do_and_for_programs_by_labels() -> None:
    game = started(rules="2x26", seed=1)
    game.guess("oo")
    [move] = game.review().moves
    assert (move.action, move.text, move.best) == ("ee", "oo", "01")
    assert "oo leaves" in move.sentence
    assert "ab would have left" in move.sentence
    own = started(rules="4x12", colours=TWELVE, seed=1)
    own.guess("a,a,b,b")
    assert "aabb leaves" in own.review().moves[0].sentence


def test_old_files_have_no_words() -> None:
    data = MastermindSession(Mastermind(4, 10, repeats=False), Mode.PERSON).data()
    assert data["options"] == {}
    game = restore(data)
    assert isinstance(game, MastermindSession)
    assert game.notation.vocabulary == "digits"
