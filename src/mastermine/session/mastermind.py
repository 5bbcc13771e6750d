"""A game of Mastermind: guesses, answers and corrected answers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from mastermine.coach.guess import Assessment, assess, average, facts, hinted, where
from mastermine.coach.guess import why as why_guess
from mastermine.coach.reasons import described, look, reasons
from mastermine.core.errors import (
    Contradiction,
    IllegalMove,
    InvalidSpec,
    MastermineError,
    game_over,
    in_field,
)
from mastermine.core.game import Outcome, Turn, View
from mastermine.core.given import read
from mastermine.core.oracle import Adversary
from mastermine.core.play import Record, record
from mastermine.core.random import Random
from mastermine.core.turns import parse_turn, wrong_turn
from mastermine.i18n.text import _, ngettext, spoken
from mastermine.mastermind.answers import BLACK, WHITE
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import contradiction
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.research.adversary import Keep, adversary
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import parse_rules_of
from mastermine.session.saved import files
from mastermine.session.session import Depth, Mode, Session, missing_secret, not_a_move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mastermine.i18n.languages import Language
    from mastermine.mastermind.deduction import Step
    from mastermine.mastermind.knowledge import Candidates

Turns = tuple[Turn[Code, Feedback], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Sets row ``row``, counted from 0, to ``turn``."""

    row: int
    turn: Turn[Code, Feedback]


