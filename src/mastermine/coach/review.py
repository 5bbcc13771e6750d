"""A game looked back on: what each move was worth, and what was luck; for both games.

Skill and luck go from 0 to 99, as players of word games know them. How they are reckoned is told
in docs/how-to/coach.md. A review knows the turns and nothing else: no secret, and no later turn.
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
"""The skill of a move than which there is no better one, and of no other move."""

VERY_GOOD, GOOD, FAIR = 95, 80, 60
"""From which skill on a move that is not the best is called so."""

LUCKY = 65
"""From this luck on a game is called lucky; from as little below 99 on, unlucky."""


@dataclass(frozen=True, kw_only=True)
class _Told:
    """Figures that programs are told, too."""

    def to_json(self) -> dict[str, Any]:
        """All fields, as JSON values."""
        return {each.name: _json(getattr(self, each.name)) for each in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Reviewed(_Told):
    """A move, what it did, and what could have been done. None stands for what is not known."""

    action: str
    """The move, in the notation of the rules."""
    feedback: str
    """What it was answered."""
    before: int | None = None
    """The secrets that were possible before."""
    left: int | None = None
    """The secrets that are possible after it."""
    expected: float | None = None
    """The secrets that were to be left, on average over all answers."""
    worst: int | None = None
    """The secrets that were to be left, at most."""
    best: str | None = None
    """The best move: this one itself, where it is as good."""
    best_expected: float | None = None
    best_worst: int | None = None
    skill: int | None = None
    """0 to 99; 99 if and only if no move was better."""
    luck: int | None = None
    """0 to 99; None where nothing depended on luck."""
    choice: bool = False
    """Whether there was something to decide: not all moves were equally good."""
    necessary: bool | None = None
    """Of a move that could lose the game, whether there was none that could not; else None."""
    sentence: str = ""
    """What there is to say about it, in words."""

    @property
    def telling(self) -> bool:
        """Whether there is more to say of it than that it was certainly safe."""
        return getattr(self, "risk", None) != 0


@dataclass(frozen=True, kw_only=True)
class Review(_Told):
    """A game, move by move, and on the whole."""

    rules: str
    moves: tuple[Reviewed, ...]
    skill: int | None
    """The mean over the moves where there was something to decide; None without such a move.

    99 if and only if each of them was as good as any."""
    luck: int | None
    """The mean over the moves where something depended on luck; None without such a move."""
    sentences: tuple[str, ...]
    """What there is to say about the whole, in words."""

    @classmethod
    def of(
        cls, rules: Any, moves: Sequence[Reviewed], lessons: Iterable[str], **figures: Any
    ) -> Self:
        """The review of these moves. ``lessons``: sentences after those on skill and luck."""
        skill, luck = whole_skill(moves), whole_luck(moves)
        return cls(
            rules=rules.spec(),
            moves=tuple(moves),
            skill=skill,
            luck=luck,
            sentences=(*on_the_whole(skill, luck), *lessons),
            **figures,
        )


def review(rules: Any, turns: Sequence[Turn[Any, Any]], strategy: Strategy | None = None) -> Review:
    """What each of these turns was worth.

    ``strategy``, where given, is asked which of several best moves is to be named; no figure
    depends on it. A row of Mastermind that contradicts those before it is said to do so, and what
    comes after it is not judged. Raises Contradiction for clicks that no minefield can answer so.
    """
    look_back = part(rules.game, "review", _("a review"))
    found: Review = look_back(rules, turns, strategy)
    return found


def skill_of(worth: float, best: float, equal: bool) -> int:
    """The skill of a move worth so much, where the best one is worth ``best``.

    ``equal``: it is as good as the best, which sums of floating-point numbers cannot tell.
    """
    if equal:
        return BEST_SKILL
    return max(0, min(BEST_SKILL - 1, round(BEST_SKILL * worth / best)))


def luck_of(parts: Iterable[tuple[int, int]], got: int) -> Fraction:
    """How lucky an answer was, from 0 to 99: the middle of its rank among all answers.

    ``parts`` are the answers: how many secrets give each one, and how bad it is; ``got`` is how bad
    the one was that was had. The mean over all secrets is 99/2, whatever the parts are.
    """
    total = worse = equal = 0
    for size, bad in parts:
        total += size
        worse += size * (bad > got)
        equal += size * (bad == got)
    return BEST_SKILL * (worse + Fraction(equal, 2)) / total


def whole_skill(moves: Iterable[Reviewed]) -> int | None:
    """The skill of a game: 99 if and only if each move was as good as any."""
    skills = [move.skill for move in moves if move.choice and move.skill is not None]
    if not skills:
        return None
    return skill_of(sum(skills), BEST_SKILL * len(skills), equal=set(skills) == {BEST_SKILL})


def whole_luck(moves: Iterable[Reviewed]) -> int | None:
    """The luck of a game: the mean over the moves where something depended on it."""
    lucks = [move.luck for move in moves if move.luck is not None]
    return round(Fraction(sum(lucks), len(lucks))) if lucks else None


def praise(skill: int) -> str:
    """How good a move of this skill is, in a word."""
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
    """What a strategy would do here; None where there is none, or it cannot say.

    It is asked for its taste only, so that it fails is no reason to have no review.
    """
    if strategy is None or strategy.asks:
        return None
    try:
        return strategy(view)
    except MastermineError:
        return None


def on_the_whole(skill: int | None, luck: int | None) -> list[str]:
    """Skill and luck of a game, in a sentence each."""
    told = []
    if skill is not None:
        if skill == BEST_SKILL:
            text = _("Skill {skill} of 99: no move could have been better.")
        elif skill >= 90:
            text = _("Skill {skill} of 99: very well played.")
        elif skill >= 75:
            text = _("Skill {skill} of 99: well played, with room for better moves.")
        elif skill >= 50:
            text = _("Skill {skill} of 99: some moves gave much away.")
        else:
            text = _("Skill {skill} of 99: most moves gave much away.")
        told.append(text.format(skill=skill))
    if luck is not None:
        if luck >= LUCKY:
            text = _("Luck {luck} of 99: the answers were kind.")
        elif luck <= BEST_SKILL - LUCKY:
            text = _("Luck {luck} of 99: the answers were unkind.")
        else:
            text = _("Luck {luck} of 99: neither good nor bad.")
        told.append(text.format(luck=luck))
    return told


def _json(value: Any) -> Any:
    if isinstance(value, _Told):
        return value.to_json()
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def left_text(move: Reviewed) -> str:
    """How many secrets are left after a move, as it is told; empty where that is not known."""
    if move.left is None:
        return ""
    if getattr(move, "left_exact", True):
        return whole(move.left)
    from mastermine.coach.guess import most

    return most(move.left, exact=False)
