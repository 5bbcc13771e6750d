"""The laboratory at the keyboard: lines are read and obeyed, mistakes are told, and it goes on."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.completion import kept_runs
from mastermine.cli.lab.commands import Call, Reply, Rows, obey
from mastermine.cli.lab.settings import Settings, summary
from mastermine.cli.lab.state import State
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

PROMPT = "lab> "
NARROW_COLUMNS = 60
"""On a screen with fewer columns tables are kept short."""


class Laboratory:
    """The settings as they are, and what lines do with them."""

    def __init__(self, store: str | None, settings: Settings, state: State | None = None) -> None:
        self.store = store
        self.settings = settings
        self.state = state
        """Where the settings are kept for the next time."""

    def obey(self, line: str) -> bool:
        """Do what a line says; whether it says to leave. Raises MastermineError."""
        reply = obey(line, self.settings)
        say(reply)
        if reply.settings != self.settings:
            self.settings = reply.settings
            if self.state:
                self.state.save(self.settings)
        if reply.call:
            perform(reply.call, self.store)
        return reply.leaves


def read_lines(store: str | None) -> None:
    """Obey the lines of the input; a mistake is told on standard error, with its line."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    laboratory = Laboratory(store, Settings())
    prompts = sys.stdin.isatty()
    leaves = False
    while not leaves:
        if prompts:
            click.echo(PROMPT, nl=False, err=True)
        try:
            line = input().strip().removeprefix("\ufeff")
        except EOFError:
            return
        try:
            leaves = laboratory.obey(line)
        except MastermineError as error:
            complain(error, line)


def converse(store: str | None) -> None:
    """Ask for lines in a terminal until the person leaves."""
    state = State()
    settings, mistake = state.load()
    laboratory = Laboratory(store, settings, state)
    screen = output.console()
    screen.print(_("A laboratory for strategies: help lists what can be said, Ctrl-D leaves."))
    if mistake:
        complain(mistake)
    read = prompter(lambda: laboratory.settings, state, store)
    leaves = False
    while not leaves:
        try:
            line = read()
        except KeyboardInterrupt:
            continue  # What was typed is dropped.
        except EOFError:
            break
        try:
            leaves = laboratory.obey(line)
        except MastermineError as error:
            complain(error)
        except KeyboardInterrupt:
            click.echo(err=True)
    screen.print(_("Goodbye."))


def prompter(
    settings: Callable[[], Settings], state: State, store: str | None, **options: Any
) -> Callable[[], str]:
    """What asks for the next line; it raises EOFError at the end and KeyboardInterrupt on Ctrl-C.

    ``options`` go to the PromptSession.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.formatted_text import FormattedText
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from mastermine.cli.lab.completions import Completer

    runs = cache(lambda: kept_runs(store))
    path = state.history()
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(path)) if path else InMemoryHistory(),
        completer=Completer(settings, runs),
        complete_while_typing=False,
        key_bindings=keys(),
        **options,
    )

    def toolbar() -> FormattedText:
        columns = get_app().output.get_size().columns
        return FormattedText([("class:bottom-toolbar", summary(settings(), columns))])

    def read() -> str:
        runs.cache_clear()  # A match may have been played.
        return session.prompt(PROMPT, bottom_toolbar=toolbar)

    return read


def keys() -> KeyBindings:
    """Tab completes before the next key is looked at, so that Enter takes what was completed."""
    from prompt_toolkit.completion import CompleteEvent, get_common_complete_suffix
    from prompt_toolkit.enums import DEFAULT_BUFFER
    from prompt_toolkit.filters import has_focus
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()

    @bindings.add("tab", filter=has_focus(DEFAULT_BUFFER))
    def _complete(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state:
            buffer.complete_next()
            return
        asked = CompleteEvent(completion_requested=True)
        found = list(buffer.completer.get_completions(buffer.document, asked))
        if len(found) == 1:
            buffer.apply_completion(found[0])
        elif found:
            buffer.insert_text(get_common_complete_suffix(buffer.document, found))
            buffer.start_completion()  # The list of them, below the line.

    return bindings


def perform(call: Call, store: str | None) -> None:
    """Run a command of mastermine. Raises MastermineError, and KeyboardInterrupt on Ctrl-C."""
    from mastermine.cli import NO_MEMORY, main, system_error, wrong

    command = main.get_command(click.Context(main), call.name)
    if command is None:
        raise InvalidSpec(_("mastermine {name} is not there").format(name=call.name))
    arguments = list(call.arguments)
    arguments += _own_names(call, store)
    if store is not None and any(parameter.name == "store" for parameter in command.params):
        arguments += ["--store", store]
    try:
        with command.make_context(f"mastermine {call.name}", arguments) as context:
            command.invoke(context)
    except click.exceptions.Exit:
        pass  # It has printed its help.
    except (click.Abort, EOFError):
        click.echo(err=True)  # The input ended in it.
    except click.ClickException as error:
        raise InvalidSpec(wrong(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InvalidSpec(system_error(error)) from None
    except MemoryError:
        raise InvalidSpec(_(NO_MEMORY)) from None


def _own_names(call: Call, store: str | None) -> list[str]:
    """The option for the colours' own names, where the run that is resumed has as many colours."""
    from mastermine.arena.store import open_store

    if call.names is None:
        return []
    with open_store(store, create=False) as opened:
        rules = opened.kept(opened.resolve(call.arguments[1])).run.rules
    fits = getattr(rules, "colours", None) == len(call.names)
    return ["--colours", ",".join(call.names)] if fits else []


def say(reply: Reply) -> None:
    screen = output.console()
    for part in reply.said:
        if isinstance(part, Rows):
            columns = max(map(len, part.rows))
            if columns > 2 and screen.width < NARROW_COLUMNS:
                columns = 2  # What there is, and not what it is for: help tells that.
            rows = output.table(*[""] * columns)
            rows.show_header = False
            rows.columns[0].no_wrap = True
            for row in part.rows:
                rows.add_row(*row[:columns])
            screen.print(rows)
        else:
            screen.print(part)


def complain(error: MastermineError, line: str | None = None) -> None:
    """Say in one line what was wrong, and with which line where it cannot be seen."""
    from rich.text import Text

    with suppress(OSError, ValueError):
        sys.stdout.flush()
    told = " ".join(str(error).split())
    where = "mastermine: " + (f"{line}: " if line else "")
    screen = output.console(err=True)
    if line is None and screen.is_terminal:
        screen.print(Text(told, style="bold yellow"))
    else:
        click.echo(where + told, err=True)
