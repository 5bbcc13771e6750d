"""Minesweeper: rules, boards, deduction, exact probabilities, strategies."""