class MastermindSession(Session[Code, Code, Feedback, Move]):
    """A game of Mastermind in progress. Its turns are the rows of the board."""

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
        """``secret`` is hidden instead of one drawn from ``seed``.

        ``strategy`` gives the hints or makes the computer's guesses [default: that of the rules].
        ``names`` are those of the colours, or a vocabulary. ``keep`` is for an adversary. Raises
        InvalidSpec.
        """
        self.names = names
        self.keep = keep
        super().__init__(rules, mode, seed=seed, secret=secret, strategy=strategy)
        with in_field("colours"):
            _valid = self.notation
        self._undecided: tuple[Turns, MastermineError] | None = None
        """Rows whose consistency could not be decided, and the reason."""
        self.unknown: tuple[int, ...] = ()
        """Rows of a recorded game, counted from 1, whose answers were not known."""

    def _prepare(self) -> None:
        if self.keep is not Keep.LARGEST and self.mode is not Mode.ADVERSARY:
            raise InvalidSpec(
                _("{name} needs an adversary: choose one, or omit {name}").format(name="keep"),
                field="keep",
            )

    # State.

    @property
    def words(self) -> dict[str, Any]:
        return {"names": self.names}

    @property
    def notation(self) -> Notation:
        """Notation for people, in the language in use."""
        return Notation.of(self.rules, self.names)

    def describe(self) -> str:
        return self.notation.describe()

    @property
    def knowledge(self) -> Candidates:
        """The candidates: codes consistent with all rows.

        Raises Contradiction if there are none, and another MastermineError if that could not be
        decided (``undecided``).
        """
        if self._undecided is not None and self._undecided[0] == self.turns:
            raise self._undecided[1]  # Another attempt would take as long.
        try:
            return cast("Candidates", self._view.knowledge)
        except Contradiction:
            raise
        except MastermineError as error:
            self._undecided = self.turns, error
            raise

    @property
    def contradiction(self) -> Contradiction | None:
        """The first row after which no code is possible, if the player's answers disagree."""
        error = self._problem()
        if not isinstance(error, Contradiction):
            return None
        return error if self.names is None else contradiction(self.notation, self.turns, error.turn)

    @property
    def undecided(self) -> MastermineError | None:
        """The reason why the consistency of the player's answers could not be decided, if any.

        The decision takes too long in some games with too many codes to list.
        """
        error = self._problem()
        return None if isinstance(error, Contradiction) else error

    def _problem(self) -> MastermineError | None:
        if self.mode is Mode.PERSON:
            try:
                _known = self.knowledge
            except MastermineError as error:
                return error
        return None

    @property
    def solved(self) -> bool:
        """True if the code was guessed: a win, unless the code was shown before."""
        return any(self.rules.solved(turn.feedback) for turn in self.turns)

    @property
    def tries_left(self) -> int | None:
        """Number of guesses left; None without a limit."""
        return None if self.rules.limit is None else self.rules.limit - len(self.turns)

    @property
    def secret(self) -> Code | None:
        """The code once the game is over, if known; of an adversary, one that is consistent."""
        if self.outcome is None or self._conceals:
            return None
        if self.mode is not Mode.COMPUTER and self.solved:
            return next(t.action for t in self.turns if self.rules.solved(t.feedback))
        if self.mode is Mode.ADVERSARY:
            known = self.knowledge
            return known.first() if known.listed else known.draw(Random(self.seed))
        return self._secret

    # Moves.

    def guess(self, text: Code | str) -> Feedback:
        """Makes a guess, given as text or code, and returns the answer. Raises IllegalMove."""
        if self.mode is Mode.PERSON:
            raise IllegalMove(_("the computer guesses in this game, you answer"))
        self._check_open()
        action = read(text, self.notation.parse, self.rules.check)
        self._hide(action)
        feedback = self._oracle().ask(action)
        self._do(Move(len(self.turns), Turn(action, feedback)))
        return feedback

    def proposal(self) -> Code:
        """Returns the computer's next guess, for the player to answer.

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
        """Answers the computer's guess. Raises IllegalMove for an impossible answer.

        An answer that contradicts earlier ones is accepted, since either may be wrong: see
        ``contradiction``.
        """
        action = self.proposal()
        feedback = self._read_answer(text, action)
        self._do(Move(len(self.turns), Turn(action, feedback)))
        return feedback

    def correct(self, row: int, text: Feedback | str) -> Feedback:
        """Replaces the player's answer in a row, counted from 1.

        Raises IllegalMove, also for an equal answer: undo then has no step without a change.
        """
        action = self._answered(row)
        feedback = self._read_answer(text, action)
        if feedback == self.turns[row - 1].feedback:
            raise IllegalMove(
                _("nothing changed: the answer in row {row} is already {answer}").format(
                    row=row, answer=self.notation.format_answer(feedback)
                )
            )
        self._do(Move(row - 1, Turn(action, feedback)))
        return feedback

    def _answered(self, row: int) -> Code:
        """Returns the guess in a row that the player answered. Raises IllegalMove."""
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("the computer answers in this game; there is nothing to correct"))
        if not 1 <= row <= len(self.turns):
            raise IllegalMove(
                ngettext(
                    "there is no row {row} to correct; there is {n} row",
                    "there is no row {row} to correct; there are {n} rows",
                    len(self.turns),
                ).format(row=row, n=len(self.turns))
            )
        return self.turns[row - 1].action

    def _read_answer(self, given: Feedback | str, action: Code) -> Feedback:
        """Parses an answer in the notation for people. Raises IllegalMove."""
        if isinstance(given, tuple):
            return self.rules.decode(self.rules.encode(given))
        return self.notation.parse_answer(str(given), action)

    def tell(self, text: Code | str) -> list[tuple[int, Feedback]]:
        """Sets the player's code and returns ``wrong_answers``. Raises IllegalMove."""
        if self.mode is not Mode.PERSON:
            raise IllegalMove(_("tell is only for games in which you hide the code"))
        self._secret = read(text, self.notation.parse, self.rules.check)
        return self.wrong_answers or []

    @property
    def wrong_answers(self) -> list[tuple[int, Feedback]] | None:
        """Rows, counted from 1, that the player answered wrongly, each with the right answer.

        None until the player tells the code (``tell``).
        """
        if self.mode is not Mode.PERSON or self._secret is None:
            return None
        code, rows = self._secret, enumerate(self.turns, start=1)
        right = ((row, turn, self.rules.respond(code, turn.action)) for row, turn in rows)
        return [(row, answer) for row, turn, answer in right if answer != turn.feedback]

    def _verb(self, verb: str, text: str = "") -> None:
        match verb:
            case "guess":
                self.guess(self.notation.read(text))
            case "answer":
                self.answer(self.notation.read_answer(text, self.proposal()))
            case "correct":
                row, _space, answer = text.partition(" ")
                number = int(row) if row.isdecimal() and len(row) < 10 else 0
                self.correct(number, self.notation.read_answer(answer, self._answered(number)))
            case "tell":
                self.tell(self.notation.read(text))
            case _:
                raise self._no_move(verb)

    # Help.

    def hint(self) -> Assessment:
        """Returns a good guess. Raises TooLarge if the strategy must list too many codes."""
        made: Assessment = super().hint()
        return made

    def why(self) -> list[str]:
        """Explains the last answer, what is certain and why, and the hint or the computer's guess.

        Raises TooLarge if the computer's guess must list too many codes.
        """
        lines = []
        if self.turns:
            *earlier, last = self.turns
            known = cast("Candidates", View(self.rules, earlier).knowledge)
            before, left = assess(known, last.action), self.knowledge.estimate()
            # Translators: {codes} in "…: {left} {codes} remain", so "of" is part of it; {n} may
            # have "about" before it.
            codes = ngettext("of {n} possible code", "of {n} possible codes", before.candidates)
            lines.append(
                # Translators: {codes} is "of {n} possible codes"; {left} and {expected} are numbers
                # of codes, the second of them such as 4.5; both may have "about" before them.
                ngettext(
                    "Guess {row}, {guess}, got the answer {answer}: {left} {codes} remains "
                    "({expected} on average over all answers).",
                    "Guess {row}, {guess}, got the answer {answer}: {left} {codes} remain "
                    "({expected} on average over all answers).",
                    left.number,
                ).format(
                    row=len(self.turns),
                    guess=self.notation.format(last.action),
                    answer=self.notation.format_answer(last.feedback),
                    codes=codes.format(n=before.estimate),
                    left=left,
                    expected=average(before.expected, before.exact),
                )
            )
        lines += facts(self.knowledge, self.notation)
        lines += [described(step, self.notation) for step in self._steps()]
        if self.mode is Mode.PERSON and self.outcome is None:
            proposal = assess(self.knowledge, self.proposal())
            lines += why_guess(proposal, self.strategy, self.notation)
        elif self._known.get(("depth", spoken()), 0) >= Depth.WHICH:
            lines += why_guess(self._hinted(), self.strategy, self.notation)
        return lines

    def _steps(self) -> list[Step]:
        """Returns the steps to what is certain since the last row."""
        return reasons(self.knowledge, since=max(len(self.turns) - 1, 0))

    def _advise(self) -> Assessment:
        return hinted(self._position(), self.strategy, self.notation)

    def _tip_lines(self, hint: Assessment, depth: Depth) -> list[str]:
        if depth is Depth.WHERE:
            return [
                *map(look, self._steps()[:1]),
                *where(hint, self.knowledge, self.notation),
            ]
        return why_guess(hint, self.strategy, self.notation) if depth is Depth.WHY else []

    # Review.

    def _reviewed(self) -> Turns:
        return tuple(
            Turn(turn.action, self.rules.unknown) if row in self.unknown else turn
            for row, turn in enumerate(self.turns, start=1)
        )

    def _past(self, done: int, near: Self) -> Self:
        past = super()._past(done, near)
        # The next guess is known and need not be computed again.
        following = self._moves[done : done + 1]
        if following and following[0].row == len(past.turns):
            past._once("proposal", lambda: following[0].turn.action)
        return past

    # Saving.

    def record(self) -> Record:
        guesser = self.strategy if self.mode is Mode.PERSON else None
        return record(self.rules, self.turns, self.outcome, self.secret, guesser)

    def public(self) -> dict[str, Any]:
        problem = self.contradiction
        proposal, wrong = self._proposed(), self.wrong_answers
        return {
            **super().public(),
            "options": options(self.names, self.keep),
            "board": _shape(self.rules, self.names, spoken()),
            "turns": [*map(self._write_turn, self.turns)],
            "tries_left": self.tries_left,
            "solved": self.solved,
            "contradiction": None if problem is None else problem.turn + 1,
            "proposal": None if proposal is None else self.rules.format_action(proposal),
            "told": wrong and [[row, self.rules.format_feedback(answer)] for row, answer in wrong],
        }

    def _proposed(self) -> Code | None:
        """Returns the computer's next guess, if there is one."""
        if self.mode is Mode.PERSON and self.outcome is None and self.contradiction is None:
            with suppress(MastermineError):
                return self.proposal()
        return None

    def data(self) -> dict[str, Any]:
        unknown = {"unknown": [*self.unknown]} if self.unknown else {}
        given = {"given": self.given, "options": options(self.names, self.keep)}
        return {**super().data(), **given, **unknown}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        session = super().from_data(data)
        if session.given_up and session.mode is Mode.COMPUTER and session._secret is None:
            raise missing_secret()
        if "given" in data:
            session.given = files.take(data, "given", bool) and session.given
        elif session.given:  # Files of older versions do not say whether the secret was drawn.
            session.given = session._secret != session.rules.draw(Random(session.seed))
        session.unknown = files.take_rows(data, "unknown", len(session.turns))
        return session

    def shared(self) -> dict[str, Any]:
        keep = {} if self.keep is Keep.LARGEST else {"keep": self.keep}
        return {**super().shared(), "colours": self.names, **keep}

    # Internals.

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
            raise not_a_move(data)
        rows = len(self.turns)
        first = 1 if self.mode is Mode.PERSON else rows + 1
        if (
            not first <= number <= rows + 1
            or (number > rows and rows == self.rules.limit)
            or (self.solved and self.mode is not Mode.PERSON)
        ):
            raise InvalidSpec(_("row {row} is out of order").format(row=number))
        if self.mode is Mode.COMPUTER:
            if self._secret is None:
                raise missing_secret()
            if self._oracle().ask(turn.action) != turn.feedback:
                raise InvalidSpec(_("the answer in row {row} is wrong").format(row=number))
        elif self.mode is Mode.ADVERSARY:
            _known = self.knowledge.after(turn)
        return Move(number - 1, turn)

    def _turns_of(self, moves: Sequence[Move], before: Turns = ()) -> Turns:
        turns = [*before]
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
    """Returns what is needed to draw a board and to type on it, as JSON values.

    ``colours``, one for each peg: ``digit`` is its label in codes that are sent and received, the
    same in every language; ``label`` is what a player reads and types for it, ``name`` its name and
    ``letter`` another key for it (may be empty), all in the language. ``symbol`` is drawn on the
    peg; if it equals ``label``, once is enough. ``vocabulary`` is ``colours``, ``digits``,
    ``letters``, ``skocko``, ``bagels``, or empty for names of the player's own.

    ``answers``: the words for answers. Answers that are sent and received are always ``1B 2W``;
    a player reads ``initials`` in place of B and W, which are also the keys (in small letters), or
    in ``style`` ``bagels`` the words Pico and Fermi. ``counts`` has the words for 0, 1, 2, … black
    and white pegs, ``meanings`` explains both kinds (or right and wrong places), ``example`` is an
    answer in initials, ``how_to`` says how to answer.
    """
    answers = notation.answers
    return {
        "places": rules.places,
        "repeats": rules.repeats,
        "answer": rules.answer.value,
        "limit": rules.limit,
        "separator": rules.canonical.separator,
        "vocabulary": notation.vocabulary,
        "colours": [
            {
                "digit": digit,
                "label": label,
                "name": colour.name,
                "letter": notation.letter(number),
                "symbol": colour.symbol,
                "rgb": colour.rgb,
            }
            for number, (digit, label, colour) in enumerate(
                zip(notation.digits, notation.labels, notation.colours, strict=True)
            )
        ],
        "answers": {
            "style": answers.style.value,
            "initials": list(answers.initials),
            "counts": [answers.counts(side, rules.places) for side in (BLACK, WHITE)],
            "meanings": answers.meanings(),
            "example": answers.example(initials=True),
            "how_to": answers.how_to(),
        },
    }


