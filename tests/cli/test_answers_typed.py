"""Answers and codes typed on the command line, in each language, and in the words of a game."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.cli.program import data, printed, refused, run, text_of

from mastermine.i18n.languages import LANGUAGES

SLAVIC = ("pl", "hr", "sk", "sr", "sr-Latn")
TWELVE = ",".join("lkjihgfedcba")


@pytest.mark.parametrize(
    ("words", "guess", "answer"),
    [
        *((f"--lang {tag} hint classic", "1122 1C 2B", "1B 2W") for tag in SLAVIC),
        ("--lang pl hint classic", "1122 1 czarny 2 białe", "1B 2W"),
        ("--lang pl hint classic", "1122 2B", "0B 2W"),
        ("--lang pl hint classic", "1122 1K 1W", "1B 1W"),
        ("--lang sk hint classic", "1122 1Č 2B", "1B 2W"),
        ("--lang sr hint classic", "ццзз 1Ц 2Б", "1B 2W"),
        ("--lang ru hint classic", "ккзз 1Ч 2Б", "1B 2W"),
        *((f"--lang {tag} hint classic", "1122 1B 2W", "1B 2W") for tag in LANGUAGES),
        ("hint classic", "1122 1K 1W", "1B 1W"),
        ("hint classic", "1122 1R 1W", "1B 1W"),
        ("hint classic", "1122 B=1, W=1", "1B 1W"),
        ("hint classic", "[1,1,2,2] B=1, W=1", "1B 1W"),
        ("hint classic", "[r, r, g, g] 1,1", "1B 1W"),
        ("hint bulls-and-cows", "1122 1,1", None),
        ("hint bulls-and-cows", "1234 1A2B", "1B 2W"),
        ("hint bulls-and-cows", "1234 1B 2C", "1B 2W"),
        ("hint bulls-and-cows", "1234 1 bull 2 cows", "1B 2W"),
        ("hint bagels", "123 Pico Fermi", "1B 1W"),
        ("hint bagels", "123 Bagels", "0B 0W"),
        ("hint skocko", "☻☻♣♣ 1,1", "1B 1W"),
    ],
)
def test_what_was_silently_wrong(words: str, guess: str, answer: str | None) -> None:
    arguments = [*words.split(), "--turn", guess]
    if answer is None:
        assert "has a repeat" in refused(*arguments)
        return
    [turn] = data(*arguments)["turns"]
    assert turn["answer"] == answer
    assert set(turn["guess"]) <= set("1234")


def test_in_english_the_letters_of_cows_are_refused_with_both_readings() -> None:
    line = refused("hint", "classic", "--turn", "1122 1C 2B")
    assert "2B 1W" in line
    assert "1B 2W" in line


@pytest.mark.parametrize(
    ("spec", "colours", "turn", "guess"),
    [
        ("4x12", TWELVE, "a,a,b,b 1,1", "bbaa"),
        ("4x6", "a,b,c,d,e,f", "[a,b,d,d] 1,1", "1244"),
        ("4x6+blank", None, "1 - 2 - 1,1", "1_2_"),
        ("word", None, "word 1,1", "meh3"),
    ],
)
def test_names_of_ones_own_win(spec: str, colours: str | None, turn: str, guess: str) -> None:
    named = [] if colours is None else ["--colours", colours]
    found = data("hint", spec, *named, "--turn", turn, "--strategy", "first-consistent")
    assert found["turns"] == [{"guess": guess, "answer": "1B 1W"}]


def test_secrets_of_a_match_may_have_names(tmp_path: Path) -> None:
    file = tmp_path / "secrets.txt"
    file.write_text("a,b,d,d\n[b,b,a,a]\nfead\n", encoding="utf-8")
    words = ("match", "4x6", "--colours", "a,b,c,d,e,f", "--secrets", str(file), "--no-store")
    found = data(*words, "-s", "first-consistent", "--show")
    assert [each["code"] for each in found["games"]] == ["1244", "2211", "6514"]
    assert "a b d d" in printed(*words, "-s", "first-consistent", "--show")
    assert "there is no colour 'x'" in refused(
        "match", "4x6", "--colours", "a,b,c,d,e,f", "--secrets", "-", "-s", "knuth", typed="xxxx\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--lang pl hint 2x2 -t '11 1C 0B' -t '22 0C 0B'", "0C 0B"),
        ("hint bagels -t '012 Bagels' -t '013 Pico Pico'", "answer Pico Pico to 013"),
        ("hint 2x2 --colours b,a -t 'aa 1,0' -t 'bb 2,0'", "answer 2B 0W to bb"),
    ],
)
def test_a_contradiction_is_reported_in_the_words_of_the_game(words: str, said: str) -> None:
    result = run(*shlex.split(words))
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("optimal 1x26", "26:1 a"),
        ("adversary 1x26 -s first-consistent", "26 z a 0B0W, b 0B0W,"),
    ],
)
def test_codes_are_printed_in_the_letters_that_are_typed(words: str, shown: str) -> None:
    assert shown in " ".join(text_of(*words.split()).split())


def test_guesses_made_at_once_are_read_and_named_in_letters() -> None:
    line = refused("static", "1x26", "--guess", "a,b", status=1)
    assert "c and d give the same answers" in line


class TestPlay:
    def test_the_codemaker_answers_in_polish(self) -> None:
        shown = text_of("--lang", "pl", "play", "classic", "--maker", "me", typed=["1C 2B", "q"])
        assert "1C 2B" in shown
        assert "1B 2W" not in shown
        shown = text_of("--lang", "pl", "play", "classic", "--maker", "me", typed=["1B 2W", "q"])
        assert "1 czarny, 2 białe" in shown
        assert "1C 2B" in shown

    def test_word_mastermind_is_typed_in_letters(self) -> None:
        shown = text_of("play", "word", "--seed", "1", typed=["word", "/help", "q"])
        assert "w o r d" in shown
        assert "xanadu" not in shown
        assert "there is no command" not in shown

    @pytest.mark.parametrize(
        ("typed", "answer"),
        [
            ("woord", "'woord' has 5 letters; a code has 4, such as aabb"),
            ("m", "'m' has 1 letter; a code has 4"),
            ("helpp", "a code has 4, such as aabb; for the list of commands, type /help"),
            ("/woord", "there is no command 'woord'"),
        ],
    )
    def test_a_word_is_an_attempt_at_a_guess(self, typed: str, answer: str) -> None:
        shown = " ".join(text_of("play", "word", "--seed", "1", typed=[typed, "/q"]).split())
        assert answer in shown

    @pytest.mark.parametrize(
        ("spec", "pegs"), [("classic", "colours"), ("bagels", "digits"), ("skocko", "symbols")]
    )
    def test_the_help_says_what_the_legend_lists(self, spec: str, pegs: str) -> None:
        assert f"show the {pegs}" in text_of("play", spec, typed=["help", "q"])

    @pytest.mark.parametrize("spec", ["bulls-and-cows", "digits", "number", "electronic"])
    def test_games_of_digits_have_no_colours(self, spec: str) -> None:
        shown = text_of("play", spec, "--seed", "1", typed=["1234", "hint", "why", "q"])
        assert "digits" in shown
        assert "red" not in shown.split()
        assert "pink" not in shown

    def test_bagels_are_answered(self) -> None:
        shown = text_of("play", "bagels", "--maker", "me", typed=["Pico", "Fermi", "q"])
        assert "Pico" in shown
        assert "not understood" not in shown

    def test_skocko_has_its_symbols(self) -> None:
        shown = text_of("play", "skocko", "--seed", "1", typed=["☻♣♠♥", "q"])
        assert "☻1 skočko" in shown
        assert "☻1 ♣2 ♠3 ♥4" in shown
