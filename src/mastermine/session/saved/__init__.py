"""Saved games, finished games, and daily puzzles."""
