"""Mastermind and its kin: a row of coloured pegs, and answers that count what is right."""
