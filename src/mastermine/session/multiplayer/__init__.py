"""Matches between players: contests in Mastermind, races in Minesweeper."""
