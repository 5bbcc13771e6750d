"""Matches between people: contests in Mastermind, races in Minesweeper."""
