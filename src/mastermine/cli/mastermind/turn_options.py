"""``--turn`` and ``--colours``: the rows of a game on the table, and how they are written."""

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
    help_=N_('A guess and its answer, such as "1122 1,1"; one --turn for each row, in order.'),
)


class GivenGame(NamedTuple):
    """A game on the table."""

    notation: Notation
    turns: list[Turn[Code, Feedback]]

    @property
    def rules(self) -> Mastermind:
        """The rules, which its codes are written by."""
        return self.notation.rules

    def turns_data(self) -> list[dict[str, str]]:
        """The rows as JSON has them."""
        form = self.rules.format_feedback
        return [
            {"guess": self.notation.format(turn.action), "answer": form(turn.feedback)}
            for turn in self.turns
        ]


def read_game(spec: str, turns: Iterable[str], colours: str | None) -> GivenGame:
    """The game that the options describe. Raises InvalidSpec, IllegalMove."""
    from mastermine.mastermind import Mastermind
    from mastermine.registry import parse_rules_of

    there = _("what is known of a minefield is told by mastermine analyze")
    rules = parse_rules_of(Mastermind, spec, instead=there)
    notation = notation_for(rules, colours)
    return GivenGame(notation, read_turns(turns, rules, notation))


def notation_for(rules: Mastermind, colours: str | None) -> Notation:
    """The notation with the colour names of ``--colours``. Raises InvalidSpec."""
    from mastermine.mastermind import Notation

    return Notation(rules, None if colours is None else colours.split(","))


def read_turns(
    texts: Iterable[str], rules: Mastermind, notation: Notation
) -> list[Turn[Code, Feedback]]:
    """The turns that were given. Raises IllegalMove, which names the row."""
    from mastermine.core.turns import parse_turn

    complaint = _('write the guess, a space and the answer, such as "{example} 1,1"').format(
        example=notation.example()
    )
    return [
        parse_turn(text, row, notation.parse, rules.parse_feedback, complaint)
        for row, text in enumerate(texts, start=1)
    ]
