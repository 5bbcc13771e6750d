"""Rules, word lists and knowledge of Words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec
from mastermine.core.game import Outcome, Rules, Turn
from mastermine.core.random import Random

LISTS = {
    3: """ace act add age ago air all and ant any arm art ask bad bag bat bed bee big bit box boy
        bus cat cow cup day dog ear egg eye""",
    4: """able acid area army away back ball band bank base bean bear beat bell bird blue boat body
        bone book born both cake call calm camp card care cart case cash cave cell city clay coat
        coin cold come cook cool corn dark data date deal deep deer desk door down draw""",
    5: """abide about above actor adult agent alarm album alive allow alone alter angel anger angle
        apple arena argue arise armor arrow aside asset audio avoid award basic beach begin being
        below bench birth black blame blank blind block blood board brain brand bread break brick
        brief bring broad brown brush build buyer cabin cable carry catch cause chain chair chart
        cheap check chess chest chief child civil claim class clean clear clerk clock close cloud
        coach coast cover craft crane crash cream crime crowd crown curve cycle daily dance""",
}
"""Words of each length, in alphabetical order."""

RIGHT, ELSEWHERE, ABSENT = "+?-"
"""Signs of an answer, one for each letter of a guess."""

Guess = Turn[str, str]


@lru_cache
def words_of(length: int) -> tuple[str, ...]:
    """Returns all words of this length."""
    return tuple(LISTS[length].split())


@lru_cache(maxsize=1 << 16)
def answer(secret: str, guess: str) -> str:
    """Returns the answer to a guess: right, elsewhere or absent for each letter.

    A letter of the secret counts for one letter of the guess: first for one in its place, then for
    others from the left. So the second of two equal letters is absent if the secret has only one.
    """
    left = Counter(s for s, g in zip(secret, guess, strict=True) if s != g)
    signs = []
    for s, g in zip(secret, guess, strict=True):
        if s == g:
            signs.append(RIGHT)
        elif left[g]:
            left[g] -= 1
            signs.append(ELSEWHERE)
        else:
            signs.append(ABSENT)
    return "".join(signs)


@dataclass(frozen=True)
class Words(Rules[str, str, str]):
    """A hidden word of ``length`` letters from a list; guesses must be in the list, too."""

    game: ClassVar[str] = "words"
    length: int
    limit: int | None = None

    @classmethod
    def parse(cls, text: str) -> Words:
        match = re.fullmatch(r"words:(\d)(?:,limit=(\d{1,3}))?", text)
        if not match or int(match[1]) not in LISTS:
            lengths = ", ".join(map(str, LISTS))
            raise InvalidSpec(f"{text!r} is not a list; write words: and {lengths}, like words:5")
        return cls(int(match[1])).with_limit(int(match[2]) if match[2] else None)

    def with_limit(self, limit: int | None) -> Words:
        if limit is not None and limit < 1:
            raise InvalidSpec(f"the limit must be at least 1, not {limit}")
        return replace(self, limit=limit)

    def spec(self) -> str:
        return f"words:{self.length}" + (f",limit={self.limit}" if self.limit else "")

    def describe(self) -> str:
        limit = f"{self.limit} guesses" if self.limit else "no limit"
        return (
            f"one of {self.secret_count} words of {self.length} letters, {limit}; {RIGHT} is a "
            f"letter in its place, {ELSEWHERE} one that is elsewhere, {ABSENT} one that is absent"
        )

    @property
    def secret_count(self) -> int:
        return len(self.secrets())

    @property
    def usual_strategy(self) -> str:
        return "splitter"

    def secrets(self) -> Sequence[str]:
        return words_of(self.length)

    def draw(self, rng: Random, first: str | None = None) -> str:  # noqa: ARG002
        return self.secrets()[rng.below(self.secret_count)]

    def check(self, action: str) -> None:
        if action not in self.secrets():
            raise IllegalMove(f"{action!r} is not among the words of {self.length} letters")

    def respond(self, secret: str, action: str) -> str:
        self.check(action)
        return answer(secret, action)

    def outcome(self, turns: Sequence[Guess]) -> Outcome | None:
        if turns and turns[-1].feedback == RIGHT * self.length:
            return Outcome.WON
        return Outcome.LOST if self.limit is not None and len(turns) >= self.limit else None

    def knowledge(self) -> Known:
        return Known(words_of(self.length))

    def format_action(self, action: str) -> str:
        return action

    def parse_action(self, text: str) -> str:
        word = text.strip().lower()
        self.check(word)
        return word

    def format_feedback(self, feedback: str) -> str:
        return feedback

    def parse_feedback(self, text: str) -> str:
        if len(text) != self.length or set(text) - {RIGHT, ELSEWHERE, ABSENT}:
            raise IllegalMove(
                f"{text!r} is no answer; write {self.length} of {RIGHT}, {ELSEWHERE} and {ABSENT}"
            )
        return text

    format_secret = format_action
    parse_secret = parse_action


@dataclass(frozen=True)
class Known:
    """Words consistent with all answers so far."""

    words: tuple[str, ...]
    turns: int = 0

    def after(self, turn: Guess) -> Known:
        left = tuple(word for word in self.words if answer(word, turn.action) == turn.feedback)
        if not left:
            raise Contradiction(f"no word fits the answer to {turn.action}", self.turns)
        return Known(left, self.turns + 1)

    def count(self) -> int:
        return len(self.words)

    def first(self) -> str:
        return self.words[0]

    def split(self, action: str) -> Counter[str]:
        return Counter(answer(word, action) for word in self.words)
