"""The functions that count, in plain Python: slow, obvious, and what the native core must equal."""
