"""Review of a game: skill and luck of each move, for both games.

Skill and luck go from 0 to 99, as in popular word games; docs/how-to/coach.md defines them. A move
is rated from the turns before it and its answer only, never from the secret or later turns.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from mastermine.core.errors import MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, pgettext
from mastermine.registry import part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.core.game import Turn, View
    from mastermine.core.strategy import Strategy

BEST_SKILL = 99
"""Skill of a best move, and of no other move."""

VERY_GOOD, GOOD, FAIR = 95, 80, 60
"""Minimum skill for each of these words."""

LUCKY = 65
"""Minimum luck of a lucky game; a luck of at most 99 minus this is unlucky."""


@dataclass(frozen=True, kw_only=True)
class _Figures:
    """Figures that can be exported as JSON."""

    def to_json(self) -> dict[str, Any]:
        """Returns all fields as JSON values."""
        return {each.name: _json(getattr(self, each.name)) for each in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Reviewed(_Figures):
    """Review of a move; None means unknown."""

    action: str
    """The move in the notation of the rules."""
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
    """0 to 99; 99 if and only if no move was better."""
    luck: int | None = None
    """0 to 99; None if nothing depended on luck."""
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


@dataclass(frozen=True, kw_only=True)
class Review(_Figures):
    """Review of a game."""

    rules: str
    moves: tuple[Reviewed, ...]
    skill: int | None
    """Mean over the moves with a choice; None without such a move.

    99 if and only if no better move was possible."""
    luck: int | None
    """Mean over the moves that depended on luck; None without such a move."""
    sentences: tuple[str, ...]
    """Summary of the game and advice."""

    @classmethod
    def of(
        cls, rules: Any, moves: Sequence[Reviewed], lessons: Iterable[str], **figures: Any
    ) -> Self:
        """Creates the review from its moves; ``lessons`` are sentences of advice."""
        skill, luck = whole_skill(moves), whole_luck(moves)
        return cls(
            rules=rules.spec(),
            moves=tuple(moves),
            skill=skill,
            luck=luck,
            sentences=(*summary(skill, luck), *lessons),
            **figures,
        )


def review(rules: Any, turns: Sequence[Turn[Any, Any]], strategy: Strategy | None = None) -> Review:
    """Reviews the turns of a game.

    ``strategy`` chooses which of several equal best moves is named; no figure depends on it. In
    Mastermind, guesses after a contradiction are not rated. Raises Contradiction for impossible
    answers in Minesweeper.
    """
    review_turns = part(rules.game, "review", _("a review"))
    result: Review = review_turns(rules, turns, strategy)
    return result


def skill_of(worth: float, best: float, equal: bool) -> int:
    """Computes the skill of a move from its worth and that of the best move.

    ``equal`` says whether both are equally good, which floating-point numbers cannot decide.
    """
    if equal:
        return BEST_SKILL
    return max(0, min(BEST_SKILL - 1, round(BEST_SKILL * worth / best)))


def luck_of(parts: Iterable[tuple[int, int]], got: int) -> Fraction:
    """Computes the luck of an answer from 0 to 99: the middle of its rank among all answers.

    ``parts`` are pairs for all answers: the number of secrets that give it, and how bad it is;
    ``got`` is how bad the actual answer was. The mean over all secrets is always 99/2.
    """
    total = worse = equal = 0
    for size, bad in parts:
        total += size
        worse += size * (bad > got)
        equal += size * (bad == got)
    return BEST_SKILL * (worse + Fraction(equal, 2)) / total


def whole_skill(moves: Iterable[Reviewed]) -> int | None:
    """Computes the skill of a game: 99 if and only if no better move was possible."""
    skills = [move.skill for move in moves if move.choice and move.skill is not None]
    if not skills:
        return None
    return skill_of(sum(skills), BEST_SKILL * len(skills), equal=set(skills) == {BEST_SKILL})


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


def preferred(strategy: Strategy | None, view: View[Any, Any, Any]) -> Any:
    """Returns the move of a strategy, or None without a strategy or if it fails."""
    if strategy is None or strategy.asks:
        return None
    try:
        return strategy(view)
    except MastermineError:
        return None


def summary(skill: int | None, luck: int | None) -> list[str]:
    """Returns a sentence each on the skill and luck of a game."""
    sentences = []
    if skill is not None:
        if skill == BEST_SKILL:
            text = _("Skill {skill} of 99: no move could have been better.")
        elif skill >= 90:
            text = _("Skill {skill} of 99: very well played.")
        elif skill >= 75:
            text = _("Skill {skill} of 99: well played, with room for better moves.")
        elif skill >= 50:
            text = _("Skill {skill} of 99: some moves could have been much better.")
        else:
            text = _("Skill {skill} of 99: most moves could have been much better.")
        sentences.append(text.format(skill=skill))
    if luck is not None:
        if luck >= LUCKY:
            text = _("Luck {luck} of 99: the answers were lucky.")
        elif luck <= BEST_SKILL - LUCKY:
            text = _("Luck {luck} of 99: the answers were unlucky.")
        else:
            text = _("Luck {luck} of 99: neither good nor bad.")
        sentences.append(text.format(luck=luck))
    return sentences


def _json(value: Any) -> Any:
    if isinstance(value, _Figures):
        return value.to_json()
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def left_text(move: Reviewed) -> str:
    """Formats the number of possible secrets after a move; empty if unknown."""
    if move.left is None:
        return ""
    if getattr(move, "left_exact", True):
        return whole(move.left)
    from mastermine.coach.guess import most

    return most(move.left, exact=False)
