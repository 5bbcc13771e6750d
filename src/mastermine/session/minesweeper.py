"""A game of Minesweeper: clicks, chords, and flags, which are the player's notes."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from mastermine.coach.click import Advice, advise, where, why
from mastermine.coach.hint import position
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError, TooLarge
from mastermine.core.game import Outcome, Turn
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.adversary import Adversary
from mastermine.minesweeper.board import CLOSED, Board, Cell, Layout
from mastermine.minesweeper.cells import cell_of, parse_cell, parse_x_y
from mastermine.minesweeper.efficient import plan_clicks
from mastermine.minesweeper.replays.files import is_replay, read_replay
from mastermine.minesweeper.replays.rawvf import write_replay
from mastermine.minesweeper.replays.replay import Action, Figures, Replay, Verb, figures
from mastermine.minesweeper.rules import Exploded, Feedback, Minesweeper, Opened
from mastermine.session.cell_actions import check_click, check_flag, chord_cells
from mastermine.session.clock import Clock
from mastermine.session.saved import files
from mastermine.session.session import Depth, Mode, Session, missing_secret, not_a_move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mastermine.coach.replay_review import ReplayReview
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.deduction import Step
    from mastermine.minesweeper.efficient import ClickPlan
    from mastermine.minesweeper.knowledge import Field

MAX_SECONDS = 10**9
"""Maximum time of a saved game."""

Turns = tuple[Turn[Cell, Feedback], ...]


_VERBS = {each.value for each in Verb}


@dataclass(frozen=True, slots=True)
class Move:
    """A verb, its cells, and the resulting turns: none for flags."""

    verb: Verb
    cells: tuple[Cell, ...]
    turns: Turns = ()
    seconds: float | None = None
    """Time of the clock; None if it is unknown."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The hit on a mine."""

    cell: Cell
    risk: float
    """Mine probability of that cell before the move that hit it."""
    better: Advice
    """The hint at that point: a safe cell, if there was one."""


@dataclass(frozen=True, slots=True)
class CheckedFlags:
    """The flags, compared with what the open numbers prove."""

    wrong: tuple[Cell, ...]
    """Flags on cells that are certainly safe, in reading order."""
    unproven: int
    """Number of flags on cells that may be safe or a mine."""
    right: int
    """Number of flags on certain mines."""


