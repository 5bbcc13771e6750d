"""Minesweeper strategies, one per file."""
