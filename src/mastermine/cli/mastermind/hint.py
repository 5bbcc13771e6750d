"""``mastermine hint``: suggest the next guess of a game on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.mastermind.turn_options import GivenGame, read_game, turns_option
from mastermine.command_line import colours_option, seed_option, strategy_option
from mastermine.core.errors import Contradiction
from mastermine.i18n.text import _, capital

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.coach.guess import Assessment
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Candidates


@click.command(
    help=_(
        "Suggest the next guess, with reasons.\n\n"
        "Each --turn is a guess, a space and its answer: black pegs (right colour, right place), "
        "then white pegs (right colour, wrong place). An answer that you do not know is ?: the "
        "guess counts, but tells nothing. Without --turn, suggest the first guess. For a board of "
        "Minesweeper, use mastermine analyze."
        "\n\n"
        "\b\n"
        '  mastermine hint classic --turn "1122 1,1"\n'
        '  mastermine hint classic --turn "red,red,green,green 1B 1W" --turn "rbby 0,2"\n'
        '  mastermine hint bulls-and-cows --turn "0123 1A2B"'
    ),
    context_settings={"allow_extra_args": True},
)
@output.spec_argument
@turns_option
@click.option("--explain", is_flag=True, hidden=True, expose_value=False)
@strategy_option(
    _("Strategy; mastermine strategies lists them.  [default: knuth; sampled in large games]")
)
@colours_option
@seed_option(default=0)
@output.json_option
@click.pass_context
def hint(
    ctx: click.Context,
    spec: str,
    turns: tuple[str, ...],
    name: str | None,
    colours: str | None,
    seed: int | str,
    as_json: bool,
) -> None:
    from mastermine.coach.guess import hinted
    from mastermine.coach.hint import position
    from mastermine.registry import find_strategy, usual_strategy

    if ctx.args:
        mistake = _('unexpected argument {argument}; use --turn "{turn}"')
        given = " ".join(ctx.args[:2])
        if " " not in given:
            # Translators: stands for an answer that has to be typed after a guess.
            given += " " + _("ANSWER")
        raise click.UsageError(mistake.format(argument=ctx.args[0], turn=given), ctx)
    game = read_game(spec, turns, colours)
    rules = game.rules
    strategy = find_strategy(name or usual_strategy(rules), rules.game)
    output.warn_slow(rules)
    known = [rules.knowledge()]
    for turn in game.turns:
        try:
            known.append(known[-1].after(turn))
        except Contradiction as error:
            raise _explained(game, error.turn) from None
    advice = None
    if not any(rules.solved(turn.feedback) for turn in game.turns):
        view = position(rules, game.turns, seed, known[-1])
        advice = hinted(view, strategy, game.notation)
    output.print_result(as_json, _data, _show, strategy, game, known, advice)


def _explained(game: GivenGame, first: int) -> Contradiction:
    """Creates the error for answers that contradict each other from turn ``first`` on."""
    from mastermine.coach.contradictions import explained
    from mastermine.mastermind import contradiction

    clash = explained(game.notation, game.turns, first)
    lines = [capital(f"{clash}.")] if first else []
    message = str(contradiction(game.notation, game.turns, first))
    return Contradiction(message, first, clash.turns, (*lines, *clash.repairs))


def _data(
    strategy: Strategy, game: GivenGame, known: list[Candidates], advice: Assessment | None
) -> dict[str, Any]:
    from mastermine.coach.guess import facts, why
    from mastermine.coach.reasons import reasons, reasons_data

    left = known[-1].estimate()
    return {
        "rules": game.rules.spec(),
        "strategy": strategy.name,
        "turns": game.turns_data(),
        "solved": advice is None,
        "candidates": left.number,
        "candidates_exact": left.exact,
        "guess": advice and game.rules.format_action(advice.guess),
        "possible": advice and advice.possible,
        "answers": advice and advice.answers,
        "average": advice and advice.expected,
        "worst": advice and advice.worst,
        "exact": advice and advice.exact,
        "why": [] if advice is None else why(advice, strategy, game.notation),
        "facts": facts(known[-1], game.notation),
        "steps": reasons_data(reasons(known[-1]), game.notation),
    }


def _show(
    screen: Console,
    strategy: Strategy,
    game: GivenGame,
    known: list[Candidates],
    advice: Assessment | None,
) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board
    from mastermine.coach.guess import facts, found_in, possible, why
    from mastermine.coach.reasons import described, reasons, title

    notation = game.notation
    screen.print(board.legend(notation))
    screen.print()
    if game.turns:
        rows = [
            (turn.action, turn.feedback, left.estimate())
            for turn, left in zip(game.turns, known[1:], strict=True)
        ]
        screen.print(board.turns_table(screen, notation, rows))
    else:
        screen.print(possible(known[-1].estimate()))
    certain = facts(known[-1], notation)
    if certain:
        screen.print("", *certain, sep="\n")
    if steps := reasons(known[-1]):
        screen.print("", Text(title(), style="bold"), sep="\n")
        for at, step in enumerate(steps, start=1):
            screen.print(f"{at}. {described(step, notation)}")
    if advice is None:
        found = [game.rules.solved(turn.feedback) for turn in game.turns]
        screen.print(found_in(found.index(True) + 1))
        return
    screen.print()
    head = Text(_("Next guess"), style="bold")
    screen.print(head, board.pegs_or_digits(notation, advice.guess, screen.width - 12), sep="  ")
    for sentence in why(advice, strategy, notation):
        screen.print(sentence)
