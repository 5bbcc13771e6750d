"""The commands of Mastermind, and how it is played line by line."""
