"""The base class of games with one player: moves, undo, counted hints, saving and loading."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from mastermine.coach.hint import position
from mastermine.core.errors import IllegalMove, InvalidSpec, game_over, in_field
from mastermine.core.game import A, F, Outcome, Rules, S, Turn, View
from mastermine.core.options import absolute_home, read_home
from mastermine.core.oracle import Honest, Oracle
from mastermine.core.play import Record, record
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.text import _, nearest, ngettext, shortened, spoken
from mastermine.registry import (
    GAMES,
    find_strategy,
    parse_rules_of,
    renaming_note,
    usual_strategy,
)
from mastermine.session.saved import files

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from pathlib import Path

    from mastermine.coach.review import Review
    from mastermine.core.strategy import Strategy
    from mastermine.i18n.languages import Language
    from mastermine.session import Saved

M = TypeVar("M")
T = TypeVar("T")


class Mode(Enum):
    """The side that hides the secret."""

    COMPUTER = "computer"
    """The computer answers honestly about a secret that it drew or was given."""
    ADVERSARY = "adversary"
    """The computer chooses none in advance and keeps as many possible as it can."""
    PERSON = "person"
    """The player thinks of one and answers; the computer guesses."""


class Depth(IntEnum):
    """Depth of a hint: the deeper, the more it gives away."""

    WHERE = 1
    """Where to look, or what kind of move it is."""
    WHICH = 2
    """The move."""
    WHY = 3
    """The move and its reasons."""


@dataclass(frozen=True)
class Tip:
    """A hint at some depth."""

    depth: Depth
    lines: tuple[str, ...]
    """Sentences; at the depth of the move there may be none, since interfaces draw the move."""
    hint: Any
    """The move with its figures; interfaces do not show it at the depth ``WHERE``."""


def fresh_id() -> str:
    """Returns an unguessable id of a game: 22 letters, digits, - and _."""
    import secrets

    return secrets.token_urlsafe(16)


class Session(ABC, Generic[S, A, F, M]):
    """A game in progress with one player. An illegal move changes nothing.

    The state is a list of moves and the number of moves done: undo and redo only change that
    number. Undo restores the turns, but not the counts of hints and undos, nor ``shown``. A
    subclass defines the moves and the turns that they make.

    The secret is drawn at the first turn, which must be safe in some games; seed and first turn
    determine it.
    """

    KIND: ClassVar[str] = "game"
    VERBS: ClassVar[tuple[str, ...]]
    """Verbs of the moves; the first one makes a turn."""
    MODES: ClassVar[tuple[Mode, ...]] = (Mode.COMPUTER, Mode.ADVERSARY)
    TAKES: ClassVar[Mapping[str, str | None]] = {
        "mode": "mode",
        "seed": "seed",
        "secret": "secret",
        "strategy": "strategy",
    }
    """Fields of ``GameSetup`` besides the rules, each with the parameter that takes it.

    The parameter is None for a field used after the game is created.
    """

    DEPTHS: ClassVar[tuple[Depth, ...]] = tuple(Depth)
    """Depths of the hints."""

    RULES: ClassVar[type[Any]] = object
    """Class of the rules."""

    def __init__(
        self,
        rules: Rules[S, A, F],
        mode: Mode = Mode.COMPUTER,
        *,
        seed: int | str | None = None,
        secret: S | None = None,
        strategy: str | None = None,
    ) -> None:
        """``secret`` is hidden instead of one drawn from ``seed``.

        ``strategy`` gives the hints [default: that of the rules]. Raises InvalidSpec.
        """
        self.check_mode(rules, mode)
        self.rules = rules
        self.mode = mode
        self.seed = fresh_seed() if seed is None else seed
        self.seed_chosen = seed is not None
        """True if the seed was given, not drawn here."""
        self.daily: str | None = None
        """Date of the daily puzzle, such as 2026-11-21."""
        self.given = secret is not None
        """True if the secret was given, not drawn from the seed."""
        self._secret = secret
        self._prepare()
        self.file_strategy: str | None = None
        """Strategy in a file, or an engine, that saved data name, until ``run_file``."""
        self._set_strategy(usual_strategy(rules) if strategy is None else strategy)
        self.note = ""
        """Sentence for the player about data that an earlier version stored."""
        self.id = fresh_id()
        self.hints = 0
        self.undos = 0
        self.given_up = False
        self.shown = False
        """True if a lost game was undone after its secret was shown: it stays lost."""
        self._moves: list[M] = []
        self._done = 0
        self._view: View[S, A, F] = View(rules)
        self._conceals = False
        """True for a copy of a game in progress: it never shows the secret."""
        self._known: dict[tuple[Hashable, Language], Any] = {}
        """Cache of results for the current turns, by language.

        Turns are not part of the keys: those of another package's game need not be hashable.
        """

    @classmethod
    def check_mode(cls, rules: Rules[Any, Any, Any], mode: Mode) -> None:
        """Raises InvalidSpec for a mode that this game does not have."""
        if mode in cls.MODES:
            return
        game = _(GAMES[rules.game].title)
        if mode is Mode.PERSON:
            message = _("in {game} the computer hides the secret").format(game=game)
        else:
            known = [each.value for each in cls.MODES]
            message = _("{game} has no mode {mode}; {hint}").format(
                game=game, mode=mode.value, hint=nearest(mode.value, known)
            )
        raise InvalidSpec(message, field="mode")

    def __repr__(self) -> str:
        state = self.outcome or "in progress"
        return (
            f"<{type(self).__name__} of {self.rules.spec()}: {state}, {len(self.turns)} turns, "
            f"{self.hints} hints, {self.undos} undos>"
        )

    # State.

    @property
    def turns(self) -> tuple[Turn[A, F], ...]:
        """Turns so far."""
        return self._view.turns

    @property
    def outcome(self) -> Outcome | None:
        """Result for the guessing side; None while the game is in progress."""
        if self.given_up:
            return Outcome.LOST
        outcome = self._outcome()
        return Outcome.LOST if self.shown and outcome is Outcome.WON else outcome

    @property
    def secret(self) -> S | None:
        """The secret once the game is over, if it is known."""
        return None if self.outcome is None or self._conceals else self._secret

    @property
    def length(self) -> int:
        """Number of moves, including those that can be redone."""
        return len(self._moves)

    @property
    def open(self) -> bool:
        """True if the game is started and not over, so that it can be resumed."""
        return bool(self._moves) and self.outcome is None

    @property
    def can_undo(self) -> bool:
        return self._done > 0 and not self.given_up

    @property
    def can_redo(self) -> bool:
        return self._done < len(self._moves) and not self.given_up

    @property
    def given_rules(self) -> Rules[S, A, F]:
        """The rules that the game was started with."""
        return self.rules

    @property
    def words(self) -> dict[str, Any]:
        """The player's words for this game, as parameters of a new game and of a review."""
        return {}

    @property
    def move_count(self) -> int:
        """Number of moves done, as statistics count them."""
        return len(self.turns)

    @property
    def seconds(self) -> float | None:
        """Duration of play; None in untimed games."""
        return None

    def describe(self) -> str:
        """Describes the rules in the words of this game."""
        return self.rules.describe()

    def progress(self) -> dict[str, Any]:
        """Returns the progress for a list of games, as JSON values."""
        return {"guesses": len(self.turns), "limit": self.rules.limit}

    def saved_label(self, level: str, when: str) -> str:
        """Formats level, progress and time of saving, for a list of saved games."""
        n = self.move_count
        text = ngettext("{level}, {n} guess, {when}", "{level}, {n} guesses, {when}", n)
        return text.format(level=level, n=n, when=when)

    def pause(self) -> None:
        """Stops the clock, if there is one, until ``resume`` or a move."""

    def resume(self) -> None:
        """Restarts the clock, if there is one and the game is running."""

    def run_file(self, source: str | None = None) -> None:
        """Takes the strategy in a file that saved data name: this runs the file.

        ``source``: text of the file, which is then not read. Raises InvalidSpec.
        """
        if self.file_strategy is not None:
            self._set_strategy(self.file_strategy, source)
            self.file_strategy = None
            self._known = {}

    # Starting.

    @classmethod
    def puzzle(cls, rules: Any, seed: str, strategy: str | None = None) -> Self:
        """Creates the daily puzzle of this seed."""
        return cls(rules, seed=seed, strategy=strategy)

    def again(self) -> Self:
        """Returns a new game with the same settings."""
        return type(self)(self.rules, self.mode, strategy=self.strategy.home, **self.words)

    # Moves of every game.

    def do(self, text: str) -> None:
        """Makes a move given as text: a verb and its argument.

        Every game has ``undo``, ``redo`` and ``give up``, besides its own verbs (``VERBS``).
        Raises IllegalMove.
        """
        match str(text).split(maxsplit=1):
            case ["undo"]:
                self.undo()
            case ["redo"]:
                self.redo()
            case ["give", "up"]:
                self.give_up()
            case [verb, *rest]:
                self._verb(verb, *rest)
            case _:
                raise IllegalMove(_("a move starts with a word such as undo"))

    def undo(self) -> None:
        """Undoes the last move. Raises IllegalMove.

        A lost game can be undone, but no longer won. Undoing a move that made no turn, such as a
        flag, is not counted.
        """
        if not self.can_undo:
            raise IllegalMove(
                _("you gave up this game, so there is nothing to undo")
                if self.given_up
                else _("there is nothing to undo")
            )
        if self.outcome is Outcome.LOST and self.mode is not Mode.PERSON:
            self.shown = True
        before = self.turns
        self._set_done(self._done - 1)
        self.undos += self.turns != before

    def redo(self) -> None:
        """Redoes the move that was undone last. Raises IllegalMove."""
        if not self.can_redo:
            raise IllegalMove(_("there is nothing to redo"))
        self._set_done(self._done + 1)

    def give_up(self) -> None:
        """Ends the game and shows the secret. Raises IllegalMove when it is over."""
        self._check_open()
        self._hide()
        self.given_up = True

    # Hints; repeating or deepening one in the same position is not counted.

    def hint(self) -> Any:
        """Returns a good move with its figures and all reasons. Raises TooLarge."""
        return self.tip(Depth.WHY).hint

    def tip(self, depth: Depth | None = None) -> Tip:
        """Returns the hint at a depth [default: one deeper than the last in this position].

        The first one says only where to look. Raises TooLarge, and IllegalMove when the game is
        over.
        """
        self._check_open()
        known, key = self._known, ("depth", spoken())
        found = self._hinted()
        reached = known.get(key, 0)
        if depth is None:
            depth = next((each for each in self.DEPTHS if each > reached), self.DEPTHS[-1])
        known[key] = max(reached, depth)
        return Tip(depth, tuple(self._tip_lines(found, depth)), found)

    def _hinted(self) -> Any:
        """Returns the hint in this position."""
        return self._help("hint", self._advise)

    def _tip_lines(self, _hint: Any, _depth: Depth) -> list[str]:
        """Returns the sentences of a hint at a depth."""
        return []

    def _advise(self) -> Any:
        """Computes the hint in this position."""
        return self.strategy(self._position())

    def count_help(self, about: Hashable) -> None:
        """Counts help with this position that was given outside of the game."""
        self._check_open()
        self._help(("elsewhere", about), lambda: None)

    def would_count(self, about: Hashable) -> bool:
        """Returns True if ``count_help`` would count a hint."""
        return not self._was_helped(("elsewhere", about))

    # Review.

    def at(self, done: int) -> Self:
        """Returns a copy of the game after ``done`` moves, 0 to ``length``.

        Its clock is stopped, it counts its own hints, and it shows no secret unless this game is
        over. Raises IllegalMove.
        """
        if not 0 <= done <= self.length:
            raise IllegalMove(
                _("there is no move {n}; this game has moves 0 to {last}").format(
                    n=done, last=self.length
                )
            )
        return self._past(done, self)

    def frames(self, first: int = 0) -> Iterator[Self]:
        """Yields the game after ``first``, …, ``length`` moves: like ``at``, but faster."""
        past = self
        for done in range(first, self.length + 1):
            past = self._past(done, past)
            yield past

    def review(self) -> Review:
        """Rates every move so far; counted as a hint while the game is in progress.

        Raises Contradiction, TooLarge, and IllegalMove if the computer makes the moves.
        """
        if not self.reviewable:
            raise IllegalMove(_("the computer made these guesses; the coach rates only yours"))
        return self._help("review", self.rated) if self.outcome is None else self.rated()

    def rated(self, strategy: Strategy | None = None) -> Review:
        """Rates every move so far, by the strategy that gives the hints, or by another one."""
        from mastermine.coach.review import review

        chosen = self.strategy if strategy is None else strategy
        return review(self.rules, self._reviewed(), chosen, self._hint_seed, **self.words)

    def _reviewed(self) -> Sequence[Turn[A, F]]:
        """Returns the turns as the player knew them."""
        return self.turns

    @property
    def reviewable(self) -> bool:
        """True if the coach rates the moves: they are the player's, and the game has a coach."""
        return self.mode is not Mode.PERSON and "review" in GAMES[self.rules.game].parts

    # Saving.

    def record(self) -> Record:
        return record(self.rules, self.turns, self.outcome, self.secret)

    def save(self, path: str | Path) -> None:
        """Saves the game to a file, including the secret. Raises InvalidSpec."""
        files.write(path, self.data())

    def public(self) -> dict[str, Any]:
        """Returns what the player may see, as JSON values.

        Without the secret before the end, and without a seed that the player did not give.
        """
        secret = self.secret
        over = self.outcome is not None and not self._conceals
        known = over or (self.seed_chosen and self.daily is None)
        return {
            "id": self.id,
            "game": self.rules.game,
            "rules": self.rules.spec(),
            "mode": self.mode.value,
            "daily": self.daily,
            "strategy": self.strategy.name,
            "outcome": None if self.outcome is None else self.outcome.value,
            "secret": None if secret is None else self.rules.format_secret(secret),
            "seed": self.seed if known else None,
            "seed_chosen": self.seed_chosen,
            "moves": self.length,
            "done": self._done,
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
            "hints": self.hints,
            "undos": self.undos,
            "given_up": self.given_up,
            "shown": self.shown,
            "reviewable": self.reviewable,
            **({"note": self.note} if self.note else {}),
        }

    def _repr_svg_(self) -> str:
        """Draws what the player may see, for notebooks."""
        from mastermine.session.share.picture import svg

        return svg(cast("Saved", self))

    def data(self) -> dict[str, Any]:
        """Returns the whole game as JSON values; ``from_data`` is the inverse."""
        secret = self._secret
        return {
            "kind": self.KIND,
            "id": self.id,
            "rules": self.rules.spec(),
            "mode": self.mode.value,
            "daily": self.daily,
            "strategy": self.file_strategy or absolute_home(self.strategy.home),
            "seed": self.seed,
            "seed_chosen": self.seed_chosen,
            "secret": files.encode_secret(
                None if secret is None else self.rules.format_secret(secret)
            ),
            "moves": [self._write_move(move) for move in self._moves],
            "done": self._done,
            "hints": self.hints,
            "undos": self.undos,
            "given_up": self.given_up,
            "shown": self.shown,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Restores a game. Raises ValueError for invalid data, and no other error.

        Runs no file and no engine: the strategy of the rules takes its place until ``run_file``.
        """
        strategy = files.take(data, "strategy", str)
        outside = not read_home(strategy).is_installed
        rules = parse_rules_of(cls.RULES, files.take(data, "rules", str))
        secret = files.decode_secret(files.take(data, "secret", str | None))
        session = cls(
            rules,
            files.take_one(data, "mode", Mode),
            seed=files.take(data, "seed", int | str),
            secret=None if secret is None else rules.parse_secret(secret),
            strategy=None if outside else strategy,
            **cls._read_options(data),
        )
        session.file_strategy = absolute_home(strategy) if outside else None
        session.id = files.take_id(data)
        if "renamed" in data:
            former = files.take(data, "renamed", str)
            session.note = renaming_note(former, session.strategy.name)
        # Files of older versions do not have these.
        session.seed_chosen = "seed_chosen" in data and files.take(data, "seed_chosen", bool)
        session.daily = files.take_day(data, "daily") if "daily" in data else None
        for move in files.take(data, "moves", list):
            session._do(session._read_move(move))
        done = files.take_count(data, "done")
        if done > len(session._moves):
            raise InvalidSpec(_("done is larger than the number of moves"))
        session._set_done(done)
        session.hints = files.take_count(data, "hints")
        session.undos = files.take_count(data, "undos")
        session.given_up = files.take(data, "given_up", bool)
        session.shown = files.take(data, "shown", bool)
        return session

    # To be implemented by each game.

    @abstractmethod
    def _verb(self, verb: str, text: str = "") -> None:
        """Makes a move that only this game has. Raises IllegalMove, which lists the verbs."""

    @abstractmethod
    def _turns_of(
        self, moves: Sequence[M], before: tuple[Turn[A, F], ...] = ()
    ) -> tuple[Turn[A, F], ...]:
        """Returns the turns after these moves; ``before``: the turns before them."""

    @abstractmethod
    def _write_move(self, move: M) -> Any:
        """Returns a move as a JSON value."""

    @abstractmethod
    def _read_move(self, data: Any) -> M:
        """Reads the next move from its JSON value. Raises MastermineError."""

    @abstractmethod
    def _adversary(self) -> Oracle[A, F]:
        """Returns an adversary at this position."""

    def _prepare(self) -> None:
        """Initialises the subclass. Raises InvalidSpec for settings that do not go together."""

    def _hide(self, first: A | None = None) -> None:
        """Draws the secret before the first turn, or before it is shown."""
        # The secret may depend on the first move, so another first move draws it again.
        if self.mode is Mode.COMPUTER and not self.given and not self.turns:
            self._secret = self.rules.draw(Random(self.seed), first)

    @classmethod
    def _read_options(cls, _data: dict[str, Any]) -> dict[str, Any]:
        """Reads further parameters from the data. Raises ValueError."""
        return {}

    def _oracle(self) -> Oracle[A, F]:
        if self.mode is Mode.ADVERSARY:
            return self._adversary()
        return Honest(self.rules, self._secret)

    def _write_turn(self, turn: Turn[A, F]) -> list[str]:
        return [self.rules.format_action(turn.action), self.rules.format_feedback(turn.feedback)]

    def _read_turn(self, data: Any) -> Turn[A, F] | None:
        """Reads a turn; None for anything that is not one. Raises MastermineError."""
        match data:
            case [str(action), str(feedback)]:
                return Turn(self.rules.parse_action(action), self.rules.parse_feedback(feedback))
        return None

    def _no_move(self, verb: str) -> IllegalMove:
        return IllegalMove(
            _("{verb!r} is not a move in this game; {hint}").format(
                verb=shortened(verb), hint=nearest(verb, self.VERBS)
            )
        )

    def _outcome(self) -> Outcome | None:
        """Returns the outcome by the turns alone."""
        return self.rules.outcome(self.turns)

    # Sharing.

    def shared(self) -> dict[str, Any]:
        """Returns the ``GameSetup`` fields for the same game, as far as they may be known."""
        fields: dict[str, Any] = {"mode": self.mode}
        if self.mode is Mode.COMPUTER:
            fields |= self._hidden()
        home = self.strategy.home
        if home != usual_strategy(self.rules) and read_home(home).is_installed:
            fields["strategy"] = home
        return fields

    def _hidden(self) -> dict[str, Any]:
        """Returns the seed that draws the secret, or else the secret."""
        secret = self.secret
        if secret is None:
            return {"seed": self.seed} if self.seed_chosen else {}
        if secret == self.rules.draw(Random(self.seed)):
            return {"seed": self.seed}
        return {"secret": secret}

    # Internals.

    def _past(self, done: int, near: Self) -> Self:
        """Implements ``at``, from the game at a position ``near`` that one."""
        past = near._copy()
        past._conceals = self._conceals or self.outcome is None
        past.given_up = self.given_up and done == self._done
        past._set_done(done)
        return past

    def _copy(self) -> Self:
        """Returns a copy that shares no mutable state."""
        copied = copy(self)
        copied._moves, copied._known = list(self._moves), dict(self._known)
        return copied

    def _set_strategy(self, name: str, source: str | None = None) -> None:
        """Sets the strategy; ``source``: text of its file. Raises InvalidSpec."""
        with in_field("strategy"):
            strategy = find_strategy(name, self.rules.game, source)
            if strategy.interactive:
                raise InvalidSpec(
                    _("a strategy that asks a person cannot give hints; use it in a match")
                )
        self.strategy = strategy

    def _check_open(self) -> None:
        if self.outcome is not None:
            raise game_over()

    def _help(self, about: Hashable, find: Callable[[], T]) -> T:
        """Returns the result of ``find`` and counts a hint, once for each ``about``."""
        first = not self._was_helped(about)
        found = self._once(about, find)
        self.hints += first
        return found

    def _once(self, about: Hashable, find: Callable[[], T]) -> T:
        """Returns the result of ``find``, cached for the current turns and language."""
        known, key = self._known, (about, spoken())
        if key not in known:
            known[key] = find()
        found: T = known[key]
        return found

    def _was_helped(self, about: Hashable) -> bool:
        return any(about == each for each, _language in self._known)

    def _position(self) -> View[S, A, F]:
        """Returns the view for a strategy."""
        return position(self.rules, self.turns, self._hint_seed, self._view.knowledge)

    @property
    def _hint_seed(self) -> int | str:
        """Seed of a strategy's choices; never the one that draws a hidden secret."""
        return self.seed if self.mode is Mode.PERSON else 0

    def _do(self, move: M) -> None:
        self._moves[self._done :] = [move]
        self._set_done(self._done + 1)

    def _set_done(self, done: int) -> None:
        """Sets the number of moves done."""
        before = self.turns
        if done >= self._done:
            turns = self._turns_of(self._moves[self._done : done], before)
        else:
            turns = self._turns_of(self._moves[:done])
        self._done = done
        if turns == before:
            return
        if turns[: len(before)] == before:
            for turn in turns[len(before) :]:
                self._view = self._view.after(turn)
        else:
            self._view = View(self.rules, turns)
        # Replaced, not cleared: another thread may still add results for the earlier turns.
        self._known = {}


def missing_secret() -> InvalidSpec:
    """Returns the error for saved data without the secret."""
    return InvalidSpec(_("the secret is missing"))


def not_a_move(data: object) -> InvalidSpec:
    """Returns the error for saved data that is not a move."""
    return InvalidSpec(_("{move!r} is not a move").format(move=data))
