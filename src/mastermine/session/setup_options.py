"""A new game as its options ask for it: what every front end with a command line shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.session import Saved


class Mismatch(InvalidSpec):
    """Options that do not go together."""


@dataclass(frozen=True)
class Wanted:
    """The options of a new game."""

    spec: str | None
    maker: str | None
    adversary: bool
    keep: str | None
    players: str | None
    rounds: int | None
    score: str | None
    name: str | None
    limit: int | None
    colours: str | None
    seed: int | str | None

    def start(self) -> Saved:
        """The game. Raises InvalidSpec, and Mismatch for options that this game has not."""
        from mastermine.mastermind.research.adversary import Keep
        from mastermine.minesweeper.rules import Minesweeper
        from mastermine.registry import parse_rules
        from mastermine.session import Mode, Score
        from mastermine.session.setup import Start

        rules = parse_rules(self.spec or "classic", self.limit)
        if isinstance(rules, Minesweeper):
            self._check_minesweeper()
        else:
            self._check_mastermind()
        mode = Mode.ADVERSARY if self.adversary else Mode.COMPUTER
        return Start(
            rules,
            Mode.PERSON if self.maker == "me" else mode,
            Keep(self.keep or Keep.LARGEST),
            self.seed,
            colours=None if self.colours is None else tuple(self.colours.split(",")),
            strategy=self.name,
            players=None if self.players is None else tuple(self.players.split(",")),
            rounds=self.rounds,
            score=None if self.score is None else Score(self.score),
        ).begin()

    def _check_mastermind(self) -> None:
        """Raises Mismatch for options that do not go together."""
        if self.players is None and (self.rounds is not None or self.score):
            raise Mismatch(_("--rounds and --score are for a match: add --players"))
        if self.players is not None and (self.maker or self.adversary):
            raise Mismatch(_("--players makes everyone a maker: leave the other out"))
        if self.players is not None and (self.name or self.seed is not None):
            raise Mismatch(
                _(
                    "between players nothing is random and there are no hints: "
                    "leave --seed and --strategy out"
                )
            )
        if self.maker == "me" and self.adversary:
            raise Mismatch(_("--maker me or --adversary: only one can hide the code"))
        if self.keep is not None and not self.adversary:
            raise Mismatch(_("--keep is what an adversary keeps: add --adversary"))

    def _check_minesweeper(self) -> None:
        """Raises Mismatch for options of Mastermind, and such that do not go together."""
        for option in ("maker", "keep", "score", "colours"):
            if getattr(self, option) is not None:
                raise Mismatch(
                    _("--{option} is for Mastermind; {spec} is Minesweeper").format(
                        option=option, spec=self.spec
                    )
                )
        if self.players is None and self.rounds is not None:
            raise Mismatch(_("--rounds is for a match: add --players"))
        if self.players is not None and self.adversary:
            raise Mismatch(
                _("--players all open the same field, which an adversary has not: leave one out")
            )
        if self.players is not None and self.name:
            raise Mismatch(_("between players there are no hints: leave --strategy out"))
