"""Recorded games: what the mouse did, and when."""
