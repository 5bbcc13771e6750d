"""Completion in the prompt of the laboratory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer as Base
from prompt_toolkit.completion import Completion, PathCompleter
from prompt_toolkit.document import Document

from mastermine.cli.lab.completions import begun, following, takes_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from prompt_toolkit.completion import CompleteEvent

    from mastermine.cli.lab.settings import Settings


class Completer(Base):
    """Offers the words that can come next, and files where one can be named."""

    def __init__(self, settings: Callable[[], Settings], runs: Callable[[], Iterable[str]]) -> None:
        self.settings = settings
        self.runs = runs
        self.files = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What can stand for the word before the cursor."""
        line = document.text_before_cursor
        start = begun(line)
        for each in following(line, self.settings(), self.runs):
            text = each.word if each.word.endswith("=") else f"{each.word} "
            yield Completion(text, -len(start), each.word, each.told)
        if takes_file(line):
            yield from self.files.get_completions(Document(start), complete_event)
