"""One game with its past: what undo restores, what a save file keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, cast

from mastermine.coach.guess import Assessment, assess, facts
from mastermine.coach.guess import why as why_guess
from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec
from mastermine.core.game import Outcome, Turn, View
from mastermine.core.oracle import Adversary, Honest
from mastermine.core.play import Record, record
from mastermine.core.random import Random, fresh_seed
from mastermine.core.text import _, ngettext
from mastermine.games import find_strategy, parse_rules
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.session import files

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.mastermind.knowledge import Candidates

Turns = tuple[Turn[Code, Feedback], ...]
Position = View[Code, Code, Feedback]


class Mode(Enum):
    """Who hides the secret."""

    COMPUTER = "computer"
    """The computer draws one and answers honestly, or was given one by another person."""
    ADVERSARY = "adversary"
    """The computer commits itself to none and keeps as many possible as it can."""
    PERSON = "person"
    """The person has one in mind and answers; the computer guesses."""


@dataclass(frozen=True, slots=True)
class Move:
    """What was done: row ``row``, counted from 0, became ``turn``."""

    row: int
    turn: Turn[Code, Feedback]


class Session:
    """A game in progress. Moves are text; one that is refused changes nothing.

    The game is a list of moves and the number of them that stand: undo and redo only change that
    number. Undo restores the rows; the counts of hints and undos stay, as does what was shown.

    The code is drawn at the first guess, which must be safe in some games; the same seed hides the
    same code from the same first guess.
    """

    KIND: ClassVar[str] = "game"

    def __init__(
        self,
        rules: Mastermind,
        mode: Mode = Mode.COMPUTER,
        *,
        seed: int | str | None = None,
        secret: Code | None = None,
        strategy: str = "knuth",
        names: tuple[str, ...] | None = None,
    ) -> None:
        """``secret``, where given, is hidden instead of one drawn from ``seed``.

        ``strategy`` gives the hints, or is the computer's that guesses; ``names`` are the colours'.
        Raises InvalidSpec, and TooLarge for an adversary with too many codes to list.
        """
        self.rules = rules
        self.mode = mode
        self.seed = fresh_seed() if seed is None else seed
        self.names = names
        self.notation = Notation(rules, names)
        self.strategy = find_strategy(strategy, rules.game)
        if self.strategy.asks:
            raise InvalidSpec(_("a person gives no hints here; a person can play in a match"))
        self.hints = 0
        self.undos = 0
        self.given_up = False
        self.shown = False
        """Whether a lost game, whose code was seen, was taken back: then finding it is no win."""
        self._secret = secret
        self._moves: list[Move] = []
        self._done = 0
        self._view: Position = View(rules)
        self._hint: Assessment | None = None
        self._proposal: Code | None = None
        if mode is Mode.ADVERSARY:
            rules.knowledge().first()

    # How the game stands.

    @property
    def turns(self) -> Turns:
        """The rows on the board."""
        return self._view.turns

    @property
    def knowledge(self) -> Candidates:
        """The codes that fit all rows. Raises Contradiction when none does."""
        return cast("Candidates", self._view.knowledge)

    @property
    def contradiction(self) -> Contradiction | None:
        """The earliest row with which no code is left, where the person's answers disagree."""
        if self.mode is Mode.PERSON:
            try:
                _known = self.knowledge
            except Contradiction as error:
                return error
        return None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for the one who guesses; None while it goes on."""
        if self.given_up:
            return Outcome.LOST
        if self.contradiction:
            return None
        if self.solved:
            return Outcome.LOST if self.shown else Outcome.WON
        return self.rules.outcome(self.turns)

    @property
    def solved(self) -> bool:
        """Whether a row is the code, which counts as a win unless the code was shown before."""
        return any(self.rules.solved(turn.feedback) for turn in self.turns)

    @property
    def tries_left(self) -> int | None:
        """How many guesses are left, or None for as many as it takes."""
        return None if self.rules.limit is None else self.rules.limit - len(self.turns)

    @property
    def secret(self) -> Code | None:
        """The secret once the game is over, where it is known; an adversary shows one that fits."""
        if self.outcome is None:
            return None
        if self.mode is Mode.ADVERSARY:
            return self.knowledge.first()
        if self.mode is Mode.PERSON and self.outcome is Outcome.WON:
            return next(t.action for t in self.turns if self.rules.solved(t.feedback))
        return self._secret

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

    # Moves.

    def guess(self, text: str) -> Feedback:
        """Make a guess and get the answer. Raises IllegalMove."""
        if self.mode is Mode.PERSON:
            raise IllegalMove(_("the computer guesses in this game, you answer"))
        self._check_open()
        action = self.notation.parse(text)
        self._hide(action)
        feedback = self._ask(action)
        self._do(Move(len(self.turns), Turn(action, feedback)))
        return feedback

    def proposal(self) -> Code:
        """The computer's next guess, which the person is to answer.

        Raises Contradiction while the answers disagree, IllegalMove when the game is over.
        """
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("you guess in this game, the computer answers"))
        self._check_open()
        if self._proposal is None:
            code: Code = self.strategy(self._position())
            self.rules.check(code)
            self._proposal = code
        return self._proposal

    def answer(self, text: str) -> Feedback:
        """Answer the computer's guess. Raises IllegalMove for an answer that there cannot be.

        An answer that contradicts earlier ones is taken, as either may be wrong: see
        ``contradiction``.
        """
        action = self.proposal()
        feedback = self.rules.parse_feedback(text, action)
        self._do(Move(len(self.turns), Turn(action, feedback)))
        return feedback

    def correct(self, row: int, text: str) -> Feedback:
        """Replace the person's answer in a row, counted from 1; all other rows stay.

        Raises IllegalMove.
        """
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("the computer answers in this game; it makes no mistakes"))
        if not 1 <= row <= len(self.turns):
            raise IllegalMove(
                ngettext(
                    "there is no row {row} to correct; there is {n} row",
                    "there is no row {row} to correct; there are {n} rows",
                    len(self.turns),
                ).format(row=row, n=len(self.turns))
            )
        action = self.turns[row - 1].action
        feedback = self.rules.parse_feedback(text, action)
        self._do(Move(row - 1, Turn(action, feedback)))
        return feedback

    def undo(self) -> None:
        """Take the last move back, be it a row or a correction. Raises IllegalMove.

        A game that was lost can be taken back, too, but no more be won: its code was shown.
        """
        if not self.can_undo:
            raise IllegalMove(
                _("the code was shown, so nothing can be taken back")
                if self.given_up
                else _("there is nothing to take back")
            )
        if self.mode is not Mode.PERSON and self.outcome is Outcome.LOST:
            self.shown = True
        self._stand(self._done - 1)
        self.undos += 1

    def redo(self) -> None:
        """Do again what was taken back. Raises IllegalMove."""
        if not self.can_redo:
            raise IllegalMove(_("there is nothing to do again"))
        self._stand(self._done + 1)

    def give_up(self) -> None:
        """End the game and have the secret shown. Raises IllegalMove when it is over."""
        if self.outcome is not None:
            raise IllegalMove(_("the game is over"))
        self._hide()
        self.given_up = True

    def tell(self, text: str) -> list[tuple[int, Feedback]]:
        """The person tells the code at the end: the rows that were answered wrongly.

        Each is a row counted from 1 and the right answer. Raises IllegalMove.
        """
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("the computer knows its own code"))
        code = self.notation.parse(text)
        self._secret = code
        rows = enumerate(self.turns, start=1)
        right = ((row, turn, self.rules.respond(code, turn.action)) for row, turn in rows)
        return [(row, answer) for row, turn, answer in right if answer != turn.feedback]

    # Help.

    def hint(self) -> Assessment:
        """A good guess by the strategy for hints. Raises TooLarge when there are too many codes.

        Asking again in the same position does not count again.
        """
        self._check_open()
        if self._hint is None:
            self._hint = assess(self.knowledge, self.strategy(self._position()))
            self.hints += 1
        return self._hint

    def why(self) -> list[str]:
        """Sentences: what the last guess told, what is certain, why the hint or computer's guess.

        Raises TooLarge when there are too many codes to say anything.
        """
        told = []
        if self.turns:
            *earlier, last = self.turns
            known = cast("Candidates", View(self.rules, earlier).knowledge)
            before = assess(known, last.action)
            left = self.knowledge.count()
            told.append(
                ngettext(
                    "Guess {row}, {guess}, was answered {answer}: of {before:,} possible codes "
                    "{left:,} is left ({expected:,.1f} on average over all answers).",
                    "Guess {row}, {guess}, was answered {answer}: of {before:,} possible codes "
                    "{left:,} are left ({expected:,.1f} on average over all answers).",
                    left,
                ).format(
                    row=len(self.turns),
                    guess=self.notation.format(last.action),
                    answer=self.rules.format_feedback(last.feedback),
                    before=before.candidates,
                    left=left,
                    expected=before.expected,
                )
            )
        told += facts(self.knowledge, self.notation)
        if self.mode is Mode.PERSON and self.outcome is None:
            proposal = assess(self.knowledge, self.proposal())
            told += why_guess(proposal, self.strategy, self.notation)
        elif self._hint is not None:
            told += why_guess(self._hint, self.strategy, self.notation)
        return told

    # Keeping.

    def record(self) -> Record:
        """The game written down."""
        guesser = self.strategy if self.mode is Mode.PERSON else None
        return record(self.rules, self.turns, self.outcome, self.secret, guesser)

    def save(self, path: str | Path) -> None:
        """Keep the game in a file, hidden secret included. Raises InvalidSpec."""
        files.write(path, self.data())

    def public(self) -> dict[str, Any]:
        """What the player may see, as JSON values: no code and no seed before the end."""
        rules, secret = self.rules, self.secret
        problem = self.contradiction
        return {
            "rules": rules.spec(),
            "options": options(self.names),
            "mode": self.mode.value,
            "strategy": self.strategy.name,
            "turns": [
                [rules.format_action(turn.action), rules.format_feedback(turn.feedback)]
                for turn in self.turns
            ],
            "tries_left": self.tries_left,
            "contradiction": None if problem is None else problem.turn + 1,
            "outcome": None if self.outcome is None else self.outcome.value,
            "secret": None if secret is None else rules.format_secret(secret),
            "seed": None if self.outcome is None else self.seed,
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
            "hints": self.hints,
            "undos": self.undos,
            "given_up": self.given_up,
            "shown": self.shown,
        }

    def data(self) -> dict[str, Any]:
        """The whole game as JSON values; ``from_data`` gives it back."""
        rules, secret = self.rules, self._secret
        return {
            "kind": self.KIND,
            "rules": rules.spec(),
            "options": options(self.names),
            "mode": self.mode.value,
            "strategy": self.strategy.name,
            "seed": self.seed,
            "secret": files.veil(None if secret is None else rules.format_secret(secret)),
            "moves": [
                [
                    move.row + 1,
                    rules.format_action(move.turn.action),
                    rules.format_feedback(move.turn.feedback),
                ]
                for move in self._moves
            ],
            "done": self._done,
            "hints": self.hints,
            "undos": self.undos,
            "given_up": self.given_up,
            "shown": self.shown,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Session:
        """Raises ValueError when this is no game, and no other error."""
        rules = parse_rules(files.take(data, "rules", str))
        secret = files.unveil(files.take(data, "secret", str | None))
        session = cls(
            rules,
            Mode(files.take(data, "mode", str)),
            seed=files.take(data, "seed", int | str),
            secret=None if secret is None else rules.parse_secret(secret),
            strategy=files.take(data, "strategy", str),
            names=names_of(data),
        )
        for move in files.take(data, "moves", list):
            session._moves.append(session._move(move))
        session._stand(len(session._moves))
        session._check_answers()
        done = files.take_count(data, "done")
        if done > len(session._moves):
            raise InvalidSpec(_("more moves stand than were made"))
        session._stand(done)
        session.hints = files.take_count(data, "hints")
        session.undos = files.take_count(data, "undos")
        session.given_up = files.take(data, "given_up", bool)
        session.shown = files.take(data, "shown", bool)
        if session.given_up and secret is None and session.mode is Mode.COMPUTER:
            raise InvalidSpec(_("the code is missing"))
        return session

    # Inside.

    def _move(self, data: Any) -> Move:
        """The move after those made so far, read from a file. Raises MastermineError."""
        match data:
            case [int(number), str(action), str(feedback)] if not isinstance(number, bool):
                turn = Turn(self.rules.parse_action(action), self.rules.parse_feedback(feedback))
            case _:
                raise InvalidSpec(_("{move!r} is no move").format(move=data))
        rows = 1 + max((move.row for move in self._moves), default=-1)
        first = 1 if self.mode is Mode.PERSON else rows + 1
        ended = bool(self._moves) and self.rules.solved(self._moves[-1].turn.feedback)
        if (
            not first <= number <= rows + 1
            or (number > rows and rows == self.rules.limit)
            or (ended and self.mode is not Mode.PERSON)
        ):
            raise InvalidSpec(_("row {row} does not follow").format(row=number))
        return Move(number - 1, turn)

    def _check_answers(self) -> None:
        """Raises InvalidSpec when answers of the computer are not true."""
        if self.mode is Mode.COMPUTER:
            if self.turns and self._secret is None:
                raise InvalidSpec(_("the code is missing"))
            for row, turn in enumerate(self.turns, start=1):
                if self._ask(turn.action) != turn.feedback:
                    raise InvalidSpec(_("the answer in row {row} is not true").format(row=row))
        elif self.mode is Mode.ADVERSARY:
            _known = self.knowledge

    def _check_open(self) -> None:
        if self.outcome is not None:
            raise IllegalMove(_("the game is over"))

    def _hide(self, first: Code | None = None) -> None:
        """Draw the code where the computer hides one and has not drawn it yet."""
        if self.mode is Mode.COMPUTER and self._secret is None:
            self._secret = self.rules.draw(Random(self.seed), first)

    def _ask(self, action: Code) -> Feedback:
        if self.mode is Mode.ADVERSARY:
            adversary = Adversary(self.rules)
            adversary.knowledge = self.knowledge
            return adversary.ask(action)
        return Honest(self.rules, cast("Code", self._secret)).ask(action)

    def _position(self) -> Position:
        """What a strategy is shown here: its random numbers depend on the seed and the row only."""
        rng = Random(self.seed).fork("move", len(self.turns))
        return View(self.rules, self.turns, self.knowledge, rng)

    def _do(self, move: Move) -> None:
        self._moves[self._done :] = [move]
        self._stand(self._done + 1)

    def _stand(self, done: int) -> None:
        """Let the first ``done`` moves stand."""
        turns: list[Turn[Code, Feedback]] = []
        for move in self._moves[:done]:
            turns[move.row : move.row + 1] = [move.turn]
        if tuple(turns[:-1]) == self.turns and turns:
            self._view = self._view.after(turns[-1])
        else:
            self._view = View(self.rules, turns)
        self._done = done
        self._hint = self._proposal = None


def options(names: tuple[str, ...] | None) -> dict[str, Any]:
    """The settings that only some games have, as JSON values: here names of the colours."""
    return {} if names is None else {"colours": list(names)}


def names_of(data: dict[str, Any]) -> tuple[str, ...] | None:
    """The names of the colours among the settings of a saved game. Raises InvalidSpec."""
    settings: dict[str, Any] = files.take(data, "options", dict)
    for other in settings.keys() - {"colours"}:
        raise InvalidSpec(_("there is no option {name!r}").format(name=other))
    return files.take_texts(settings, "colours") if settings else None
