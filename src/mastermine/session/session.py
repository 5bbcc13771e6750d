"""What the games of a person share: moves that can be taken back, help that counts, a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import A, F, Outcome, Rules, S, Turn, View
from mastermine.core.options import read_home
from mastermine.core.oracle import Honest, Oracle
from mastermine.core.play import Record, record
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.text import _, nearest, ngettext, shortened, spoken
from mastermine.registry import GAMES, find_strategy, parse_rules_of, usual_strategy
from mastermine.session.saved import files

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from pathlib import Path

    from mastermine.coach.review import Review
    from mastermine.i18n.languages import Language
    from mastermine.session import Saved

M = TypeVar("M")
T = TypeVar("T")


class Mode(Enum):
    """Who hides the secret."""

    COMPUTER = "computer"
    """The computer draws one and answers honestly, or was given one by another person."""
    ADVERSARY = "adversary"
    """The computer commits itself to none and keeps as many possible as it can."""
    PERSON = "person"
    """The person has one in mind and answers; the computer guesses."""


def fresh_id() -> str:
    """A name for a game that nobody guesses: 22 letters, digits, - and _."""
    import secrets

    return secrets.token_urlsafe(16)


class Session(ABC, Generic[S, A, F, M]):
    """A game in progress, in which a person takes part. A move that is refused changes nothing.

    The game is a list of moves and the number of them that stand: undo and redo only change that
    number. Undo restores the turns; the counts of hints and undos stay, as does what was shown.
    What a move is, and to which turns moves lead, each game says for itself.

    The secret is drawn at the first turn, which must be safe in some games; the same seed hides
    the same secret from the same first turn.
    """

    KIND: ClassVar[str] = "game"
    VERBS: ClassVar[tuple[str, ...]]
    """The moves there are, as text; first the one that makes a turn."""
    MODES: ClassVar[tuple[Mode, ...]] = (Mode.COMPUTER, Mode.ADVERSARY)
    """Who may hide the secret."""
    TAKES: ClassVar[Mapping[str, str | None]] = {
        "mode": "mode",
        "seed": "seed",
        "secret": "secret",
        "strategy": "strategy",
    }
    """What of a ``GameSetup`` such a game takes, besides the rules, and by which parameter.

    The parameter is None for what is done after the game is made.
    """

    RULES: ClassVar[type[Any]] = object
    """The class of the rules of such a game."""

    def __init__(
        self,
        rules: Rules[S, A, F],
        mode: Mode = Mode.COMPUTER,
        *,
        seed: int | str | None = None,
        secret: S | None = None,
        strategy: str | None = None,
    ) -> None:
        """``secret``, where given, is hidden instead of one drawn from ``seed``.

        ``strategy`` gives the hints: the usual one, if none is named. Raises InvalidSpec.
        """
        self.check_mode(rules, mode)
        self.rules = rules
        self.mode = mode
        self.seed = fresh_seed() if seed is None else seed
        self.seed_chosen = seed is not None
        """Whether the seed was named by somebody, and not drawn here."""
        self.daily: str | None = None
        """The day, such as 2026-11-21, whose puzzle this is."""
        self.given = secret is not None
        """Whether the secret was given and is not to be drawn from the seed."""
        self._secret = secret
        self._prepare()
        name = usual_strategy(rules) if strategy is None else strategy
        self.strategy = find_strategy(name, rules.game)
        if self.strategy.asks:
            raise InvalidSpec(_("a person gives no hints here; a person can play in a match"))
        self.id = fresh_id()
        """What tells this game from all others, wherever its file goes."""
        self.hints = 0
        self.undos = 0
        self.given_up = False
        self.shown = False
        """Whether a lost game, with its secret in sight, was taken back: then it stays lost."""
        self._moves: list[M] = []
        self._done = 0
        self._view: View[S, A, F] = View(rules)
        self._veiled = False
        """Whether this is a copy of a game that goes on: then no end of it shows the secret."""
        self._known: dict[tuple[Hashable, Language], Any] = {}
        """What was found for the turns as they are, in each language it was asked in.

        Moves and answers of another package's game need not be hashable, so no key has turns.
        """

    @classmethod
    def check_mode(cls, rules: Rules[Any, Any, Any], mode: Mode) -> None:
        """Raises InvalidSpec for a mode that such a game does not have."""
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
        stands = self.outcome or "in progress"
        return (
            f"<{type(self).__name__} of {self.rules.spec()}: {stands}, {len(self.turns)} turns, "
            f"{self.hints} hints, {self.undos} undos>"
        )

    # How the game stands.

    @property
    def turns(self) -> tuple[Turn[A, F], ...]:
        """The questions so far, with their answers."""
        return self._view.turns

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for the one who asks; None while it goes on."""
        if self.given_up:
            return Outcome.LOST
        stands = self._outcome()
        return Outcome.LOST if self.shown and stands is Outcome.WON else stands

    @property
    def secret(self) -> S | None:
        """The secret once the game is over, where it is known."""
        return None if self.outcome is None or self._veiled else self._secret

    @property
    def length(self) -> int:
        """How many moves were made, those included that were taken back and can be done again."""
        return len(self._moves)

    @property
    def open(self) -> bool:
        """Whether the game was begun and is not over: there is something to go on with."""
        return bool(self._moves) and self.outcome is None

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self._done > 0 and not self.given_up

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to do again."""
        return self._done < len(self._moves) and not self.given_up

    @property
    def move_count(self) -> int:
        """How many moves stand, as statistics count them."""
        return len(self.turns)

    @property
    def seconds(self) -> float | None:
        """How long the game was played; None where time does not count."""
        return None

    def progress(self) -> dict[str, Any]:
        """How far the game is, as JSON values: what a list of games says of it."""
        return {"guesses": len(self.turns), "limit": self.rules.limit}

    def left_at(self, level: str, when: str) -> str:
        """Which game was left, how far it is, and when it was left, in words."""
        n = self.move_count
        text = ngettext("{level}, {n} guess, {when}", "{level}, {n} guesses, {when}", n)
        return text.format(level=level, n=n, when=when)

    def pause(self) -> None:
        """Stop the clock, where there is one, until ``resume`` or a move."""

    def resume(self) -> None:
        """Let the clock run on, where there is one and it is to run."""

    # Beginning.

    @classmethod
    def puzzle(cls, rules: Any, seed: str, strategy: str | None = None) -> Self:
        """The daily puzzle of this seed."""
        return cls(rules, seed=seed, strategy=strategy)

    def again(self) -> Self:
        """Another game of the same kind."""
        return type(self)(self.rules, self.mode, strategy=self.strategy.home, **self._options())

    # Moves that every game has.

    def do(self, text: str) -> None:
        """Make the move that a text says: a verb, and what it is done with.

        Every game has ``undo``, ``redo`` and ``give up``, and each its own besides: see ``_verb``.
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
                raise IllegalMove(_("a move begins with a word, like undo"))

    def undo(self) -> None:
        """Take the last move back. Raises IllegalMove.

        A game that was lost can be taken back, too, but no more be won. What changed no turn, such
        as a note, is taken back without being counted.
        """
        if not self.can_undo:
            raise IllegalMove(
                _("the game was given up, so nothing can be taken back")
                if self.given_up
                else _("there is nothing to take back")
            )
        if self.outcome is Outcome.LOST and self.mode is not Mode.PERSON:
            self.shown = True
        before = self.turns
        self._stand(self._done - 1)
        self.undos += self.turns != before

    def redo(self) -> None:
        """Do again what was taken back. Raises IllegalMove."""
        if not self.can_redo:
            raise IllegalMove(_("there is nothing to do again"))
        self._stand(self._done + 1)

    def give_up(self) -> None:
        """End the game and have the secret shown. Raises IllegalMove when it is over."""
        self._check_open()
        self._hide()
        self.given_up = True

    # Looking back.

    def at(self, done: int) -> Self:
        """The game as it stood after so many moves, of 0 to ``length``: a copy of its own.

        Its clock stands still, its help counts for itself alone, and it shows no secret unless
        this game is over. Raises IllegalMove.
        """
        if not 0 <= done <= self.length:
            raise IllegalMove(
                _("there is no move {n}: this game has moves 0 to {last}").format(
                    n=done, last=self.length
                )
            )
        return self._past(done, self)

    def frames(self, first: int = 0) -> Iterator[Self]:
        """The game after ``first``, … ``length`` moves: each is what ``at`` gives, but faster."""
        past = self
        for done in range(first, self.length + 1):
            past = self._past(done, past)
            yield past

    def review(self) -> Review:
        """What each move so far was worth: help that counts while the game goes on.

        Raises Contradiction, TooLarge.
        """
        from mastermine.coach.review import review

        def find() -> Review:
            return review(self.rules, self.turns, self.strategy)

        return self._help("review", find) if self.outcome is None else find()

    # Keeping.

    def record(self) -> Record:
        """The game written down."""
        return record(self.rules, self.turns, self.outcome, self.secret)

    def save(self, path: str | Path) -> None:
        """Keep the game in a file, hidden secret included. Raises InvalidSpec."""
        files.write(path, self.data())

    def public(self) -> dict[str, Any]:
        """What the player may see, as JSON values: no secret before the end.

        Nor a seed, unless the player named it.
        """
        secret = self.secret
        over = self.outcome is not None and not self._veiled
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
        }

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it: what the player may see."""
        from mastermine.session.share.picture import svg

        return svg(cast("Saved", self))

    def data(self) -> dict[str, Any]:
        """The whole game as JSON values; ``from_data`` gives it back."""
        secret = self._secret
        return {
            "kind": self.KIND,
            "id": self.id,
            "rules": self.rules.spec(),
            "mode": self.mode.value,
            "daily": self.daily,
            "strategy": self.strategy.home,
            "seed": self.seed,
            "seed_chosen": self.seed_chosen,
            "secret": files.veil(None if secret is None else self.rules.format_secret(secret)),
            "moves": [self._write_move(move) for move in self._moves],
            "done": self._done,
            "hints": self.hints,
            "undos": self.undos,
            "given_up": self.given_up,
            "shown": self.shown,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Raises ValueError when this is no game, and no other error."""
        rules = parse_rules_of(cls.RULES, files.take(data, "rules", str))
        secret = files.unveil(files.take(data, "secret", str | None))
        session = cls(
            rules,
            files.take_one(data, "mode", Mode),
            seed=files.take(data, "seed", int | str),
            secret=None if secret is None else rules.parse_secret(secret),
            strategy=files.take(data, "strategy", str),
            **cls._read_options(data),
        )
        session.id = files.take_id(data)
        # Older files, of before games had these, are read, too.
        session.seed_chosen = "seed_chosen" in data and files.take(data, "seed_chosen", bool)
        session.daily = files.take_day(data, "daily") if "daily" in data else None
        for move in files.take(data, "moves", list):
            session._do(session._read_move(move))
        done = files.take_count(data, "done")
        if done > len(session._moves):
            raise InvalidSpec(_("more moves stand than were made"))
        session._stand(done)
        session.hints = files.take_count(data, "hints")
        session.undos = files.take_count(data, "undos")
        session.given_up = files.take(data, "given_up", bool)
        session.shown = files.take(data, "shown", bool)
        return session

    # What each game says for itself.

    @abstractmethod
    def _verb(self, verb: str, text: str = "") -> None:
        """Make a move that only this game has. Raises IllegalMove, naming the verbs there are."""

    @abstractmethod
    def _turns_of(self, moves: Sequence[M]) -> tuple[Turn[A, F], ...]:
        """The turns to which these moves lead."""

    @abstractmethod
    def _write_move(self, move: M) -> Any:
        """A move as a JSON value."""

    @abstractmethod
    def _read_move(self, data: Any) -> M:
        """A move, which is to be done next, from its JSON value. Raises MastermineError."""

    @abstractmethod
    def _adversary(self) -> Oracle[A, F]:
        """Who answers where nobody has settled on a secret."""

    def _prepare(self) -> None:
        """Set up what only such a game has. Raises InvalidSpec for what does not go together."""

    def _hide(self, first: A | None = None) -> None:
        """See to it that there is a secret, before the first turn or before it is shown."""
        # Which secret is drawn may depend on the first move, so it is drawn anew with another one.
        if self.mode is Mode.COMPUTER and not self.given and not self.turns:
            self._secret = self.rules.draw(Random(self.seed), first)

    def _options(self) -> dict[str, Any]:
        """What another game of the same kind is made of, besides rules, mode and strategy."""
        return {}

    @classmethod
    def _read_options(cls, _data: dict[str, Any]) -> dict[str, Any]:
        """What only such a game is made of, from its file. Raises ValueError."""
        return {}

    def _oracle(self) -> Oracle[A, F]:
        if self.mode is Mode.ADVERSARY:
            return self._adversary()
        return Honest(self.rules, self._secret)

    def _write_turn(self, turn: Turn[A, F]) -> list[str]:
        return [self.rules.format_action(turn.action), self.rules.format_feedback(turn.feedback)]

    def _read_turn(self, data: Any) -> Turn[A, F] | None:
        """What ``_write_turn`` wrote; None for anything else. Raises MastermineError."""
        match data:
            case [str(action), str(feedback)]:
                return Turn(self.rules.parse_action(action), self.rules.parse_feedback(feedback))
        return None

    def _no_move(self, verb: str) -> IllegalMove:
        """What is wrong with a verb that this game has not."""
        return IllegalMove(
            _("{verb!r} is no move here; {hint}").format(
                verb=shortened(verb), hint=nearest(verb, self.VERBS)
            )
        )

    def _outcome(self) -> Outcome | None:
        """How the game stands by the turns alone."""
        return self.rules.outcome(self.turns)

    # Setting up.

    def shared(self) -> dict[str, Any]:
        """What of a ``GameSetup`` begins the same game again, as far as it may be told now."""
        told: dict[str, Any] = {"mode": self.mode}
        if self.mode is Mode.COMPUTER:
            told |= self._hidden()
        home = self.strategy.home
        if home != usual_strategy(self.rules) and read_home(home).path is None:
            told["strategy"] = home
        return told

    def _hidden(self) -> dict[str, Any]:
        """What brings the secret back: its seed, where that was drawn from, or itself."""
        secret = self.secret
        if secret is None:
            return {"seed": self.seed} if self.seed_chosen else {}
        if secret == self.rules.draw(Random(self.seed)):
            return {"seed": self.seed}
        return {"secret": secret}

    # Inside.

    def _past(self, done: int, near: Self) -> Self:
        """What ``at`` gives, made from the game at a moment ``near`` that one."""
        past = near._copied()
        past._veiled = self._veiled or self.outcome is None
        past.given_up = self.given_up and done == self._done
        past._stand(done)
        return past

    def _copied(self) -> Self:
        """A copy that shares nothing that changes."""
        twin = copy(self)
        twin._moves, twin._known = list(self._moves), dict(self._known)
        return twin

    def _check_open(self) -> None:
        if self.outcome is not None:
            raise IllegalMove(_("the game is over"))

    def _help(self, about: Hashable, find: Callable[[], T]) -> T:
        """What ``find`` finds, as help that counts; asking again for the same does not."""
        first = not self._was_helped(about)
        found = self._once(about, find)
        self.hints += first
        return found

    def _once(self, about: Hashable, find: Callable[[], T]) -> T:
        """What ``find`` finds for the turns as they are, found once in each language."""
        known, key = self._known, (about, spoken())
        if key not in known:
            known[key] = find()
        found: T = known[key]
        return found

    def _was_helped(self, about: Hashable) -> bool:
        return any(about == asked for asked, _language in self._known)

    def _position(self) -> View[S, A, F]:
        """What a strategy is shown here: its random numbers depend on seed and turns only."""
        rng = Random(self.seed).fork("move", len(self.turns))
        return View(self.rules, self.turns, self._view.knowledge, rng)

    def _do(self, move: M) -> None:
        self._moves[self._done :] = [move]
        self._stand(self._done + 1)

    def _stand(self, done: int) -> None:
        """Let the first ``done`` moves stand."""
        before, turns = self.turns, self._turns_of(self._moves[:done])
        self._done = done
        if turns == before:
            return
        if turns[: len(before)] == before:
            for turn in turns[len(before) :]:
                self._view = self._view.after(turn)
        else:
            self._view = View(self.rules, turns)
        # Not cleared: what is found meanwhile, in another thread, belongs to the turns before.
        self._known = {}
