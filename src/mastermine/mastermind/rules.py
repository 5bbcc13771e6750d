"""Rules of Mastermind and its variants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from math import perm
from operator import eq
from typing import TYPE_CHECKING, ClassVar

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome, Rules, Turn, longest_sensible
from mastermine.core.given import short_repr
from mastermine.core.random import Random
from mastermine.core.spec import read_options
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.colours import MAX_COLOURS
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.notation import Notation

Code = tuple[int, ...]
"""A code or a guess: the colour at each place, counted from 0, left to right."""

MAX_PLACES = 255
"""Limit on places, so that an encoded count of pegs fits 16 bits."""
MAX_SHOWN = 16
"""Limit on places where the answer shows the right places: one bit per place, 16 bits in all."""
MAX_GUESSES = 999_999_999
LONG_CODE = 32
"""Only the scheme ``linear`` is fast for codes longer than this."""

_SPEC = re.compile(
    r"mastermind:(?P<places>\d{1,9})x(?P<colours>\d{1,9})"
    r"(?P<options>(?:[+-][a-z]+)*)(?:,limit=(?P<limit>\d{1,9}))?"
)


class Answer(Enum):
    """Content of an answer: black and white pegs, black pegs only, or the right places."""

    PEGS = "pegs"
    BLACK = "black"
    PLACES = "places"


@dataclass(frozen=True, slots=True, repr=False)
class Mastermind:
    """A code of ``places`` pegs in ``colours`` colours.

    ``repeats``: a colour may be used several times. ``blank``: a place may be left empty, which
    counts as one more colour. ``limit``: maximum number of guesses, or None. Raises InvalidSpec.
    """

    game: ClassVar[str] = "mastermind"
    """Prefix of specs, and the game that strategies are registered for."""
    unknown: ClassVar[Feedback] = Unknown.ANSWER
    """Answer in a row of which only the guess is known."""

    places: int
    colours: int
    repeats: bool = True
    blank: bool = False
    answer: Answer = Answer.PEGS
    limit: int | None = None

    # Stored because every turn uses them.
    symbols: int = field(init=False, compare=False)
    """Number of colours, including the blank."""
    solution: Feedback = field(init=False, compare=False)
    """Answer to a guess that is the code."""

    def __repr__(self) -> str:
        return f"Mastermind.parse({self.spec()!r})"

    def __post_init__(self) -> None:
        if not 1 <= self.places <= MAX_PLACES:
            raise InvalidSpec(
                ngettext(
                    "{n} place: there must be 1 to {most}",
                    "{n} places: there must be 1 to {most}",
                    self.places,
                ).format(n=self.places, most=MAX_PLACES)
            )
        if not 1 <= self.colours <= MAX_COLOURS:
            raise InvalidSpec(
                ngettext(
                    "{n} colour: there must be 1 to {most}",
                    "{n} colours: there must be 1 to {most}",
                    self.colours,
                ).format(n=self.colours, most=MAX_COLOURS)
            )
        if self.answer is Answer.PLACES and self.places > MAX_SHOWN:
            raise InvalidSpec(
                ngettext(
                    "{n} place: there may be at most {most} if the answer shows the right places",
                    "{n} places: there may be at most {most} if the answer shows the right places",
                    self.places,
                ).format(n=self.places, most=MAX_SHOWN)
            )
        object.__setattr__(self, "symbols", self.colours + self.blank)
        object.__setattr__(self, "solution", self.decode(self.win))
        if not self.repeats and self.symbols < self.places:
            raise InvalidSpec(
                ngettext(
                    "{places} place without repeats needs at least {places} colour, "
                    "there are {colours}",
                    "{places} places without repeats need at least {places} colours, "
                    "there are {colours}",
                    self.places,
                ).format(places=self.places, colours=self.symbols)
            )
        if self.limit is not None and not 1 <= self.limit <= MAX_GUESSES:
            raise InvalidSpec(
                ngettext(
                    "a limit of {n} guess is not possible; it must be 1 to {most}",
                    "a limit of {n} guesses is not possible; it must be 1 to {most}",
                    self.limit,
                ).format(n=self.limit, most=whole(MAX_GUESSES))
            )

    @property
    def size(self) -> int:
        """Number of codes."""
        return self.symbols**self.places if self.repeats else perm(self.symbols, self.places)

    @property
    def secret_count(self) -> int:
        return self.size

    @property
    def longest(self) -> int:
        return longest_sensible(self.size)

    @property
    def usual_strategy(self) -> str:
        from mastermine.mastermind.knowledge import listable

        if listable(self):
            return "knuth"
        return "sampled" if self.places <= LONG_CODE else "linear"

    def first_actions(self) -> Iterable[Code]:
        from mastermine.mastermind.symmetry import first_guesses

        ordered = self.answer is Answer.PLACES
        return first_guesses(self.places, self.symbols, not self.repeats, ordered)

    def describe(self) -> str:
        return self.notation.describe()

    def sizes(self) -> dict[str, int]:
        return {"codes": self.size}

    def size_in_words(self) -> str:
        return ngettext("{n} code", "{n} codes", self.size).format(n=whole(self.size))

    def with_limit(self, limit: int | None) -> Mastermind:
        return replace(self, limit=limit)

    def spec(self) -> str:
        """Formats the rules, e.g. ``mastermind:4x10-distinct`` or ``mastermind:4x8,limit=10``."""
        return (
            f"mastermind:{self.places}x{self.colours}"
            + "+blank" * self.blank
            + "-distinct" * (not self.repeats)
            + (f"-{self.answer.value}" if self.answer is not Answer.PEGS else "")
            + (f",limit={self.limit}" if self.limit is not None else "")
        )

    @classmethod
    def parse(cls, text: str) -> Mastermind:
        """Parses a spec. Raises InvalidSpec."""
        match = _SPEC.fullmatch(text)
        if not match:
            raise InvalidSpec(
                _(
                    "rules {text!r} are not understood; "
                    "write places x colours like mastermind:4x6, then +blank, -distinct, "
                    "-black or -places, then ,limit=10"
                ).format(text=text)
            )
        known = {"+blank", "-distinct", "-black", "-places"}
        options = read_options(text, match["options"], known, {"-black", "-places"})
        answer = next((a for a in Answer if f"-{a.value}" in options), Answer.PEGS)
        return cls(
            int(match["places"]),
            int(match["colours"]),
            "-distinct" not in options,
            "+blank" in options,
            answer,
            int(match["limit"]) if match["limit"] else None,
        )

    def draw(self, rng: Random, first: Code | None = None) -> Code:  # noqa: ARG002
        """Draws a code from the uniform distribution; ``first`` is ignored."""
        if self.repeats:
            return tuple(rng.below(self.symbols) for _place in range(self.places))
        colours = list(range(self.symbols))
        return tuple(colours.pop(rng.below(len(colours))) for _place in range(self.places))

    def secrets(self) -> Candidates:
        """Lists every code in numeric order. Raises TooLarge when there are too many."""
        codes = self.knowledge()
        len(codes)  # Builds the list, which is lazy.
        return codes

    def check(self, code: Code) -> None:
        """Raises IllegalMove when ``code`` is not a code of these rules."""
        if not self._valid(code):
            raise IllegalMove(self._describe_error(code))

    def code(self, code: Code | str) -> Code:
        """Returns a valid code, parsing text. Raises IllegalMove."""
        if isinstance(code, str):
            return self.parse_action(code)
        self.check(code)
        return code

    check_secret = check

    def _valid(self, code: object) -> bool:
        # A plain loop for speed: this runs several times in every turn.
        if not isinstance(code, tuple) or len(code) != self.places:
            return False
        symbols = self.symbols
        for peg in code:
            if type(peg) is not int or not 0 <= peg < symbols:
                return False
        return self.repeats or len(set(code)) == self.places

    def _describe_error(self, code: Code) -> str:
        """Describes the error in an invalid code."""
        given: object = code  # A strategy may return anything.
        if not isinstance(given, tuple) or not set(map(type, given)) <= {int}:
            return _("a code is a tuple of colours, counted from 0, not {code}").format(
                code=short_repr(given)
            )
        if len(code) != self.places:
            return ngettext(
                "a code has {places} peg, this one has {n}",
                "a code has {places} pegs, this one has {n}",
                self.places,
            ).format(places=self.places, n=len(code))
        if min(code) < 0 or max(code) >= self.symbols:
            return _("colours are numbered from 0 to {last}; {code} has another number").format(
                last=self.symbols - 1, code=short_repr(given)
            )
        return _("{code} has a repeat; these rules allow no repeats").format(
            code=self.format_action(code)
        )

    def respond(self, secret: Code, action: Code) -> Feedback:
        """Returns the answer to a guess.

        Black counts the places that agree. White counts the other pegs that code and guess have in
        common; each peg of the code is counted at most once.
        """
        self.check(action)
        if self.answer is Answer.PLACES:
            return Places(tuple(map(eq, action, secret)))
        black = sum(map(eq, action, secret))
        if self.answer is Answer.BLACK:
            return Black(black)
        left = list(secret)
        for peg in action:
            if peg in left:
                left.remove(peg)
        return Pegs(black, self.places - len(left) - black)

    def solved(self, feedback: Feedback) -> bool:
        """True if all places are right."""
        return feedback == self.solution

    def fits(self, code: Code, turn: Turn[Code, Feedback]) -> bool:
        """True if a code gives the answer of a turn, or if that is not known."""
        return turn.feedback is self.unknown or self.respond(code, turn.action) == turn.feedback

    def outcome(self, turns: Sequence[Turn[Code, Feedback]]) -> Outcome | None:
        """Returns won if the last guess is the code, lost if the limit is reached, else None."""
        if turns and self.solved(turns[-1].feedback):
            return Outcome.WON
        if self.limit is not None and len(turns) >= self.limit:
            return Outcome.LOST
        return None

    def knowledge(self) -> Candidates:
        """Returns the initial knowledge, in which every code is a candidate; codes are lazy."""
        from mastermine.mastermind.knowledge import Candidates, listable

        if listable(self):
            return Candidates(self)
        from mastermine.mastermind.large.candidates import Unlisted

        return Unlisted(self)

    # Answers encoded as numbers, for arrays.

    @property
    def win(self) -> int:
        """Number of the answer to a guess that is the code."""
        match self.answer:
            case Answer.PEGS:
                return self.places * (self.places + 1)
            case Answer.BLACK:
                return self.places
            case Answer.PLACES:
                return (1 << self.places) - 1

    @property
    def answers(self) -> int:
        """Maximum number of different answers."""
        n = self.places
        match self.answer:
            case Answer.PEGS:
                return (n + 1) * (n + 2) // 2 - 1  # the last peg has no other place to go
            case Answer.BLACK:
                return n + 1
            case Answer.PLACES:
                return 1 << n

    def decode(self, number: int) -> Feedback:
        """Decodes an answer: black * (places + 1) + white, or black, or bit p for right place p."""
        match self.answer:
            case Answer.PEGS:
                return Pegs(*divmod(number, self.places + 1))
            case Answer.BLACK:
                return Black(number)
            case Answer.PLACES:
                return Places(tuple(bool(number >> p & 1) for p in range(self.places)))

    def encode(self, feedback: Feedback) -> int:
        """Encodes an answer; ``decode`` inverts it. Raises IllegalMove for other rules' answers."""
        given: object = feedback  # A caller may pass anything.
        number = -1
        match given:
            case Pegs(black, white):
                number = black * (self.places + 1) + white
            case Black(black):
                number = black
            case Places(right):
                number = sum(1 << p for p, yes in enumerate(right) if yes)
        if number < 0 or self.decode(number) != feedback:
            raise IllegalMove(
                _("{answer} is not an answer in {spec}").format(answer=feedback, spec=self.spec())
            )
        return number

    @property
    def notation(self) -> Notation:
        """Notation for people, in the usual words of these rules and the language in use."""
        from mastermine.mastermind.notation import Notation

        return Notation.of(self)

    @property
    def canonical(self) -> Notation:
        """Notation of files, links and JSON, the same in every language."""
        from mastermine.mastermind.notation import canonical

        return canonical(self)

    position, view_at = Rules.position, Rules.view_at

    def format_action(self, action: Code) -> str:
        return self.canonical.format(action)

    def parse_action(self, text: str) -> Code:
        """Parses labels, English letters or names of colours, or symbols. Raises IllegalMove."""
        return self.canonical.parse(text)

    format_secret = format_action
    parse_secret = parse_action

    def format_feedback(self, feedback: Feedback) -> str:
        return str(feedback)

    def parse_feedback(self, text: str, action: Code | None = None) -> Feedback:
        """Parses an answer in English: ``1B 2W``, ``1,2``, ``12``, ``BWW``; ``2``; or ``--+-``.

        Pegs of the guess ``action`` that the text repeats must agree with it. Raises IllegalMove.
        """
        return self.canonical.parse_answer(text, action)
