"""The form of the start screen: fields for the setup of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Checkbox, Input, Select, Static

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _, capital
from mastermine.registry import GAMES, parse_rules, strategy_names, usual_strategy
from mastermine.session.forms import form_of, forms
from mastermine.session.setup import GameSetup
from mastermine.tui.fields import Choice, Line, Row, Tick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.widget import Widget

    from mastermine.session import Saved
    from mastermine.session.forms import Field, Way
    from mastermine.session.forms import Form as GameForm

OWN = "own"
"""Value of the level field for a custom level."""

USUAL = "usual"
"""Value of the strategy field for the default strategy of the rules."""

MASTERMIND_FIELDS = ("places", "colours", "repeats", "blank", "answer", "keep", "score")
MINESWEEPER_FIELDS = ("width", "height", "mines", "first", "noguess")

EARLIER_NAMES = {
    **{f"{name}-mastermind": name for name in MASTERMIND_FIELDS},
    "limit-mastermind": "tries",
    **{f"{name}-minesweeper": name for name in MINESWEEPER_FIELDS},
}
"""Names of these fields in the settings of earlier versions, by their present names."""


def playable() -> dict[str, GameForm]:
    """Returns the forms of the games that have a full screen."""
    return {game: form for game, form in forms().items() if "tui.screen" in GAMES[game].parts}


def default_values() -> dict[str, str]:
    """Returns the default values; a ticked box is any non-empty text."""
    values = {"game": next(iter(playable())), "names": "", "each": "1"}
    for game, form in playable().items():
        values |= {f"way-{game}": form.ways[0].name, f"strategy-{game}": USUAL}
        level = values[f"level-{game}"] = GAMES[game].offered[0]
        usual: Any = parse_rules(level)
        for field in form.fields:
            value = field.write(getattr(usual, field.name))
            values[f"{field.name}-{game}"] = "yes" if value is True else str(value or "")
        values |= {f"{field.name}-{game}": field.options[0].value for field in form.choices}
    return values


class Form(Vertical):
    """The form. ``values`` holds the chosen values, which the settings save."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(id="form")
        first = default_values()
        earlier = {new: values[old] for new, old in EARLIER_NAMES.items() if old in values}
        saved = earlier | values
        self.values = first | {key: saved[key] for key in first if key in saved}
        if self.game not in playable():
            self.values["game"] = first["game"]
        if not self.values["names"]:
            self.values["names"] = _("Ann, Ben")

    @property
    def game(self) -> str:
        return self.values["game"]

    @property
    def game_form(self) -> GameForm:
        return form_of(self.game)

    @property
    def way(self) -> Way:
        return self.game_form.way(self.values[f"way-{self.game}"])

    # The form on the screen.

    def compose(self) -> ComposeResult:
        """Yields all fields; `adapt` hides those that do not apply."""
        value = self.values
        yield Row(
            _("Game"),
            Choice([(_(GAMES[name].title), name) for name in playable()], value["game"], "game"),
        )
        yield Row(_("Level"), Choice(self._levels(), value[f"level-{self.game}"], "level"))
        for game, form in playable().items():
            yield from self._rows(game, form.fields)
        yield Row(_("Who plays"), Choice(self._ways(), self.way.name, "way"))
        for game, form in playable().items():
            yield from self._rows(game, form.choices)
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
        yield Static(id="description", markup=False)

    def _rows(self, game: str, fields: Iterable[Field]) -> Iterator[Row]:
        """Yields a row for each field of a game."""
        for field in fields:
            key = f"{field.name}-{game}"
            value = self.values[key]
            widgets: list[Widget]
            if field.options:
                offered = [(option.meaning, option.value) for option in field.options]
                widgets = [Choice(offered, value, key)]
            elif field.kind is bool:
                widgets = [Tick(field.label, bool(value), key)]
            else:
                label = Static(field.label, classes="between", markup=False)
                widgets = [Line(value, key, number=True), *([label] if field.optional else [])]
            question = "" if field.kind is bool or field.optional else field.label
            yield Row(question, *widgets, id=f"row-{key}")

    def on_mount(self) -> None:
        self.adapt()

    @on(Select.Changed)
    def choose(self, event: Select.Changed) -> None:
        name, value = str(event.select.id), str(event.value)
        if name in ("level", "way", "strategy"):
            name = f"{name}-{self.game}"
        if self.values.get(name) == value:
            return
        self.values[name] = value
        if name == "game":
            self.query_one("#level", Choice).offer(self._levels(), self.values[f"level-{value}"])
            self.query_one("#way", Choice).offer(self._ways(), self.way.name)
            self.query_one("#strategy", Choice).offer(
                self._strategies(), self.values[f"strategy-{value}"]
            )
        self.adapt()

    @on(Input.Changed)
    def write(self, event: Input.Changed) -> None:
        self.values[str(event.input.id)] = event.value.strip()
        self.adapt()

    @on(Checkbox.Changed)
    def tick(self, event: Checkbox.Changed) -> None:
        self.values[str(event.checkbox.id)] = "yes" if event.value else ""
        self.adapt()

    def adapt(self) -> None:
        """Shows the fields that apply, and a description of the chosen rules."""
        own = self.values[f"level-{self.game}"] == OWN
        way, people = self.way, self.way.name == "people"
        shown = {"strategies": not people, "players": people, "rounds": people}
        for game, form in playable().items():
            here = game == self.game
            for field in form.fields:
                shown[f"row-{field.name}-{game}"] = here and (own or field.always)
            for field in form.choices:
                shown[f"row-{field.name}-{game}"] = here and field in form.choices_of(way)
        for name, needed in shown.items():
            self.query_one(f"#{name}").display = needed
        description = self.query_one("#description", Static)
        try:
            rules = _("{rules}.").format(rules=self.setup().describe())
            description.update("\n".join([*filter(None, [way.note]), capital(rules)]))
        except MastermineError as error:
            description.update(capital(str(error)))
            description.add_class("-wrong")
        else:
            description.remove_class("-wrong")

    def _levels(self) -> list[tuple[str, str]]:
        presets = GAMES[self.game].presets
        first = GAMES[self.game].offered
        names = [*first, *(name for name in presets if name not in first)]
        offered = [(f"{name}: {_(presets[name].title)}", name) for name in names]
        return [*offered, *([(_("custom"), OWN)] if self.game_form.fields else [])]

    def _ways(self) -> list[tuple[str, str]]:
        return [(capital(way.title), way.name) for way in self.game_form.ways]

    def _strategies(self) -> list[tuple[str, str]]:
        names = [name for name in strategy_names(self.game) if name != "human"]
        return [(_("default"), USUAL), *((name, name) for name in names)]

    # The chosen setup.

    def setup(self) -> GameSetup:
        """Returns the chosen rules and their words. Raises InvalidSpec."""
        return GameSetup.read({"rules": self._rules()})

    def _rules(self) -> dict[str, object]:
        """Returns the level and the fields that apply to it."""
        level, form = self.values[f"level-{self.game}"], self.game_form
        fields = [field for field in form.fields if level == OWN or field.always]
        level = GAMES[self.game].offered[0] if level == OWN else level
        return {"level": level, **self._read(fields)}

    def _read(self, fields: Iterable[Field]) -> dict[str, object]:
        texts = {field: self.values[f"{field.name}-{self.game}"] for field in fields}
        return {
            field.name: bool(text) if field.kind is bool else text for field, text in texts.items()
        }

    def strategy(self) -> str:
        """Returns the name of the strategy that helps or plays. Raises InvalidSpec."""
        name = self.values[f"strategy-{self.game}"]
        return usual_strategy(self.setup().rules) if name == USUAL else name

    def begin(self) -> Saved:
        """Starts the game or the match between people. Raises InvalidSpec."""
        way = self.way
        given = {"rules": self._rules(), **self._read(self.game_form.choices_of(way))}
        if way.mode is None:
            players = self.values["names"].split(",")
            given |= {"players": players, "rounds": int(self.values["each"]) * len(players)}
        else:
            given |= {"mode": way.mode.value, "strategy": self.strategy()}
        return GameSetup.read(given).begin()
