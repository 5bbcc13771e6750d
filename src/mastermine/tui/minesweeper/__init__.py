"""Minesweeper on the whole screen."""
