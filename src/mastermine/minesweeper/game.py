"""Registration of Minesweeper."""

from __future__ import annotations

from mastermine.core.registration import Game
from mastermine.i18n.text import N_

GAME = Game(
    "minesweeper",
    N_("Minesweeper"),
    {
        "rules": "mastermine.minesweeper.rules:Minesweeper",
        "presets": "mastermine.minesweeper.presets:PRESETS",
        "session": "mastermine.session.minesweeper:MinesweeperSession",
        "recorded": "mastermine.session.minesweeper:recorded",
        "form": "mastermine.session.forms.minesweeper:form",
        "keys": "mastermine.session.messages.minesweeper:keys",
        "text": "mastermine.session.share.grid:field_text",
        "picture": "mastermine.session.share.picture.fields:painted",
        "review": "mastermine.coach.click_review:review_clicks",
        "tui.screen": "mastermine.tui.minesweeper.screen:MinesweeperScreen",
        "tui.watch": "mastermine.tui.minesweeper.watch:WatchField",
        "cli.play": "mastermine.cli.minesweeper.play:Sweeper",
        "cli.people": "mastermine.cli.minesweeper.racers:Racers",
        "cli.new_strategy": "mastermine.cli.minesweeper.new_strategy:TEXTS",
        "cli.review": "mastermine.cli.minesweeper.profiles:recorded_parts",
        "cli.solve": "mastermine.cli.minesweeper.solve:solve",
        "cli.puzzle": "mastermine.cli.minesweeper.puzzle:puzzle",
        "cli.optimal": "mastermine.cli.minesweeper.optimal:optimal",
        "cli.analyze": "mastermine.cli.minesweeper.analyze:analyze",
        "web.help": "mastermine.web.minesweeper.help:click_help",
        "web.messages": "mastermine.web.minesweeper.messages:messages",
        "web.match": "mastermine.web.minesweeper.messages:match_messages",
        "web.review": "mastermine.web.minesweeper.help:reviewed",
        "cli.secret": "mastermine.cli.minesweeper.solve:read_guaranteed",
        "web.hint": "mastermine.web.minesweeper.tools:hint",
        "web.analyse": "mastermine.web.minesweeper.tools:analyse",
        "web.read": "mastermine.web.minesweeper.tools:read",
        "web.play_on": "mastermine.web.minesweeper.tools:play_on",
        "web.shows": "mastermine.web.minesweeper.tools:shows",
        "web.solve": "mastermine.web.minesweeper.tools:solve",
        "web.lessons": "mastermine.web.minesweeper.lessons:patterns",
        "match": "mastermine.session.multiplayer.race:Race",
        "coach.hint": "mastermine.coach.click:hint",
        "engine.answers": "mastermine.engines.answers:MINESWEEPER",
        "engine.games": "mastermine.engines.minefields:EngineGames",
        "engine.exam": "mastermine.engines.exam.minesweeper:EXAM",
        "rows_first": "mastermine.minesweeper.cells:rows_first",
        "game_id": "mastermine.minesweeper.formats:read_game_id",
        "picture.record": "mastermine.session.share.picture.fields:painted_record",
    },
    strategies="mastermine.minesweeper.strategies",
    bare=r"\d+x\d+(?:x\d+|n\d+|:|#)",
    trials=tuple(
        f"minesweeper:{size}"
        for size in ("2x2x1", "4x4x3", "5x3x4-any", "6x5x5", "7x7x6-open", "9x4x9")
    ),
    levels=("beginner", "intermediate", "expert"),
    examples=("pseq", "safest"),
)
