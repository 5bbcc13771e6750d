"""Words: guess a hidden word of a list; the answer marks each letter of a guess."""

from mastermine.core.preset import Preset
from mastermine.core.registration import Game

GAME = Game(
    name="words",
    title="Words",
    parts={"rules": "words.rules:Words", "presets": "words:PRESETS"},
    strategies="words.strategies",
    trials=("words:3",),
    examples=("splitter", "first-word"),
)

PRESETS = {
    "five-letters": Preset(
        "five-letters",
        "words:5,limit=6",
        "Words of five letters, six guesses",
        "The answer marks each letter of a guess: right, elsewhere or absent.",
        "Printed in newspapers since 2022",
    )
}
