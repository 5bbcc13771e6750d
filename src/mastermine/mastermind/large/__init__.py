"""Mastermind with too many codes to list: sampling, search and constraint solving."""
