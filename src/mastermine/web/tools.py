"""Tools without a game: a hint or an analysis of any position, a strategy evaluated or watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import Mastermind
from mastermine.minesweeper import Minesweeper
from mastermine.registry import find_strategy, parse_rules, parse_rules_of, usual_strategy
from mastermine.web.help import advised, assessed, chances_of, left_of, named, step_of
from mastermine.web.limits import counted
from mastermine.web.new_game import check_board, strategy_of
from mastermine.web.schemas import Evaluated, Figures, Position, Solved
from mastermine.web.time_limits import Workers, within, worked

if TYPE_CHECKING:
    from mastermine.coach.sweep import Stage
    from mastermine.core.game import Turn
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Candidates
    from mastermine.minesweeper import Analysis, Board

router = APIRouter(prefix="/api", tags=["tools"])

MAX_EVALUATED_CODES = 60_000
"""The most codes that a strategy plays here: those of 5 places and 9 colours."""
MOST_CELLS = 1_000
"""The most cells of a field that is opened here step by step, with the board at each."""


@router.post("/hint", dependencies=[counted("help")], summary="What to do next")
async def hint(position: Position) -> dict[str, Any]:
    """What to guess or to open next in any position, and why."""
    return await worked(within, _hint, position)


@router.post("/analyse", dependencies=[counted("help")], summary="What is known")
async def analyse(position: Position) -> dict[str, Any]:
    """What is known in any position: exact chances and conclusions, or the codes that are left.

    Numbers that no layout fits are answered with 422 and the ``cells`` that disagree.
    """
    return await worked(within, _analyse, position)


@router.post(
    "/evaluate",
    response_model=Figures,
    dependencies=[counted("tools")],
    summary="What a strategy needs over every code",
)
async def evaluate(request: Request, asked: Evaluated) -> Any:
    """Play a strategy of Mastermind on every code."""
    rules = parse_rules_of(
        Mastermind, asked.rules, instead=_("strategies for minefields meet in the laboratory")
    )
    if rules.size > MAX_EVALUATED_CODES:
        raise TooLarge(
            ngettext(
                "{spec} has {size} code; a strategy plays at most {most} here",
                "{spec} has {size} codes; a strategy plays at most {most} here",
                rules.size,
            ).format(spec=rules.spec(), size=sized(rules.size), most=whole(MAX_EVALUATED_CODES))
        )
    strategy = strategy_of(asked.strategy, rules.game, "knuth")
    workers: Workers = request.app.state.workers
    return await workers.do(_evaluated, rules.spec(), strategy)


@router.post("/solve", dependencies=[counted("tools")], summary="Watch a strategy play")
async def solve(request: Request, asked: Solved) -> dict[str, Any]:
    """A whole game of a strategy, step by step, with its reasons."""
    rules = parse_rules(asked.rules)
    if isinstance(rules, Mastermind):
        check_board(rules)
    elif rules.size > MOST_CELLS:
        raise TooLarge(
            ngettext(
                "{spec} has {n} cell; at most {most} are opened step by step here",
                "{spec} has {n} cells; at most {most} are opened step by step here",
                rules.size,
            ).format(spec=rules.spec(), n=whole(rules.size), most=whole(MOST_CELLS))
        )
    strategy = strategy_of(asked.strategy, rules.game, usual_strategy(rules))
    workers: Workers = request.app.state.workers
    told: dict[str, Any] = await workers.do(
        _solved, rules.spec(), asked.secret, strategy, asked.seed
    )
    return told


# Positions.


def _hint(position: Position) -> dict[str, Any]:
    if position.board is not None:
        from mastermine.coach.click import advise_position

        analysis, _flags, strategy = _counted(position)
        advice = advise_position(analysis, strategy)
        return {"help": None if advice is None else advised(advice)}
    rules, turns, known, strategy = _known(position)
    return {"help": _guess(rules, turns, known, strategy)}


def _analyse(position: Position) -> dict[str, Any]:
    from mastermine.coach.guess import facts

    if position.board is not None:
        return _board(position)
    rules, turns, known, strategy = _known(position)
    notation = rules.notation
    return {
        "rules": rules.spec(),
        **left_of(known, notation),
        "facts": facts(known, notation),
        "hint": _guess(rules, turns, known, strategy),
    }


def _known(
    position: Position,
) -> tuple[Mastermind, list[Turn[Any, Any]], Candidates, Strategy]:
    """The rows of a position, the codes that fit them, and who advises."""
    from mastermine.core.game import Turn

    if position.mines is not None:
        raise InvalidSpec(_("mines are counted on a board: add the board"))
    rules = parse_rules_of(
        Mastermind, position.rules or "classic", instead=_("a minefield needs its board")
    )
    check_board(rules)
    strategy = find_strategy(
        strategy_of(position.strategy, rules.game, usual_strategy(rules)), rules.game
    )
    known = rules.knowledge()
    turns: list[Turn[Any, Any]] = []
    for row, (guess, answer) in enumerate(position.turns or (), start=1):
        try:
            code = rules.parse_action(guess)
            turns.append(Turn(code, rules.parse_feedback(answer, code)))
        except IllegalMove as error:
            raise IllegalMove(_("row {row}: {error}").format(row=row, error=error)) from None
        known = known.after(turns[-1])
    return rules, turns, known, strategy


def _guess(
    rules: Mastermind, turns: list[Turn[Any, Any]], known: Candidates, strategy: Strategy
) -> dict[str, Any] | None:
    """The next guess; None where a row is the code already."""
    from mastermine.coach.guess import assess
    from mastermine.core.game import View
    from mastermine.core.random import Random

    if any(rules.solved(turn.feedback) for turn in turns):
        return None
    view: View[Any, Any, Any] = View(rules, turns, known, Random(0))
    return assessed(assess(known, strategy(view)), strategy, rules.notation)


def _counted(position: Position) -> tuple[Analysis, frozenset[Any], Strategy]:
    """A board with its chances, its flags, and who advises."""
    from mastermine.minesweeper import analyze, read_position

    if position.turns is not None:
        raise InvalidSpec(_("turns are for Mastermind, a board for Minesweeper: leave one out"))
    strategy = strategy_of(position.strategy, Minesweeper.game, "pseq")
    reading = read_position(position.board or "")
    mines = position.mines if position.mines is not None else reading.mines
    if position.rules is not None:
        rules = parse_rules_of(Minesweeper, position.rules)
        size = reading.board.width, reading.board.height
        if (rules.width, rules.height) != size:
            raise InvalidSpec(
                _("the board has {width}x{height} cells, in {spec} there are {w}x{h}").format(
                    width=size[0],
                    height=size[1],
                    spec=position.rules,
                    w=rules.width,
                    h=rules.height,
                )
            )
        mines = rules.mines if mines is None else mines
    if mines is None:
        raise InvalidSpec(_("say how many mines there are in all: mines, or rules"))
    return (
        analyze(reading.board, mines),
        reading.flags,
        find_strategy(strategy, Minesweeper.game),
    )


def _board(position: Position) -> dict[str, Any]:
    from mastermine.coach.click import advise_position
    from mastermine.minesweeper import deduce

    analysis, flags, strategy = _counted(position)
    advice = advise_position(analysis, strategy)
    return {
        "rules": _size(analysis.board, analysis.mines),
        "board": str(analysis.board),
        "chances": chances_of(analysis.mine_probability.tolist()),
        "safe": named(analysis.safe),
        "mined": named(analysis.mined),
        "flags": named(sorted(flags, key=lambda cell: cell[::-1])),
        "wrong_flags": named(cell for cell in analysis.safe if cell in flags),
        "layouts": str(analysis.solutions),
        "steps": [step_of(step) for step in deduce(analysis.board, analysis.mines)],
        "hint": None if advice is None else advised(advice),
    }


def _size(board: Board, mines: int) -> str:
    return f"{Minesweeper.game}:{board.width}x{board.height}x{mines}"


# What workers do.


def _evaluated(spec: str, name: str) -> dict[str, Any]:
    from mastermine.arena.evaluation import evaluate as play_all

    rules = parse_rules(spec)
    return play_all(rules, find_strategy(name, rules.game)).to_dict()


def _solved(spec: str, secret: str | None, name: str, seed: int | str | None) -> dict[str, Any]:
    from mastermine.core.oracle import Honest
    from mastermine.core.random import Random, fresh_seed

    rules = parse_rules(spec)
    strategy = find_strategy(name, rules.game)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    given = None
    if secret is not None and isinstance(rules, Mastermind):
        given = rules.notation.parse(secret)
    elif secret is not None:
        given = rules.parse_secret(secret)
    oracle: Honest[Any, Any, Any] = Honest(rules, given, rng)
    play = _codes if isinstance(rules, Mastermind) else _field
    steps, won = play(rules, strategy, oracle, rng.fork("strategy"))
    return {
        "rules": rules.spec(),
        "strategy": strategy.name,
        "seed": seed,
        "secret": rules.format_secret(oracle.reveal()),
        "outcome": "won" if won else "lost",
        "steps": steps,
    }


def _codes(
    rules: Mastermind, strategy: Strategy, oracle: Any, rng: Any
) -> tuple[list[dict[str, Any]], bool]:
    from mastermine.coach.guess import facts
    from mastermine.coach.steps import steps

    notation, told, won = rules.notation, [], False
    for step in steps(rules, strategy, oracle, rng):
        won = rules.solved(step.feedback)
        known = step.knowledge
        left = left_of(known, notation)
        told.append(
            {
                **assessed(step.assessment, strategy, notation),
                "answer": rules.format_feedback(step.feedback),
                "left": left["count"],
                "left_exact": left["exact"],
                "left_told": left["told"],
                "listed": left["listed"],
                "first": left["first"],
                "facts": [] if won else facts(known, notation),
            }
        )
    return told, won


def _field(
    rules: Minesweeper, strategy: Strategy, oracle: Any, rng: Any
) -> tuple[list[dict[str, Any]], bool]:
    from mastermine.coach.sweep import sweep
    from mastermine.core.game import Outcome

    stages = list(sweep(rules, strategy, oracle, rng))
    return [_stage(stage) for stage in stages], stages[-1].outcome is Outcome.WON


def _stage(stage: Stage) -> dict[str, Any]:
    return {
        "step": None if stage.step is None else step_of(stage.step),
        "cell": None if stage.advice is None else named([stage.advice.cell])[0],
        "risk": stage.risk,
        "reasons": list(stage.reasons),
        "opened": named(turn.action for turn in stage.turns),
        "mines": named(sorted(stage.mines, key=lambda cell: cell[::-1])),
        "board": str(stage.board),
    }
