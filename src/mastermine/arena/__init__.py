"""Many games: matches between strategies, evaluations over every code, and their statistics."""