class MinesweeperSession(Session[Layout, Cell, Feedback, Move]):
    """A game of Minesweeper in progress. Its turns are single clicks; a chord makes several.

    Cells in moves are text: ``3,4`` or ``3 4``, one or more. The layout is drawn at the first
    click, and drawn again for another first click after an undo. An adversary decides on mines as
    late as possible (``minesweeper.adversary``).
    """

    rules: Minesweeper
    RULES = Minesweeper
    VERBS = ("click", "chord", "flag", "flag mines", "undo", "redo", "give up")
    TAKES: ClassVar[Mapping[str, str | None]] = {**Session.TAKES, "first": None}

    def _prepare(self) -> None:
        if self.mode is Mode.ADVERSARY:
            if self.given:
                raise InvalidSpec(_("an adversary takes no layout; leave it out"))
            Adversary(self.rules)
        self._flagged: set[Cell] = set()
        """Cells that the moves flagged; some may have been opened since, next to a zero."""
        self._flags: frozenset[Cell] | None = None
        self.figures: Figures | None = None
        """Figures of a game recorded elsewhere, which count each click."""
        self.clock = Clock()
        """Runs from the first click to the end, except while the game is saved or paused."""

    @classmethod
    def puzzle(cls, rules: Minesweeper, seed: str, strategy: str | None = None) -> Self:
        first = rules.width // 2, rules.height // 2
        game = cls(rules, seed=seed, secret=rules.draw(Random(seed), first), strategy=strategy)
        game.click(first)
        return game

    @classmethod
    def recorded(cls, replay: Replay) -> Self:
        """Returns a recorded game, without the clicks that changed nothing; if left, given up.

        Raises InvalidSpec if it has no click.
        """
        if not replay.turns:
            raise InvalidSpec(_("the recorded game has no click on a cell"))
        game = cls(replay.rules, secret=replay.layout)
        for action in replay.actions:
            if not action.wasted:
                game._repeat(action)
        game.clock = Clock(replay.actions[-1].seconds or 0.0)
        if game.outcome is None:
            game.give_up()
        game.figures = figures(replay.layout, replay.actions)
        return game

    def _repeat(self, action: Action) -> None:
        """Makes a recorded move, with its time.

        In some programs a flag keeps a cell closed in an opening: such a chord becomes clicks.
        """
        opened = tuple(turn.action for turn in action.turns)
        moves = [(action.verb, (action.cell,)), *((Verb.CLICK, (cell,)) for cell in opened)]
        for verb, cells in moves:
            if self.outcome is not None or all(
                self.board[cell] != CLOSED for cell in opened or cells
            ):
                return
            with suppress(IllegalMove):
                self._do(replace(self._move(verb, cells), seconds=action.seconds))

    # State.

    @property
    def knowledge(self) -> Field:
        """Knowledge of the mines after all turns."""
        return cast("Field", self._view.knowledge)

    @property
    def board(self) -> Board:
        """The visible board; a mine that was hit is MINED."""
        return self.knowledge.board

    @property
    def flags(self) -> frozenset[Cell]:
        """Flagged cells; all of them are closed. After a win, all mines."""
        if self._flags is None:
            board = self.board
            left = board.hidden if self.cleared else self._flagged
            self._flags = frozenset(cell for cell in left if board[cell] == CLOSED)
        return self._flags

    @property
    def mines_left(self) -> int:
        """Number of mines minus number of flags; may be negative."""
        return self.rules.mines - len(self.flags)

    @property
    def clicks(self) -> int:
        """Number of clicks; a chord counts as one, a flag as none."""
        return sum(
            len(move.turns if move.verb is Verb.CLICK else move.cells)
            for move in self._moves[: self._done]
            if move.turns
        )

    @property
    def move_count(self) -> int:
        return self.clicks

    @property
    def seconds(self) -> float:
        return self.clock.seconds

    def progress(self) -> dict[str, Any]:
        closed = self.board.cells.count(CLOSED)
        return {"cells": max(0, closed - self.rules.mines), "seconds": int(self.seconds)}

    def saved_label(self, level: str, when: str) -> str:
        n = self.clicks
        text = ngettext("{level}, {n} click, {when}", "{level}, {n} clicks, {when}", n)
        return text.format(level=level, n=n, when=when)

    @property
    def cleared(self) -> bool:
        """True if all safe cells are open: a win, unless an earlier hit was undone."""
        return self._outcome() is Outcome.WON

    @property
    def fatal(self) -> Cell | None:
        """The mine that was hit, if any."""
        hit = bool(self.turns) and isinstance(self.turns[-1].feedback, Exploded)
        return self.turns[-1].action if hit else None

    @property
    def secret(self) -> Layout | None:
        """The layout once the game is over; of an adversary, one that is consistent.

        None if the adversary needs too long to find one.
        """
        if self.mode is not Mode.ADVERSARY or self.outcome is None or self._conceals:
            return super().secret
        with suppress(TooLarge):
            return self._once("secret", lambda: self._adversary().reveal())
        return None

    @property
    def wrong_flags(self) -> tuple[Cell, ...]:
        """Flags on safe cells, in reading order, once the game is over; before: ``check``."""
        layout = self.secret
        wrong = () if layout is None else self.flags - set(layout.cells)
        return tuple(sorted(wrong, key=self.board.index))

    # Moves.

    def click(self, text: Cell | str) -> Turns:
        """Opens closed cells in order, until a mine is hit. Raises IllegalMove."""
        return self._act(Verb.CLICK, self.cells(text))

    def chord(self, text: Cell | str) -> Turns:
        """Opens the unflagged cells around numbers with as many flags. Raises IllegalMove."""
        return self._act(Verb.CHORD, self.cells(text))

    def flag(self, text: Cell | str) -> None:
        """Sets or removes flags on closed cells. Raises IllegalMove."""
        self._act(Verb.FLAG, self.cells(text))

    def flag_mines(self) -> tuple[Cell, ...]:
        """Flags every certain mine, counted as a hint, and returns the newly flagged cells.

        Raises IllegalMove if there are none, TooLarge.
        """
        self._check_started()
        mined = self._help("mines", lambda: self.knowledge.analysis.mined)
        new = tuple(cell for cell in mined if cell not in self.flags)
        if not new:
            raise IllegalMove(
                _("all certain mines are already flagged")
                if mined
                else _("no closed cell is certainly a mine")
            )
        self._act(Verb.FLAG, new)
        return new

    def give_up(self) -> None:
        super().give_up()
        self._run_clock()

    def pause(self) -> None:
        self.clock.run(False)

    def resume(self) -> None:
        self._run_clock()

    def cells(self, text: Cell | str) -> tuple[Cell, ...]:
        """Parses a text into distinct cells; also takes one cell. Raises IllegalMove."""
        if not isinstance(text, str):
            return (cell_of(text, self.rules.width, self.rules.height),)
        return self._cells(text, parse_cell)

    def _cells(self, text: str, parse: Callable[[str, int, int], Cell]) -> tuple[Cell, ...]:
        width, height = self.rules.width, self.rules.height
        numbers = re.findall(r"\d+", text)
        if not re.fullmatch(r"[\d\s,;()]+", text) or len(numbers) % 2 or not numbers:
            return (parse(text, width, height),)
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        cells = (parse(f"{first},{second}", width, height) for first, second in pairs)
        return tuple(dict.fromkeys(cells))

    def _verb(self, verb: str, text: str = "") -> None:
        if (verb, text) == ("flag", "mines"):
            self.flag_mines()
        elif verb == "open":
            self.click(text)
        elif verb in _VERBS:
            self._act(Verb(verb), self.cells(text))
        else:
            raise self._no_move(verb)

    # Hints; repeating one in the same position is not counted.

    def hint(self) -> Advice:
        """Returns the best click: a deduction, or else the strategy's guess. Raises TooLarge."""
        made: Advice = super().hint()
        return made

    def _advise(self) -> Advice:
        return advise(self._position(), self.strategy)

    def _tip_lines(self, hint: Advice, depth: Depth) -> list[str]:
        from mastermine.session.messages.minesweeper import advised

        match depth:
            case Depth.WHERE:
                return where(self.knowledge, hint)
            case Depth.WHICH:
                return [advised(self, hint)]
            case Depth.WHY:
                return [advised(self, hint), *hint.reasons]

    def plan(self) -> ClickPlan | None:
        """Returns the clicks that open the board efficiently, counted as a hint.

        None if no closed cell is certainly safe. Raises IllegalMove when the game is over,
        TooLarge.
        """
        self._check_open()
        if self.knowledge.untouched:
            return None
        flags = self.flags
        made = self._once(("plan", flags), lambda: plan_clicks(self.knowledge.analysis, flags))
        if made is not None:
            self._help("plan", lambda: None)
        return made

    def steps(self) -> list[Step]:
        """Returns all deductions in this position, counted as a hint. Raises TooLarge."""
        from mastermine.minesweeper.deduction import deduce

        self.hint()
        return list(deduce(self.board, self.rules.mines))

    def why(self, text: Cell | str) -> list[str]:
        """Explains what is known of a cell. Raises IllegalMove, TooLarge."""
        cell = cell_of(text, self.rules.width, self.rules.height)
        if self.board[cell] != CLOSED or self.outcome is not None:
            return why(self.knowledge, cell)
        return self._help(("why", cell), lambda: why(self.knowledge, cell))

    def probabilities(self) -> NDArray[np.float64]:
        """Mine probabilities of shape (height, width), nan for open cells. Raises TooLarge."""
        self._check_open()
        return self._help("probabilities", lambda: self.knowledge.analysis.mine_probability)

    def must_guess(self) -> bool:
        """Returns True if no closed cell is certainly safe. Raises TooLarge."""
        self._check_open()
        known = self.knowledge
        if known.untouched:
            return known.risk((0, 0)) > 0
        return self._help("guess", lambda: not known.analysis.safe)

    def check(self) -> CheckedFlags:
        """Checks the flags against the open numbers, never against the layout.

        Raises IllegalMove before the first click, TooLarge.
        """
        self._check_started()
        return self._help(("check", self.flags), self._checked)

    def _checked(self) -> CheckedFlags:
        known = self.knowledge.analysis
        wrong = tuple(cell for cell in known.safe if cell in self.flags)
        right = len(self.flags.intersection(known.mined))
        return CheckedFlags(wrong, len(self.flags) - len(wrong) - right, right)

    # Review.

    def actions(self) -> tuple[Action, ...]:
        """Returns the moves so far, as those of a recorded game."""
        return tuple(chain.from_iterable(map(_actions, self._moves[: self._done])))

    def rawvf(self) -> str:
        """Returns the game in the format of recorded games. Raises IllegalMove before the end."""
        layout = self.secret
        if self.outcome is None or layout is None:
            raise IllegalMove(_("a game is recorded with its mines, so it must be over"))
        return write_replay(layout, self.actions(), program="mastermine")

    def rated(self, strategy: Strategy | None = None) -> ReplayReview:
        from mastermine.coach.replay_review import review_replay

        chosen = self.strategy if strategy is None else strategy
        found = review_replay(self.rules, self.actions(), chosen, self._hint_seed)
        layout = None if self.outcome is None else self.secret
        if layout is None:
            return found
        return replace(found, figures=self.figures or figures(layout, self.actions()))

    def loss(self) -> Loss | None:
        """Returns the hit on a mine and the better move, if lost. Raises TooLarge."""
        return None if self.fatal is None else self._once("loss", self._hit)

    def _hit(self) -> Loss:
        earlier, fatal = self._turns_of(self._moves[: self._done - 1]), cast("Cell", self.fatal)
        before = position(self.rules, earlier, self._hint_seed)
        risk = cast("Field", before.knowledge).risk(fatal)
        return Loss(fatal, risk, advise(before, self.strategy))

    def guesses(self) -> list[tuple[Cell, float]]:
        """Returns the clicks that could have hit a mine, with their risks. Raises TooLarge."""
        field, risky = self.rules.knowledge(), []
        for turn in self.turns:
            risk = field.risk(turn.action)
            if risk > 0:
                risky.append((turn.action, risk))
            field = field.after(turn)
        return risky

    # Saving.

    def public(self) -> dict[str, Any]:
        fatal = self.fatal
        formatted = self.rules.format_action
        return {
            **super().public(),
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "board": str(self.board),
            "flags": [formatted(cell) for cell in sorted(self.flags, key=self.board.index)],
            "mines_left": self.mines_left,
            "clicks": self.clicks,
            "seconds": round(self.clock.seconds, 2),
            "fatal": None if fatal is None else formatted(fatal),
            "cleared": self.cleared,
            "wrong_flags": [formatted(cell) for cell in self.wrong_flags],
            "loss": self._loss_data(),
            "recorded": self.figures is not None,
        }

    def _loss_data(self) -> dict[str, Any] | None:
        """Returns the hit on a mine as JSON values, if it can be computed."""
        with suppress(MastermineError):
            if loss := self.loss():
                return {
                    "cell": self.rules.format_action(loss.cell),
                    "risk": loss.risk,
                    "better": self.rules.format_action(loss.better.cell),
                    "better_risk": loss.better.risk,
                    "reasons": list(loss.better.reasons),
                }
        return None

    def data(self) -> dict[str, Any]:
        times = [None if move.seconds is None else round(move.seconds, 3) for move in self._moves]
        return {
            **super().data(),
            "given": self.given,
            "seconds": round(self.clock.seconds, 2),
            "times": times,
            **({} if self.figures is None else {"figures": asdict(self.figures)}),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        session = super().from_data({"mode": Mode.COMPUTER.value, **data})
        session.given = files.take(data, "given", bool)
        if session.mode is Mode.ADVERSARY:
            session._check_answers()
        if session.given and session._secret is None:
            raise missing_secret()
        seconds = _seconds(data, "seconds")
        session.clock = Clock(seconds)
        session._run_clock()
        if "times" in data:  # Files of older versions do not have it.
            session._read_times(files.take(data, "times", list))
        if "figures" in data:
            session.figures = _figures(files.take(data, "figures", dict))
        return session

    def _read_times(self, times: list[Any]) -> None:
        """Sets the times of the moves. Raises InvalidSpec."""
        if len(times) != len(self._moves):
            raise InvalidSpec(_("there must be as many times as moves"))
        for n, at in enumerate(times):
            if at is not None:
                seconds = _seconds({"times": at}, "times")
                self._moves[n] = replace(self._moves[n], seconds=seconds)

    # Internals.

    def _past(self, done: int, near: Self) -> Self:
        past = super()._past(done, near)
        past.clock = Clock(self.clock.seconds)
        return past

    def _copy(self) -> Self:
        copied = super()._copy()
        copied._flagged = set(self._flagged)
        copied.clock = Clock(self.clock.seconds)
        return copied

    def _hidden(self) -> dict[str, Any]:
        if self.given:
            return {} if self.secret is None else {"secret": self.secret}
        if self.secret is None and not self.seed_chosen:
            return {}
        first = {"first": self.turns[0].action} if self.turns else {}
        return {"seed": self.seed, **first}

    def _write_move(self, move: Move) -> Any:
        text = " ".join([move.verb.value, *map(self.rules.format_action, move.cells)])
        if self.mode is not Mode.ADVERSARY:
            return text  # The answers follow from the layout.
        return [text, *map(self._write_turn, move.turns)]

    def _read_move(self, data: Any) -> Move:
        answers: list[Any] = []
        if self.mode is Mode.ADVERSARY:
            data, *answers = data if isinstance(data, list) and data else [None]
        verb, _space, cells = data.partition(" ") if isinstance(data, str) else ("", "", "")
        if verb not in _VERBS:
            raise not_a_move(data)
        self._check_open()
        if self.mode is Mode.ADVERSARY:
            return self._answered(Verb(verb), self._cells(cells, parse_x_y), answers)
        if self._secret is None and verb != Verb.FLAG.value:
            raise missing_secret()
        return self._move(Verb(verb), self._cells(cells, parse_x_y))

    def _answered(self, verb: Verb, cells: tuple[Cell, ...], answers: list[Any]) -> Move:
        """Creates a move with an adversary's saved answers. Raises MastermineError."""
        turns = []
        for answer in answers:
            turn = self._read_turn(answer)
            if turn is None:
                raise InvalidSpec(_("{answer!r} is not an answer").format(answer=answer))
            turns.append(turn)
        given = iter(turns)

        def ask(cell: Cell) -> Feedback:
            turn = next(given, None)
            if turn is None or turn.action != cell:
                raise InvalidSpec(
                    _("the answer for {cell} is missing").format(
                        cell=self.rules.format_action(cell)
                    )
                )
            return turn.feedback

        move = self._move(verb, cells, ask)
        if len(move.turns) != len(turns):
            raise InvalidSpec(_("there are more answers than opened cells"))
        return move

    def _check_answers(self) -> None:
        """Raises MastermineError if no layout is consistent with the adversary's answers."""
        past = self.at(self.length)
        for turn in past.turns:
            feedback = turn.feedback
            if isinstance(feedback, Opened) and feedback.cells != past.board.opened(turn.action):
                raise InvalidSpec(
                    _("the answer for {cell} is wrong").format(
                        cell=self.rules.format_action(turn.action)
                    )
                )
        if past.turns:
            with suppress(TooLarge):
                _possible = past.knowledge.analysis

    def _turns_of(self, moves: Sequence[Move], before: Turns = ()) -> Turns:
        return (*before, *(turn for move in moves for turn in move.turns))

    def _hide(self, first: Cell | None = None) -> None:
        if first is None:
            return
        if self._secret is None or self.given or self.seed_chosen:
            super()._hide(first)
            return
        # The first click was undone. Layouts of one seed resemble each other, so another click
        # gets another seed; the same click the same layout.
        undone = self._turns_of(self._moves)
        if not undone or undone[0].action != first:
            seed = fresh_seed()
            self._secret = self.rules.draw(Random(seed), first)
            self.seed = seed

    def _set_done(self, done: int) -> None:
        first, last = sorted((self._done, done))
        super()._set_done(done)
        self.figures = None  # The game is no longer the one that was recorded.
        for move in self._moves[first:last]:
            if move.verb is Verb.FLAG:
                self._flagged ^= set(move.cells)
        self._flags = None
        self._run_clock()

    def _run_clock(self) -> None:
        """Runs the clock from the first click to the end, and stops it otherwise."""
        self.clock.run(bool(self.turns) and self.outcome is None)

    def _act(self, verb: Verb, cells: tuple[Cell, ...]) -> Turns:
        self._check_open()
        move = replace(self._move(verb, cells), seconds=self.clock.seconds)
        self._do(move)
        return move.turns

    def _move(
        self, verb: Verb, cells: tuple[Cell, ...], ask: Callable[[Cell], Feedback] | None = None
    ) -> Move:
        """Creates a move. Raises IllegalMove.

        ``ask`` answers a click [default: the oracle].
        """
        match verb:
            case Verb.CLICK:
                for cell in cells:
                    check_click(self.board, self.flags, cell)
                return Move(verb, cells, self._opened(cells, ask))
            case Verb.CHORD:
                around = (chord_cells(self.board, self.flags, cell) for cell in cells)
                return Move(verb, cells, self._opened([*chain.from_iterable(around)], ask))
            case Verb.FLAG:
                for cell in cells:
                    check_flag(self.board, cell)
                return Move(verb, cells)

    def _opened(self, cells: Sequence[Cell], ask: Callable[[Cell], Feedback] | None) -> Turns:
        """Clicks cells until the game is over, except cells that an earlier click opened."""
        if not self.turns:
            self._hide(cells[0])
        if ask is None:
            ask = self._oracle().ask
        board, turns = self.board, []
        for cell in cells:
            if board[cell] != CLOSED:
                continue
            turns.append(Turn(cell, ask(cell)))
            if isinstance(turns[-1].feedback, Exploded):
                break
            board = board.having(turns[-1].feedback.cells)
            if board.cells.count(CLOSED) == self.rules.mines:
                break
        return tuple(turns)

    def _adversary(self) -> Adversary:
        return Adversary(self.rules, self.seed, self.knowledge)

    def _check_started(self) -> None:
        self._check_open()
        if not self.turns:
            raise IllegalMove(_("there are no mines before the first click"))


def _actions(move: Move) -> Iterator[Action]:
    """Yields a move as a mouse makes it, cell by cell, without cells where nothing was opened."""
    reach, left = int(move.verb is Verb.CHORD), move.turns
    for x, y in move.cells:
        near = (range(x - reach, x + reach + 1), range(y - reach, y + reach + 1))
        made = tuple(t for t in left if t.action[0] in near[0] and t.action[1] in near[1])
        left = tuple(turn for turn in left if turn not in made)
        if made or move.verb is Verb.FLAG:
            yield Action(move.verb, (x, y), move.seconds, made)


def _seconds(fields: dict[str, Any], name: str) -> float:
    """Returns a time of a saved game. Raises InvalidSpec."""
    seconds: float = files.take(fields, name, int | float)
    if not 0 <= seconds <= MAX_SECONDS:
        # Translators: {n} may be any number, also negative or with a fraction.
        raise InvalidSpec(_("a game cannot take {n} seconds").format(n=seconds))
    return float(seconds)


def _figures(data: dict[str, Any]) -> Figures:
    """Reads the figures of a recorded game. Raises InvalidSpec."""
    counts = {each.name: files.take_count(data, each.name) for each in fields(Figures)[1:]}
    return Figures(seconds=_seconds(data, "seconds"), **counts)


def recorded(name: str, data: bytes, _spec: str | None) -> MinesweeperSession | None:
    """Returns the game in a file; see ``saved.recorded``."""
    if not is_replay(name, data):
        return None
    return MinesweeperSession.recorded(read_replay(name, data))
