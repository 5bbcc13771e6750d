"""Mastermind on a full screen."""
