"""The ways to play Minesweeper: one file a strategy, which is named after it."""
