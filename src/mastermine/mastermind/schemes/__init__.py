"""Guessing schemes that need no list of codes."""
