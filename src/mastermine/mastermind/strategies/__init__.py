"""Strategies for Mastermind, one per file; a new file needs no registration.

A file has the name of its strategy with ``_`` for ``-`` and is imported on first use.
"""
