"""The coach: hints with reasons, certain facts, and reviews of games."""
