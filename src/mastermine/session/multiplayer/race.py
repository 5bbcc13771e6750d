"""People against each other at Minesweeper: all open the same field, one after the other."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.session.minesweeper import MinesweeperSession
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved import files
from mastermine.session.session import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence


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

    KIND: ClassVar[str] = "race"

    def __init__(
        self,
        rules: Minesweeper,
        players: Sequence[str],
        rounds: int | None = None,
        *,
        seed: int | str | None = None,
    ) -> None:
        """``rounds`` must be a multiple of the number of players. Raises InvalidSpec."""
        super().__init__(players, rounds)
        self.rules = rules
        self.seed = fresh_seed() if seed is None else seed
        """From which the fields of all rounds are drawn."""
        self.seed_chosen = seed is not None
        """Whether the seed was named by somebody, and not drawn here."""

    # How the match stands.

    @property
    def player(self) -> str | None:
        """Who plays now, or begins now; None when the match is over."""
        if self.over:
            return None
        number = self.round
        row = self.boards[number] if number < len(self.boards) else []
        playing = row and row[-1].outcome is None
        return self.sides_of(number)[len(row) - bool(playing)]

    def first_of(self, number: int) -> str:
        """Who opens the field in a round, counted from 0."""
        return self.players[number % len(self.players)]

    def sides_of(self, number: int) -> list[str]:
        n = len(self.players)
        return [self.players[(number + step) % n] for step in range(n)]

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

    # Keeping.

    def public(self) -> dict[str, Any]:
        number = min(self.round, self.rounds - 1)
        return {
            **super().public(),
            "rules": self.rules.spec(),
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
        return {
            **super().data(),
            "rules": self.rules.spec(),
            "seed": self.seed,
            "seed_chosen": self.seed_chosen,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Race:
        """Raises ValueError when this is no match, and no other error."""
        race = cls(
            parse_rules_of(Minesweeper, files.take(data, "rules", str)),
            files.take_texts(data, "players"),
            files.take_count(data, "rounds"),
            seed=files.take(data, "seed", int | str),
        )
        race.seed_chosen = files.take(data, "seed_chosen", bool)
        return race._restore(data, MinesweeperSession)

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

    def _to_do(self) -> str | None:
        return None if self.over else "begin" if self.board is None else "open"

    def _player(self) -> str | None:
        return self.player

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

    def _check_boards(self) -> None:
        boards = [board for row in self.boards for board in row]
        if len(self.boards) > self.rounds or any(
            not 0 < len(row) <= len(self.players) for row in self.boards
        ):
            raise InvalidSpec(_("the boards do not go with the players and rounds"))
        if any((board.rules, board.mode) != (self.rules, Mode.COMPUTER) for board in boards):
            raise InvalidSpec(_("a board has other rules than the match"))
        for row in self.boards:
            begun = [(board._secret, board.turns[0].action) for board in row if board.turns]
            if any(each != begun[0] for each in begun):
                raise InvalidSpec(_("the boards of a round have different fields"))
        if any(board.outcome is None for board in boards[:-1]) or not all(
            self._finished(number) for number in range(len(self.boards) - 1)
        ):
            raise InvalidSpec(_("a board was begun before the one in front of it was finished"))


def opened(board: MinesweeperSession) -> int:
    """How many safe cells were opened."""
    return sum(value < CLOSED for value in board.board.cells)


def _seconds(board: MinesweeperSession) -> float:
    """How long it took, as exactly as a file keeps it."""
    return round(board.clock.seconds, 2)