@lru_cache(maxsize=100)
def _shape(rules: Mastermind, names: tuple[str, ...] | None, _language: Language) -> dict[str, Any]:
    return shape(rules, Notation.of(rules, names))


def options(names: tuple[str, ...] | None, keep: Keep = Keep.LARGEST) -> dict[str, Any]:
    """Returns the optional settings of a saved game, as JSON values."""
    colours = {} if names is None else {"colours": list(names)}
    return colours if keep is Keep.LARGEST else {**colours, "keep": keep.value}


def read_options(data: dict[str, Any]) -> dict[str, Any]:
    """Reads the optional settings of a saved game, as parameters. Raises InvalidSpec."""
    given: dict[str, Any] = files.take(data, "options", dict)
    for other in given.keys() - {"colours", "keep"}:
        raise InvalidSpec(_("unknown option {name!r}").format(name=other))
    return {
        "names": files.take_texts(given, "colours") if "colours" in given else None,
        "keep": files.take_one(given, "keep", Keep) if "keep" in given else Keep.LARGEST,
    }


def _other_than(guesses: set[Code], known: Candidates) -> Code:
    """Returns the first candidate that is none of the guesses, or the first one."""
    first = known.first()
    if first not in guesses or not known.listed:
        return first
    return next((code for code in known if code not in guesses), first)


