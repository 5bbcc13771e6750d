"""Whatever is typed: it is read and can be printed and read again, or there is one clear line."""

from __future__ import annotations

import json

from hypothesis import example, given, infer
from hypothesis import strategies as st
from tests.fuzz.reading import json_values, read_or_refused

from mastermine.core.play import Record
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.presets import PRESETS
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules

pieces = st.sampled_from(
    ["mastermind", ":", "4", "6", "x", "10", "0", "-distinct", "+blank", "-black", "-places", ",",
     "limit=", "99999999999", "٤", "²", "X", " ", *PRESETS]
)  # fmt: skip
spec_like = st.lists(pieces, max_size=8).map("".join)


@given(
    st.text() | spec_like | st.from_regex(r"\A(mastermind:)?\d+x\d+([+-][a-z]+)*(,limit=\d+)?\Z")
)
@example("9" * 5000 + "x6")
@example("4x6,limit=" + "9" * 5000)
def test_rules(text: str) -> None:
    rules = read_or_refused(parse_rules, text)
    if rules is not None:
        assert parse_rules(rules.spec()) == rules


code_like = st.lists(
    st.sampled_from([*"0123456789abcdrgyvtz_·●▲Σß,; ", "red", "green", "blank", "Red", "wine"]),
    max_size=20,
).map("".join)


@given(rules=infer, text=st.text() | code_like)
def test_codes(rules: Mastermind, text: str) -> None:
    code = read_or_refused(rules.parse_action, text)
    if code is not None:
        rules.check(code)
        assert rules.parse_action(rules.format_action(code)) == code


@given(st.lists(st.text(max_size=5), min_size=1, max_size=12), st.text() | code_like)
def test_names_of_ones_own(names: list[str], text: str) -> None:
    rules = Mastermind(3, len(names))
    notation = read_or_refused(lambda _: Notation(rules, names), "")
    if notation is not None:
        for written in (text, " ".join(names[:3]), "".join(names[:3])):
            code = read_or_refused(notation.parse, written)
            assert code is None or notation.parse(notation.format(code)) == code


answer_like = st.lists(
    st.sampled_from([*"0123456789bwacBWAC+-xX.,;:/ ●○✓✗", "black", "cows", "٣", "²"]), max_size=10
).map("".join)


@given(rules=infer, text=st.text() | answer_like)
@example(Mastermind(4, 6), "9" * 5000)
def test_answers(rules: Mastermind, text: str) -> None:
    answer = read_or_refused(rules.parse_feedback, text)
    if answer is not None:
        assert rules.parse_feedback(rules.format_feedback(answer)) == answer
        assert rules.decode(rules.encode(answer)) == answer


record_like = st.fixed_dictionaries(
    {
        "rules": st.text() | json_values,
        "turns": st.lists(st.tuples(st.text(), st.text()) | json_values) | json_values,
        "outcome": st.sampled_from(["won", "lost", None, "draw"]) | json_values,
    },
    optional={"secret": st.text() | json_values, "strategy": json_values, "more": json_values},
)


@given(st.text() | json_values.map(json.dumps) | record_like.map(json.dumps))
@example("[" * 100_000)
def test_records(line: str) -> None:
    record = read_or_refused(Record.from_json, line)
    if record is not None:
        assert Record.from_json(record.to_json()) == record
        assert all(isinstance(text, str) for turn in record.turns for text in turn)
