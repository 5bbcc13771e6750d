"""Those who sit an exam: an engine, or a chat model behind a server."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import Random
from mastermine.engines.engine import engine_of
from mastermine.engines.process import EngineFailed
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.engines.exam.chat import Chat
    from mastermine.engines.exam.subject import Question


@dataclass(frozen=True)
class Reply:
    """Answer of a player."""

    text: str
    """The whole answer."""
    move: str | None
    """The move as text; None if the answer has none in the right form."""
    seconds: float
    tokens: tuple[int, int] | None = None
    """Number of tokens of the question and of the answer, if the server counts them."""


class Player(Protocol):
    """One who answers questions."""

    @property
    def settings(self) -> dict[str, object]:
        """All that its answers depend on, as JSON values."""

    def plays(self, game: str) -> bool:
        """Returns True if it answers questions of this game."""

    def ask(self, question: Question) -> Reply:
        """Returns its answer. Raises EngineFailed; InvalidSpec if it can answer no question."""


@dataclass(frozen=True)
class EnginePlayer:
    """An engine of the engine protocol."""

    command: str
    ms: int = 0
    """Milliseconds for a move; 0 for no limit."""

    @property
    def settings(self) -> dict[str, object]:
        return {"player": self.command, **({"ms": self.ms} if self.ms else {})}

    def plays(self, game: str) -> bool:
        """Asks the engine. Raises InvalidSpec if it does not start."""
        try:
            with engine_of(self.command) as engine:
                return game in engine.plays
        except EngineFailed as error:
            raise InvalidSpec(
                # Translators: {error} is a clause, such as: it ended with exit status 1.
                _("{name}: {error}").format(name=self.command, error=error)
            ) from None

    def ask(self, question: Question) -> Reply:
        start = perf_counter()
        with engine_of(self.command) as engine:
            asked = engine.prepare(question.spec, Random(question.position).seed, {})
            [words] = engine.moves(f"{asked}position {question.position}\n", ms=self.ms)
        move = words[1] if words[0] == "move" and len(words) > 1 else None
        return Reply(" ".join(words), move, perf_counter() - start)


@dataclass(frozen=True)
class ChatPlayer:
    """A chat model."""

    chat: Chat
    rendering: str
    """Way to write positions: one of ``RENDERINGS``."""

    @property
    def settings(self) -> dict[str, object]:
        return {**self.chat.settings, "rendering": self.rendering}

    def plays(self, game: str) -> bool:  # noqa: ARG002
        return True

    def ask(self, question: Question) -> Reply:
        start = perf_counter()
        text, tokens = self.chat.complete(question.prompt(self.rendering))
        return Reply(text, last_move(text, question), perf_counter() - start, tokens)


def last_move(text: str, question: Question) -> str | None:
    """Returns the move in the last line of an answer; None if that is anything else."""
    lines = text.strip().splitlines()
    verb, _space, move = lines[-1].strip().partition(" ") if lines else ("", "", "")
    return move.strip() or None if verb == question.subject.verb else None
