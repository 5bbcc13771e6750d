"""Playing and solving a game of any rules in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.table import Table
from rich.text import Text

from mastermine.cli import output
from mastermine.cli.dialogue import Command, Dialogue
from mastermine.cli.playing import Playing, commands
from mastermine.cli.terminal import Terminal
from mastermine.command_line import not_available
from mastermine.core.game import Outcome
from mastermine.core.oracle import Honest
from mastermine.core.play import moves, record
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _, ngettext
from mastermine.registry import GAMES, AnyRules, find_strategy
from mastermine.session import Mode
from mastermine.session.generic import GenericSession


class GenericPlaying(Playing):
    """A game against the computer in which each line is a move."""

    session: GenericSession

    def __init__(self, terminal: Terminal, session: GenericSession) -> None:
        super().__init__(terminal, session)
        self.rules = session.rules
        # Translators: a word to be typed, in small letters: it shows the board.
        board = Command(N_("board"), _("all moves so far"))
        self.dialogue = Dialogue(
            terminal,
            # Translators: a word to be typed, in small letters.
            commands(Command(N_("hint"), _("a good move")), board=board),
            self.runs(hint=self.hint),
            prompt=self.prompt,
            parse=lambda text: self.rules.check(self.rules.parse_action(text)),
            move=self.ask,
            how_to_move=self.how_to_move,
            wrong=lambda mistake: mistake,
        )

    def open(self) -> None:
        self.terminal.say(f"{_(GAMES[self.rules.game].title)}: {self.rules.describe()}")
        self.terminal.say(self.how_to_move())
        if self.session.turns:
            self.board()

    def prompt(self) -> str:
        n = len(self.session.turns) + 1
        if self.rules.limit is None:
            return _("Move {n}: ").format(n=n)
        return _("Move {n} of {limit}: ").format(n=n, limit=self.rules.limit)

    def how_to_move(self) -> str:
        return _("Type a move, or {help}.").format(help=self.dialogue.spelled(_("help")))

    def ask(self, text: str) -> None:
        self.terminal.say(Text(self.rules.format_feedback(self.session.ask(text))))

    def hint(self, _rest: str = "") -> None:
        action = self.terminal.think(self.session.hint)
        self.terminal.say(Text(self.rules.format_action(action)))

    def board(self, rest: str = "") -> None:  # noqa: ARG002
        rules = self.rules
        self.terminal.say(
            _turns_table(
                (rules.format_action(turn.action), rules.format_feedback(turn.feedback))
                for turn in self.session.turns
            )
        )

    def close(self) -> None:
        session = self.session
        won = session.outcome is Outcome.WON
        self.terminal.say(_won_in(len(session.turns)) if won else _("Lost."))
        if session.secret is not None:
            message = (
                _("The secret could have been: {secret}")
                if session.mode is Mode.ADVERSARY
                else _("The secret was: {secret}")
            )
            self.terminal.say(message.format(secret=self.rules.format_secret(session.secret)))
        repeatable = session.mode is Mode.COMPUTER and not session.given
        seed = _("To play this secret again: --seed {seed}.").format(seed=session.seed)
        self.show_help_used(*[seed] * repeatable)


def solve(
    rules: AnyRules,
    *,
    secret: str | None,
    name: str,
    seed: int | str | None,
    as_json: bool,
    **options: Any,
) -> None:
    for option, value in options.items():
        if value:
            raise not_available(option, rules)
    strategy = find_strategy(name, rules.game)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    hidden = None if secret is None else rules.parse_secret(secret)
    oracle: Honest[Any, Any, Any] = Honest(rules, hidden, rng)
    turns, drew = [], False
    for before, turn, _after, outcome in moves(rules, strategy, oracle, rng.fork("strategy")):
        turns.append(turn)
        drew = drew or before.drew
        if outcome is not None:
            break
    game = record(rules, turns, outcome, oracle.reveal(), strategy)
    if as_json:
        output.print_json(
            {
                "rules": game.rules,
                "strategy": strategy.name,
                "seed": seed,
                "secret": game.secret,
                "turns": [{"move": move, "answer": answer} for move, answer in game.turns],
                "outcome": game.outcome,
            }
        )
        return
    screen = output.console()
    heading = (
        # Translators: {name} is a strategy.
        _("{spec}, played by {name} (seed {seed})")
        if secret is None
        # Translators: {name} is a strategy.
        else _("{spec}, played by {name}")
    )
    screen.print(heading.format(spec=game.rules, name=strategy.name, seed=seed))
    screen.print(_turns_table(game.turns))
    n = len(game.turns)
    if game.outcome == Outcome.WON.value:
        screen.print(_won_in(n))
    else:
        screen.print(_("Lost. The secret was: {secret}").format(secret=game.secret))
    if secret is not None and drew:
        screen.print(output.repeated_by(seed))


def _turns_table(turns: Iterable[Iterable[str]]) -> Table:
    rows = output.table("", _("move"), _("answer"), numbers=(0,))
    for number, turn in enumerate(turns, start=1):
        rows.add_row(str(number), *map(Text, turn))
    return rows


def _won_in(n: int) -> str:
    return ngettext("Won in {n} move.", "Won in {n} moves.", n).format(n=whole(n))
