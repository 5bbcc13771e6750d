"""The commands of Minesweeper, and how it is played line by line."""
