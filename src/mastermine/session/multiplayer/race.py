"""Matches of Minesweeper at one keyboard: all players open the same board in turn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.numbers import decimal, listed, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.rules import Minesweeper
from mastermine.session.messages import counts
from mastermine.session.minesweeper import MinesweeperSession
from mastermine.session.multiplayer.match import Match
from mastermine.session.multiplayer.scoring import opened, raced
from mastermine.session.saved import files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Place:
    """A player's row of the table: ``score`` is rounds won."""

    player: str
    score: int
    cleared: int
    """Number of cleared boards."""
    seconds: float
    """Time for the cleared boards."""
    leads: bool


class Race(Match[MinesweeperSession]):
    """A match of Minesweeper. In each round all players open the same board in turn.

    The first player's first click fixes the mines and is made for the others. The player who clears
    the board fastest wins the round; if nobody does, the player who opened the most cells.
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
        """Seed of the boards of all rounds."""
        self.seed_chosen = seed is not None

    def again(self) -> Self:
        return type(self)(self.rules, self.players, self.rounds)

    def shared(self) -> dict[str, Any]:
        seed = {"seed": self.seed} if self.seed_chosen or self.over else {}
        return {**super().shared(), **seed}

    # State.

    def begin(self) -> None:
        """Gives the board to the next player and starts the clock. Raises IllegalMove.

        The clock of the first player starts at the first click.
        """
        self._check_open()
        if self.board is not None:
            raise IllegalMove(
                _("{player} is still playing; the next player starts after that").format(
                    player=self.player
                )
            )
        number = self.round
        row = self.boards[number] if number < len(self.boards) else []
        opened = next((board for board in row if board.turns), None)
        if opened is None:
            seed = Random(self.seed).fork("round", number).seed
            board = MinesweeperSession(self.rules, seed=seed)
            board.seed_chosen = False  # It was drawn from that of the match.
        else:
            board = MinesweeperSession(self.rules, secret=opened._secret)
            board.click(opened.turns[0].action)
        if not row:
            self.boards.append(row)
        row.append(board)

    def standings(self) -> list[Place]:
        """Returns the table, best player first."""
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
        """Returns the winners of a finished round, counted from 0.

        Several in a tie, and none if all gave up.
        """

        def merit(board: MinesweeperSession) -> tuple[bool, float]:
            won = board.outcome is Outcome.WON
            return won, -_seconds(board) if won else opened(board)

        results = self.results(number)
        if all(board.given_up for _player, board in results):
            return []
        best = max(merit(board) for _player, board in results)
        return [player for player, board in results if merit(board) == best]

    # Messages.

    def scoring_text(self) -> str:
        return _(
            "All open the same board. The player who clears it fastest wins the round; if nobody "
            "does, the player who opens the most cells; if all give up, nobody."
        )

    def headings(self) -> list[str]:
        return [_("player"), _("rounds won"), _("boards cleared"), _("seconds")]

    def rows(self) -> list[list[str]]:
        return [
            [
                place.player,
                whole(place.score),
                whole(place.cleared),
                decimal(place.seconds, 1) if place.cleared else "–",
            ]
            for place in self.standings()
        ]

    def figures(self, standing: Place) -> list[str]:
        won = counts.rounds_won(standing.score)
        boards = ngettext("{n} board", "{n} boards", standing.cleared).format(
            n=whole(standing.cleared)
        )
        seconds = [counts.seconds(round(standing.seconds))] if standing.cleared else []
        return [won, boards, *seconds]

    def result(self, player: str, board: MinesweeperSession) -> str:
        """Says how a player did; names the mine that was hit once nobody opens the board again."""
        rows = enumerate(self.boards)
        over = any(self._finished(number) for number, row in rows if board in row)
        return _("{player}: {result}").format(player=player, result=raced(board, mine=over))

    def round_lines(self, number: int) -> list[str]:
        lines = [self.result(player, board) for player, board in self.results(number)]
        winners = listed(self.winners_of(number))
        if not winners:
            return [*lines, _("Nobody won the round.")]
        # Translators: the name of a woman or a man, or several.
        return [*lines, _("Round won by {players}.").format(players=winners)]

    def next_round_text(self) -> str:
        # Translators: {round} is "Round 1 of 2"; {player} is the name of a woman or a man.
        return _("{round}. {player}, press Enter when you are ready.").format(
            round=self.round_text(), player=self.player
        )

    # Saving.

    def public(self) -> dict[str, Any]:
        number = min(self.round, self.rounds - 1)
        return {
            **super().public(),
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "seed": self.seed if self.over or self.seed_chosen else None,
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

    # Internals.

    def _set_up(self, verb: str, text: str) -> bool:
        if (verb, text) == ("flag", "mines"):
            raise IllegalMove(_("hints are off in matches; flag the mines one by one"))
        if verb == "begin":
            self.begin()
        return verb == "begin"

    def _awaited(self) -> str:
        return _("{player} is next: enter begin when {player} is ready").format(player=self.player)

    def _next_player(self) -> str:
        return self.sides_of(self.round)[len(self.results(self.round))]

    def _side(self, board: MinesweeperSession | None) -> dict[str, Any]:
        if board is None or board.outcome is None:
            return {"outcome": None, "seconds": None}
        return {"outcome": board.outcome.value, "seconds": _seconds(board)}

    def _round_data(self, number: int) -> dict[str, Any]:
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
            started = [(board._secret, board.turns[0].action) for board in row if board.turns]
            if any(each != started[0] for each in started):
                raise InvalidSpec(_("the boards of a round have different mines"))
        if any(board.outcome is None for board in boards[:-1]) or not all(
            self._finished(number) for number in range(len(self.boards) - 1)
        ):
            raise self._out_of_order()


def _seconds(board: MinesweeperSession) -> float:
    """Returns the time, rounded as in saved files."""
    return round(board.clock.seconds, 2)
