"""Whatever the system speaks, and whatever the terminal can write, a game can be played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import _, folded, speaking

pytestmark = pytest.mark.rest

PROGRAM = [sys.executable, "-c"]
HINT = "  1122"
"""How the first guess to make is shown; what is typed stands after one space."""
GAME = ["play", "classic", "--seed", "3"]
MISSING = """
from mastermine.i18n.languages import Language

def catalogue(language):
    raise FileNotFoundError

Language.catalogue = property(catalogue)
"""
"""Makes a program whose catalogues were not compiled."""


def played(
    folder: Path, *arguments: str, begin: str = "", typed: str = "hint", **environment: str
) -> tuple[str, str]:
    """What a game prints, to both outputs, in a process of its own."""
    done = subprocess.run(
        [*PROGRAM, f"{begin}\nfrom mastermine.cli import main; main()", *arguments, *GAME],
        input=f"{typed}\n{typed}\n1122\nq\n".encode(),
        capture_output=True,
        env={"XDG_STATE_HOME": str(folder), "PYTHONIOENCODING": "utf-8", **environment},
        check=True,
    )
    return done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        ({"LANG": "C", "LANGUAGE": "pl"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:pl"}, "pl"),
        ({"LANG": "ru_RU.KOI8-R"}, "ru"),
    ],
)
def test_what_the_system_speaks(tmp_path: Path, environment: dict[str, str], tag: str) -> None:
    output, errors = played(tmp_path, **environment)
    with speaking(LANGUAGES[tag]):
        assert _("I have hidden a code.") in output
    assert HINT in output
    assert errors == ""


@pytest.mark.parametrize("arguments", [("--lang", "de"), ("--lang", "pl")])
def test_a_language_that_is_not_there_is_reported_once(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    output, errors = played(tmp_path, *arguments, begin=MISSING, LANG="C.UTF-8")
    assert "I have hidden a code." in output
    assert errors.count("mastermine: ") == errors.count("\n") == 1


def test_a_terminal_without_the_alphabet_of_a_language(tmp_path: Path) -> None:
    output, errors = played(tmp_path, LANG="ru_RU.KOI8-R", PYTHONIOENCODING="ascii")
    assert "I have hidden a code." in output
    assert "?" not in output
    assert errors == "mastermine: this terminal cannot show the letters of ru; using English\n"


def test_a_terminal_without_cyrillic_letters_has_latin_ones_for_serbian(tmp_path: Path) -> None:
    with speaking(LANGUAGES["sr-Latn"]):
        hint, hidden = folded(_("hint")), folded(_("I have hidden a code."))
    output, errors = played(tmp_path, typed=hint, LANG="sr_RS", PYTHONIOENCODING="ascii")
    assert hidden in output.lower()
    assert HINT in output
    assert "?" not in output
    assert errors == ""


def test_letters_that_a_terminal_does_not_have_lose_their_accents(tmp_path: Path) -> None:
    output, errors = played(tmp_path, "--lang", "pl", PYTHONIOENCODING="ascii")
    with speaking(LANGUAGES["pl"]):
        assert folded(_("yellow")) in output
    assert errors == ""
