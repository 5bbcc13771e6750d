"""Says why: what a guess would do, what is sure already, and what a move was worth."""
