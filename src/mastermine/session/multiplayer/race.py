"""People against each other at Minesweeper: all open the same field, one after the other."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.numbers import decimal, listed, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.rules import Minesweeper
from mastermine.session.minesweeper import MinesweeperSession
from mastermine.session.multiplayer.match import Match
from mastermine.session.multiplayer.scoring import opened, raced
from mastermine.session.saved import files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Place:
    """How a player stands: ``score`` is rounds won."""

    player: str
    score: int
    cleared: int
    """How many fields were cleared."""
    seconds: float
    """For the fields that were cleared."""
    leads: bool


class Race(Match[MinesweeperSession]):
    """A match of people. In each round all open the same field, one after the other.

    The first click of whoever begins fixes the mines, and is made for the others. A round is won by
    whoever clears the field in the least time; if nobody does, by whoever opened the most cells.
    Each begins equally often.
    """

    rules: Minesweeper
    KIND: ClassVar[str] = "race"
    BOARD = MinesweeperSession
    TO_DO = ("begin", "open")
    TAKES: ClassVar[Mapping[str, str | None]] = {**Match.TAKES, "seed": "seed"}

    def __init__(
        self,
        rules: Minesweeper,
        players: Sequence[str],
        rounds: int | None = None,
        *,
        seed: int | str | None = None,
    ) -> None:
        """``rounds`` must be a multiple of the number of players. Raises InvalidSpec."""
        super().__init__(rules, players, rounds)
        self.seed = fresh_seed() if seed is None else seed
        """From which the fields of all rounds are drawn."""
        self.seed_chosen = seed is not None
        """Whether the seed was named by somebody, and not drawn here."""

    def again(self) -> Self:
        return type(self)(self.rules, self.players, self.rounds)

    def shared(self) -> dict[str, Any]:
        seed = {"seed": self.seed} if self.seed_chosen or self.over else {}
        return {**super().shared(), **seed}

    # How the match stands.

    def begin(self) -> None:
        """Put the field before the next player, whose time then runs. Raises IllegalMove.

        Of whoever opens the field it runs from that click on.
        """
        if self.over:
            raise IllegalMove(_("the match is over"))
        if self.board is not None:
            raise IllegalMove(
                _("{player} plays; the next one begins after that").format(player=self.player)
            )
        number = self.round
        row = self.boards[number] if number < len(self.boards) else []
        opened = next((board for board in row if board.turns), None)
        if opened is None:
            seed = Random(self.seed).fork("round", number).seed
            board = MinesweeperSession(self.rules, seed=seed)
            board.seed_chosen = False  # Nobody at this keyboard named it.
        else:
            board = MinesweeperSession(self.rules, secret=opened._secret)
            board.click(self.rules.format_action(opened.turns[0].action))
        if not row:
            self.boards.append(row)
        row.append(board)

    def standings(self) -> list[Place]:
        """The table, the best first."""
        scores = dict.fromkeys(self.players, 0)
        times: dict[str, list[float]] = {player: [] for player in self.players}
        for number in range(self.round):
            for player in self.winners_of(number):
                scores[player] += 1
            for player, board in self.results(number):
                if board.outcome is Outcome.WON:
                    times[player].append(_seconds(board))
        best = max(scores.values())
        return [
            Place(p, scores[p], len(times[p]), round(sum(times[p]), 2), scores[p] == best)
            for p in sorted(self.players, key=lambda p: -scores[p])
        ]

    def winners_of(self, number: int) -> list[str]:
        """Who won a finished round, counted from 0: more than one where they did equally well."""

        def merit(board: MinesweeperSession) -> tuple[bool, float]:
            won = board.outcome is Outcome.WON
            return won, -_seconds(board) if won else opened(board)

        results = self.results(number)
        best = max(merit(board) for _player, board in results)
        return [player for player, board in results if merit(board) == best]

    # In words.

    def scored(self) -> str:
        return _(
            "All open the same field. Who clears it in the least time wins the round; if nobody "
            "does, who opens the most cells."
        )

    def heads(self) -> list[str]:
        return [_("player"), _("rounds won"), _("fields cleared"), _("seconds")]

    def rows(self) -> list[list[str]]:
        return [
            [place.player, whole(place.score), whole(place.cleared), decimal(place.seconds, 1)]
            for place in self.standings()
        ]

    def figures(self, standing: Place) -> list[str]:
        won = ngettext("{n} round won", "{n} rounds won", standing.score).format(n=standing.score)
        fields = ngettext("{n} field", "{n} fields", standing.cleared).format(n=standing.cleared)
        # Translators: seconds.
        return [won, fields, _("{n} s").format(n=round(standing.seconds))]

    def result(self, player: str, board: MinesweeperSession) -> str:
        return _("{player}: {result}").format(player=player, result=raced(board))

    def round_told(self, number: int) -> list[str]:
        told = [self.result(player, board) for player, board in self.results(number)]
        winners = listed(self.winners_of(number))
        return [*told, _("Winner of the round: {players}.").format(players=winners)]

    def next_told(self) -> str:
        return _("Round {n} of {rounds}. Press Enter, {player}, when you are ready.").format(
            n=self.round + 1, rounds=self.rounds, player=self.player
        )

    # Keeping.

    def public(self) -> dict[str, Any]:
        number = min(self.round, self.rounds - 1)
        return {
            **super().public(),
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "seed": self.seed if self.over or self.seed_chosen else None,
            "seed_chosen": self.seed_chosen,
            "score": "rounds",
            "first": self.first_of(number),
            "standings": [asdict(place) for place in self.standings()],
        }

    def data(self) -> dict[str, Any]:
        return {**super().data(), "seed": self.seed, "seed_chosen": self.seed_chosen}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        race = super().from_data(data)
        race.seed_chosen = files.take(data, "seed_chosen", bool)
        return race

    @classmethod
    def _read_options(cls, data: dict[str, Any]) -> dict[str, Any]:
        return {"seed": files.take(data, "seed", int | str)}

    # Inside.

    def _uneven(self) -> str:
        # Translators: {rounds} is "{n} rounds" and {n} is 2 to 5 here.
        return _(
            "{rounds}: with {n} players it must be a multiple of {n}, so that each begins equally "
            "often"
        )

    def _set_up(self, verb: str, text: str) -> bool:
        if (verb, text) == ("flag", "mines"):
            raise IllegalMove(_("between people nobody helps: flag the mines one by one"))
        if verb == "begin":
            self.begin()
        return verb == "begin"

    def _awaited(self) -> str:
        return _("{player} is next: write begin when {player} is ready").format(player=self.player)

    def _next_player(self) -> str:
        return self.sides_of(self.round)[len(self.results(self.round))]

    def _side(self, board: MinesweeperSession | None) -> dict[str, Any]:
        if board is None or board.outcome is None:
            return {"outcome": None, "seconds": None}
        return {"outcome": board.outcome.value, "seconds": _seconds(board)}

    def _told(self, number: int) -> dict[str, Any]:
        layout = next((b.secret for _player, b in self.results(number) if b.secret), None)
        return {
            "first": self.first_of(number),
            "winners": self.winners_of(number),
            "layout": None if layout is None else self.rules.format_secret(layout),
            "openers": [
                {
                    "player": player,
                    "outcome": board.outcome and board.outcome.value,
                    "seconds": _seconds(board),
                    "opened": opened(board),
                    "given_up": board.given_up,
                }
                for player, board in self.results(number)
            ],
        }

    def _fits(self, board: MinesweeperSession) -> bool:
        return board.rules == self.rules

    def _check_boards(self) -> None:
        self._check_rows(range(1, len(self.players) + 1))
        boards = [board for row in self.boards for board in row]
        for row in self.boards:
            begun = [(board._secret, board.turns[0].action) for board in row if board.turns]
            if any(each != begun[0] for each in begun):
                raise InvalidSpec(_("the boards of a round have different fields"))
        if any(board.outcome is None for board in boards[:-1]) or not all(
            self._finished(number) for number in range(len(self.boards) - 1)
        ):
            raise InvalidSpec(_("a board was begun before the one in front of it was finished"))


def _seconds(board: MinesweeperSession) -> float:
    """How long it took, as exactly as a file keeps it."""
    return round(board.clock.seconds, 2)
