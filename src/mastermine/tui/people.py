"""Screen of a match between people at one keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button, Input, Static

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import N_, _
from mastermine.registry import part
from mastermine.tui.board_screen import SavedScreen
from mastermine.tui.fields import Line, Press, Row
from mastermine.tui.game import GameScreen
from mastermine.tui.mastermind.entry import HidePegs

if TYPE_CHECKING:
    from mastermine.session import Match, Saved


class PeopleScreen(SavedScreen):
    """The screen between the boards of a match: last result, table, next player.

    It reveals nothing about a board whose secret other players still have to find.
    """

    CSS_PATH = "people.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", N_("Help")),
        Binding("f10", "leave", N_("Quit")),
        Binding("f5", "go", N_("Continue")),
        Binding("f3", "reveal", N_("Show or hide the input")),
        Binding("f2", "again", N_("Another match")),
        Binding("f8", "share", N_("Share")),
        Binding("f9,ctrl+s", "save", N_("Save")),
    ]

    def __init__(self, match: Match[Any]) -> None:
        super().__init__()
        self.match = match
        self.reported_rounds = match.round
        """Number of rounds whose results were shown."""
        self.news: list[str] = []
        """Sentences about the board or round that was just played."""

    @property
    def game(self) -> Saved:
        return self.match

    @property
    def hiding(self) -> bool:
        match = self.match
        return bool(match.hides and not match.over and match.board is None)

    # The screen.

    def headline(self) -> str:
        return self.match.describe()

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="people", can_focus=False):
            yield Static(id="news", markup=False)
            yield Static(id="standings", markup=False)
            yield Static(id="next", markup=False)
            yield Static(id="legend", markup=False)
            yield Row(_("The code"), Line("", "code"), HidePegs(self.match), id="hiding")
            yield Static(id="wrong", markup=False)
            yield Press(_("Continue"), "go", primary=True)

    def on_mount(self) -> None:
        self.news = [self.match.scoring_text()]
        self.query_one("#code", Line).password = True
        self.show()

    def on_screen_resume(self) -> None:
        self.show()

    def show(self) -> None:
        match = self.match
        self.query_one("#status", Static).update(match.round_text())
        self.query_one("#news", Static).update("\n".join(self.news))
        table = self.query_one("#standings", Static)
        table.display = match.round > 0
        if match.round:
            table.update(standings(match))
        self.query_one("#next", Static).update(self._next())
        code = self.query_one("#code", Line)
        legend = self.query_one("#legend", Static)
        self.query_one("#hiding").display = legend.display = self.hiding
        if self.hiding:
            legend.update(_legend(match))
            code.focus()
        else:
            self.query_one("#go").focus()
        self.query_one("#wrong", Static).update("")
        self.refresh_bindings()

    def _next(self) -> str:
        match = self.match
        if match.over:
            return match.winners_text()
        return match.next_round_text() if match.board is None else match.turn_text()

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
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
        """Hides the code, or opens the next board."""
        match = self.match
        try:
            if match.over:
                self.action_leave()
                return
            if self.hiding:
                self._hide(match)
                return
            if match.board is None:
                match.do("begin")
        except MastermineError as error:
            self.app.warn(error)
            return
        if match.board is not None:
            player, board = match.board
            kind: type[GameScreen] = part(match.rules.game, "tui.screen", _("the full screen"))
            screen = kind(board, match=match, player=player)
            self.app.push_screen(screen, lambda _end: self._played(player, board))

    def _hide(self, match: Any) -> None:
        line = self.query_one("#code", Line)
        try:
            match.hide(line.value)
        except MastermineError:  # Its message would reveal the input.
            self.query_one("#wrong", Static).update(match.no_code())
            line.value = ""
            return
        line.value = ""
        self.news = [match.hidden_text()]
        self.show()

    def _played(self, player: str, board: Any) -> None:
        """Shows the result of a board that is over."""
        match = self.match
        self.news = [match.result(player, board)]
        if match.round > self.reported_rounds:
            self.news = match.round_lines(self.reported_rounds)
            self.reported_rounds = match.round
            self.news += self.app.remember(match)
        self.show()

    def action_reveal(self) -> None:
        line = self.query_one("#code", Line)
        line.password = not line.password

    def action_again(self) -> None:
        new = self.match.again()
        self.app.save_game()
        self.app.pop_screen()
        self.app.play(new)

    def rules_help(self) -> list[str]:
        return [self.match.scoring_text()]


def standings(match: Match[Any]) -> Table:
    """Returns the table of all players, the best first."""
    made = Table(box=None, padding=(0, 3, 0, 0), title_justify="left")
    made.title = Text(match.table_title(), style="bold")
    for column, head in enumerate(match.headings()):
        made.add_column(head, justify="right" if column else "left")
    for row in match.rows():
        made.add_row(*map(Text, row))
    return made


def _legend(contest: Any) -> str:
    notation = contest.notation
    pairs = zip(notation.labels, notation.colours, strict=True)
    return "  ".join(
        label if label == look.name else f"{label}\N{NO-BREAK SPACE}{look.name}"
        for label, look in pairs
    )
