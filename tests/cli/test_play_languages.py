"""Whole games in other languages, typed by a script in their words, in English ones, or in both."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.program import Script

from mastermine.cli.dialogue import Command, Dialogue
from mastermine.cli.mastermind.play import Breaker, Maker
from mastermine.cli.menu import Menu
from mastermine.cli.minesweeper.play import Sweeper
from mastermine.cli.play import play
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import percent
from mastermine.i18n.text import _, folded, ngettext, pgettext, speaking
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession, MinesweeperSession, Mode, load

pytestmark = pytest.mark.rest

OTHERS = [tag for tag in LANGUAGES if tag != "en"]
TWO = ["sr", "pl"]
LAYOUT = "*..../...../..*../*...."


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: 0.0)
    rules = parse_rules("classic")
    MastermindSession(rules, secret=rules.parse_secret("3411"), seed=1).save("code.json")
    field = Minesweeper(5, 4, LAYOUT.count("*"))
    MinesweeperSession(field, secret=field.parse_secret(LAYOUT), seed=1).save("field.json")


def text_of(*arguments: str, typed: list[str]) -> str:
    """What is printed in a game that ends cleanly, in one line, in the language that is spoken."""
    result = CliRunner().invoke(
        play, arguments, input="".join(f"{line}\n" for line in typed), env={"COLUMNS": "200"}
    )
    assert result.exit_code == 0, (result.output, result.exception)
    return in_one_line(result.output)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def said(message: str) -> str:
    """Its words before the first place for something else, as they are spoken."""
    return in_one_line(_(message).partition("{")[0])


@pytest.mark.parametrize("tag", TWO)
class TestACode:
    def test_from_start_to_end(self, tag: str) -> None:
        with speaking(LANGUAGES[tag]):
            colours = parse_rules("classic").notation.colours
            red, green, blue, yellow = (_(colour.name) for colour in colours[:4])
            output = text_of(
                "--load",
                "code.json",
                typed=[
                    _("help"),
                    _("hint"),
                    "1122",
                    _("why"),
                    _("candidates"),
                    f"{red} {green} {blue} {yellow}".upper(),
                    _("undo"),
                    _("redo"),
                    _("legend"),
                    _("board"),
                    f"{red} green 3 {folded(yellow)}",
                    _("hnit"),
                    f"/{_('save')} more.json",
                    "3411",
                    _("review"),
                    _("share"),
                    "",
                ],
            )
            assert _("I have hidden a code.") in output
            assert _("save the game to a file") in output
            found = ngettext("Found in {n} guess.", "Found in {n} guesses.", 4).format(n=4)
            assert found in output
            assert said("Help used: {hints}, {undos}.") in output
            assert _("skill") in output
            more = load("more.json")
            assert isinstance(more, MastermindSession)
            assert [turn.action for turn in more.turns[1:]] == [(0, 1, 2, 3)] * 2
            assert not re.search(r"\b(the|is|are|of)\b", output)

    def test_the_words_are_english_too(self, tag: str) -> None:
        with speaking(LANGUAGES[tag]):
            output = text_of(
                "--load", "code.json", typed=["help", "red red green green", "undo", "give up"]
            )
            assert _("You gave up.") in output
            assert ngettext("{n} undo", "{n} undos", 1).format(n=1) in output

    def test_the_computer_guesses(self, tag: str) -> None:
        with speaking(LANGUAGES[tag]):
            output = text_of(
                "mini", "--maker", "me", typed=["0,0", "0,0", "0,0", f"{_('correct')} 3 4,0", ""]
            )
            assert _("contradiction") in output
            one = "I found your code in {n} guess."
            found = ngettext(one, "I found your code in {n} guesses.", 3).format(n=3)
            assert found in output


@pytest.mark.parametrize("tag", TWO)
def test_a_field_from_start_to_end(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        output = text_of(
            "--load",
            "field.json",
            typed=[
                _("help"),
                "4,0",
                _("hint"),
                f"{_('flag')} 2,2",
                "flag 0,0",
                f"{folded(_('check'))} {_('which')}",
                _("probabilities"),
                _("must i guess?"),
                f"{_('why')} 1,2",
                f"{pgettext('Minesweeper', 'board')} 1,1",
                _("undo"),
                _("redo"),
                "3,2",
                "2,1",
                f"{_('open')} 1,3",
                "0,1 0,2",
                _("review"),
                "",
            ],
        )
        assert _("No: some closed cell is certainly safe.") in output
        left = ngettext("{n} mine left", "{n} mines left", 3).format(n=3)
        assert f"{left}, 0:00:" in output
        assert _("No click was a guess.") in output
        assert percent(0.5, 0)[1:].strip() in output
        assert not re.search(r"\b(the|is|are|of)\b", output)


def test_a_saved_game_continues_in_another_language() -> None:
    with speaking(LANGUAGES["pl"]):
        text_of("--load", "code.json", typed=["1122", f"{_('save')} halfway.json", _("quit")])
    with speaking(LANGUAGES["sr"]):
        output = text_of("--load", "halfway.json", typed=["3411", ""])
        one, more = "Found in {n} guess.", "Found in {n} guesses."
        assert ngettext(one, more, 2).format(n=2) in output


COUNTED = [
    ("{n} code is possible.", "{n} codes are possible."),
    ("{n} code", "{n} codes"),
    ("{n} round", "{n} rounds"),
]


@pytest.mark.parametrize(("one", "more"), COUNTED)
def test_forms(one: str, more: str) -> None:
    """Which numbers take the same form, by Unicode CLDR: 1, 2, 5, 11, 21, 22 and 25 of anything."""

    def forms(tag: str) -> list[str]:
        with speaking(LANGUAGES[tag]):
            words = [ngettext(one, more, n) for n in (1, 2, 5, 11, 21, 22, 25)]
        return ["abc"[sorted(set(words), key=words.index).index(word)] for word in words]

    assert "".join(forms("sr")) == "".join(forms("hr")) == "".join(forms("ru")) == "abccabc"
    assert "".join(forms("pl")) == "abcccbc"
    assert "".join(forms("sk")) == "abccccc"


@pytest.mark.parametrize(("tag", "number"), [("sr", "32.768"), ("pl", "32 768")])
def test_numbers(tag: str, number: str) -> None:
    with speaking(LANGUAGES[tag]):
        output = text_of("super", "--seed", "1", typed=[_("candidates"), _("give up")])
        more = ngettext("{n} code is possible.", "{n} codes are possible.", 32768)
        assert more.format(n=number) in output


@pytest.mark.parametrize("tag", OTHERS)
def test_no_command_is_taken_for_another(tag: str) -> None:
    """Nor when it is typed without accents, or in English."""
    rules = parse_rules("classic")
    with speaking(LANGUAGES[tag]):
        for playing in (
            Breaker(Terminal(), MastermindSession(rules, seed=1)),
            Maker(Terminal(), MastermindSession(rules, mode=Mode.PERSON)),
            Sweeper(Terminal(), MinesweeperSession(parse_rules("beginner"), seed=1)),
        ):
            meant: dict[str, str] = {}
            for command in playing.dialogue.available():
                for name in map(folded, command.names):
                    assert meant.setdefault(name, command.name) == command.name
                    assert playing.dialogue.find(name) == (command, "")


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.parametrize("form", [str, folded, str.upper])
def test_choices_in_the_menu(tag: str, form: type[str]) -> None:
    with speaking(LANGUAGES[tag]):
        words = [
            _("minesweeper"),
            _("people"),
            _("custom"),
            "9",
            "9",
            "10",
            pgettext("a choice", "any"),
            _("no"),
        ]
        requested = Menu(Terminal(keyboard=Script([*map(form, words), "Ana,Boris", ""]))).ask()
        assert requested == [
            "play",
            "minesweeper:9x9x10-any",
            "--players",
            "Ana,Boris",
            "--rounds",
            "2",
        ]
        requested = Menu(
            Terminal(keyboard=Script(["2", "", "custom", "9", "", "", "", form(_("yes"))]))
        ).ask()
        assert requested == ["play", "minesweeper:9x9x10-noguess"]
        assert Menu(Terminal(keyboard=Script(["mastermind", "hide", "", ""]))).ask()[1:4] == [
            "classic", "--maker", "me",
        ]  # fmt: skip
        with pytest.raises(EOFError):
            Menu(Terminal(keyboard=Script([form(_("quit"))]))).ask()


def alike(meant: Callable[[int, str], object]) -> Dialogue:
    """A dialogue whose commands differ in an accent alone."""

    def no_move(text: str) -> None:
        raise IllegalMove(text)

    names = ("sat", "šat mat", "šat")
    return Dialogue(
        Terminal(),
        [Command(name, "") for name in names],
        {name: partial(meant, n) for n, name in enumerate(names)},
        prompt=str,
        parse=no_move,
        move=no_move,
        how_to_move=str,
    )


@pytest.mark.parametrize(
    ("typed", "meant", "rest"),
    [
        ("sat", 0, ""),
        ("SAT A.json", 0, "A.json"),
        ("šat  Š b", 2, "Š b"),
        ("Šat mat", 1, ""),
        ("/sat mat x", 0, "mat x"),
        ("ŝat", 0, ""),
    ],
)
def test_of_commands_that_differ_in_accents_the_exact_one_is_meant(
    typed: str, meant: int, rest: str
) -> None:
    text_of: list[tuple[int, str]] = []
    alike(lambda n, rest: text_of.append((n, rest))).do(typed)
    assert text_of == [(meant, rest)]
