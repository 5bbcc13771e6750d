"""What a new game begins with, whoever asks for it: a command line, a form, a request, a link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.mastermind.research.adversary import Keep
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race, Score
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from mastermine.mastermind.presets import Name as MastermindName
    from mastermine.mastermind.rules import Code, Mastermind
    from mastermine.minesweeper.presets import Name as MinesweeperName
    from mastermine.session import Saved


@dataclass(frozen=True, slots=True)
class Start:
    """A game that is not begun yet; what belongs to the other game does not count."""

    rules: Mastermind | Minesweeper
    mode: Mode = Mode.COMPUTER
    keep: Keep = Keep.LARGEST
    """What an adversary keeps."""
    seed: int | str | None = None
    secret: Code | Layout | None = None
    first: tuple[int, int] | None = None
    """The first click of a minefield."""
    colours: tuple[str, ...] | None = None
    strategy: str | None = None
    players: tuple[str, ...] | None = None
    """The people of a match; None for a game of one."""
    rounds: int | None = None
    score: Score | None = None
    puzzle: daily.Puzzle | None = None
    """The daily puzzle that this is."""

    def begin(self) -> Saved:
        """The game. Raises InvalidSpec, also for a puzzle of a day to come.

        A puzzle of an earlier day is a game like any other, and counts for no streak.
        """
        if self.puzzle is not None:
            return _begun(self.puzzle)
        if isinstance(self.rules, Minesweeper):
            return self._minesweeper(self.rules)
        return self._mastermind(self.rules)

    def _mastermind(self, rules: Mastermind) -> MastermindSession | Contest:
        if self.players is not None:
            score = self.score or Score.ROUNDS
            return Contest(rules, self.players, self.rounds, score, self.colours)
        return MastermindSession(
            rules,
            self.mode,
            seed=self.seed,
            secret=None if isinstance(self.secret, Layout) else self.secret,
            strategy=self.strategy,
            names=self.colours,
            keep=self.keep,
        )

    def _minesweeper(self, rules: Minesweeper) -> MinesweeperSession | Race:
        if self.players is not None:
            return Race(rules, self.players, self.rounds, seed=self.seed)
        field = MinesweeperSession(
            rules,
            self.mode,
            seed=self.seed,
            secret=self.secret if isinstance(self.secret, Layout) else None,
            strategy=self.strategy,
        )
        if self.first is not None:
            field.click(rules.format_action(self.first))
        return field


def _begun(puzzle: daily.Puzzle) -> MastermindSession | MinesweeperSession:
    today = daily.today()
    if puzzle.day > today:
        raise InvalidSpec(
            _("the puzzle of {day} is not there yet: today is {today} (UTC)").format(
                day=puzzle.day, today=today
            )
        )
    game = daily.begin(puzzle.level, puzzle.day)
    if puzzle.day < today:
        game.daily = None
    return game


@overload
def session(
    rules: MastermindName | Mastermind,
    mode: Mode | str = ...,
    *,
    seed: int | str | None = ...,
    secret: str | Code | None = ...,
    strategy: str | None = ...,
) -> MastermindSession: ...
@overload
def session(
    rules: MinesweeperName | Minesweeper,
    mode: Mode | str = ...,
    *,
    seed: int | str | None = ...,
    secret: str | Layout | None = ...,
    strategy: str | None = ...,
) -> MinesweeperSession: ...
@overload
def session(
    rules: str,
    mode: Mode | str = ...,
    *,
    seed: int | str | None = ...,
    secret: str | None = ...,
    strategy: str | None = ...,
) -> MastermindSession | MinesweeperSession: ...
def session(
    rules: str | Mastermind | Minesweeper,
    mode: Mode | str = Mode.COMPUTER,
    *,
    seed: int | str | None = None,
    secret: str | Code | Layout | None = None,
    strategy: str | None = None,
) -> MastermindSession | MinesweeperSession:
    """A game with a person in it, with undo, hints, saving and loading.

    ``mode``: who hides the secret: computer, adversary or person. ``secret``: hidden instead of one
    drawn from ``seed``. ``strategy`` gives the hints. Raises InvalidSpec, IllegalMove.
    """
    parsed: Mastermind | Minesweeper = parse_rules(rules) if isinstance(rules, str) else rules
    if isinstance(secret, str):
        secret = parsed.parse_secret(secret)
    game = Start(parsed, Mode(mode), seed=seed, secret=secret, strategy=strategy).begin()
    assert isinstance(game, MastermindSession | MinesweeperSession)
    return game
