"""A new game as its options ask for it: what every front end with a command line shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _

if TYPE_CHECKING:
    from mastermine.mastermind.rules import Mastermind
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import Contest, MastermindSession, MinesweeperSession, Race, Saved


class Mismatch(InvalidSpec):
    """Options that do not go together."""


@dataclass(frozen=True)
class Wanted:
    """The options of a new game."""

    spec: str | None
    maker: str | None
    adversary: bool
    players: str | None
    rounds: int | None
    score: str | None
    name: str | None
    limit: int | None
    colours: str | None
    seed: int | str | None

    def check(self) -> None:
        """Raises Mismatch for options of Mastermind that do not go together."""
        me = self.maker == "me"
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
        if me and self.adversary:
            raise Mismatch(_("--maker me or --adversary: only one can hide the code"))

    def start(self) -> Saved:
        """The game. Raises InvalidSpec, and Mismatch for options that this game has not."""
        from mastermine.games import parse_rules
        from mastermine.minesweeper.rules import Minesweeper

        rules = parse_rules(self.spec or "classic", self.limit)
        if isinstance(rules, Minesweeper):
            return self.minesweeper(rules)
        self.check()
        return self.mastermind(rules)

    def mastermind(self, rules: Mastermind) -> MastermindSession | Contest:
        """A game of Mastermind, or a match of people. Raises InvalidSpec."""
        from mastermine.games import usual_strategy
        from mastermine.session import Contest, MastermindSession, Mode, Score

        names = None if self.colours is None else tuple(self.colours.split(","))
        if self.players is not None:
            score = Score(self.score or "rounds")
            return Contest(rules, self.players.split(","), self.rounds, score, names)
        mode = Mode.ADVERSARY if self.adversary else Mode.COMPUTER
        return MastermindSession(
            rules,
            Mode.PERSON if self.maker == "me" else mode,
            seed=self.seed,
            strategy=self.name or usual_strategy(rules),
            names=names,
        )

    def minesweeper(self, rules: Minesweeper) -> MinesweeperSession | Race:
        """A game of Minesweeper, or a match of people. Raises InvalidSpec and Mismatch."""
        from mastermine.games import usual_strategy
        from mastermine.session import MinesweeperSession, Mode, Race

        for option in ("maker", "score", "colours"):
            value = getattr(self, option)
            if value is not None and value is not False:
                raise Mismatch(
                    _("--{option} is for Mastermind; {spec} is Minesweeper").format(
                        option=option, spec=self.spec
                    )
                )
        if self.players is None:
            if self.rounds is not None:
                raise Mismatch(_("--rounds is for a match: add --players"))
            mode = Mode.ADVERSARY if self.adversary else Mode.COMPUTER
            strategy = self.name or usual_strategy(rules)
            return MinesweeperSession(rules, mode, seed=self.seed, strategy=strategy)
        if self.adversary:
            raise Mismatch(
                _("--players all open the same field, which an adversary has not: leave one out")
            )
        if self.name:
            raise Mismatch(_("between players there are no hints: leave --strategy out"))
        return Race(rules, self.players.split(","), self.rounds, seed=self.seed)
