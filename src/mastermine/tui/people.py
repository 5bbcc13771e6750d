"""People against each other at one keyboard: hand-over, codes that are hidden, the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from mastermine.core.errors import MastermineError
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import N_, _, ngettext
from mastermine.session import Contest, MinesweeperSession, Race
from mastermine.session.multiplayer.scoring import guessed, heads, raced, rows, scored
from mastermine.tui.fields import Line, Press, Row
from mastermine.tui.game import GameScreen
from mastermine.tui.keybar import KeyBar
from mastermine.tui.mastermind.entry import HidePegs

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.mastermind import Code
    from mastermine.tui.app import MastermineApp


class PeopleScreen(Screen[None]):
    """A match between its boards: who is next, how the last board went, and the table.

    Nothing here tells what anybody did on a board whose secret others are still to find.
    """

    app: MastermineApp
    CSS_PATH = "people.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", N_("Help")),
        Binding("f10", "leave", N_("Leave")),
        Binding("f5", "go", N_("Go on")),
        Binding("f3", "reveal", N_("Show or hide what is typed")),
        Binding("f2", "again", N_("Another match")),
        Binding("f8", "share", N_("Share")),
        Binding("f9,ctrl+s", "save", N_("Save")),
    ]

    def __init__(self, match: Contest | Race, kept: Path | None = None) -> None:
        super().__init__()
        self.match = match
        self.kept = kept
        self.told = match.round
        """Of so many rounds the end was told."""
        self.news: list[str] = []
        """What there is to say of the board, or the round, that was just played."""

    @property
    def hiding(self) -> bool:
        """Whether a code is to be hidden now."""
        match = self.match
        return isinstance(match, Contest) and not match.over and match.board is None

    # The screen.

    def compose(self) -> ComposeResult:
        """What there is to say, a line for a code, and one thing to do."""
        with Horizontal(id="head"):
            yield Static(id="headline", markup=False)
            yield Static(id="status", markup=False)
        with VerticalScroll(id="people", can_focus=False):
            yield Static(id="news", markup=False)
            yield Static(id="table-told", markup=False)
            yield Static(id="next", markup=False)
            yield Static(id="legend", markup=False)
            yield Row(_("The code"), Line("", "code"), HidePegs(self.match), id="hiding")
            yield Static(id="wrong", markup=False)
            yield Press(_("Go on"), "go", primary=True)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Say what is played, or how the match stands."""
        self.news = [scored(self.match)]
        self.query_one("#code", Line).password = True
        self.show()

    def on_screen_resume(self) -> None:
        """What is done next has the focus."""
        self.show()

    def show(self) -> None:
        """Draw it anew."""
        match = self.match
        self.query_one("#headline", Static).update(match.rules.describe())
        number = min(match.round + 1, match.rounds)
        self.query_one("#status", Static).update(
            _("round {n} of {rounds}").format(n=number, rounds=match.rounds)
        )
        self.query_one("#news", Static).update("\n".join(self.news))
        table = self.query_one("#table-told", Static)
        table.display = match.round > 0
        if match.round:
            table.update(standings(match))
        self.query_one("#next", Static).update(self._next())
        code = self.query_one("#code", Line)
        legend = self.query_one("#legend", Static)
        self.query_one("#hiding").display = legend.display = self.hiding
        if self.hiding and isinstance(match, Contest):
            legend.update(_legend(match))
            code.focus()
        else:
            self.query_one("#go").focus()
        self.query_one("#wrong", Static).update("")
        self.refresh_bindings()

    def _next(self) -> str:
        """What comes next."""
        match = self.match
        if match.over:
            winners = [standing.player for standing in match.standings() if standing.leads]
            if len(winners) == 1:
                return _("{player} wins.").format(player=winners[0])
            return _("A draw: {players}.").format(players=", ".join(winners))
        turn = match.board
        if turn is not None:
            return _(
                "{player}, it is your turn. Press Enter when you alone see the screen."
            ).format(player=turn[0])
        number = match.round + 1
        if isinstance(match, Contest):
            return _(
                "Round {n} of {rounds}: {player} hides a code; look away, {others}. It is not "
                "shown while it is typed."
            ).format(
                n=number,
                rounds=match.rounds,
                player=match.maker,
                others=listed(match.breakers_of(match.round)),
            )
        return _("Round {n} of {rounds}. Press Enter, {player}, when you are ready.").format(
            n=number, rounds=match.rounds, player=match.player
        )

    # What can be done.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Whether an action is there."""
        if action == "reveal":
            return self.hiding
        if action in ("again", "share"):
            return self.match.over
        if action in ("save", "go"):
            return not self.match.over
        return True

    @on(Button.Pressed, "#go")
    @on(Input.Submitted, "#code")
    def action_go(self) -> None:
        """What comes next: a code is hidden, or a board is played."""
        match = self.match
        try:
            if match.over:
                self.action_leave()
                return
            if self.hiding and isinstance(match, Contest):
                self._hide(match)
                return
            if match.board is None and isinstance(match, Race):
                match.begin()
        except MastermineError as error:
            self.app.warn(error)
            return
        if match.board is not None:
            player, board = match.board
            self.app.push_screen(self._screen(player, board))

    def _hide(self, match: Contest) -> None:
        line = self.query_one("#code", Line)
        try:
            match.hide(line.value)
        except MastermineError:  # What is wrong would tell what was typed.
            places = match.rules.places
            self.query_one("#wrong", Static).update(
                ngettext(
                    "a code has {n} peg, such as {example}; type it again",
                    "a code has {n} pegs, such as {example}; type it again",
                    places,
                ).format(n=places, example=match.notation.example())
            )
            line.value = ""
            return
        line.value = ""
        self.news = [_("The code is hidden.")]
        self.show()

    def _screen(self, player: str, board: Any) -> GameScreen:
        """The screen of a board."""

        def ended() -> None:
            self._played(player, board)

        if isinstance(board, MinesweeperSession):
            from mastermine.tui.minesweeper.screen import MinesweeperScreen

            return MinesweeperScreen(board, on_end=ended, match=self.match, player=player)
        from mastermine.tui.mastermind.screen import MastermindScreen

        return MastermindScreen(board, on_end=ended, match=self.match, player=player)

    def _played(self, player: str, board: Any) -> None:
        """A board is over: say how it went; the next player does not see it."""
        match = self.match
        self.news = [_result(player, board)]
        if match.round > self.told:
            self.news = round_told(match, self.told)
            self.told = match.round
            self.news += self.app.remember(match)
        self.call_later(self.app.pop_screen)

    def action_reveal(self) -> None:
        """Show the code while it is typed, or hide it again."""
        line = self.query_one("#code", Line)
        line.password = not line.password

    def action_leave(self) -> None:
        """Keep the match where it goes on, and go to the start screen."""
        self.app.leave()

    def action_again(self) -> None:
        """Another match of the same people."""
        old = self.match
        new: Contest | Race
        if isinstance(old, Contest):
            new = Contest(old.rules, old.players, old.rounds, old.score, old.names)
        else:
            new = Race(old.rules, old.players, old.rounds)
        self.app.keep()
        self.app.pop_screen()
        self.app.play(new)

    async def action_share(self) -> None:
        """A text, a link, a picture."""
        from mastermine.tui.dialogs import ShareDialog

        await self.app.push_screen(ShareDialog(self.match))

    async def action_save(self) -> None:
        """Keep the match in a file that is named."""
        from mastermine.tui.dialogs import SaveDialog

        await self.app.push_screen(SaveDialog(self.match))

    async def action_help(self) -> None:
        """The keys, and what counts."""
        from mastermine.tui.help import HelpScreen

        await self.app.push_screen(HelpScreen(self, [], [scored(self.match)]))


