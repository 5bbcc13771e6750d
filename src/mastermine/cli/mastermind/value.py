"""``mastermine optimal --game-value``: the value of the game and the optimal play of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table

from mastermine.cli import output
from mastermine.cli.mastermind.searches import effort
from mastermine.core.errors import MastermineError
from mastermine.i18n.numbers import decimal, percent, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import (
    CodeKind,
    GameValue,
    Mastermind,
    check_searchable,
    confirm_game_value,
)

MAX_KINDS_PER_LINE = 6


def game_value(
    rules: Mastermind, *, seconds: float | None, as_json: bool, **others: str | int | bool | None
) -> None:
    """Prints the value of the game and the optimal play of both sides. Raises UsageError."""
    output.check_unused(others, _("--game-value does not allow {option}"))
    check_searchable(rules)
    output.warn_slow(rules, rules.size)
    found, stopped = _search(rules, seconds)
    confirm_game_value(found)
    output.print_result(as_json, _data, _show, found)
    if stopped:
        raise stopped


def _search(rules: Mastermind, seconds: float | None) -> tuple[GameValue, BaseException | None]:
    """Returns the result, and the error that stopped the search, if any."""
    from mastermine.mastermind import game_value as find

    known: list[GameValue] = []
    doing = _("searching for the value of {spec}").format(spec=rules.spec())
    with output.working(doing) as update:

        def see(so_far: GameValue) -> None:
            known[:] = [so_far]
            update(f"{doing}  {_between(so_far)}")

        try:
            return find(rules, time_limit=seconds, progress=see), None
        except (KeyboardInterrupt, MastermineError, MemoryError) as error:
            if not known:
                raise
            return known[0], error


def _data(found: GameValue) -> dict[str, Any]:
    """Returns the result for JSON; exact numbers are fractions, such as ``560/129``."""
    names = [_named(found, kind) for kind in found.kinds]
    return {
        "rules": found.rules.spec(),
        "value": str(found.low) if found.proven else None,
        "decimal": float(found.low) if found.proven else None,
        "low": str(found.low),
        "high": _text(found.high),
        "proven": found.proven,
        "equally_likely": _text(found.even),
        "codemaker": [
            {"kind": name, "codes": kind.codes, "probability": str(chance)}
            for name, kind, chance in zip(names, found.kinds, found.codemaker, strict=True)
        ],
        "codebreaker": [
            {
                "probability": str(way.probability),
                "first": found.rules.format_action(way.tree.root.guess),
                "kinds": dict(zip(names, map(str, way.expectation), strict=True)),
            }
            for way in found.codebreaker
        ],
        "expectation": (
            dict(zip(names, map(str, found.expectation), strict=True))
            if found.codebreaker
            else None
        ),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _named(found: GameValue, kind: CodeKind) -> str:
    return found.rules.format_action(kind.like)


def _show(screen: Console, found: GameValue) -> None:
    screen.print(output.codes_title(found.rules), style="bold")
    screen.print(_value(found), soft_wrap=True)
    screen.print()
    _show_codemaker(screen, found)
    if found.codebreaker:
        screen.print()
        _show_codebreaker(screen, found)
    screen.print()
    screen.print(effort(found.nodes, found.seconds))


def _value(found: GameValue) -> str:
    if found.proven:
        return _("Value of the game (average guesses): {number}, proven.").format(
            number=_number(found.low)
        )
    # Translators: {interval} is such as "at least 3.1" or "3.1 to 3.2".
    return _("The value of the game is {interval}; it is not proven.").format(
        interval=_between(found)
    )


def _between(found: GameValue) -> str:
    if found.high is None:
        return _("at least {low}").format(low=decimal(float(found.low), 4))
    return _("{low} to {high}").format(
        low=decimal(float(found.low), 4), high=decimal(float(found.high), 4)
    )


def _number(number: Fraction) -> str:
    """Formats a fraction, such as ``560/129 = 4.3411``."""
    if number.denominator == 1:
        return whole(number.numerator)
    return f"{number} = {decimal(float(number), 4)}"


def _show_codemaker(screen: Console, found: GameValue) -> None:
    if len(found.kinds) > 1:
        screen.print(_kinds(found))
        screen.print()
    for sentence in _codemaker(found):
        screen.print(sentence, soft_wrap=True)


def _kinds(found: GameValue) -> Table:
    heads = [_("codes like"), _("equal pegs"), _("codes"), _("probability"), _("guesses")]
    rows = output.table(*heads, title=_("The codemaker"), numbers=(2, 3, 4))
    expected = found.expectation
    for at, (kind, chance) in enumerate(zip(found.kinds, found.codemaker, strict=True)):
        alike = [kind.like.count(colour) for colour in dict.fromkeys(kind.like)]
        rows.add_row(
            _named(found, kind),
            "+".join(map(str, alike)),
            whole(kind.codes),
            percent(float(chance), 3) if chance else _("never"),
            decimal(float(expected[at]), 4) if found.codebreaker else "",
        )
    return rows


def _codemaker(found: GameValue) -> Iterator[str]:
    pairs = zip(found.kinds, found.codemaker, strict=True)
    if len(found.kinds) == 1:
        yield _one_kind(found)
    if all(chance * found.rules.size == kind.codes for kind, chance in pairs):
        yield _("The codemaker chooses each code with equal probability.")
    else:
        yield _("The codemaker draws a kind by probability, then any code of that kind.")
    yield _("Proven: no strategy then needs fewer than {number} guesses on average.").format(
        number=_number(found.low)
    )
    if found.even is not None and found.even < found.low:
        yield _("With equally likely codes, {number} guesses would be enough.").format(
            number=_number(found.even)
        )


def _one_kind(found: GameValue) -> str:
    if found.rules.repeats and found.rules.places > 1:
        return _("Shuffling the colours of each place can turn any code into any other.")
    return _("Shuffling the colours can turn any code into any other.")


def _show_codebreaker(screen: Console, found: GameValue) -> None:
    if len(found.kinds) > 1:
        for begin in range(0, len(found.kinds), MAX_KINDS_PER_LINE):
            screen.print(
                _trees(found, range(begin, min(begin + MAX_KINDS_PER_LINE, len(found.kinds))))
            )
            screen.print()
    for sentence in _codebreaker(found):
        screen.print(sentence, soft_wrap=True)


def _trees(found: GameValue, kinds: range) -> Table:
    heads = ["", _("probability"), _("first guess")]
    heads += [_named(found, found.kinds[at]) for at in kinds]
    numbers = (0, 1, *range(3, len(heads)))
    rows = output.table(*heads, title=_("The codebreaker"), numbers=numbers)
    for number, way in enumerate(found.codebreaker, start=1):
        rows.add_row(
            str(number),
            percent(float(way.probability), 3),
            found.rules.notation.format(way.tree.root.guess),
            *(decimal(float(way.expectation[at]), 4) for at in kinds),
        )
    return rows


def _codebreaker(found: GameValue) -> Iterator[str]:
    n = len(found.codebreaker)
    if n == 1:
        yield _("The codebreaker always plays the same tree.")
    else:
        # Translators: {n} is 2 or more.
        yield ngettext(
            "The codebreaker draws one of {n} tree with these probabilities.",
            "The codebreaker draws one of {n} trees with these probabilities.",
            n,
        ).format(n=whole(n))
    if len(found.kinds) > 1:
        yield _("Before each game the codebreaker shuffles places and colours.")
    elif found.rules.repeats and found.rules.places > 1:
        yield _("Before each game the codebreaker shuffles the colours of each place.")
    else:
        yield _("Before each game the codebreaker shuffles the colours.")
    if found.high is not None:
        yield _("Proven: no code then needs more than {number} guesses on average.").format(
            number=_number(found.high)
        )
