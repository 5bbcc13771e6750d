"""Questions beyond one game: static play, the game's value, adversaries, a limit of guesses."""
