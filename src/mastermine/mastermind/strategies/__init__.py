"""One file for each way to play Mastermind. A new file here is a new strategy, and nothing else.

A file is named like its strategy, with ``_`` for ``-``, and is imported when it is asked for.
"""
