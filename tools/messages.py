"""Extracts every message of the program from the sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog
from babel.messages.extract import extract_from_file

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "mastermine"
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""The functions of ``mastermine.i18n.text`` and ``static/js/text.js``; c is a context."""
NOTES = ("Translators:",)
OPTIONS = {"parse_template_string": True}
"""Also finds messages in template literals of JavaScript."""

CLICK: tuple[str | tuple[str, str], ...] = (
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    (
        "{len_type} values are required, but {len_value} was given.",
        "{len_type} values are required, but {len_value} were given.",
    ),
    (
        "{value!r} does not match the format {format}.",
        "{value!r} does not match the formats {formats}.",
    ),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "Aborted!",
    "Choose from:\n\t{choices}",
    "Commands",
    "Could not open file {filename!r}: {message}",
    "Do you want to continue?",
    "Error: invalid input",
    "Error: {message}",
    "Invalid value for {param_hint}: {message}",
    "Invalid value: {message}",
    "Missing argument",
    "Missing command.",
    "Missing option",
    "Missing parameter",
    "Missing parameter: {param_name}",
    "Missing {param_type}",
    "No such command {name!r}.",
    "No such option {name!r}.",
    "Option {name!r} does not take a value.",
    "Options",
    "Show the version and exit.",
    "Show this message and exit.",
    "Try '{command} {option}' for help.",
    "Usage:",
    "default: {default}",
    "deprecated",
    "directory",
    "env var: {var}",
    "file",
    "path",
    "required",
    "unknown error",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is not executable.",
    "{name} {filename!r} is not readable.",
    "{name} {filename!r} is not writable.",
    "{value!r} is not a valid boolean. Recognized values: {states}",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
)
"""Messages of the library click 8 that a user may see; it looks them up in our catalogues."""


class Found(NamedTuple):
    """A message of the sources."""

    where: str
    text: str | tuple[str, ...]
    """The message, or its singular and plural."""
    notes: Sequence[str] = ()
    """Notes for translators."""
    context: str | None = None
    """Distinguishes messages that are the same in English."""


def template() -> Catalog:
    """Returns every message of the program, in English."""
    catalogue = Catalog(project="mastermine", fuzzy=False)
    for found in sorted(found_messages(), key=lambda each: (each.where, str(each.text))):
        catalogue.add(
            found.text,
            locations=[(found.where, 0)],
            auto_comments=found.notes,
            context=found.context,
        )
    return catalogue


def found_messages() -> Iterator[Found]:
    """Yields every message of the sources and of the library click, where it is written."""
    from mastermine.web.assets import WORDS

    for path in sorted([*SOURCES.rglob("*.py"), *SOURCES.rglob("*.js")]):
        method = "python" if path.suffix == ".py" else "javascript"
        where = path.relative_to(ROOT).as_posix()
        for _line, text, notes, context in extract_from_file(
            method, path, KEYWORDS, NOTES, OPTIONS, strip_comment_tags=True
        ):
            yield Found(where, text, notes, context)
    for path in sorted(SOURCES.rglob("*.html")):
        for _before, text, _after in WORDS.findall(path.read_text("utf-8")):
            yield Found(path.relative_to(ROOT).as_posix(), unescape(text))
    yield from _of_data()
    for text in CLICK:
        yield Found("click", text)


def _of_data() -> Iterator[Found]:
    """Yields messages that are data: names of games and colours, and descriptions of strategies."""
    from mastermine.mastermind.colours import BLANK, palette
    from mastermine.registry import GAMES, find_strategy, own_strategies

    for game, parts in GAMES.items():
        for preset in parts.presets.values():
            for text in (preset.title, preset.facts):
                yield Found(f"src/mastermine/{game}/presets.py", text)
        for name in own_strategies(game):
            summary = find_strategy(name, game).summary
            yield Found(f"src/mastermine/{game}/strategies", summary)
    for colour in (*palette(64), BLANK):
        note = "the name of a colour, one word."
        yield Found("src/mastermine/mastermind/colours.py", colour.name, [note])
