"""The base class of matches: players in turn, rounds, boards, a table, saving and loading."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.registry import parse_rules_of
from mastermine.session.messages import counts
from mastermine.session.saved import files
from mastermine.session.session import Mode, Session, fresh_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MIN_PLAYERS, MAX_PLAYERS = 2, 5
MAX_ROUNDS = 10_000
"""Maximum number of rounds of a match."""

B = TypeVar("B", bound=Session[Any, Any, Any, Any])


class Match(ABC, Generic[B]):
    """A match between players at one keyboard.

    In each round each side has a board (a session) and plays it to the end before the next. A match
    has no undo, and no hints unless they settle a draw.
    """

    KIND: ClassVar[str]
    BOARD: ClassVar[type[Session[Any, Any, Any, Any]]]
    """Class of the boards."""
    TO_DO: ClassVar[tuple[str, str]]
    """The next step in one word: before a board is set up, and then."""
    TAKES: ClassVar[Mapping[str, str | None]] = {"players": "players", "rounds": "rounds"}
    """Fields of ``GameSetup`` besides the rules, each with the parameter that takes it."""

    def __init__(self, rules: Any, players: Sequence[str], rounds: int | None) -> None:
        """``rounds`` must be a multiple of the number of players. Raises InvalidSpec."""
        self.id = fresh_id()
        self.rules = rules
        self.players = _checked(players)
        each = len(self.players)
        self.rounds = each if rounds is None else rounds
        if self.rounds > MAX_ROUNDS:
            raise InvalidSpec(
                _("{rounds} are too many; the maximum is {most}").format(
                    rounds=counts.rounds(self.rounds), most=whole(MAX_ROUNDS)
                ),
                field="rounds",
            )
        if self.rounds < 1 or self.rounds % each:
            raise InvalidSpec(
                # Translators: {rounds} is "{n} rounds" and {n} is 2 to 5 here.
                _(
                    "{rounds} for {n} players: use a multiple of {n}, so that turns are equal"
                ).format(rounds=counts.rounds(self.rounds), n=each),
                field="rounds",
            )
        self.boards: list[list[B]] = []
        """The boards of each started round."""

    hides: ClassVar[bool] = False
    """True if a player hides the secret of a round from the others."""
    seed_chosen: bool = False
    """True if the seed of the match was given."""
    note: ClassVar[str] = ""
    """Like ``Session.note``; always empty."""

    @abstractmethod
    def again(self) -> Self:
        """Returns a new match of the same players."""

    def pause(self) -> None:
        """Does nothing: a match cannot be paused."""

    def resume(self) -> None:
        """Does nothing, like ``pause``."""

    def progress(self) -> dict[str, Any]:
        """Returns the progress for a list of games, as JSON values."""
        return {
            "round": min(self.round + 1, self.rounds),
            "rounds": self.rounds,
            "players": list(self.players),
        }

    def saved_label(self, level: str, when: str) -> str:
        """Formats level, players and time of saving, for a list of saved games."""
        return _("{level}, {players}, {when}").format(
            level=level, players=", ".join(self.players), when=when
        )

    def shared(self) -> dict[str, Any]:
        """Returns the ``GameSetup`` fields for such a match, as far as they may be known."""
        return {"players": self.players, "rounds": self.rounds}

    # State.

    @property
    def gives_hints(self) -> bool:
        """True if the players may ask for hints, which settle a draw."""
        return False

    @property
    def board(self) -> tuple[str, B] | None:
        """The player at the keyboard and the board; None if a board must be set up."""
        row = self.results(len(self.boards) - 1) if self.boards else []
        return next((each for each in row if each[1].outcome is None), None)

    @property
    def round(self) -> int:
        """Number of the current or next round, from 0."""
        started = len(self.boards)
        return started - (started > 0 and not self._finished(started - 1))

    @property
    def open(self) -> bool:
        """True if the match is started and not over, so that it can be resumed."""
        return bool(self.boards) and not self.over

    @property
    def over(self) -> bool:
        return self.round == self.rounds

    @property
    def player(self) -> str | None:
        """The player to move; None when the match is over."""
        turn = self.board
        return turn[0] if turn else None if self.over else self._next_player()

    def first_of(self, number: int) -> str:
        """Returns the player who starts a round, counted from 0."""
        return self.players[number % len(self.players)]

    def sides_of(self, number: int) -> list[str]:
        """Returns the players with a board in a round, counted from 0, in order of play."""
        first = number % len(self.players)
        return [*self.players[first:], *self.players[:first]]

    def results(self, number: int) -> list[tuple[str, B]]:
        """Returns the players and boards of a round, as far as it is played."""
        row = self.boards[number] if number < len(self.boards) else []
        return list(zip(self.sides_of(number), row, strict=False))

    @property
    def hints(self) -> int:
        """Number of hints of all players."""
        return sum(board.hints for row in self.boards for board in row)

    # Moves.

    def do(self, text: str) -> None:
        """Makes a move of the match, or else on the current board. Raises IllegalMove."""
        verb, _space, rest = text.strip().partition(" ")
        if verb in ("undo", "redo"):
            raise IllegalMove(_("undo is off in matches"))
        if self._set_up(verb, rest.strip()):
            return
        self._check_open()
        turn = self.board
        if turn is None:
            raise IllegalMove(self._awaited())
        turn[1].do(text)

    @property
    def given_rules(self) -> Any:
        """The rules that the match was started with."""
        return self.rules

    @property
    def words(self) -> dict[str, Any]:
        """The players' words for the game."""
        return {}

    def describe(self) -> str:
        """Describes the rules in the words of this game."""
        words: str = self.rules.describe()
        return words

    # Saving.

    def save(self, path: str | Path) -> None:
        """Saves the match to a file, including secrets. Raises InvalidSpec."""
        files.write(path, self.data())

    def public(self) -> dict[str, Any]:
        """Returns what all players may see, as JSON values, with the keys of a game.

        Of the current round it contains only the current board, since the other boards have the
        same secret. ``round`` counts from 1.
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
            "seed_chosen": self.seed_chosen,
            "moves": moves,
            "done": moves,
            "can_undo": False,
            "can_redo": False,
            "hints": self.hints,
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
            "results": [self._round_data(number) for number in range(self.round)],
            "rules": self.rules.spec(),
        }

    def data(self) -> dict[str, Any]:
        """Returns the match as JSON values; ``from_data`` is the inverse."""
        return {
            "kind": self.KIND,
            "id": self.id,
            "players": list(self.players),
            "rounds": self.rounds,
            "boards": [[board.data() for board in row] for row in self.boards],
            "rules": self.given_rules.spec(),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Restores a match. Raises ValueError for invalid data."""
        match = cls(
            parse_rules_of(cls.BOARD.RULES, files.take(data, "rules", str)),
            files.take_texts(data, "players"),
            files.take_count(data, "rounds"),
            **cls._read_options(data),
        )
        match.id = files.take_id(data)
        for row in files.take(data, "boards", list):
            if not isinstance(row, list) or not all(isinstance(board, dict) for board in row):
                raise InvalidSpec(_("{row!r} is not a round").format(row=row))
            match.boards.append([cast("B", cls.BOARD.from_data(board)) for board in row])
        match._check_boards()
        return match

    # To be implemented by each match.

    @abstractmethod
    def _set_up(self, verb: str, text: str) -> bool:
        """Makes a move of the match; returns False for any other. Raises IllegalMove."""

    @abstractmethod
    def _awaited(self) -> str:
        """Says which move must come next."""

    @abstractmethod
    def _next_player(self) -> str:
        """Returns the player to move before a board is set up."""

    @classmethod
    @abstractmethod
    def _read_options(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Reads further parameters from the data. Raises ValueError."""

    @abstractmethod
    def _round_data(self, number: int) -> dict[str, Any]:
        """Returns a finished round as JSON values."""

    @abstractmethod
    def _fits(self, board: B) -> bool:
        """Returns True if a board has the settings of this match."""

    @abstractmethod
    def _check_boards(self) -> None:
        """Raises InvalidSpec for boards that are impossible in this match."""

    # Messages.

    def round_text(self) -> str:
        """Formats the number of the current round, such as ``Round 1 of 2``."""
        n = min(self.round + 1, self.rounds)
        return _("Round {n} of {rounds}").format(n=n, rounds=self.rounds)

    def turn_text(self) -> str:
        """Asks for the player at the keyboard, whose board the others must not see."""
        # Translators: the name of a woman or a man.
        return _("{player} is next. Press Enter when only {player} can see the screen.").format(
            player=self.player
        )

    def table_title(self) -> str:
        """Returns the title of the table."""
        if self.over:
            return _("Final table")
        return _("After round {n} of {rounds}").format(n=self.round, rounds=self.rounds)

    def winners_text(self) -> str:
        """Says who won."""
        winners = [standing.player for standing in self.standings() if standing.leads]
        if len(winners) == 1:
            # Translators: the name of a woman or a man.
            return _("{player} wins.").format(player=winners[0])
        return _("A draw: {players}.").format(players=", ".join(winners))

    @abstractmethod
    def scoring_text(self) -> str:
        """Explains the scoring."""

    @abstractmethod
    def headings(self) -> list[str]:
        """Returns the headings of the table; all columns but the first are numbers."""

    @abstractmethod
    def rows(self) -> list[list[str]]:
        """Formats the table, best player first."""

    @abstractmethod
    def figures(self, standing: Any) -> list[str]:
        """Formats a player's score and figures."""

    @abstractmethod
    def standings(self) -> Sequence[Any]:
        """Returns the table, best player first."""

    @abstractmethod
    def result(self, player: str, board: B) -> str:
        """Says how a player did on a board, without the secret."""

    @abstractmethod
    def round_lines(self, number: int) -> list[str]:
        """Says how a round, counted from 0, ended: the secret, the results, the winner."""

    @abstractmethod
    def next_round_text(self) -> str:
        """Announces the next round."""

    # Internals.

    def _check_open(self) -> None:
        if self.over:
            raise IllegalMove(_("the match is over"))

    def _out_of_order(self) -> InvalidSpec:
        return InvalidSpec(_("a board was started before the previous one was finished"))

    def _check_rows(self, sizes: range) -> None:
        """Raises InvalidSpec for a wrong number of boards, or other settings."""
        rows = self.boards
        if len(rows) > self.rounds or any(len(row) not in sizes for row in rows):
            raise InvalidSpec(_("the boards do not match the players and rounds"))
        if not all(
            board.mode is Mode.COMPUTER and self._fits(board) for row in rows for board in row
        ):
            raise InvalidSpec(_("the rules of a board and of the match differ"))

    def _finished(self, number: int) -> bool:
        """Returns True if all boards of a round are over."""
        row = self.boards[number]
        return len(row) == len(self.sides_of(number)) and all(b.outcome is not None for b in row)

    def _sides(self) -> list[dict[str, Any]]:
        """Returns the players of this round and whether they are done, as JSON values."""
        row = self.results(self.round)
        done = {player: board for player, board in row if board.outcome is not None}
        return [
            {"player": player, "done": player in done} | self._side(done.get(player))
            for player in self.sides_of(self.round)
        ]

    def _side(self, _board: B | None) -> dict[str, Any]:
        """Returns more JSON values of a side; its board is over, or None."""
        return {}


def _checked(players: Sequence[str]) -> tuple[str, ...]:
    """Normalises spaces in names. Raises InvalidSpec."""
    names = tuple(" ".join(name.split()) for name in players)
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidSpec(
            # Translators: {least} is 2, {most} is 5.
            _(
                "a match needs {least} to {most} players, not {n}; write the names like Ana,Boris"
            ).format(n=len(names), least=MIN_PLAYERS, most=MAX_PLAYERS),
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
