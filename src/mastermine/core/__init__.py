"""Core shared by all games: turns, rules, oracles, views, play, records, random numbers."""
