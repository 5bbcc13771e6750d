"""Plans of guesses that need no list of codes."""
