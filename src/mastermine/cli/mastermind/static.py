"""``mastermine static``: find guesses that are all made at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mastermine.cli import Disproved, output
from mastermine.cli.mastermind.searches import stopping_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext
from mastermine.system.folders import located, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from mastermine.mastermind import Code, Mastermind, Static

MAX_FILE_BYTES = 1 << 20


@click.command(
    help=_(
        "Find the fewest guesses that tell all codes apart when made at once.\n\n"
        "All guesses are made before the first answer; then one final guess, which is not counted, "
        "must be the code. The result is checked independently, by the rules alone. For small "
        "games it is proven that fewer guesses are not enough. The game's own limit is ignored."
        "\n\n"
        "With --guess or --verify, nothing is searched: the given guesses are checked. If they do "
        "not tell all codes apart, the exit status is 1.\n\n"
        "\b\n"
        "  mastermine static 3x4\n"
        "  mastermine static 4x6 --time-limit 10 --json\n"
        "  mastermine static 3x3 --guess 112,123,233"
    )
)
@output.spec_argument
@click.option(
    "--guess",
    "guesses",
    multiple=True,
    # Translators: stands in the help for a code that is typed.
    metavar=_("CODE,…"),
    help=_("Check these guesses, separated by commas; may be repeated."),
)
@click.option(
    "--verify",
    "path",
    type=click.Path(),
    # Translators: stands in the help for the name of a file.
    metavar=_("FILE"),
    help=_("Check the guesses in this file, one per line."),
)
@stopping_option
@output.json_option
def static(
    spec: str, guesses: tuple[str, ...], path: str | None, seconds: float, as_json: bool
) -> None:
    from mastermine.mastermind import Mastermind
    from mastermine.mastermind import static as find
    from mastermine.registry import parse_rules_of

    ways = {"--guess": guesses, "--verify": path is not None, "--time-limit": _is_limited()}
    given = [option for option, value in ways.items() if value]
    if len(given) > 1:
        raise output.exclusive(*given[:2])
    rules = parse_rules_of(Mastermind, spec)
    words = [word for text in guesses for word in _words(rules, text)]
    if path is not None:
        words += _lines(path)
    if guesses or path is not None:
        _check(rules, [rules.notation.parse(word) for word in words], as_json)
        return
    with output.working(_("searching for guesses in {spec}").format(spec=rules.spec())):
        found = find(rules, seconds)
    output.print_result(as_json, _data, _show, found)


def _is_limited() -> bool:
    """True if a time limit was typed; otherwise it has its default."""
    source = click.get_current_context().get_parameter_source("seconds")
    return source is ParameterSource.COMMANDLINE


def _words(rules: Mastermind, text: str) -> list[str]:
    """Splits an option into guesses; codes that contain commas stand alone."""
    return [text] if rules.symbols > 36 else text.split(",")


def _lines(path: str) -> list[str]:
    """Reads the guesses in a file, without comments (``#``). Raises InvalidSpec."""
    try:
        with reading(path), located(path, "guesses.txt").open("rb") as file:
            text = file.read(MAX_FILE_BYTES).decode()
    except UnicodeDecodeError:
        raise InvalidSpec(_("{path} is not a text file").format(path=path)) from None
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    words = [line for line in lines if line]
    if not words:
        raise InvalidSpec(_("{path} has no guesses; write one per line").format(path=path))
    return words


def _check(rules: Mastermind, guesses: list[Code], as_json: bool) -> None:
    """Prints that guesses tell all codes apart. Raises Disproved if they do not."""
    from mastermine.mastermind import check_static_size, indistinguishable

    check_static_size(rules)
    alike, form = indistinguishable(rules, guesses), rules.notation.format
    if alike is not None:
        raise Disproved(
            _("{spec}: {one} and {other} give the same answers to these guesses").format(
                spec=rules.spec(), one=form(alike[0]), other=form(alike[1])
            )
        )
    if as_json:
        output.print_json(
            {
                "rules": rules.spec(),
                "codes": rules.size,
                "guesses": list(map(rules.format_action, guesses)),
                "tells_apart": True,
            }
        )
        return
    click.echo(
        ngettext(
            "{spec}: {n} guess tells all codes apart.",
            "{spec}: these {n} guesses tell all codes apart.",
            len(guesses),
        ).format(spec=rules.spec(), n=whole(len(guesses)))
    )


def _show(screen: Console, found: Static) -> None:
    for line in _lines_of(found):
        screen.print(line, soft_wrap=True)


def _lines_of(found: Static) -> Iterator[str]:
    rules, n = found.rules, len(found.guesses)
    yield output.codes_title(rules)
    yield ngettext(
        "{n} guess tells all codes apart:",
        "{n} guesses, made at once, tell all codes apart:",
        n,
    ).format(n=whole(n))
    yield " ".join(map(rules.notation.format, found.guesses))
    yield ""
    yield _("The final guess, which is the code, is not counted.")
    yield ngettext(
        "Proven: at least {n} guess is needed.",
        "Proven: at least {n} guesses are needed.",
        found.lower_bound,
    ).format(n=whole(found.lower_bound))
    if not found.proven:
        yield _("Not proven: fewer guesses may be enough.")
    # Translators: sets of guesses that were searched.
    yield ngettext("{n} set in {seconds} s", "{n} sets in {seconds} s", found.nodes).format(
        n=whole(found.nodes), seconds=decimal(found.seconds, 1)
    )


def _data(found: Static) -> dict[str, Any]:
    return {
        "rules": found.rules.spec(),
        "codes": found.rules.size,
        "count": len(found.guesses),
        "guesses": list(map(found.rules.format_action, found.guesses)),
        "lower_bound": found.lower_bound,
        "proven": found.proven,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }
