"""``mastermine`` alone: asks what to play, and starts it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.table import Table
from rich.text import Text

from mastermine.cli.dialogue import leaves
from mastermine.cli.terminal import Terminal
from mastermine.command_line import arguments
from mastermine.core.errors import BrokenGame, IllegalMove, InvalidSpec, MastermineError
from mastermine.i18n.text import _, capital, folded
from mastermine.registry import (
    GAMES,
    blaming,
    culprit,
    find_strategy,
    parse_rules,
    parse_rules_of,
    strategy_names,
    usual_strategy,
)
from mastermine.session import Mode, load
from mastermine.session.forms import form_of, rules_from, whole_number
from mastermine.session.saved.files import unfinished
from mastermine.session.setup import GameSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mastermine.registry import AnyRules
    from mastermine.session.forms import Field, Form, Way


T = TypeVar("T")


class Choice(NamedTuple):
    """Something that can be chosen."""

    key: str
    name: str
    """What can be typed for it."""
    meaning: str


def menu() -> None:
    """Ask what to play, then play it."""
    from mastermine.cli.play import play
    from mastermine.cli.solve import solve

    terminal = Terminal()
    try:
        name, *arguments = Menu(terminal).ask()
    except (EOFError, KeyboardInterrupt):
        terminal.say("", _("Goodbye."))
        return
    terminal.say("", _("The same without questions:"))
    terminal.command(f"mastermine {name}", *arguments)
    terminal.say("")
    command = solve if name == "solve" else play
    command.main(arguments, prog_name=f"mastermine {name}", standalone_mode=False)


class Menu:
    """The questions."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def ask(self) -> list[str]:
        """The command line that the answers make. Raises EOFError when the person leaves."""
        self.terminal.say(
            Text(_("Mastermind and Minesweeper"), style="bold"),
            _("Choose by number or name; Enter takes what stands in brackets, q leaves."),
        )
        files = unfinished()
        while True:
            game = self.game(go_on=bool(files))
            try:
                if game == "go on":
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

    def game(self, go_on: bool) -> str:
        """One of the games, or rules of any, which can be typed at once."""
        choices = []
        for name, game in GAMES.items():
            try:
                with blaming(game):
                    form = form_of(name)
            except BrokenGame as error:
                self.terminal.complain(error)
                continue
            if form.levels:
                choices.append(Choice(name, _(game.title).lower(), form.about))
        if go_on:
            # Translators: a word to be typed for a choice, in small letters: a verb.
            choices.append(Choice("go on", _("go on"), _("with the game that was left last")))

        def other(text: str) -> str:
            parse_rules(text)
            return text

        return self.choose(_("Which game?"), choices, other)

    def questions(self, game: str) -> list[str]:
        """What to play of a game."""
        form = form_of(game)
        ways = [Choice(way.name, way.word, told(way)) for way in form.ways]
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
        return ["play", spec, *arguments(GameSetup.read(given))]

    def level(self, game: str, form: Form) -> str:
        """A preset, or a spec that is typed, or put together."""
        levels: list[Choice] = []
        broken: list[BrokenGame] = []
        for name in form.levels:
            try:
                with blaming(GAMES[game]):
                    levels.append(Choice(name, name, parse_rules(name).describe()))
            except BrokenGame as error:
                broken.append(error)
        if not levels:
            raise broken[0]
        for each in broken:
            self.terminal.complain(each)
        if form.fields:
            # Translators: a word to be typed for a choice, in small letters: a game of one's own.
            levels.append(Choice("custom", _("custom"), form.own))

        def other(text: str) -> str:
            parse_rules_of(GAMES[game].rules, text)
            return text

        spec = self.choose(form.level, levels, other)
        return self.custom(form, other) if spec == "custom" else spec

    def custom(self, form: Form, other: Callable[[str], str]) -> str:
        """Rules of one's own, put together question by question until there is such a game.

        The first question also takes the whole game at once, such as 5x5x3.
        """
        usual = parse_rules(form.levels[0])
        first, *others = form.fields
        while True:
            try:
                answer = self.number_or_spec(first.label, getattr(usual, first.name), other)
                if isinstance(answer, str):
                    return answer
                values = {field.name: self.value(field, usual) for field in others}
                return rules_from({"level": form.levels[0], first.name: answer, **values}).spec()
            except InvalidSpec as error:
                self.terminal.complain(error)

    def value(self, field: Field, usual: AnyRules) -> int | str | bool:
        """A part of the rules; Enter takes the usual one."""
        default = getattr(usual, field.name)
        if field.kind is bool:
            return self.yes(field.label, default)
        return self.option(field) if field.options else self.number(field.label, default or 0)

    def option(self, field: Field) -> str:
        """One of the options of a field."""
        return self.choose(field.label, [Choice(*option) for option in field.options])

    def strategy_for(self, spec: str) -> str:
        """How the computer is to play such a game."""
        rules = parse_rules(spec)
        game, default = rules.game, usual_strategy(rules)

        def read(text: str) -> str:
            # A name is written in small letters; a file may be called as it likes.
            return find_strategy(text if ".py" in text else text.lower(), game).home

        names = [name for name in strategy_names(game) if name != "human"]
        self.terminal.say("", _("How shall I play? {names}").format(names=", ".join(names)))
        return self.until(_("Strategy [{default}]: ").format(default=default), read, default)

    def players(self, spec: str) -> dict[str, Any]:
        """Who plays, and how long."""

        def match(**given: Any) -> Any:
            return GameSetup.read({"rules": spec, **given}).begin()

        def names(text: str) -> list[str]:
            return list(match(players=text.split(",")).players)

        def rounds(text: str) -> int:
            return int(match(players=players, rounds=whole_number(text)).rounds)

        self.terminal.say("")
        players = self.until(_("Names, such as Ana,Boris: "), names)
        usual = len(players)
        number = self.until(_("Rounds [{default}]: ").format(default=usual), rounds, usual)
        return {"players": players, "rounds": number}

    def secret(self, spec: str) -> list[str]:
        """A code for the computer to find, or none; nothing where no code is hidden."""
        rules = parse_rules(spec)
        notation = GAMES[rules.game].part("notation")
        if notation is None:
            return []

        def read(text: str) -> list[str]:
            return ["--secret", rules.format_action(rules.parse_action(text))]

        prompt = _("The code, such as {example} [drawn by chance]: ")
        return self.until(prompt.format(example=notation(rules).example()), read, [])

    # Kinds of questions.

    def choose(
        self,
        question: str,
        choices: Sequence[Choice],
        other: Callable[[str], str] | None = None,
    ) -> str:
        """The key of a choice, by number, name, or the beginning of its name; Enter is the first.

        ``other`` reads what is none of them, or raises MastermineError.
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
                    hint=_("did you mean {word}?").format(word=near[0])
                    if near
                    else _("type a number from 1 to {n}, or a name").format(n=len(choices)),
                )
            )

        return self.until(_("Choice [1]: "), read, choices[0].key)

    def number(self, question: str, default: int) -> int:
        """A whole number."""
        return self.until(f"{question} [{default}]: ", whole_number, default)

    def number_or_spec(
        self, question: str, default: int, check: Callable[[str], object]
    ) -> int | str:
        """A whole number, or the whole game at once, such as 5x5x3, if it passes the check."""

        def read(text: str) -> str:
            if "x" not in text.lower():
                return str(whole_number(text))
            check(text)
            return text

        answer = self.until(f"{question} [{default}]: ", read, str(default))
        return int(answer) if answer.isdecimal() else answer

    def yes(self, question: str, default: bool) -> bool:
        """Yes or no."""
        # Translators: what is typed; the first letters of the two must differ.
        yes = _("yes")
        # Translators: what is typed; the first letters of the two must differ.
        no = _("no")

        def read(text: str) -> bool:
            word = folded(text)
            for meant, spoken in ((True, yes), (False, no), (True, "yes"), (False, "no")):
                if word and folded(spoken).startswith(word):
                    return meant
            raise IllegalMove(_("type {yes} or {no}").format(yes=yes, no=no))

        return self.until(f"{question} [{yes if default else no}]: ", read, default)

    def until(self, prompt: str, read: Callable[[str], T], default: T | None = None) -> T:
        """Ask until ``read`` understands; Enter is the default. Raises EOFError on q."""
        while True:
            text = self.terminal.read(prompt)
            if leaves(text):
                raise EOFError
            if not text and default is not None:
                return default
            if text:
                try:
                    return read(text)
                except MastermineError as error:
                    self.terminal.complain(error)


def told(way: Way) -> str:
    """A way to play in a line."""
    return f"{capital(way.title)}. {way.note}" if way.note else capital(way.title)
