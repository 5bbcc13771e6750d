"""Answers and codes as people read and type them, in every language and game."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.random import Random
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import folded, speaking
from mastermine.mastermind.answers import Style
from mastermine.mastermind.feedback import Black, Pegs, Places
from mastermine.mastermind.notation import VOCABULARIES, Notation
from mastermine.mastermind.presets import PRESETS
from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.registry import colour_names, parse_rules_of

OTHERS = [tag for tag in LANGUAGES if tag != "en"]
CLASSIC = Mastermind(4, 6)
DIGITS = Mastermind(4, 10, repeats=False)

languages = st.sampled_from(sorted(LANGUAGES))
presets = st.sampled_from(sorted(PRESETS))


def of_preset(name: str) -> Notation:
    return Notation.of(parse_rules_of(Mastermind, name), colour_names(name))


@given(languages, presets, st.integers(0, 2**64 - 1))
def test_what_is_printed_is_read_back(tag: str, preset: str, seed: int) -> None:
    with speaking(LANGUAGES[tag]):
        notation = of_preset(preset)
        rules = notation.rules
        code, guess = (rules.draw(Random(seed).fork(which)) for which in ("code", "guess"))
        labels = ",".join(notation.labels[colour] for colour in code)
        written = (notation.format(code), notation.words(code), labels, f"[{labels}]")
        for text in (*written, *map(str.upper, written)):
            assert notation.parse(text) == code, text
        answer = rules.respond(code, guess)
        texts = [notation.format_answer(answer), notation.answers.format(answer).lower()]
        if rules.answer is not Answer.PLACES:
            texts.append(notation.answers.words(answer))
        if isinstance(answer, Pegs):
            texts.append(str(answer))  # English, by its W.
            texts.append(listed(notation.answers.words(answer).split(", ")))
        if answer in (Pegs(0, 0), Black(0), Places((False,) * rules.places)):
            texts += notation.answers.nothing
        for text in texts:
            assert notation.parse_answer(text, guess) == answer, text


def test_none_is_no_right_place_unless_it_repeats_the_guess() -> None:
    notation = Notation.of(Mastermind(4, 26, answer=Answer.PLACES), ("letters",))
    nothing, everything = Places((False,) * 4), Places((True,) * 4)
    assert notation.parse_answer("none") == nothing
    assert notation.parse_answer("none", notation.parse("word")) == nothing
    assert notation.parse_answer("None", notation.parse("none")) == everything


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_spelling_stands_for_two_pegs(tag: str, preset: str) -> None:
    with speaking(LANGUAGES[tag]):
        whole = of_preset(preset)
        rules = replace(whole.rules, places=1, answer=Answer.PEGS)
        notation = Notation(rules, whole.vocabulary and (whole.vocabulary,))
        for colour, look in enumerate(notation.colours):
            letter = notation.letter(colour)
            for text in {notation.labels[colour], look.name, look.symbol, letter} - {""}:
                assert notation.parse(text) == (colour,), text


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_letter_or_word_stands_for_both_kinds_of_pegs(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        for style in Style:
            answers = next(
                Notation(DIGITS, (name,)).answers
                for name, each in VOCABULARIES.items()
                if each.style is style
            )
            black, white = map(folded, answers.initials)
            assert len(black) == len(white) == 1
            assert black != white
            assert not {black, white} & {"a", "w"} - ({"w"} if tag == "en" else set())
            words = [{*answers.counts(side, 12)} for side in (0, 1)]
            assert not words[0] & words[1]


# The languages, as a table: what is typed, and the answer, for a game of pegs.
TYPED = {
    "en": {
        "1B 2W|1b2w|2W 1B|BWW|1 black 2 white|1 black and 2 white|1B & 2W|B=1 and W=2|"
        "1K 2W|1R 2W|B=1, W=2|1A 2B|1 bull, 2 cows": (1, 2),
        "2B|2 black|BB|K=2, W=0": (2, 0),
        "none|None|nothing|no pegs|0|0B 0W": (0, 0),
    },
    "pl": {
        "1C 2B|1c2b|2B 1C|CBB|1cz 2b|1 czarny 2 białe|1 czarna, 2 biale|1B 2W|1K 2W": (1, 2),
        "2B|BB|2 białe|2 bialych|2W|0C 2B": (0, 2),
        "2C|2 czarne|2K|CC": (2, 0),
        "nic|Nic|brak|żaden|zadne|żadnych|bez kołków|brak kolkow|zero|none|0|0C 0B": (0, 0),
    },
    "hr": {
        "1C 2B|2B 1C|CBB|1 crni 2 bijela|1 crni, 2 bijele|1B 2W|1A 2B|B=1, W=2": (1, 2),
        "2B|BB|2 bijela": (0, 2),
        "ništa|Nema|nista|nijedan|nula|promašaj|bez čavlića|bez cavlica|none|0": (0, 0),
    },
    "sk": {
        "1Č 2B|1C 2B|1č2b|ČBB|CBB|1 čierny 2 biele|1 cierny 2 biela|1B 2W": (1, 2),
        "2B|2 biela": (0, 2),
        "nič|Nič|nic|žiadne|žiaden|ziadny|nijaké|bez kolíčkov|none|0Č 0B": (0, 0),
    },
    "sr": {
        "1Ц 2Б|1ц2б|ЦББ|1 црни 2 бела|1C 2B|1 crni 2 bela|1B 2W|1Ц, 2Б": (1, 2),
        "2Б|2B|2 бела": (0, 2),
        "ништа|Нема|nista|ništa|ниједан|нула|промашај|без чунића|bez cunica|none|0": (0, 0),
    },
    "sr-Latn": {
        "1C 2B|CBB|1 crni 2 bela|1Ц 2Б|1 црни 2 бела|1B 2W": (1, 2),
        "2B|2 bela": (0, 2),
        "ništa|nema|nijedan|nula|promašaj|bez čunića|ништа|none|0": (0, 0),
    },
    "ru": {
        "1Ч 2Б|1ч2б|ЧББ|1 чёрный 2 белых|1 черный 2 белые|1B 2W": (1, 2),
        "2Б|2 белых": (0, 2),
        "ничего|Нет|ни одного|ноль|пусто|мимо|нет колышков|none|0": (0, 0),
    },
}
JOINED = {
    "en": "1 black and 2 white|2 white & 1 black|B=1 and W=2",
    "pl": "1 czarny i 2 białe|1 czarna i 2 biale|1 black and 2 white",
    "hr": "1 crni i 2 bijela|1 crna i 2 bijele",
    "sk": "1 čierny a 2 biele|1 cierna a 2 biele|1 č a 2 b|č 1 a b 2",
    "sr": "1 црни и 2 беле|1 crni i 2 bela",
    "sr-Latn": "1 crni i 2 bela|1 црни и 2 бела",
    "ru": "1 чёрный и 2 белых|1 черный и 2 белые",
}
BULLS = {
    "en": "1B 2C|2C 1B|1 bull 2 cows|1 bull and 2 cows|BCC",
    "pl": "1B 2K|1 byk 2 krowy|2 krow 1 byk",
    "hr": "1B 2K|1 bik 2 krave",
    "sk": "1B 2K|1 býk 2 kravy|1 byk 2 krava",
    "sr": "1Б 2К|1B 2K|1 бик 2 краве|1 bik 2 krave",
    "sr-Latn": "1B 2K|1Б 2К",
    "ru": "1Б 2К|1 бык 2 коровы",
}


@pytest.mark.parametrize("tag", LANGUAGES)
def test_answers_in_each_language(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        pegs, digits = Notation(CLASSIC), Notation(DIGITS)
        for texts, counts in TYPED[tag].items():
            for text in texts.split("|"):
                assert pegs.parse_answer(text) == Pegs(*counts), text
        for text in JOINED[tag].split("|"):
            assert pegs.parse_answer(text) == Pegs(1, 2), text
        for text in (*BULLS[tag].split("|"), "1A 2B", "1B 2C", "1B 2W", "1K 2W", "1,2", "12"):
            assert digits.parse_answer(text) == Pegs(1, 2), text
        assert pegs.format_answer(Pegs(1, 2)) == next(iter(TYPED[tag])).split("|")[0]
        assert digits.format_answer(Pegs(1, 2)) == BULLS[tag].split("|")[0]


@pytest.mark.parametrize("tag", OTHERS)
def test_an_answer_in_english_letters_is_repeated_in_own_words(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        answers = Notation(CLASSIC).answers
        [line] = answers.echo("1B 2W", Pegs(1, 2))
        assert answers.words(Pegs(1, 2)) in line
        for text in ("1,2", answers.format(Pegs(1, 2)), "●○○"):
            assert answers.echo(text, Pegs(1, 2)) == []


def test_a_text_that_reads_alike_both_ways_is_an_answer() -> None:
    assert CLASSIC.parse_feedback("1B 1C") == Pegs(1, 1)


@pytest.mark.parametrize("text", ["AAAA", "aabb"])
def test_a_row_of_letters_with_an_a_is_no_answer(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not understood"):
        CLASSIC.parse_feedback(text)


@pytest.mark.parametrize("text", ["1C 2B", "2B 1C", "1C", "CBB", "1C2B"])
def test_bulls_and_cows_letters_have_two_readings_in_a_game_of_pegs(text: str) -> None:
    with pytest.raises(IllegalMove, match="two readings") as caught:
        CLASSIC.parse_feedback(text)
    shown = {str(CLASSIC.decode(CLASSIC.encode(Pegs(*pair)))) for pair in ((2, 1), (1, 2))}
    if text != "1C":
        assert all(each in str(caught.value) for each in shown)
    assert DIGITS.parse_feedback("1C 2B") == Pegs(2, 1)


@pytest.mark.parametrize("tag", OTHERS)
def test_white_pegs_are_no_answer_where_black_ones_count(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        notation = Notation(Mastermind(4, 6, answer=Answer.BLACK))
        with pytest.raises(IllegalMove):
            notation.parse_answer("2B")
        assert notation.parse_answer(notation.format_answer(Black(2))) == Black(2)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_bagels_are_answered_in_their_words(tag: str) -> None:
    with speaking(LANGUAGES[tag]):
        notation = of_preset("bagels")
        for text, answer in {
            "Pico Fermi": Pegs(1, 1),
            "Пико Ферми": Pegs(1, 1),
            "fermi": Pegs(1, 0),
            "Pico, Pico": Pegs(0, 2),
            "Bagels": Pegs(0, 0),
            "1 Fermi 2 Pico": Pegs(1, 2),
            "Fermi Fermi Fermi": Pegs(3, 0),
        }.items():
            if answer != Pegs(1, 2):
                assert notation.parse_answer(text) == answer
        assert notation.format_answer(Pegs(1, 1)) == "Pico Fermi"
        assert notation.format_answer(Pegs(0, 0)) == "Bagels"


def test_answers_in_words() -> None:
    answers = CLASSIC.notation.answers
    assert answers.words(Pegs(1, 2)) == "1 black, 2 white"
    assert answers.words(Black(0)) == "0 black"
    assert answers.words(Places((True, False, True))) == "places 1, 3 are right"
    assert answers.words(Places((False, False))) == "no place is right"
    assert DIGITS.notation.answers.words(Pegs(1, 2)) == "1 bull, 2 cows"


# Codes.


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("en", "rrgg"),
        ("sr", "ццзз"),
        ("sr", "ЦЦЗЗ"),
        ("sr", "црвена црвена зелена зелена"),
        ("sr-Latn", "cczz"),
        ("pl", "cczz"),
        ("ru", "ккзз"),
        *((tag, "[1,1,2,2]") for tag in LANGUAGES),
        *((tag, "red red green green") for tag in LANGUAGES),
    ],
)
def test_letters_of_colours_are_those_of_the_language(tag: str, text: str) -> None:
    with speaking(LANGUAGES[tag]):
        assert Notation(CLASSIC).parse(text) == (0, 0, 1, 1)


@pytest.mark.parametrize(("tag", "text"), [("sr-Latn", "žžzz"), ("hr", "ŽŽZZ"), ("pl", "żżzz")])
def test_an_accented_initial_is_not_the_letter_without_the_accent(tag: str, text: str) -> None:
    with speaking(LANGUAGES[tag]):
        assert Notation(CLASSIC).parse(text) == (3, 3, 1, 1)


@pytest.mark.parametrize("text", ["1 - 2 -", "1-2-", "1 _ 2 _", "r . g .", "[1,-,2,-]", "1·2·"])
def test_blanks(text: str) -> None:
    rules = Mastermind(4, 6, blank=True)
    assert rules.notation.parse(text) == (0, 6, 1, 6)
    with pytest.raises(IllegalMove):
        CLASSIC.notation.parse(text)


def test_names_of_ones_own_win_against_labels() -> None:
    twelve = Notation(Mastermind(4, 12), [*"lkjihgfedcba"])
    assert twelve.parse("a,a,b,b") == twelve.parse("aabb") == (11, 11, 10, 10)
    assert twelve.format((11, 11, 10, 10)) == "aabb"
    assert twelve.rules.format_action((11, 11, 10, 10)) == "bbaa"
    assert twelve.read("bbaa") == (11, 11, 10, 10)  # As programs write it.
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    assert Notation(Mastermind(4, 26), letters).parse("word") == (22, 14, 17, 3)
    mixed = Notation(Mastermind(2, 12), ["b", *(f"x{n}y" for n in range(11))])
    assert mixed.parse("b x10y") == (0, 11)
    assert mixed.parse(mixed.format((11, 0))) == (11, 0)


def test_word_mastermind_is_played_with_letters() -> None:
    notation = of_preset("word")
    assert notation.parse("word") == (22, 14, 17, 3)
    assert notation.format((22, 14, 17, 3)) == "word"
    assert "26 letters" in notation.describe()
    assert notation.answers.meanings()[0] == "black: right letter, right place"
    assert "colour" not in notation.answers.how_to()


def test_games_of_digits_speak_of_digits() -> None:
    for preset in ("bulls-and-cows", "digits", "number", "bagels", "electronic", "supersonic"):
        notation = of_preset(preset)
        assert "digits" in notation.describe()
        assert notation.legend().split() == [*notation.labels]
        with pytest.raises(IllegalMove, match="there is no digit 'r'"):
            notation.parse("r" * notation.rules.places)


def test_skocko_shows_its_symbols() -> None:
    notation = of_preset("skocko")
    assert [look.symbol for look in notation.colours] == list("☻♣♠♥♦★")
    code = notation.parse("☻,club,♥,star")
    assert code == (0, 1, 3, 5)
    assert notation.format(code) == "1246"
    assert of_preset("mini").rules == notation.rules


def test_a_vocabulary_must_fit() -> None:
    with pytest.raises(InvalidSpec, match="skocko"):
        Notation(Mastermind(4, 8), ("skocko",))
    assert Notation(Mastermind(4, 10), ("colours",)).parse("rgby") == (0, 1, 2, 3)


def test_every_vocabulary_has_a_different_label_for_each_peg() -> None:
    for name, each in VOCABULARIES.items():
        notation = Notation(Mastermind(1, each.most), (name,))
        assert all(one != other for one, other in combinations(notation.labels, 2))
