"""Mastermind on the command line: its commands, and play in the terminal."""
