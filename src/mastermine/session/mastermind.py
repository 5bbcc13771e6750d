"""A game of Mastermind: who hides the code, guesses and answers, and answers corrected."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from mastermine.coach.guess import Assessment, assess, average, facts, hinted
from mastermine.coach.guess import why as why_guess
from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, MastermineError
from mastermine.core.game import Outcome, Turn, View
from mastermine.core.given import read
from mastermine.core.oracle import Adversary
from mastermine.core.play import Record, record
from mastermine.core.random import Random
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.research.adversary import Keep, adversary, unused_keep
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.session.saved import files
from mastermine.session.session import Mode, Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mastermine.mastermind.knowledge import Candidates

Turns = tuple[Turn[Code, Feedback], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """What was done: row ``row``, counted from 0, became ``turn``."""

    row: int
    turn: Turn[Code, Feedback]


class MastermindSession(Session[Code, Code, Feedback, Move]):
    """A game of Mastermind in progress. Its turns are the rows on the board."""

    rules: Mastermind
    RULES = Mastermind
    VERBS = ("guess", "answer", "correct", "tell", "undo", "redo", "give up")
    MODES = tuple(Mode)
    TAKES: ClassVar[Mapping[str, str | None]] = {
        **Session.TAKES,
        "colours": "names",
        "keep": "keep",
    }

    def __init__(
        self,
        rules: Mastermind,
        mode: Mode = Mode.COMPUTER,
        *,
        seed: int | str | None = None,
        secret: Code | None = None,
        strategy: str | None = None,
        names: tuple[str, ...] | None = None,
        keep: Keep = Keep.LARGEST,
    ) -> None:
        """``secret``, where given, is hidden instead of one drawn from ``seed``.

        ``strategy`` gives the hints, or is the computer's that guesses: the usual one, if none is
        named. ``names`` are the colours'. ``keep`` is what an adversary keeps. Raises InvalidSpec.
        """
        self.names = names
        self.keep = keep
        super().__init__(rules, mode, seed=seed, secret=secret, strategy=strategy)
        self.notation = Notation(rules, names)
        self._undecided: tuple[Turns, MastermineError] | None = None
        """The rows of which it is not known whether any code fits them, and why."""

    def _prepare(self) -> None:
        if self.keep is not Keep.LARGEST and self.mode is not Mode.ADVERSARY:
            raise unused_keep()

    def _options(self) -> dict[str, Any]:
        return {"names": self.names}

    # How the game stands.

    @property
    def knowledge(self) -> Candidates:
        """The codes that fit all rows.

        Raises Contradiction when none does, and another MastermineError where that is not found
        out (``undecided``).
        """
        if self._undecided is not None and self._undecided[0] == self.turns:
            raise self._undecided[1]  # It would take as long again.
        try:
            return cast("Candidates", self._view.knowledge)
        except Contradiction:
            raise
        except MastermineError as error:
            self._undecided = self.turns, error
            raise

    @property
    def contradiction(self) -> Contradiction | None:
        """The earliest row with which no code is left, where the person's answers disagree."""
        error = self._problem()
        return error if isinstance(error, Contradiction) else None

    @property
    def undecided(self) -> MastermineError | None:
        """Why it is not known whether any code fits the person's answers, where it is not.

        To find that out takes too long in some games too large to list.
        """
        error = self._problem()
        return None if isinstance(error, Contradiction) else error

    def _problem(self) -> MastermineError | None:
        """Why the codes that fit the person's answers cannot be had, where they cannot."""
        if self.mode is Mode.PERSON:
            try:
                _known = self.knowledge
            except MastermineError as error:
                return error
        return None

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
        if self.outcome is None or self._veiled:
            return None
        if self.mode is not Mode.COMPUTER and self.solved:
            return next(t.action for t in self.turns if self.rules.solved(t.feedback))
        if self.mode is Mode.ADVERSARY:
            known = self.knowledge
            return known.first() if known.listed else known.draw(Random(self.seed))
        return self._secret

    # Moves.

    def guess(self, text: Code | str) -> Feedback:
        """Make a guess, a text or a code, and get the answer. Raises IllegalMove."""
        if self.mode is Mode.PERSON:
            raise IllegalMove(_("the computer guesses in this game, you answer"))
        self._check_open()
        action = read(text, self.notation.parse, self.rules.check)
        self._hide(action)
        feedback = self._oracle().ask(action)
        self._do(Move(len(self.turns), Turn(action, feedback)))
        return feedback

    def proposal(self) -> Code:
        """The computer's next guess, which the person is to answer.

        Raises Contradiction while the answers disagree, IllegalMove when the game is over.
        """
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("you guess in this game, the computer answers"))
        self._check_open()
        return self._once("proposal", self._choose)

    def _choose(self) -> Code:
        code: Code = self.strategy(self._position())
        self.rules.check(code)
        return code

    def answer(self, text: Feedback | str) -> Feedback:
        """Answer the computer's guess. Raises IllegalMove for an answer that there cannot be.

        An answer that contradicts earlier ones is taken, as either may be wrong: see
        ``contradiction``.
        """
        action = self.proposal()
        feedback = self.rules.parse_feedback(str(text), action)
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

    def tell(self, text: str) -> list[tuple[int, Feedback]]:
        """The person tells the code at the end: the rows that were answered wrongly.

        Each is a row counted from 1 and the right answer. Raises IllegalMove.
        """
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("the computer knows its own code"))
        code = self.notation.parse(text)
        self._secret = code
        return self.told or []

    @property
    def told(self) -> list[tuple[int, Feedback]] | None:
        """The rows that do not go with the code that the person told, as ``tell`` gives them."""
        if self.mode is not Mode.PERSON or self._secret is None:
            return None
        code, rows = self._secret, enumerate(self.turns, start=1)
        right = ((row, turn, self.rules.respond(code, turn.action)) for row, turn in rows)
        return [(row, answer) for row, turn, answer in right if answer != turn.feedback]

    def _verb(self, verb: str, text: str = "") -> None:
        match verb:
            case "guess":
                self.guess(text)
            case "answer":
                self.answer(text)
            case "correct":
                row, _space, answer = text.partition(" ")
                self.correct(int(row) if row.isdecimal() and len(row) < 10 else 0, answer)
            case "tell":
                self.tell(text)
            case _:
                raise self._no_move(verb)

    # Help.

    def hint(self) -> Assessment:
        """A good guess by the strategy for hints. Raises TooLarge where that needs all codes.

        Asking again in the same position does not count again.
        """
        self._check_open()
        return self._hinted()

    def why(self) -> list[str]:
        """Sentences: what the last guess told, what is certain, why the hint or computer's guess.

        Raises TooLarge where the computer's guess needs all codes.
        """
        told = []
        if self.turns:
            *earlier, last = self.turns
            known = cast("Candidates", View(self.rules, earlier).knowledge)
            before, left = assess(known, last.action), self.knowledge.estimate()
            # Translators: {codes} in "…: {codes} {left} is left", so "of" is part of it; {n} may
            # have "about" before it.
            codes = ngettext("of {n} possible code", "of {n} possible codes", before.candidates)
            told.append(
                # Translators: {codes} is "of {n} possible codes"; {left} and {expected} are numbers
                # of codes, the second of them such as 4.5; both may have "about" before them.
                ngettext(
                    "Guess {row}, {guess}, was answered {answer}: {codes} {left} is left "
                    "({expected} on average over all answers).",
                    "Guess {row}, {guess}, was answered {answer}: {codes} {left} are left "
                    "({expected} on average over all answers).",
                    left.number,
                ).format(
                    row=len(self.turns),
                    guess=self.notation.format(last.action),
                    answer=self.rules.format_feedback(last.feedback),
                    codes=codes.format(n=before.estimate),
                    left=left,
                    expected=average(before.expected, before.exact),
                )
            )
        told += facts(self.knowledge, self.notation)
        if self.mode is Mode.PERSON and self.outcome is None:
            proposal = assess(self.knowledge, self.proposal())
            told += why_guess(proposal, self.strategy, self.notation)
        elif self._was_helped("hint"):
            told += why_guess(self._hinted(), self.strategy, self.notation)
        return told

    def _hinted(self) -> Assessment:
        """The hint for the turns as they are, as help that counts."""
        return self._help("hint", lambda: hinted(self._position(), self.strategy, self.notation))

    # Looking back.

    def _past(self, done: int, near: Self) -> Self:
        past = super()._past(done, near)
        # What was asked next is known, and need not be found again.
        following = self._moves[done : done + 1]
        if following and following[0].row == len(past.turns):
            past._once("proposal", lambda: following[0].turn.action)
        return past

    # Keeping.

    def record(self) -> Record:
        guesser = self.strategy if self.mode is Mode.PERSON else None
        return record(self.rules, self.turns, self.outcome, self.secret, guesser)

    def public(self) -> dict[str, Any]:
        problem = self.contradiction
        proposal, told = self._proposed(), self.told
        return {
            **super().public(),
            "options": options(self.names, self.keep),
            "board": shape(self.rules, self.notation),
            "turns": [*map(self._write_turn, self.turns)],
            "tries_left": self.tries_left,
            "solved": self.solved,
            "contradiction": None if problem is None else problem.turn + 1,
            "proposal": None if proposal is None else self.rules.format_action(proposal),
            "told": told and [[row, self.rules.format_feedback(answer)] for row, answer in told],
        }

    def _proposed(self) -> Code | None:
        """The computer's next guess, where there is one."""
        if self.mode is Mode.PERSON and self.outcome is None and self.contradiction is None:
            with suppress(MastermineError):
                return self.proposal()
        return None

    def data(self) -> dict[str, Any]:
        return {**super().data(), "options": options(self.names, self.keep)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        session = super().from_data(data)
        if session.given_up and session.mode is Mode.COMPUTER and session._secret is None:
            raise InvalidSpec(_("the code is missing"))
        return session

    def shared(self) -> dict[str, Any]:
        kept = {} if self.keep is Keep.LARGEST else {"keep": self.keep}
        return {**super().shared(), "colours": self.names, **kept}

    # Inside.

    @classmethod
    def _read_options(cls, data: dict[str, Any]) -> dict[str, Any]:
        return read_options(data)

    def _write_move(self, move: Move) -> list[Any]:
        return [move.row + 1, *self._write_turn(move.turn)]

    def _read_move(self, data: Any) -> Move:
        turn = None
        match data:
            case [int(number), *written] if not isinstance(number, bool):
                turn = self._read_turn(written)
        if turn is None:
            raise InvalidSpec(_("{move!r} is no move").format(move=data))
        rows = len(self.turns)
        first = 1 if self.mode is Mode.PERSON else rows + 1
        if (
            not first <= number <= rows + 1
            or (number > rows and rows == self.rules.limit)
            or (self.solved and self.mode is not Mode.PERSON)
        ):
            raise InvalidSpec(_("row {row} does not follow").format(row=number))
        if self.mode is Mode.COMPUTER:
            if self._secret is None:
                raise InvalidSpec(_("the code is missing"))
            if self._oracle().ask(turn.action) != turn.feedback:
                raise InvalidSpec(_("the answer in row {row} is not true").format(row=number))
        elif self.mode is Mode.ADVERSARY:
            _known = self.knowledge.after(turn)
        return Move(number - 1, turn)

    def _turns_of(self, moves: Sequence[Move]) -> Turns:
        turns: list[Turn[Code, Feedback]] = []
        for move in moves:
            turns[move.row : move.row + 1] = [move.turn]
        return tuple(turns)

    def _outcome(self) -> Outcome | None:
        if self.contradiction:
            return None
        return Outcome.WON if self.solved else self.rules.outcome(self.turns)

    def _hide(self, first: Code | None = None) -> None:
        if self._secret is None:
            super()._hide(first)

    def _adversary(self) -> Adversary[Code, Code, Feedback]:
        oracle = adversary(self.rules, self.keep)
        oracle.knowledge = self.knowledge
        return oracle


def shape(rules: Mastermind, notation: Notation) -> dict[str, Any]:
    """What a board looks like on which such a game is played, as JSON values."""
    return {
        "places": rules.places,
        "repeats": rules.repeats,
        "answer": rules.answer.value,
        "limit": rules.limit,
        "separator": notation.separator,
        "colours": [
            {
                "digit": digit,
                "name": _(look.name),
                "letter": look.letter,
                "symbol": look.symbol,
                "rgb": look.rgb,
            }
            for digit, look in zip(notation.digits, notation.colours, strict=True)
        ],
    }


def options(names: tuple[str, ...] | None, keep: Keep = Keep.LARGEST) -> dict[str, Any]:
    """The settings that only some games have, as JSON values."""
    colours = {} if names is None else {"colours": list(names)}
    return colours if keep is Keep.LARGEST else {**colours, "keep": keep.value}


def read_options(data: dict[str, Any]) -> dict[str, Any]:
    """The settings of a saved game, by their parameters. Raises InvalidSpec."""
    given: dict[str, Any] = files.take(data, "options", dict)
    for other in given.keys() - {"colours", "keep"}:
        raise InvalidSpec(_("there is no option {name!r}").format(name=other))
    return {
        "names": files.take_texts(given, "colours") if "colours" in given else None,
        "keep": files.take_one(given, "keep", Keep) if "keep" in given else Keep.LARGEST,
    }
