"""Simple, slow Python reference of the native functions; both give the same results."""

from mastermine.minesweeper.reference.endgame import best_play, click_wins, fitting_layouts
from mastermine.minesweeper.reference.layouts import deduce, draw_layouts, draw_noguess
from mastermine.minesweeper.reference.many import (
    click_all,
    information_all,
    lay_all,
    risks_all,
)
from mastermine.minesweeper.reference.player import game_choices, play_games
from mastermine.minesweeper.reference.playouts import playouts
from mastermine.minesweeper.reference.probability import analyze, front_counts, number_chances
from mastermine.minesweeper.reference.twins import twins

__all__ = [
    "analyze",
    "best_play",
    "click_all",
    "click_wins",
    "deduce",
    "draw_layouts",
    "draw_noguess",
    "fitting_layouts",
    "front_counts",
    "game_choices",
    "information_all",
    "lay_all",
    "number_chances",
    "play_games",
    "playouts",
    "risks_all",
    "twins",
]