def round_told(match: Contest | Race, number: int) -> list[str]:
    """How a round ended, counted from 0: the code, how all did, who won it."""
    results = match.results(number)
    told = [_result(player, board) for player, board in results]
    if isinstance(match, Race):
        winners = listed(match.winners_of(number))
        return [*told, _("The round goes to {players}.").format(players=winners)]
    code = cast("Code", results[0][1].secret or ())
    return [
        _("{player}'s code was {code}.").format(
            player=match.maker_of(number), code=match.notation.format(code)
        ),
        *told,
    ]


def _result(player: str, board: Any) -> str:
    """How somebody did on a board, without the secret."""
    if isinstance(board, MinesweeperSession):
        return _("{player}: {result}").format(player=player, result=raced(board))
    return guessed(player, board)


def standings(match: Contest | Race) -> Table:
    """The table of all players, the best first."""
    made = Table(box=None, padding=(0, 3, 0, 0), title_justify="left")
    made.title = Text(
        _("Final table")
        if match.over
        else _("After round {n} of {rounds}").format(n=match.round, rounds=match.rounds),
        style="bold",
    )
    for column, head in enumerate(heads(match)):
        made.add_column(head, justify="right" if column else "left")
    for row in rows(match):
        made.add_row(*map(Text, row))
    return made


def _legend(contest: Contest) -> str:
    """The colours, with what is typed for each."""
    notation = contest.notation
    pairs = zip(notation.digits, notation.colours, strict=True)
    return "  ".join(f"{digit}\N{NO-BREAK SPACE}{_(look.name)}" for digit, look in pairs)