def recorded(_name: str, data: bytes, spec: str | None) -> MastermindSession | None:
    """Returns the game in a text of rows, each a guess and its answer; see ``saved.recorded``.

    The code is the one that was found, else one that is consistent with all answers; it gives the
    answers that are not known. Raises Contradiction, too.
    """
    try:
        lines = [line.split("#")[0].strip() for line in data.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        return None
    rows = [line for line in lines if line]
    if not rows or rows[0].startswith("{"):
        return None
    try:
        rules = parse_rules_of(Mastermind, rows[0] if spec is None else spec)
    except InvalidSpec:
        if spec is None:
            return None
        raise
    rows = rows[spec is None :]
    notation = Notation.of(rules)
    complaint = notation.row_example()
    turns: list[Turn[Code, Feedback]] = [
        parse_turn(line, n, notation.read, notation.read_answer, complaint, rules.unknown)
        for n, line in enumerate(rows, start=1)
    ]
    if not turns:
        raise InvalidSpec(_("there are no rows: {complaint}").format(complaint=complaint))
    known = cast("Candidates", View(rules, turns).knowledge)
    unknown = {
        n: turn.action for n, turn in enumerate(turns, start=1) if turn.feedback is rules.unknown
    }
    game = MastermindSession(rules, secret=_other_than({*unknown.values()}, known))
    for n, turn in enumerate(turns, start=1):
        if game.outcome is not None:
            raise wrong_turn(n, rows[n - 1], str(game_over()))
        game.guess(turn.action)
    game.unknown = tuple(unknown)
    if game.outcome is None:
        game.give_up()
    return game
