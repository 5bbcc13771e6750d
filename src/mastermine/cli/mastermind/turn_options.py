"""Reads a game on the table from ``SPEC``, ``--turn`` and ``--colours``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from mastermine.cli import output
from mastermine.i18n.text import N_, _

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind import Code, Feedback, Mastermind, Notation

turns_option = output.option(
    "--turn",
    "-t",
    "turns",
    metavar=N_('"GUESS ANSWER"'),
    multiple=True,
    help_=N_(
        'A guess and its answer, such as "1122 1,1", or ? for an answer that you do not know; one '
        "--turn per row."
    ),
)


class GivenGame(NamedTuple):
    """A game on the table: its notation and its rows."""

    notation: Notation
    turns: list[Turn[Code, Feedback]]

    @property
    def rules(self) -> Mastermind:
        """Rules of the notation."""
        return self.notation.rules

    def turns_data(self) -> list[dict[str, str]]:
        """Returns the rows for JSON."""
        code, answer = self.rules.format_action, self.rules.format_feedback
        return [
            {"guess": code(turn.action), "answer": answer(turn.feedback)} for turn in self.turns
        ]


def read_game(spec: str, turns: Iterable[str], colours: str | None) -> GivenGame:
    """Returns the game that the options describe. Raises InvalidSpec, IllegalMove."""
    from mastermine.mastermind import Mastermind, Notation
    from mastermine.registry import GAMES, colour_names, parse_rules, parse_rules_of

    analyzed = "cli.analyze" in GAMES[parse_rules(spec).game].parts
    instead = _("use mastermine analyze for its boards") if analyzed else ""
    rules = parse_rules_of(Mastermind, spec, instead=instead)
    notation = Notation.of(rules, colour_names(spec, colours))
    return GivenGame(notation, read_turns(turns, notation))


def read_turns(texts: Iterable[str], notation: Notation) -> list[Turn[Code, Feedback]]:
    """Parses the values of ``--turn``. Raises IllegalMove, which names the row."""
    from mastermine.core.turns import parse_turn

    complaint = notation.row_example()
    return [
        parse_turn(
            text, row, notation.parse, notation.parse_answer, complaint, notation.rules.unknown
        )
        for row, text in enumerate(texts, start=1)
    ]
