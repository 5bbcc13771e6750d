"""The document of the protocol says what our engines do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.documents.reading import blocks

from mastermine import __version__
from mastermine.engines.server import Server
from mastermine.registry import find_strategy

DOCUMENT = Path(__file__).parents[2] / "docs/reference/engines.md"
TRANSCRIPTS = [
    (said, block.text)
    for block in blocks(DOCUMENT.read_text("utf-8"))
    for said in block.marked("engine")
]


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) == 3


@pytest.mark.parametrize(("strategy", "text"), TRANSCRIPTS)
def test_a_transcript_is_what_happens(strategy: str, text: str) -> None:
    lines = text.replace("VERSION", __version__).splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    answered = [line[2:] for line in lines if line.startswith("< ")]
    assert list(Server(find_strategy(strategy)).run(asked)) == answered
