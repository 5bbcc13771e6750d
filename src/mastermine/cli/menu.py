"""``mastermine`` alone: asks what to play, and starts it."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.table import Table
from rich.text import Text

from mastermine.cli.dialogue import leaves
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.i18n.text import _, folded, pgettext
from mastermine.mastermind import Answer, Mastermind
from mastermine.minesweeper import First, Minesweeper
from mastermine.registry import (
    find_strategy,
    parse_rules,
    parse_rules_of,
    strategy_names,
    usual_strategy,
)
from mastermine.session import load
from mastermine.session.multiplayer.contest import Contest
from mastermine.session.multiplayer.race import Race
from mastermine.session.saved.files import left

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mastermine.session.multiplayer.match import Match

T = TypeVar("T")

CODES = (
    "classic",
    "kids",
    "mini",
    "no-repeats",
    "eight-colours",
    "super",
    "bulls-and-cows",
    "digits",
)
"""The presets of Mastermind that are offered by number; any other can be typed."""

FIELDS = ("beginner", "intermediate", "expert")
"""Those of Minesweeper."""


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
        files = left()
        while (game := self.game(go_on=bool(files))) == "go on":
            file = str(files.pop(0))
            try:
                load(file)
            except MastermineError as error:
                self.terminal.complain(error)
            else:
                return ["play", "--load", file]
        if game == Minesweeper.game:
            return self.minesweeper()
        if game == Mastermind.game:
            return self.mastermind()
        return ["play", game]

    def game(self, go_on: bool) -> str:
        """One of the games, or rules of either, which can be typed at once."""
        choices = [
            # Translators: a word to be typed for a choice, in small letters.
            Choice("mastermind", _("mastermind"), _("find the hidden code")),
            Choice("minesweeper", _("minesweeper"), _("open the field, but no mine")),
        ]
        if go_on:
            # Translators: a word to be typed for a choice, in small letters: a verb.
            choices.append(Choice("go on", _("go on"), _("with the game that was left last")))

        def other(text: str) -> str:
            parse_rules(text)
            return text

        return self.choose(_("Which game?"), choices, other)

    def mastermind(self) -> list[str]:
        """What to play of Mastermind."""
        direction = self.choose(
            _("Who hides the code?"),
            [
                # Translators: a word to be typed for a choice, in small letters: a verb.
                Choice("guess", pgettext("a choice", "guess"), _("I hide a code, you guess")),
                # Translators: a word to be typed for a choice, in small letters: a verb.
                Choice("hide", pgettext("a choice", "hide"), _("you hide a code, I guess")),
                # Translators: a word to be typed for a choice, in small letters.
                Choice("people", _("people"), _("two to five people at this keyboard")),
                # Translators: a word to be typed for a choice, in small letters: a verb.
                Choice("watch", _("watch"), _("see how the computer finds a code")),
                # Translators: a word to be typed for a choice, in small letters.
                Choice("adversary", _("adversary"), _("you guess, and I change my code as I can")),
            ],
        )
        spec = self.level(
            _("Which level? (mastermine presets lists more names; 5x7 is understood, too)"),
            [Choice(n, n, parse_rules(n).describe()) for n in CODES],
            # Translators: a word to be typed for a choice, in small letters: a game of one's own.
            Choice("custom", _("custom"), _("your own places, colours and tries")),
            lambda text: parse_rules_of(Mastermind, text),
        )
        if spec == "custom":
            spec = self.custom()
        match direction:
            case "hide":
                return ["play", spec, "--maker", "me", *self.strategy_for(spec)]
            case "people":
                return ["play", spec, *self.people()]
            case "watch":
                return ["solve", spec, "--explain", *self.strategy_for(spec), *self.secret(spec)]
            case "adversary":
                return ["play", spec, "--adversary", *self.keep()]
        return ["play", spec]

    def minesweeper(self) -> list[str]:
        """What to play of Minesweeper."""
        direction = self.choose(
            _("Who opens the field?"),
            [
                # Translators: a word to be typed for a choice, in small letters: a verb.
                Choice("play", _("play"), _("you do")),
                Choice("watch", _("watch"), _("the computer does, and says why")),
                Choice("people", _("people"), _("two to five people at this keyboard, in turn")),
                Choice("adversary", _("adversary"), _("you do, and I lay the mines as I can")),
            ],
        )
        spec = self.level(
            _("Which level? (20x20x60 is understood, too: width x height x mines)"),
            [Choice(n, n, parse_rules(n).describe()) for n in FIELDS],
            Choice("custom", _("custom"), _("your own size, mines and first click")),
            lambda text: parse_rules_of(Minesweeper, text),
        )
        if spec == "custom":
            spec = self.custom_field()
        match direction:
            case "watch":
                return ["solve", spec, "--explain", *self.strategy_for(spec)]
            case "people":
                return ["play", spec, *self.players(partial(Race, Minesweeper(9, 9, 10)))]
            case "adversary":
                return ["play", spec, "--adversary"]
        return ["play", spec]

    def level(
        self, question: str, levels: list[Choice], own: Choice, check: Callable[[str], object]
    ) -> str:
        """A preset, a spec, or the key of ``own``."""

        def other(text: str) -> str:
            check(text)
            return text

        return self.choose(question, [*levels, own], other)

    def custom(self) -> str:
        """Mastermind of one's own, put together question by question until there is such a game."""
        while True:
            try:
                places = self.number_or_spec(
                    _("Places"), 4, lambda text: parse_rules_of(Mastermind, text)
                )
                if isinstance(places, str):
                    return places
                return Mastermind(
                    places=places,
                    colours=self.number(_("Colours"), 6),
                    repeats=self.yes(_("May a colour stand more than once?"), True),
                    blank=self.yes(_("May places be empty?"), False),
                    answer=Answer(
                        self.choose(
                            _("What is answered?"),
                            [
                                # Translators: a word to be typed for a choice.
                                Choice("pegs", _("pegs"), _("black and white pegs")),
                                # Translators: a word to be typed for a choice: black pegs only.
                                Choice("black", _("black"), _("how many places are right")),
                                # Translators: a word to be typed for a choice.
                                Choice("places", _("places"), _("which places are right")),
                            ],
                        )
                    ),
                    limit=self.number(_("Guesses (0: as many as it takes)"), 10) or None,
                ).spec()
            except InvalidSpec as error:
                self.terminal.complain(error)

    def custom_field(self) -> str:
        """Minesweeper of one's own, in the same way."""
        while True:
            try:
                width = self.number_or_spec(
                    _("Width"), 9, lambda text: parse_rules_of(Minesweeper, text)
                )
                if isinstance(width, str):
                    return width
                return Minesweeper(
                    width=width,
                    height=self.number(_("Height"), 9),
                    mines=self.number(_("Mines"), 10),
                    first=First(
                        self.choose(
                            _("What is the first click?"),
                            [
                                # Translators: a word to be typed for a choice: a safe click.
                                Choice("safe", _("safe"), _("no mine")),
                                # Translators: a word to be typed for a choice: it opens a region.
                                Choice(
                                    "open",
                                    pgettext("a choice", "open"),
                                    _("all cells around it open, too"),
                                ),
                                # Translators: a word to be typed for a choice: any click.
                                Choice("any", pgettext("a choice", "any"), _("it may be a mine")),
                            ],
                        )
                    ),
                    noguess=self.yes(_("Can it be solved without a guess?"), False),
                ).spec()
            except InvalidSpec as error:
                self.terminal.complain(error)

    def strategy_for(self, spec: str) -> list[str]:
        """How the computer is to play such a game."""
        rules = parse_rules(spec)
        game, default = rules.game, usual_strategy(rules)

        def read(text: str) -> str:
            # A name is written in small letters; a file may be called as it likes.
            return find_strategy(text if ".py" in text else text.lower(), game).home

        names = [name for name in strategy_names(game) if name != "human"]
        self.terminal.say("", _("How shall I play? {names}").format(names=", ".join(names)))
        name = self.until(_("Strategy [{default}]: ").format(default=default), read, default)
        return ["--strategy", name]

    def players(self, match: Callable[..., Match[Any]]) -> list[str]:
        """Who plays, and how long. ``match`` makes one of names and rounds."""

        def names(text: str) -> list[str]:
            return list(match(text.split(",")).players)

        def rounds(text: str) -> str:
            return str(match(players, _integer(text)).rounds)

        self.terminal.say("")
        players = self.until(_("Names, such as Ana,Boris: "), names)
        default = str(len(players))
        number = self.until(_("Rounds [{default}]: ").format(default=default), rounds, default)
        return ["--players", ",".join(players), "--rounds", number]

    def people(self) -> list[str]:
        """Who plays, how long, and what counts."""
        players = self.players(partial(Contest, Mastermind(4, 6)))
        score = self.choose(
            _("What counts?"),
            [
                # Translators: a word to be typed for a choice, in small letters: what counts.
                Choice("rounds", _("rounds"), _("who wins more rounds")),
                # Translators: a word to be typed for a choice, in small letters: what counts.
                Choice("points", _("points"), _("for the maker, one for each guess")),
                # Translators: a word to be typed for a choice, in small letters: who needs least.
                Choice("fewest", _("fewest"), _("who needs the fewest guesses")),
            ],
        )
        return [*players, "--score", score]

    def keep(self) -> list[str]:
        """What the adversary is to keep."""
        kept = self.choose(
            _("What shall I keep?"),
            [
                # Translators: a word to be typed for a choice, in small letters.
                Choice("largest", _("largest"), _("as many codes as can be")),
                # Translators: a word to be typed for a choice, in small letters.
                Choice("hardest", _("hardest"), _("codes that need the most guesses")),
            ],
        )
        return ["--keep", kept] if kept == "hardest" else []

    def secret(self, spec: str) -> list[str]:
        """A code for the computer to find, or none."""
        rules = parse_rules_of(Mastermind, spec)

        def read(text: str) -> list[str]:
            return ["--secret", rules.format_action(rules.parse_action(text))]

        prompt = _("The code, such as {example} [drawn by chance]: ")
        return self.until(prompt.format(example=rules.notation.example()), read, [])

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
            if text.isdecimal() and 1 <= _integer(text) <= len(choices):
                return choices[_integer(text) - 1].key
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
        return self.until(f"{question} [{default}]: ", _integer, default)

    def number_or_spec(
        self, question: str, default: int, check: Callable[[str], object]
    ) -> int | str:
        """A whole number, or the whole game at once, such as 5x5x3, if it passes the check."""

        def read(text: str) -> str:
            if "x" not in text.lower():
                return str(_integer(text))
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


def _integer(text: str) -> int:
    try:
        return int(text if text.isdecimal() else "")
    except ValueError:  # No number, or one of thousands of digits.
        raise IllegalMove(_("{text!r} is no whole number").format(text=text)) from None
