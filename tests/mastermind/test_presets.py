from __future__ import annotations

import re
from fractions import Fraction
from math import perm

import pytest

from mastermine.core.preset import Preset
from mastermine.mastermind.presets import PRESETS

SPEC = re.compile(
    r"mastermind:(?P<places>[1-9]\d*)x(?P<colours>[1-9]\d*)"
    r"(?P<blank>\+blank)?(?P<distinct>-distinct)?(-black|-places)?(,limit=(?P<limit>[1-9]\d*))?"
)
every_preset = pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)


def parts(preset: Preset) -> re.Match[str]:
    match = SPEC.fullmatch(preset.spec)
    assert match, preset.spec
    return match


def codes(preset: Preset) -> int:
    match = parts(preset)
    places, symbols = int(match["places"]), int(match["colours"]) + bool(match["blank"])
    return perm(symbols, places) if match["distinct"] else symbols**places


@every_preset
def test_texts_can_be_typed_and_printed(preset: Preset) -> None:
    assert PRESETS[preset.name] is preset
    assert re.fullmatch(r"[a-z]+[a-z0-9]*(-[a-z0-9]+)*", preset.name)
    for text in (preset.title, preset.facts, preset.source):
        assert text == text.strip()
        assert text.isprintable()
    assert preset.facts.endswith(".")


@every_preset
def test_spec_is_canonical_and_in_range(preset: Preset) -> None:
    match = parts(preset)
    assert 1 <= int(match["places"]) <= 16
    assert 1 <= int(match["colours"]) <= 64
    assert codes(preset) > 0


@every_preset
def test_facts_count_the_codes(preset: Preset) -> None:
    counts = [int(n.replace(",", "")) for n in re.findall(r"([\d,]+) codes", preset.facts)]
    assert counts == [codes(preset)]
    for total, number, average in re.findall(r"(\d+)/(\d+) = (\d+\.\d+)", preset.facts):
        assert int(number) == codes(preset)
        assert f"{float(Fraction(int(total), int(number))):.3f}" == average


@every_preset
def test_rows_in_the_facts_are_the_limit(preset: Preset) -> None:
    limit = parts(preset)["limit"]
    rows = re.findall(r"\b(\d+)[- ](?:rows?|tries|guesses)\b", preset.facts)
    assert set(rows) <= {limit}
    assert limit is None or rows or preset.name in {"blanks", "no-repeats"}


def test_titles_are_unique() -> None:
    assert len({preset.title for preset in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("classic", "mastermind:4x6,limit=10"),
        ("mini", "mastermind:4x6,limit=6"),
        ("hasbro", "mastermind:4x6,limit=12"),
        ("eight-colours", "mastermind:4x8,limit=10"),
        ("bulls-and-cows", "mastermind:4x10-distinct"),
        ("super", "mastermind:5x8,limit=12"),
        ("royale", "mastermind:3x25"),
        ("grand", "mastermind:4x25,limit=10"),
        ("skocko", "mastermind:4x6,limit=6"),
    ],
)
def test_what_players_ask_for(name: str, spec: str) -> None:
    assert PRESETS[name].spec == spec
