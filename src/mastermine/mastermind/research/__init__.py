"""Static play, the value of the game, adversaries and limits on guesses."""
