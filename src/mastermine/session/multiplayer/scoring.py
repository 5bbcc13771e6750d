"""What counts in a match of people, how each did, and the table, in words for every front end."""

from __future__ import annotations

from mastermine.coach.click import named
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Race, Score
from mastermine.session.multiplayer.race import opened


def scored(match: Contest | Race) -> str:
    """What counts."""
    if isinstance(match, Race):
        return _(
            "All open the same field. Who clears it in the least time wins the round; if nobody "
            "does, who opens the most cells."
        )
    return {
        # Translators: the maker is the player who hides the code.
        Score.ROUNDS: _(
            "Who breaks the code in the fewest guesses wins the round; "
            "the maker wins it if nobody does."
        ),
        # Translators: the maker is the player who hides the code.
        Score.POINTS: _(
            "The maker gets a point for each guess, and one more for a code that is not "
            "broken. Who gives up is charged all guesses."
        ),
        Score.FEWEST: _(
            "Who breaks more codes wins; among equals, who takes fewer guesses for them."
        ),
    }[match.score]


def guessed(player: str, session: MastermindSession) -> str:
    """How somebody did with a code, without the code."""
    n = len(session.turns)
    if session.outcome is not Outcome.WON:
        return _("{player}: not found").format(player=player)
    text = ngettext("{player}: {n} guess", "{player}: {n} guesses", n)
    return text.format(player=player, n=whole(n))


def raced(session: MinesweeperSession) -> str:
    """How somebody did on a minefield, without its mines."""
    if session.outcome is Outcome.WON:
        # Translators: stands after the name of a woman or a man, and a colon.
        return _("cleared in {seconds} s").format(seconds=decimal(session.clock.seconds, 1))
    n = opened(session)
    if session.fatal is None:
        # Translators: stands after the name of a woman or a man, and a colon.
        text = ngettext("gave up with {n} cell open", "gave up with {n} cells open", n)
        return text.format(n=whole(n))
    # Translators: stands after the name of a woman or a man, and a colon.
    text = ngettext(
        "hit a mine at {cell} with {n} cell open", "hit a mine at {cell} with {n} cells open", n
    )
    return text.format(cell=named(session.fatal), n=whole(n))


def heads(match: Contest | Race) -> list[str]:
    """What stands above the columns of the table; all but the first are numbers."""
    if isinstance(match, Race):
        return [_("player"), _("rounds won"), _("fields cleared"), _("seconds")]
    ends = [_("codes broken"), _("guesses")]
    if match.score is Score.FEWEST:
        return [_("player"), *ends]
    return [_("player"), _("points") if match.score is Score.POINTS else _("rounds won"), *ends]


def rows(match: Contest | Race) -> list[list[str]]:
    """The table: a row for each player, the best first."""
    if isinstance(match, Race):
        return [
            [place.player, whole(place.score), whole(place.cleared), decimal(place.seconds, 1)]
            for place in match.standings()
        ]
    fewest = match.score is Score.FEWEST
    return [
        [
            each.player,
            *([] if fewest else [whole(each.score)]),
            whole(each.broken),
            whole(each.guesses),
        ]
        for each in match.standings()
    ]
