"""Registration of Mastermind."""

from __future__ import annotations

from mastermine.core.registration import Game
from mastermine.i18n.text import N_

GAME = Game(
    "mastermind",
    N_("Mastermind"),
    {
        "rules": "mastermine.mastermind.rules:Mastermind",
        "presets": "mastermine.mastermind.presets:PRESETS",
        "session": "mastermine.session.mastermind:MastermindSession",
        "recorded": "mastermine.session.mastermind:recorded",
        "form": "mastermine.session.forms.mastermind:form",
        "text": "mastermine.session.share.grid:code_text",
        "picture": "mastermine.session.share.picture.codes:painted",
        "review": "mastermine.coach.guess_review:review_guesses",
        "tui.screen": "mastermine.tui.mastermind.screen:MastermindScreen",
        "tui.watch": "mastermine.tui.mastermind.watch:WatchCode",
        "cli.play": "mastermine.cli.mastermind.play:playing",
        "cli.people": "mastermine.cli.mastermind.players:Players",
        "cli.person": "mastermine.cli.mastermind.person:TerminalPerson",
        "cli.turns": "mastermine.cli.mastermind.board:stored_turns",
        "cli.new_strategy": "mastermine.cli.mastermind.new_strategy:TEXTS",
        "cli.solve": "mastermine.cli.mastermind.solve:solve",
        "cli.optimal": "mastermine.cli.mastermind.optimal:optimal",
        "cli.puzzle": "mastermine.cli.mastermind.puzzle:puzzle",
        "web.help": "mastermine.web.mastermind.help:guess_help",
        "web.messages": "mastermine.web.mastermind.messages:messages",
        "web.match": "mastermine.web.mastermind.messages:match_messages",
        "notation": "mastermine.mastermind.notation:Notation",
        "web.check": "mastermine.web.mastermind.size:check_board",
        "web.hint": "mastermine.web.mastermind.tools:hint",
        "web.analyse": "mastermine.web.mastermind.tools:analyse",
        "web.read": "mastermine.web.mastermind.tools:read",
        "web.play_on": "mastermine.web.mastermind.tools:play_on",
        "web.shows": "mastermine.web.mastermind.tools:shows",
        "web.solve": "mastermine.web.mastermind.tools:solve",
        "web.lessons": "mastermine.web.mastermind.lessons:material",
        "web.puzzle": "mastermine.web.mastermind.puzzles:drawn",
        "web.puzzle_rows": "mastermine.web.mastermind.puzzles:with_rows",
        "web.puzzle_check": "mastermine.web.mastermind.puzzles:checked",
        "engine.answers": "mastermine.engines.answers:MASTERMIND",
        "engine.exam": "mastermine.engines.exam.mastermind:EXAM",
        "match": "mastermine.session.multiplayer.contest:Contest",
        "coach.hint": "mastermine.coach.guess:hint",
        "picture.record": "mastermine.session.share.picture.codes:painted_record",
    },
    strategies="mastermine.mastermind.strategies",
    bare=r"\d+x\d+(?![\dxn:#])",
    trials=tuple(
        f"mastermind:{size}"
        for size in ("3x4", "4x2", "1x4", "3x4-distinct", "2x3+blank", "2x5-black", "3x3-places")
    ),
    levels=(
        *("classic", "kids", "mini", "no-repeats", "eight-colours", "super", "bulls-and-cows"),
        "digits",
    ),
    examples=("knuth", "entropy"),
    renamed_strategies={"methodical": "one-colour"},
)
