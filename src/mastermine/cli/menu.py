"""The menu that ``mastermine`` without a command opens."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.table import Table
from rich.text import Text

from mastermine.cli.dialogue import is_quit
from mastermine.cli.terminal import Terminal
from mastermine.command_line import arguments
from mastermine.core.errors import BrokenGame, IllegalMove, InvalidSpec, MastermineError
from mastermine.i18n.text import _, capital, folded, meant
from mastermine.registry import (
    GAMES,
    blaming,
    colour_names,
    culprit,
    find_strategy,
    parse_rules,
    parse_rules_of,
    strategy_names,
    usual_strategy,
)
from mastermine.session import Mode, load
from mastermine.session.forms import form_of, rules_from, whole_number
from mastermine.session.levels import described
from mastermine.session.saved.files import unfinished
from mastermine.session.setup import GameSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mastermine.registry import AnyRules
    from mastermine.session.forms import Field, Form, Way


T = TypeVar("T")


class Choice(NamedTuple):
    """An entry of a menu."""

    key: str
    name: str
    """The word to type."""
    meaning: str


def menu() -> None:
    """Asks what to play, then starts it."""
    from mastermine.cli.play import play
    from mastermine.cli.solve import solve

    terminal = Terminal()
    try:
        name, *arguments = Menu(terminal).ask()
    except (EOFError, KeyboardInterrupt):
        terminal.say("", _("Goodbye."))
        return
    terminal.say("", _("The same as a command:"))
    terminal.command(f"mastermine {name}", *arguments)
    terminal.say("")
    command = solve if name == "solve" else play
    command.main(arguments, prog_name=f"mastermine {name}", standalone_mode=False)


class Menu:
    """Asks for the settings of a new game."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def ask(self) -> list[str]:
        """Returns the command line for the answers. Raises EOFError on ``q``."""
        self.terminal.say(
            Text(_("Mastermind and Minesweeper"), style="bold"),
            _("Type a number or a name. Enter takes the default in brackets; q quits."),
        )
        files = unfinished()
        while True:
            game = self.game(resumable=bool(files))
            try:
                if game == "resume":
                    file = str(files.pop(0))
                    load(file)
                    return ["play", "--load", file]
                return self.questions(game) if game in GAMES else ["play", game]
            except MastermineError as error:
                self.terminal.complain(error)
            except Exception as error:
                broken = culprit(error)
                if broken is None:
                    raise
                self.terminal.complain(broken)

    def game(self, resumable: bool) -> str:
        """Asks for a game; rules of any game can be typed too."""
        choices = []
        for name, game in GAMES.items():
            try:
                with blaming(game):
                    if game.offered:
                        choices.append(Choice(name, _(game.title).lower(), form_of(name).about))
            except BrokenGame as error:
                self.terminal.complain(error)
        if resumable:
            # Translators: a word to type, in lower case: a verb.
            choices.append(Choice("resume", _("resume"), _("the last saved game")))

        def other(text: str) -> str:
            parse_rules(text)
            return text

        return self.choose(_("Which game?"), choices, other)

    def questions(self, game: str) -> list[str]:
        """Asks for all settings of a game."""
        form = form_of(game)
        ways = [Choice(way.name, way.word, description(way)) for way in form.ways]
        way = form.way(self.choose(form.question, ways))
        spec = self.level(game, form)
        given: dict[str, Any] = {"rules": spec, "mode": way.mode and way.mode.value}
        if way.name == "people":
            given |= self.players(spec)
        if way.mode in (None, Mode.PERSON) and way.name != "people":
            given["strategy"] = self.strategy_for(spec)
        if way.name == "watch":
            chosen = ["--strategy", given["strategy"], *self.secret(spec)]
            explain = ["--explain"] if "cli.solve" in GAMES[game].parts else []
            return ["solve", spec, *explain, *chosen]
        given |= {field.name: self.option(field) for field in form.choices_of(way)}
        setup = GameSetup.read(given)
        if setup.colours == colour_names(spec):
            setup = replace(setup, colours=None)
        return ["play", spec, *arguments(setup)]

    def level(self, game: str, form: Form) -> str:
        """Asks for a preset, a spec, or custom rules."""
        levels: list[Choice] = []
        broken: list[BrokenGame] = []
        for name in GAMES[game].offered:
            try:
                with blaming(GAMES[game]):
                    levels.append(
                        Choice(name, name, described(parse_rules(name), colour_names(name)))
                    )
            except BrokenGame as error:
                broken.append(error)
        if not levels:
            raise broken[0]
        for each in broken:
            self.terminal.complain(each)
        if form.fields:
            # Translators: a word to type, in lower case: custom rules.
            levels.append(Choice("custom", _("custom"), form.own))

        def other(text: str) -> str:
            parse_rules_of(GAMES[game].rules, text)
            return text

        spec = self.choose(form.level, levels, other)
        return self.custom(game, form, other) if spec == "custom" else spec

    def custom(self, game: str, form: Form, other: Callable[[str], str]) -> str:
        """Asks for custom rules until they are valid.

        The first question also takes a whole spec, such as 5x5x3.
        """
        level = GAMES[game].offered[0]
        defaults = parse_rules(level)
        first, *others = form.fields
        while True:
            try:
                answer = self.number_or_spec(first.label, getattr(defaults, first.name), other)
                if isinstance(answer, str):
                    return answer
                values = {field.name: self.value(field, defaults) for field in others}
                return rules_from({"level": level, first.name: answer, **values}).spec()
            except InvalidSpec as error:
                self.terminal.complain(error)

    def value(self, field: Field, defaults: AnyRules) -> int | str | bool:
        """Asks for a field of the rules."""
        default = getattr(defaults, field.name)
        if field.kind is bool:
            return self.yes(field.label, default)
        return self.option(field) if field.options else self.number(field.label, default or 0)

    def option(self, field: Field) -> str:
        """Asks for one of the options of a field."""
        return self.choose(field.label, [Choice(*option) for option in field.options])

    def strategy_for(self, spec: str) -> str:
        """Asks for the computer's strategy."""
        rules = parse_rules(spec)
        game, default = rules.game, usual_strategy(rules)

        def read(text: str) -> str:
            # Names are lower case; file names may not be.
            return find_strategy(text if ".py" in text else text.lower(), game).home

        names = [name for name in strategy_names(game) if name != "human"]
        self.terminal.say("", _("Which strategy? {names}").format(names=", ".join(names)))
        return self.until(_("Strategy [{default}]: ").format(default=default), read, default)

    def players(self, spec: str) -> dict[str, Any]:
        """Asks for the players and the number of rounds."""

        def match(**given: Any) -> Any:
            return GameSetup.read({"rules": spec, **given}).begin()

        def names(text: str) -> list[str]:
            return list(match(players=text.split(",")).players)

        def rounds(text: str) -> int:
            return int(match(players=players, rounds=whole_number(text)).rounds)

        self.terminal.say("")
        players = self.until(_("Names, such as Ana,Boris: "), names)
        default = len(players)
        number = self.until(_("Rounds [{default}]: ").format(default=default), rounds, default)
        return {"players": players, "rounds": number}

    def secret(self, spec: str) -> list[str]:
        """Asks for a code to find; no options if the game has no codes or it is random."""
        rules = parse_rules(spec)
        notation = GAMES[rules.game].part("notation")
        if notation is None:
            return []

        def read(text: str) -> list[str]:
            return ["--secret", rules.format_action(rules.parse_action(text))]

        prompt = _("Code, such as {example} [random]: ")
        return self.until(prompt.format(example=notation(rules).example()), read, [])

    def choose(
        self,
        question: str,
        choices: Sequence[Choice],
        other: Callable[[str], str] | None = None,
    ) -> str:
        """Asks for a choice by number, name or start of a name; the first is the default.

        ``other`` parses any other answer, or raises MastermineError.
        """
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold")
        table.add_column(no_wrap=True, style="bold")
        for number, choice in enumerate(choices, start=1):
            table.add_row(str(number), choice.name, choice.meaning)
        self.terminal.say("", question, table)

        def read(text: str) -> str:
            if text.isdecimal() and 1 <= whole_number(text) <= len(choices):
                return choices[whole_number(text) - 1].key
            low, word = text.lower(), folded(text)
            names = {choice.key: folded(choice.name) for choice in choices}
            exact = [c.key for c in choices if low == c.name] or [
                c.key for c in choices if low == c.key or word == names[c.key]
            ]
            found = exact or [key for key, name in names.items() if name.startswith(word)]
            if len(found) == 1:
                return found[0]
            close = get_close_matches(word, list(names.values()), n=1)
            near = [choice.name for choice in choices if names[choice.key] in close]
            if other is not None and not found:
                try:
                    return other(text)
                except MastermineError:
                    if not near:
                        raise
            raise IllegalMove(
                _("{text!r} is none of these; {hint}").format(
                    text=text,
                    hint=meant(near[0])
                    if near
                    else _("type a number from 1 to {n}, or a name").format(n=len(choices)),
                )
            )

        return self.until(_("Choice [1]: "), read, choices[0].key)

    def number(self, question: str, default: int) -> int:
        """Asks for a whole number."""
        return self.until(f"{question} [{default}]: ", whole_number, default)

    def number_or_spec(
        self, question: str, default: int, check: Callable[[str], object]
    ) -> int | str:
        """Asks for a whole number, or a whole spec, such as 5x5x3, that passes the check."""

        def read(text: str) -> str:
            if "x" not in text.lower():
                return str(whole_number(text))
            check(text)
            return text

        answer = self.until(f"{question} [{default}]: ", read, str(default))
        return int(answer) if answer.isdecimal() else answer

    def yes(self, question: str, default: bool) -> bool:
        """Asks for yes or no."""
        # Translators: a word to type; the first letters of the two must differ.
        yes = _("yes")
        # Translators: a word to type; the first letters of the two must differ.
        no = _("no")

        def read(text: str) -> bool:
            word = folded(text)
            for value, name in ((True, yes), (False, no), (True, "yes"), (False, "no")):
                if word and folded(name).startswith(word):
                    return value
            raise IllegalMove(_("type {yes} or {no}").format(yes=yes, no=no))

        return self.until(f"{question} [{yes if default else no}]: ", read, default)

    def until(self, prompt: str, read: Callable[[str], T], default: T | None = None) -> T:
        """Asks until ``read`` accepts the answer; Enter is the default. Raises EOFError on q."""
        while True:
            text = self.terminal.read(prompt)
            if is_quit(text):
                raise EOFError
            if not text and default is not None:
                return default
            if text:
                try:
                    return read(text)
                except MastermineError as error:
                    self.terminal.complain(error)


def description(way: Way) -> str:
    """Describes a way to play in one line."""
    return f"{capital(way.title)}. {way.note}" if way.note else capital(way.title)
