"""What to play, as a form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Checkbox, Input, Select, Static

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import N_, _, capital
from mastermine.mastermind import Answer, Keep, Mastermind
from mastermine.minesweeper import First, Minesweeper
from mastermine.registry import GAMES, parse_rules, strategy_names, usual_strategy
from mastermine.session import Mode, Score
from mastermine.session.setup import Start
from mastermine.tui.fields import Choice, Line, Row, Tick

if TYPE_CHECKING:
    from mastermine.session import Saved

OWN = "own"
"""The level of one's own sizes."""

WAYS = {
    Mastermind.game: {
        "guess": N_("The computer hides"),
        "hide": N_("I hide"),
        "adversary": N_("It keeps its options open"),
        "people": N_("two to five people at this keyboard"),
        "watch": N_("watch how the computer finds a code"),
    },
    Minesweeper.game: {
        "guess": N_("you open the field"),
        "adversary": N_("It keeps its options open"),
        "people": N_("two to five people at this keyboard, in turn"),
        "watch": N_("watch how the computer opens it, and why"),
    },
}
"""Who plays against whom, as on the page; "I" is the player."""

MODES = {"hide": Mode.PERSON, "adversary": Mode.ADVERSARY}
"""The ways of one person in which the computer does not just hide something."""

NOTES = {
    Mastermind.game: {
        "guess": N_("You guess, it answers."),
        "hide": N_("The computer guesses, you answer."),
        "adversary": N_("It commits to no code, and gives the least helpful true answer."),
    },
    Minesweeper.game: {
        "adversary": N_("Mines are decided as late as possible: guess only where you must."),
    },
}
"""What a way says besides."""

FIRST_LEVELS = {
    Mastermind.game: ("classic", "kids", "mini", "eight-colours", "super", "bulls-and-cows"),
    Minesweeper.game: ("beginner", "intermediate", "expert"),
}
"""The levels that are offered first."""

USUAL = "usual"
"""The strategy that is usual for the rules."""

AT_FIRST = {
    "game": Mastermind.game,
    "level-mastermind": "classic",
    "level-minesweeper": "beginner",
    "way-mastermind": "guess",
    "way-minesweeper": "guess",
    "keep": Keep.LARGEST.value,
    "strategy-mastermind": USUAL,
    "strategy-minesweeper": USUAL,
    "places": "4",
    "colours": "6",
    "tries": "10",
    "repeats": "yes",
    "blank": "",
    "answer": Answer.PEGS.value,
    "width": "9",
    "height": "9",
    "mines": "10",
    "first": First.SAFE.value,
    "noguess": "",
    "names": "",
    "each": "1",
    "score": Score.ROUNDS.value,
}
"""What the form says at first; what is ticked is not empty."""


