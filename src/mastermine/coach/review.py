"""Review of a game: skill and luck of each move, for both games.

Skill and luck go from 0 to 100; docs/how-to/coach.md defines them. The yardstick is a strategy, the
one that gives the hints: its move is a best one, and so is any other that its measure finds as
good. A move is rated from the turns before it and its answer only, never from the secret or later
turns.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from mastermine.coach.hint import rule_of
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext, pgettext
from mastermine.registry import find_strategy, part, usual_strategy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.core.game import Turn
    from mastermine.core.strategy import Strategy

BEST_SKILL = 100
"""Skill of a best move, and of no other move."""

VERY_GOOD, GOOD, FAIR = 95, 80, 60
"""Minimum skill for each of these words."""

BEST_LUCK = 100
"""Luck if every other answer would have been worse."""

LUCKY = 65
"""Minimum luck of a lucky game; a luck of at most 100 minus this is unlucky."""


@dataclass(frozen=True, kw_only=True)
class _Figures:
    """Figures that can be exported as JSON."""

    def to_json(self) -> dict[str, Any]:
        """Returns all fields as JSON values."""
        found: dict[str, Any] = _json(self)
        return found


@dataclass(frozen=True, kw_only=True)
class Reviewed(_Figures):
    """Review of a move; None means unknown."""

    action: str
    """The move in the notation of the rules."""
    text: str
    """The move as players read it, which the sentence names too."""
    feedback: str
    """Its answer."""
    before: int | None = None
    """Number of possible secrets before the move."""
    left: int | None = None
    """Number of possible secrets after it."""
    expected: float | None = None
    """Expected number of possible secrets after it."""
    worst: int | None = None
    """Maximum number of possible secrets after it."""
    best: str | None = None
    """The best move; this move itself if it is equally good."""
    best_expected: float | None = None
    best_worst: int | None = None
    skill: int | None = None
    """0 to 100; 100 if and only if no move was better."""
    luck: int | None = None
    """0 to 100; None if nothing depended on luck."""
    choice: bool = False
    """True if the moves were not all equally good."""
    necessary: bool | None = None
    """For a guess in Minesweeper: True if it was forced, False if it was avoidable; else None."""
    sentence: str = ""
    """The review in words."""

    @property
    def notable(self) -> bool:
        """True unless the move was certainly safe."""
        return getattr(self, "risk", None) != 0

    @property
    def mistake(self) -> bool:
        """True for a weak move, and for a risk that gave safety away beside a safe cell."""
        if self.skill is None or self.skill == BEST_SKILL:
            return False
        return self.skill < FAIR or self.necessary is False


@dataclass(frozen=True, kw_only=True)
class Review(_Figures):
    """Review of a game."""

    rules: str
    strategy: str
    """The strategy that was the yardstick."""
    moves: tuple[Reviewed, ...]
    skill: int | None
    """0 to 100, over the moves with a choice; None without such a move.

    100 if and only if no better move was possible."""
    luck: int | None
    """Mean over the moves that depended on luck; None without such a move."""
    sentences: tuple[str, ...]
    """Summary of the game and advice."""

    @classmethod
    def of(
        cls,
        rules: Any,
        strategy: Strategy,
        moves: Sequence[Reviewed],
        skill: int | None,
        lessons: Iterable[str],
        **figures: Any,
    ) -> Self:
        """Creates the review from its moves; ``lessons`` are sentences of advice."""
        luck = whole_luck(moves)
        mistakes = sum(move.mistake for move in moves)
        measured = [] if skill is None else [verdict(skill, mistakes), rule_of(strategy)]
        return cls(
            rules=rules.spec(),
            strategy=strategy.name,
            moves=tuple(moves),
            skill=skill,
            luck=luck,
            sentences=(*measured, *luck_sentence(luck), *lessons),
            **figures,
        )


def review(
    rules: Any,
    turns: Sequence[Turn[Any, Any]],
    strategy: Strategy | None = None,
    seed: int | str = 0,
    **words: Any,
) -> Review:
    """Reviews the turns of a game.

    ``strategy`` is the yardstick [default: that of the rules]: the one that gives the hints.
    ``seed``: that of its hints, which matters if it draws random numbers. ``words``: in Mastermind,
    ``names`` of the colours, or a vocabulary [default: the usual one]. In Mastermind, guesses
    after a contradiction are not rated. Raises Contradiction for impossible answers in
    Minesweeper, and InvalidSpec for a strategy that asks a person.
    """
    review_turns = part(rules.game, "review", _("a review"))
    if strategy is None:
        strategy = find_strategy(usual_strategy(rules), rules.game)
    check_yardstick(strategy)
    result: Review = review_turns(rules, turns, strategy, seed, **words)
    return result


def check_yardstick(strategy: Strategy) -> None:
    """Raises InvalidSpec for a strategy that asks a person."""
    if strategy.interactive:
        raise InvalidSpec(_("a strategy that asks a person cannot review a game"))


def skill_of(worth: float, best: float, equal: bool) -> int:
    """Computes the skill of a move from its worth and that of the best move.

    ``equal`` says whether both are equally good, which floating-point numbers cannot decide.
    """
    if equal:
        return BEST_SKILL
    return max(0, min(BEST_SKILL - 1, round(BEST_SKILL * worth / best)))


def luck_of(parts: Iterable[tuple[int, int]], got: int) -> Fraction:
    """Computes the luck of an answer from 0 to 100: the middle of its rank among all answers.

    ``parts`` are pairs for all answers: the number of secrets that give it, and how bad it is;
    ``got`` is how bad the actual answer was. The mean over all secrets is always 50.
    """
    total = worse = equal = 0
    for size, bad in parts:
        total += size
        worse += size * (bad > got)
        equal += size * (bad == got)
    return BEST_LUCK * (worse + Fraction(equal, 2)) / total


def whole_luck(moves: Iterable[Reviewed]) -> int | None:
    """Computes the luck of a game: the mean over the moves that depended on luck."""
    lucks = [move.luck for move in moves if move.luck is not None]
    return round(Fraction(sum(lucks), len(lucks))) if lucks else None


def praise(skill: int) -> str:
    """Returns the word for a skill."""
    if skill == BEST_SKILL:
        # Translators: said of a move, or of the guess that begins the sentence.
        return pgettext("a move", "Best")
    if skill >= VERY_GOOD:
        # Translators: said of a move.
        return _("Very good")
    if skill >= GOOD:
        # Translators: said of a move.
        return _("Good")
    if skill >= FAIR:
        # Translators: said of a move that is neither good nor weak.
        return _("Fair")
    # Translators: said of a move.
    return _("Weak")


def verdict(skill: int, mistakes: int) -> str:
    """Returns a sentence on the skill of a game; with mistakes it praises nothing."""
    if mistakes:
        text = ngettext(
            "Skill {skill} of 100, with {n} mistake.",
            "Skill {skill} of 100, with {n} mistakes.",
            mistakes,
        )
    elif skill == BEST_SKILL:
        text = _("Skill {skill} of 100: no move could have been better.")
    elif skill >= 90:
        text = _("Skill {skill} of 100: very well played.")
    elif skill >= 75:
        text = _("Skill {skill} of 100: well played, with room for better moves.")
    else:
        text = _("Skill {skill} of 100: several moves could have been better.")
    return text.format(skill=skill, n=whole(mistakes))


def luck_sentence(luck: int | None) -> list[str]:
    """Returns a sentence on the luck of a game, if it is known."""
    if luck is None:
        return []
    if luck >= LUCKY:
        text = _("Luck {luck} of 100: the answers were lucky.")
    elif luck <= BEST_LUCK - LUCKY:
        text = _("Luck {luck} of 100: the answers were unlucky.")
    else:
        text = _("Luck {luck} of 100: neither good nor bad.")
    return [text.format(luck=luck)]


def _json(value: Any) -> Any:
    if is_dataclass(value):
        return {each.name: _json(getattr(value, each.name)) for each in fields(value)}
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def left_text(move: Reviewed) -> str:
    """Formats the number of possible secrets after a move; empty if unknown."""
    if move.left is None:
        return ""
    if getattr(move, "left_exact", True):
        return whole(move.left)
    from mastermine.coach.guess import most

    return most(move.left, exact=False)
