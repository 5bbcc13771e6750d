"""Numbers about many games: what a strategy needs over every code, and who wins a match."""
