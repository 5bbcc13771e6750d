"""RawVF, the text format of recorded games (Cryslon 2009; thefinerminer 2021, revision 6).

A header (``Width: 30``, ``Height: 16``, ``Mines: 99``, ``Marks: On``, ``Player: …``), the layout
after ``Board:`` with ``*`` for a mine and ``0`` for a safe cell, and after ``Events:`` a line for
each event::

    0.085 lr 1 2 (10 18)

with the time in seconds, the button (``replay.BUTTONS``; ``mv`` is a movement), column and row from
1, and the point in pixels, of which a cell has 16. Lines such as ``number3 5 7``, ``flag 2 2`` or
``won`` say what happened then.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, shortened
from mastermine.minesweeper.board import CLOSED, Cell, Layout, check_size
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.replays.replay import BUTTONS, Event, Hand, Replay, Verb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mastermine.minesweeper.replays.replay import Action

PIXELS = 16
"""Width of a cell in pixels."""

MAX_BYTES = 32 << 20
"""Maximum size of a file."""

MAX_SECONDS = 10**6

_OPTION = re.compile(r"([A-Za-z][\w ]*?)\s*:\s*(.*)")
_EVENT = re.compile(
    r"(-?\d{1,9}(?:\.\d{1,6})?)\s+([a-z]+)\s*([\d\s-]*)(?:\(\s*(-?\d{1,9})[\s,]+(-?\d{1,9})\s*\))?.*"
)
_SHOWN = re.compile(r"(?:-?[\d.]+\s+)?(?:(number)\s?([0-8])|(blast|boom))\s+(\d{1,9})\s+(\d{1,9})")
_IGNORED = frozenset(("mv", "st", "sx", "sy", "mt"))
_CLICKS = {Verb.CLICK: ("lc", "lr"), Verb.FLAG: ("rc", "rr"), Verb.CHORD: ("mc", "mr")}


def is_rawvf(text: str) -> bool:
    """Returns True if a text may be a recorded game."""
    return re.search(r"^Board:\s*$", text, re.MULTILINE | re.IGNORECASE) is not None


def read(text: str) -> Replay:
    """Reads a recorded game. Raises InvalidSpec, which names the line that is wrong."""
    lines = enumerate((line.strip() for line in text.splitlines()), start=1)
    options = dict(_options(lines))
    layout = _layout(lines, options)
    marks = options.get("marks", "").lower() == "on"
    events = tuple(_events(lines, layout, marks))
    program = " ".join(filter(None, (options.get("program"), options.get("version"))))
    replay = Replay(
        layout=layout,
        events=events,
        player=options.get("player", ""),
        program=program,
        marks=marks,
        day=_day(options.get("timestamp", "")),
    )
    _rules = replay.rules
    return replay


def _options(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """Yields the names, in small letters, and values of the header, up to the board."""
    for _n, line in lines:
        found = _OPTION.fullmatch(line)
        if found and found[1].lower() == "board":
            return
        if found:
            yield found[1].lower(), found[2]
    raise InvalidSpec(_("this is not a recorded game: a line Board: is missing"))


def _layout(lines: Iterable[tuple[int, str]], options: Mapping[str, str]) -> Layout:
    rows: list[str] = []
    for n, line in lines:
        if line.lower().replace(" ", "") == "events:":
            break
        if set(line) - {"*", "0"} or (rows and len(line) != len(rows[0])):
            raise _wrong(n, line, _("a row of the board has * and 0, as many as the others"))
        rows += [line] if line else []
    else:
        raise InvalidSpec(_("this is not a recorded game: a line Events: is missing"))
    if not rows:
        raise InvalidSpec(_("this is not a recorded game: its board has no rows"))
    check_size(len(rows[0]), len(rows))
    layout = Layout.parse("/".join(row.replace("0", ".") for row in rows))
    given = {"width": layout.width, "height": layout.height, "mines": layout.count}
    for name, value in given.items():
        if options.get(name, str(value)) != str(value):
            raise InvalidSpec(
                # Translators: {name} is width, height or mines, as the file has it.
                _("the file says {name} {said}, but its board has {value}").format(
                    name=name, said=shortened(options[name]), value=value
                )
            )
    return layout


def _day(text: str) -> date | None:
    """Returns the day of a time such as ``2021-05-22 18:40``; None for another form."""
    with suppress(ValueError):
        return date.fromisoformat(text[:10])
    return None


def _events(lines: Iterable[tuple[int, str]], layout: Layout, marks: bool) -> Iterator[Event]:
    """Yields the events. Raises InvalidSpec for a line that contradicts the board."""
    hand = Hand(layout, marks)
    for n, line in lines:
        if (found := _SHOWN.fullmatch(line)) is not None:
            _check(hand, n, line, found)
            continue
        found = _EVENT.fullmatch(line)
        if found is None:
            if line[:1].isdigit():
                raise _wrong(
                    n, line, _("an event is like {line}").format(line="0.085 lr 1 2 (10 18)")
                )
            continue  # Such as "flag 2 2", "won", or a word of a later revision.
        button = found[2]
        if button not in BUTTONS:
            if len(button) == 2 and button not in _IGNORED:
                raise _wrong(
                    n, line, _("the button is one of {buttons}").format(buttons=", ".join(BUTTONS))
                )
            continue
        event = Event(_seconds(found[1]), button, _cell(layout, found))
        if hand.outcome is None:
            hand.do(event)
        yield event


def _seconds(text: str) -> float:
    return min(max(float(text), 0.0), MAX_SECONDS)


def _cell(layout: Layout, found: re.Match[str]) -> Cell | None:
    """Returns the cell of an event: by its column and row, else by its point."""
    numbers = [int(word) for word in re.findall(r"-?\d{1,9}", found[3])]
    if len(numbers) >= 2:
        x, y = numbers[0] - 1, numbers[1] - 1
    elif found[4] is not None:
        x, y = int(found[4]) // PIXELS, int(found[5]) // PIXELS
    else:
        return None
    return (x, y) if 0 <= x < layout.width and 0 <= y < layout.height else None


def _check(hand: Hand, n: int, line: str, found: re.Match[str]) -> None:
    """Raises InvalidSpec if the board does not show what a line says."""
    cell = int(found[4]) - 1, int(found[5]) - 1
    if not (0 <= cell[0] < hand.layout.width and 0 <= cell[1] < hand.layout.height):
        raise _wrong(n, line, _("the cell is outside the board"))
    if found[3]:
        if cell not in hand.layout:
            raise _wrong(n, line, _("there is no mine in {cell}").format(cell=named(cell)))
        return
    value = hand.layout.board()[cell]
    if value != int(found[2]):
        raise _wrong(
            n,
            line,
            _("there is a mine in {cell}").format(cell=named(cell))
            if cell in hand.layout
            else _("the number in {cell} is {number}").format(cell=named(cell), number=value),
        )
    if hand.board[cell] == CLOSED:
        raise _wrong(
            n, line, _("the clicks before it did not open {cell}").format(cell=named(cell))
        )


def _wrong(n: int, line: str, reason: str) -> InvalidSpec:
    return InvalidSpec(
        # Translators: {reason} is a clause, such as: there is a mine in 3,4.
        _("line {n}, {line!r}: {reason}").format(n=n, line=shortened(line), reason=reason)
    )


def write_replay(
    layout: Layout, actions: Sequence[Action], player: str = "", program: str = ""
) -> str:
    """Writes a game; ``read`` gives the same actions.

    An unknown time is that of the action before. A flag on a cell that an opening opened is removed
    first: in a recorded game it would stop the opening.
    """
    header = {
        "RawVF_Version": "Rev6",
        "Program": program,
        "Player": player,
        "Width": layout.width,
        "Height": layout.height,
        "Mines": layout.count,
        "Marks": "Off",
    }
    lines = [f"{name}: {' '.join(str(value).split())}" for name, value in header.items()]
    lines += ["Board:", *str(layout).replace(".", "0").splitlines(), "Events:"]
    seconds, flags = 0.0, set[Cell]()
    for action in actions:
        seconds = seconds if action.seconds is None else action.seconds
        for cell in sorted(flags & action.opened):
            lines += _lines(seconds, Verb.FLAG, cell)
            flags.remove(cell)
        lines += _lines(seconds, action.verb, action.cell)
        if action.verb is Verb.FLAG:
            flags ^= {action.cell}
    return "\n".join([*lines, ""])


def _lines(seconds: float, verb: Verb, cell: Cell) -> list[str]:
    """Returns the events of a move."""
    x, y = cell
    point = f"{x + 1} {y + 1} ({x * PIXELS + PIXELS // 2} {y * PIXELS + PIXELS // 2})"
    return [f"{seconds:.3f} {button} {point}" for button in _CLICKS[verb]]
