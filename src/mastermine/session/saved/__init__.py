"""Saved games, finished games, and the puzzle of the day."""
