"""What all matches of people share: players in turn, rounds, a board for each, a table, a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.i18n.text import _, ngettext
from mastermine.registry import parse_rules_of
from mastermine.session.saved import files
from mastermine.session.session import Mode, Session, fresh_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5

B = TypeVar("B", bound=Session[Any, Any, Any, Any])


class Match(ABC, Generic[B]):
    """A match of people at one keyboard.

    In each round each side has a board (a session) of its own and plays it to the end before the
    next. Between people there is no help and no way back.
    """

    KIND: ClassVar[str]
    BOARD: ClassVar[type[Session[Any, Any, Any, Any]]]
    """The class of the boards."""
    TO_DO: ClassVar[tuple[str, str]]
    """What is to be done while a board must be set up, and then, in a word each."""
    TAKES: ClassVar[Mapping[str, str | None]] = {"players": "players", "rounds": "rounds"}
    """What of a ``GameSetup`` such a match takes, besides the rules, and by which parameter."""

    def __init__(self, rules: Any, players: Sequence[str], rounds: int | None) -> None:
        """``rounds`` must be a multiple of the number of players: each begins equally often.

        Raises InvalidSpec.
        """
        self.id = fresh_id()
        """What tells this match from all others, wherever its file goes."""
        self.rules = rules
        self.players = _checked(players)
        each = len(self.players)
        self.rounds = each if rounds is None else rounds
        if self.rounds < 1 or self.rounds % each:
            told = ngettext("{n} round", "{n} rounds", self.rounds).format(n=self.rounds)
            raise InvalidSpec(self._uneven().format(rounds=told, n=each), field="rounds")
        self.boards: list[list[B]] = []
        """For each round begun, the boards of its sides."""

    hides: ClassVar[bool] = False
    """Whether somebody hides the secret of a round from the others."""

    @abstractmethod
    def again(self) -> Self:
        """Another match of the same people."""

    def pause(self) -> None:
        """Do nothing: a match goes on, whoever looks."""

    def resume(self) -> None:
        """Do nothing, as ``pause``."""

    def progress(self) -> dict[str, Any]:
        """How far the match is, as JSON values."""
        return {
            "round": min(self.round + 1, self.rounds),
            "rounds": self.rounds,
            "players": list(self.players),
        }

    def left_at(self, level: str, when: str) -> str:
        """Which match was left, who plays, and when it was left, in words."""
        return _("{level}, {players}, {when}").format(
            level=level, players=", ".join(self.players), when=when
        )

    def shared(self) -> dict[str, Any]:
        """What of a ``GameSetup`` begins such a match again, as far as it may be told now."""
        return {"players": self.players, "rounds": self.rounds}

    # How the match stands.

    @property
    def board(self) -> tuple[str, B] | None:
        """The player at the keyboard, and their board; None when a board is to be set up."""
        row = self.results(len(self.boards) - 1) if self.boards else []
        return next((each for each in row if each[1].outcome is None), None)

    @property
    def round(self) -> int:
        """The number of the round being played, or of the next one, from 0."""
        begun = len(self.boards)
        return begun - (begun > 0 and not self._finished(begun - 1))

    @property
    def open(self) -> bool:
        """Whether the match was begun and is not over: there is something to go on with."""
        return bool(self.boards) and not self.over

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return self.round == self.rounds

    @property
    def player(self) -> str | None:
        """Whose move it is; None when the match is over."""
        turn = self.board
        return turn[0] if turn else None if self.over else self._next_player()

    def first_of(self, number: int) -> str:
        """Who begins a round, counted from 0."""
        return self.players[number % len(self.players)]

    def sides_of(self, number: int) -> list[str]:
        """Who has a board in a round, counted from 0, in the order of play."""
        first = number % len(self.players)
        return [*self.players[first:], *self.players[:first]]

    def results(self, number: int) -> list[tuple[str, B]]:
        """The boards of a round that there are, and whose they are."""
        row = self.boards[number] if number < len(self.boards) else []
        return list(zip(self.sides_of(number), row, strict=False))

    # Moves.

    def do(self, text: str) -> None:
        """Make the move that a text says: of the match, or else on the board in play.

        Raises IllegalMove.
        """
        verb, _space, rest = text.strip().partition(" ")
        if verb in ("undo", "redo"):
            raise IllegalMove(_("between people nothing is taken back"))
        if self._set_up(verb, rest.strip()):
            return
        if self.over:
            raise IllegalMove(_("the match is over"))
        turn = self.board
        if turn is None:
            raise IllegalMove(self._awaited())
        turn[1].do(text)

    # Keeping.

    def save(self, path: str | Path) -> None:
        """Keep the match in a file, all that is hidden included. Raises InvalidSpec."""
        files.write(path, self.data())

    def public(self) -> dict[str, Any]:
        """What all players may see, as JSON values, named as those of a game.

        Of the round being played only the board in play is shown: what others did on boards with
        the same secret is for nobody's eyes. ``round`` counts from 1.
        """
        turn = self.board
        moves = sum(board.length for row in self.boards for board in row)
        return {
            "id": self.id,
            "game": self.KIND,
            "mode": "people",
            "daily": None,
            "strategy": None,
            "outcome": "won" if self.over else None,
            "over": self.over,
            "secret": None,
            "seed": None,
            "seed_chosen": False,
            "moves": moves,
            "done": moves,
            "can_undo": False,
            "can_redo": False,
            "hints": 0,
            "undos": 0,
            "given_up": False,
            "shown": False,
            "players": list(self.players),
            "rounds": self.rounds,
            "round": min(self.round + 1, self.rounds),
            "to_do": None if self.over else self.TO_DO[self.board is not None],
            "player": self.player,
            "board": turn and turn[1].public() | {"can_undo": False, "can_redo": False},
            "sides": [] if self.over else self._sides(),
            "results": [self._told(number) for number in range(self.round)],
            "rules": self.rules.spec(),
        }

    def data(self) -> dict[str, Any]:
        """The match as JSON values; ``from_data`` gives it back."""
        return {
            "kind": self.KIND,
            "id": self.id,
            "players": list(self.players),
            "rounds": self.rounds,
            "boards": [[board.data() for board in row] for row in self.boards],
            "rules": self.rules.spec(),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The match whose ``data()`` this is. Raises ValueError when it is none."""
        match = cls(
            parse_rules_of(cls.BOARD.RULES, files.take(data, "rules", str)),
            files.take_texts(data, "players"),
            files.take_count(data, "rounds"),
            **cls._read_options(data),
        )
        match.id = files.take_id(data)
        for row in files.take(data, "boards", list):
            if not isinstance(row, list) or not all(isinstance(board, dict) for board in row):
                raise InvalidSpec(_("{row!r} is no round").format(row=row))
            match.boards.append([cast("B", cls.BOARD.from_data(board)) for board in row])
        match._check_boards()
        return match

    # What each match says for itself.

    @abstractmethod
    def _uneven(self) -> str:
        """What is wrong with ``rounds`` for ``n`` players."""

    @abstractmethod
    def _set_up(self, verb: str, text: str) -> bool:
        """Make a move of the match; False where it is none. Raises IllegalMove."""

    @abstractmethod
    def _awaited(self) -> str:
        """Which move of the match must come now."""

    @abstractmethod
    def _next_player(self) -> str:
        """Whose move it is while a board must be set up."""

    @classmethod
    @abstractmethod
    def _read_options(cls, data: dict[str, Any]) -> dict[str, Any]:
        """What only such a match is made of, from its file. Raises ValueError."""

    @abstractmethod
    def _told(self, number: int) -> dict[str, Any]:
        """A finished round as JSON values."""

    @abstractmethod
    def _fits(self, board: B) -> bool:
        """Whether a board is of the kind that this match has."""

    @abstractmethod
    def _check_boards(self) -> None:
        """Raises InvalidSpec when these boards cannot be those of this match."""

    # What each match says of itself in words.

    def winners_told(self) -> str:
        """Who won, once it is over."""
        winners = [standing.player for standing in self.standings() if standing.leads]
        if len(winners) == 1:
            # Translators: the name of a woman or a man.
            return _("{player} wins.").format(player=winners[0])
        return _("A draw: {players}.").format(players=", ".join(winners))

    @abstractmethod
    def scored(self) -> str:
        """What counts."""

    @abstractmethod
    def heads(self) -> list[str]:
        """What stands above the columns of the table; all but the first are numbers."""

    @abstractmethod
    def rows(self) -> list[list[str]]:
        """The table: a row for each player, the best first."""

    @abstractmethod
    def figures(self, standing: Any) -> list[str]:
        """How a player stands, as parts of a list."""

    @abstractmethod
    def standings(self) -> Sequence[Any]:
        """How all stand, the best first."""

    @abstractmethod
    def result(self, player: str, board: B) -> str:
        """How somebody did on a board, without the secret."""

    @abstractmethod
    def round_told(self, number: int) -> list[str]:
        """How a round ended, counted from 0: what was hidden, how all did, who won it."""

    @abstractmethod
    def next_told(self) -> str:
        """What begins the next round."""

    # Inside.

    def _check_rows(self, sizes: range) -> None:
        """Raises InvalidSpec for boards too many or too few, or of another kind."""
        rows = self.boards
        if len(rows) > self.rounds or any(len(row) not in sizes for row in rows):
            raise InvalidSpec(_("the boards do not go with the players and rounds"))
        if not all(
            board.mode is Mode.COMPUTER and self._fits(board) for row in rows for board in row
        ):
            raise InvalidSpec(_("a board has other rules than the match"))

    def _finished(self, number: int) -> bool:
        """Whether all boards of a round were played."""
        row = self.boards[number]
        return len(row) == len(self.sides_of(number)) and all(b.outcome is not None for b in row)

    def _sides(self) -> list[dict[str, Any]]:
        """Who plays in this round, and who is done with it, as JSON values."""
        row = self.results(self.round)
        done = {player: board for player, board in row if board.outcome is not None}
        return [
            {"player": player, "done": player in done} | self._side(done.get(player))
            for player in self.sides_of(self.round)
        ]

    def _side(self, _board: B | None) -> dict[str, Any]:
        """What more may be told of a side, whose board is over (or None), while others play."""
        return {}


def _checked(players: Sequence[str]) -> tuple[str, ...]:
    """The names without spaces around them. Raises InvalidSpec."""
    names = tuple(" ".join(name.split()) for name in players)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise InvalidSpec(
            # Translators: {least} is 2, {most} is 5.
            _(
                "{least} to {most} people can play, not {n}; write their names like Ana,Boris"
            ).format(n=len(names), least=FEWEST_PLAYERS, most=MOST_PLAYERS),
            field="players",
        )
    if not all(names):
        raise InvalidSpec(
            _("a player's name is empty; write the names like Ana,Boris"), field="players"
        )
    for name in names:
        if not name.isprintable():
            raise InvalidSpec(
                _("the name {name!r} cannot be printed; write the names like Ana,Boris").format(
                    name=name
                ),
                field="players",
            )
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise InvalidSpec(
                _("two players are called {name}; give each a name of their own").format(name=name),
                field="players",
            )
        seen.add(name.casefold())
    return names