class Form(Vertical):
    """The form. ``values`` are what is chosen, kept from one time to the next."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(id="form")
        self.values = AT_FIRST | {key: each for key, each in values.items() if key in AT_FIRST}
        if not self.values["names"]:
            self.values["names"] = _("Ann, Ben")

    @property
    def game(self) -> str:
        """Which of the two games."""
        return self.values["game"]

    @property
    def way(self) -> str:
        """Who plays against whom."""
        return self.values[f"way-{self.game}"]

    # The form on the screen.

    def compose(self) -> ComposeResult:
        """All fields; those that are of no use are hidden."""
        value = self.values
        yield Row(
            _("Game"),
            Choice(
                [(_(entry.title), name) for name, entry in GAMES.items()], value["game"], "game"
            ),
        )
        yield Row(_("Level"), Choice(self._levels(), value[f"level-{self.game}"], "level"))
        yield Row(
            _("Places"),
            Line(value["places"], "places", number=True),
            Static(_("colours"), classes="between", markup=False),
            Line(value["colours"], "colours", number=True),
            id="sizes",
        )
        yield Row(
            "",
            Line(value["tries"], "tries", number=True),
            Static(_("guesses (0: no limit)"), classes="between", markup=False),
            id="limits",
        )
        yield Row(
            _("Colours"),
            Tick(_("more than once"), bool(value["repeats"]), "repeats"),
            id="kinds",
        )
        yield Row("", Tick(_("empty places"), bool(value["blank"]), "blank"), id="blanks")
        answers = [
            (_("black and white pegs"), Answer.PEGS.value),
            (_("how many places are right"), Answer.BLACK.value),
            (_("which places are right"), Answer.PLACES.value),
        ]
        yield Row(_("Answer"), Choice(answers, value["answer"], "answer"), id="answers")
        yield Row(
            _("Width"),
            Line(value["width"], "width", number=True),
            Static(_("height"), classes="between", markup=False),
            Line(value["height"], "height", number=True),
            Static(_("mines"), classes="between", markup=False),
            Line(value["mines"], "mines", number=True),
            id="field-sizes",
        )
        firsts = [
            (_("is no mine"), First.SAFE.value),
            (_("opens all around it, too"), First.OPEN.value),
            (_("may be a mine"), First.ANY.value),
        ]
        yield Row(_("First click"), Choice(firsts, value["first"], "first"), id="firsts")
        yield Row("", Tick(_("no guess is needed"), bool(value["noguess"]), "noguess"), id="needs")
        yield Row(_("Who plays"), Choice(self._ways(), self.way, "way"))
        kept = [
            (_("as many codes as can be"), Keep.LARGEST.value),
            (_("codes that need the most guesses"), Keep.HARDEST.value),
        ]
        yield Row(_("It keeps"), Choice(kept, value["keep"], "keep"), id="keeps")
        yield Row(
            _("Strategy"),
            Choice(self._strategies(), value[f"strategy-{self.game}"], "strategy"),
            id="strategies",
        )
        yield Row(_("Names"), Line(value["names"], "names"), id="players")
        yield Row(
            _("Rounds each"),
            Choice([(str(n), str(n)) for n in range(1, 6)], value["each"], "each"),
            id="rounds",
        )
        scores = [
            (_("who wins more rounds"), Score.ROUNDS.value),
            (_("for the maker, a point for each guess"), Score.POINTS.value),
            (_("who needs the fewest guesses"), Score.FEWEST.value),
        ]
        yield Row(_("What counts"), Choice(scores, value["score"], "score"), id="scores")
        yield Static(id="told", markup=False)

    def on_mount(self) -> None:
        """Show what is of use."""
        self.adapt()

    @on(Select.Changed)
    def choose(self, event: Select.Changed) -> None:
        """A value was chosen."""
        name, value = str(event.select.id), str(event.value)
        if name in ("level", "way", "strategy"):
            name = f"{name}-{self.game}"
        if self.values.get(name) == value:
            return
        self.values[name] = value
        if name == "game":
            self.query_one("#level", Choice).offer(self._levels(), self.values[f"level-{value}"])
            self.query_one("#way", Choice).offer(self._ways(), self.way)
            self.query_one("#strategy", Choice).offer(
                self._strategies(), self.values[f"strategy-{value}"]
            )
        self.adapt()

    @on(Input.Changed)
    def write(self, event: Input.Changed) -> None:
        """Something was written."""
        self.values[str(event.input.id)] = event.value.strip()
        self.adapt()

    @on(Checkbox.Changed)
    def tick(self, event: Checkbox.Changed) -> None:
        """Something was ticked, or is no longer."""
        self.values[str(event.checkbox.id)] = "yes" if event.value else ""
        self.adapt()

    def adapt(self) -> None:
        """Show the fields that are of use, and what is chosen in words."""
        codes = self.game == Mastermind.game
        own = self.values[f"level-{self.game}"] == OWN
        people = self.way == "people"
        wanted = {
            **dict.fromkeys(("sizes", "limits", "kinds", "blanks", "answers"), codes and own),
            "field-sizes": own and not codes,
            "firsts": not codes,
            "needs": not codes,
            "keeps": codes and self.way == "adversary",
            "strategies": not people,
            "players": people,
            "rounds": people,
            "scores": people and codes,
        }
        for name, needed in wanted.items():
            self.query_one(f"#{name}").display = needed
        told = self.query_one("#told", Static)
        note = NOTES[self.game].get(self.way)
        try:
            rules = _("{rules}.").format(rules=self.rules().describe())
            told.update("\n".join([*([_(note)] if note else []), capital(rules)]))
        except MastermineError as error:
            told.update(capital(str(error)))
            told.add_class("-wrong")
        else:
            told.remove_class("-wrong")

    def _levels(self) -> list[tuple[str, str]]:
        presets = GAMES[self.game].presets
        first = FIRST_LEVELS[self.game]
        names = [*first, *(name for name in presets if name not in first)]
        offered = [(f"{name}: {_(presets[name].title)}", name) for name in names]
        return [*offered, (_("sizes of your own"), OWN)]

    def _ways(self) -> list[tuple[str, str]]:
        return [(capital(_(told)), way) for way, told in WAYS[self.game].items()]

    def _strategies(self) -> list[tuple[str, str]]:
        names = [name for name in strategy_names(self.game) if name != "human"]
        return [(_("as usual"), USUAL), *((name, name) for name in names)]

    # What is chosen.

    def rules(self) -> Any:
        """The rules. Raises InvalidSpec."""
        level = self.values[f"level-{self.game}"]
        if self.game == Mastermind.game:
            return self._codes() if level == OWN else parse_rules(level)
        if level == OWN:
            rules = Minesweeper(
                self._number("width"), self._number("height"), self._number("mines")
            )
        else:
            rules = parse_rules(level)
        return replace(
            rules, first=First(self.values["first"]), noguess=bool(self.values["noguess"])
        )

    def _codes(self) -> Mastermind:
        return Mastermind(
            places=self._number("places"),
            colours=self._number("colours"),
            repeats=bool(self.values["repeats"]),
            blank=bool(self.values["blank"]),
            answer=Answer(self.values["answer"]),
            limit=self._number("tries") or None,
        )

    def _number(self, name: str) -> int:
        text = self.values[name]
        if not text.isdecimal():
            raise InvalidSpec(_("{text!r} is no whole number").format(text=text))
        return int(text)

    def strategy(self) -> str:
        """Who helps, or plays. Raises InvalidSpec."""
        name = self.values[f"strategy-{self.game}"]
        return usual_strategy(self.rules()) if name == USUAL else name

    def begin(self) -> Saved:
        """The game, or the match of people. Raises InvalidSpec."""
        rules = self.rules()
        if self.way == "people":
            players = tuple(self.values["names"].split(","))
            rounds = int(self.values["each"]) * len(players)
            score = Score(self.values["score"])
            return Start(rules, players=players, rounds=rounds, score=score).begin()
        mode = MODES.get(self.way, Mode.COMPUTER)
        keep = Keep(self.values["keep"]) if mode is Mode.ADVERSARY else Keep.LARGEST
        return Start(rules, mode, keep, strategy=self.strategy()).begin()
