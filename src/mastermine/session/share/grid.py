"""A game as text to share: a title and rows of emoji that do not reveal the secret."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext, npgettext
from mastermine.mastermind.feedback import Pegs, Places, Unknown
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.minesweeper.metrics import Metrics
from mastermine.registry import GAMES
from mastermine.session import MastermindSession, Match, MinesweeperSession, Mode
from mastermine.session.levels import level_of, title_of
from mastermine.session.messages import counts
from mastermine.session.messages.help import each_used
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from mastermine.mastermind.feedback import Feedback
    from mastermine.session import Played, Saved

RIGHT, COLOUR, WRONG = "🟢", "⚪", "➖"
"""Right place, right colour only, neither."""
SURE, GUESSED, HIT, OPENED = "🟩", "🟨", "💥", "🟦"
"""Squares of safe clicks, with a guess among them, with a hit, and of unrated clicks."""
CUP, MARK = "🏆", "▪️"
"""Winners of a match, and other players."""
MAX_EMOJI_PEGS = 12
"""Longer rows are written as numbers."""
MAX_SQUARES = 20
"""Maximum number of squares of a game of Minesweeper, ten in a row."""


def text(game: Saved) -> str:
    """Formats a title, then a row for each guess, or squares for the clicks."""
    if isinstance(game, Match):
        return _match_text(game)
    formatted = GAMES[game.rules.game].part("text") or plain_text
    return str(formatted(game))


def title(game: Played) -> str:
    """Formats the names of game and level, and the day of a puzzle."""
    name, level = title_of(game.rules, level_of(game))
    puzzle = daily.of(game)
    if puzzle is not None:
        # Translators: a title: {game} is Mastermind or Minesweeper, {level} such as classic or
        # expert, which are not translated, {day} is such as 2026-11-21.
        return _("{game} daily {level} {day}").format(
            game=name, level=puzzle.level, day=puzzle.day.isoformat()
        )
    if game.mode is Mode.ADVERSARY:
        # Translators: a title, such as Mastermind classic adversary.
        return _("{game} {level} adversary").format(game=name, level=level)
    return f"{name} {level}"


def code_text(game: MastermindSession) -> str:
    """Formats a game of Mastermind: a row for each guess."""
    made = len(game.turns)
    won = game.outcome is Outcome.WON
    count = str(made) if won or game.outcome is None else "X"
    if game.rules.limit is not None:
        count += f"/{game.rules.limit}"
    elif won or game.outcome is None:
        count = counts.guesses(made)
    if game.outcome is None:
        count += "…"
    if game.mode is Mode.PERSON:
        # Translators: {count} is such as 4/10, or "4 guesses".
        count = _("the computer guesses, {count}").format(count=count)
    first = ", ".join([f"{title(game)} {count}", *each_used(game)])
    return "\n".join([first, *(_row(turn.feedback, game.rules.places) for turn in game.turns)])


def plain_text(game: Played) -> str:
    """Formats a game of any rules: the number of moves."""
    n = len(game.turns)
    moves = ngettext("{n} move", "{n} moves", n).format(n=whole(n))
    states = {
        None: moves + "…",
        # Translators: {moves} is such as "4 moves"; after the title of a game.
        Outcome.WON: _("won in {moves}").format(moves=moves),
        # Translators: {moves} is such as "4 moves"; after the title of a game.
        Outcome.LOST: _("lost after {moves}").format(moves=moves),
    }
    return ", ".join([f"{title(game)} {states[game.outcome]}", *each_used(game)])


def _row(answer: Feedback, places: int) -> str:
    """Formats an answer as pegs, sorted unless the answer shows places."""
    if isinstance(answer, Places):
        return "".join(RIGHT if right else WRONG for right in answer.right)
    if isinstance(answer, Unknown):
        return str(answer)
    white = answer.white if isinstance(answer, Pegs) else 0
    pegs = ((RIGHT, answer.black), (COLOUR, white), (WRONG, places - answer.black - white))
    if places > MAX_EMOJI_PEGS:
        return " ".join(f"{sign}{n}" for sign, n in pegs if n)
    return "".join(sign * n for sign, n in pegs)


def field_text(game: MinesweeperSession) -> str:
    """Formats a game of Minesweeper: figures, and squares for the clicks."""
    seconds = int(game.clock.seconds)
    time = f"{seconds // 60}:{seconds % 60:02}"
    safe = game.rules.cells - game.rules.mines
    closed = Counter(game.board.cells)
    opened = game.rules.cells - closed[CLOSED] - closed[MINED]
    if game.outcome is Outcome.WON:
        # Translators: {time} is such as 1:23; after the title of the game.
        end = _("won in {time}")
    elif game.outcome is None:
        # Translators: of a board, while the game is in progress.
        end = _("{percent} % open after {time}") + "…"
    else:
        # Translators: of a board with a mine that was hit.
        end = _("lost, {percent} % open after {time}")
    end = end.format(percent=100 * opened // safe, time=time)
    lines = [", ".join([f"{title(game)} {end}", *each_used(game)])]
    squares, guesses = _squares(game)
    facts = []
    if game.outcome is Outcome.WON and game.secret is not None:
        # Translators: 3BV is a figure of minefields, known by this name: the fewest clicks.
        facts.append(_("3BV {n}").format(n=Metrics(game.secret).bbbv))
    facts.append(counts.clicks(game.clicks))
    if guesses is not None:
        count = npgettext("clicks at random", "{n} guess", "{n} guesses", guesses)
        facts.append(count.format(n=guesses))
    lines.append(", ".join(facts))
    lines += [squares[row : row + 10] for row in range(0, len(squares), 10)]
    return "\n".join(lines)


def _squares(game: MinesweeperSession) -> tuple[str, int | None]:
    """Returns the clicks as squares, several clicks to a square, and the number of guesses.

    Guesses are not marked while the game is in progress, since that would be a hint, nor where
    there are too many layouts to count.
    """
    cells = [turn.action for turn in game.turns]
    risky: Counter[Any] | None = None
    if game.outcome is not None:
        try:
            risky = Counter(cell for cell, _risk in game.guesses())
        except MastermineError:
            risky = None
    squares = []
    parts = min(MAX_SQUARES, len(cells))
    for part in range(parts):
        here = cells[part * len(cells) // parts : (part + 1) * len(cells) // parts]
        if game.fatal is not None and part == parts - 1:
            squares.append(HIT)
        elif risky is None:
            squares.append(OPENED)
        else:
            squares.append(GUESSED if any(cell in risky for cell in here) else SURE)
    return "".join(squares), None if risky is None else sum(risky.values())


def _match_text(match: Match[Any]) -> str:
    """Formats the table, with a cup for the winners."""
    rounds = counts.rounds(match.rounds)
    if not match.over:
        rounds = match.round_text()
    rows = []
    for standing in match.standings():
        mark = CUP if standing.leads and match.over else MARK
        rows.append(f"{mark} {standing.player}: {', '.join(match.figures(standing))}")
    return "\n".join([", ".join([" ".join(title_of(match.rules, level_of(match))), rounds]), *rows])
