"""The loop of the lab: reads lines, runs them and prints errors."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.completion import stored_runs
from mastermine.cli.lab.commands import Call, Reply, Rows, command_line, interpret, welcome
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
"""Tables show only two columns on narrower screens."""


class Lab:
    """The current settings and the effects of lines."""

    def __init__(self, store: str | None, settings: Settings, state: State | None = None) -> None:
        self.store = store
        self.settings = settings
        self.state = state
        """Stores the settings between sessions."""

    def run(self, line: str) -> bool:
        """Runs a line; returns True if it quits. Raises MastermineError."""
        reply = interpret(line, self.settings)
        show(reply)
        if reply.settings != self.settings:
            self.settings = reply.settings
            if self.state:
                self.state.save(self.settings)
        if reply.call:
            run_command(reply.call, self.store, partial(command_line, settings=self.settings))
        return reply.quits


def read_lines(store: str | None) -> None:
    """Runs the lines of standard input; prints errors with their lines on standard error."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    lab = Lab(store, Settings())
    prompts = sys.stdin.isatty()
    quits = False
    while not quits:
        if prompts:
            click.echo(PROMPT, nl=False, err=True)
        try:
            line = input().strip().removeprefix("\ufeff")
        except EOFError:
            return
        try:
            quits = lab.run(line)
        except MastermineError as error:
            show_error(error, line)


def converse(store: str | None) -> None:
    """Prompts for lines in a terminal until the user quits."""
    state = State()
    settings, mistake = state.load()
    lab = Lab(store, settings, state)
    show(welcome(settings))
    if mistake:
        show_error(mistake)
    read = prompter(lambda: lab.settings, state, store)
    quits = False
    while not quits:
        try:
            line = read()
        except KeyboardInterrupt:
            continue  # Discard the line.
        except EOFError:
            break
        try:
            quits = lab.run(line)
        except MastermineError as error:
            show_error(error)
        except KeyboardInterrupt:
            click.echo(err=True)
    output.console().print(_("Goodbye."))


def prompter(
    settings: Callable[[], Settings], state: State, store: str | None, **options: Any
) -> Callable[[], str]:
    """Returns a function that reads a line; it raises EOFError and KeyboardInterrupt.

    ``options`` go to the PromptSession.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.formatted_text import FormattedText
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from mastermine.cli.lab.completions import Completer

    runs = cache(lambda: stored_runs(store))
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
        runs.cache_clear()  # The last line may have stored a run.
        return session.prompt(PROMPT, bottom_toolbar=toolbar)

    return read


def keys() -> KeyBindings:
    """Returns key bindings in which Tab completes at once, before the next key."""
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
        requested = CompleteEvent(completion_requested=True)
        found = list(buffer.completer.get_completions(buffer.document, requested))
        if len(found) == 1:
            buffer.apply_completion(found[0])
        elif found:
            buffer.insert_text(get_common_complete_suffix(buffer.document, found))
            buffer.start_completion()  # Shows the list.

    return bindings


def run_command(call: Call, store: str | None, local: Callable[[str], str] | None = None) -> None:
    """Runs a command of mastermine; ``local`` formats the commands that it names.

    Raises MastermineError, and KeyboardInterrupt on Ctrl-C.
    """
    from mastermine.cli import NO_MEMORY, main, system_error, wrong

    command = main.get_command(click.Context(main), call.name)
    if command is None:
        raise InvalidSpec(_("there is no command mastermine {name}").format(name=call.name))
    arguments = list(call.arguments)
    arguments += _colour_names(call, store)
    if store is not None and any(parameter.name == "store" for parameter in command.params):
        arguments += ["--store", store]
    try:
        with command.make_context(f"mastermine {call.name}", arguments, obj=local) as context:
            command.invoke(context)
    except click.exceptions.Exit:
        pass  # The command printed its help.
    except (click.Abort, EOFError):
        click.echo(err=True)
    except click.ClickException as error:
        raise InvalidSpec(wrong(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InvalidSpec(system_error(error)) from None
    except MemoryError:
        raise InvalidSpec(_(NO_MEMORY)) from None


def _colour_names(call: Call, store: str | None) -> list[str]:
    """Returns the option of the colour names if the resumed run has as many colours."""
    from mastermine.arena.store import open_store

    if call.names is None:
        return []
    with open_store(store, create=False) as opened:
        rules = opened.run(opened.resolve(call.arguments[1])).run.rules
    fits = getattr(rules, "colours", None) == len(call.names)
    return ["--colours", ",".join(call.names)] if fits else []


def show(reply: Reply) -> None:
    screen = output.console()
    for part in reply.output:
        if isinstance(part, Rows):
            columns = max(map(len, part.rows))
            if columns > 2 and screen.width < NARROW_COLUMNS:
                columns = 2
            rows = output.table(*[""] * columns)
            rows.show_header = False
            rows.columns[0].no_wrap = True
            for row in part.rows:
                rows.add_row(*row[:columns])
            screen.print(rows)
        else:
            screen.print(part)


def show_error(error: MastermineError, line: str | None = None) -> None:
    """Prints an error in one line, after the line that caused it if given."""
    from rich.text import Text

    with suppress(OSError, ValueError):
        sys.stdout.flush()
    message = " ".join(str(error).split())
    where = "mastermine: " + (f"{line}: " if line else "")
    screen = output.console(err=True)
    if line is None and screen.is_terminal:
        screen.print(Text(message, style="bold yellow"))
    else:
        click.echo(where + message, err=True)
