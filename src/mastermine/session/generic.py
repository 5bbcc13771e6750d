"""A session for any game: the player asks, the computer hides a secret or is an adversary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Divisible, Turn
from mastermine.core.given import read
from mastermine.core.oracle import Adversary
from mastermine.i18n.text import _
from mastermine.registry import GAMES
from mastermine.session.saved import files
from mastermine.session.session import Depth, Mode, Session, missing_secret, not_a_move

if TYPE_CHECKING:
    from collections.abc import Sequence

AnyTurn = Turn[Any, Any]


def session_class(game: str) -> type[Session[Any, Any, Any, Any]]:
    """Returns the session class of a game."""
    kind: type[Session[Any, Any, Any, Any]] = GAMES[game].part("session") or GenericSession
    return kind


class GenericSession(Session[Any, Any, Any, AnyTurn]):
    """A session that knows only the rules of its game: a move is a turn."""

    VERBS = ("ask", "undo", "redo", "give up")
    DEPTHS = (Depth.WHICH,)

    def _prepare(self) -> None:
        if self.mode is Mode.ADVERSARY and not isinstance(self.rules.knowledge(), Divisible):
            raise InvalidSpec(
                _("{game} cannot be played against an adversary").format(
                    game=_(GAMES[self.rules.game].title)
                )
            )

    @property
    def secret(self) -> Any:
        """The secret once the game is over; of an adversary, one that is consistent."""
        if self.mode is Mode.ADVERSARY and self.outcome is not None and not self._conceals:
            return cast("Divisible[Any, Any, Any]", self._view.knowledge).first()
        return super().secret

    def ask(self, text: str) -> Any:
        """Makes a move and returns the answer. Raises IllegalMove."""
        self._check_open()
        action = read(text, self.rules.parse_action, self.rules.check)
        self.rules.check(action)
        self._hide(action)
        feedback = self._oracle().ask(action)
        self._do(Turn(action, feedback))
        return feedback

    def _verb(self, verb: str, text: str = "") -> None:
        if verb != "ask":
            raise self._no_move(verb)
        self.ask(text)

    def _turns_of(
        self, moves: Sequence[AnyTurn], before: tuple[AnyTurn, ...] = ()
    ) -> tuple[AnyTurn, ...]:
        return (*before, *moves)

    def _adversary(self) -> Adversary[Any, Any, Any]:
        return Adversary(self.rules, view=self._view)

    # Saving.

    def public(self) -> dict[str, Any]:
        return {**super().public(), "turns": [*map(self._write_turn, self.turns)]}

    def data(self) -> dict[str, Any]:
        return {**super().data(), "given": self.given}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        session = super().from_data(data)
        session.given = files.take(data, "given", bool)
        return session

    def _write_move(self, move: AnyTurn) -> list[str]:
        return self._write_turn(move)

    def _read_move(self, data: Any) -> AnyTurn:
        turn = self._read_turn(data)
        if turn is None:
            raise not_a_move(data)
        self._check_open()
        self.rules.check(turn.action)
        if self.mode is Mode.ADVERSARY:
            _known = self._view.knowledge.after(turn)
        elif self._secret is None:
            raise missing_secret()
        elif self._oracle().ask(turn.action) != turn.feedback:
            raise IllegalMove(_("the answer to {move} is wrong").format(move=data[0]))
        return turn
