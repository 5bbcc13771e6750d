"""Named rules: games of Mastermind that were sold, broadcast or studied.

Years, places, colours and rows follow the table of variations in Wikipedia's "Mastermind (board
game)", checked if possible against a rule leaflet, a list of contents or BoardGameGeek, as named
in ``source``. A preset has a limit only if its number of rows is known. Optimal figures are from
the papers cited.

Other kinds of answers are not supported: those of Mastermind Secret Search (1997), which say
whether the right letter comes earlier or later in the alphabet, the four-player answers of
Mastermind44, the half-right pegs of Grand and the separate answers of Royale. The presets of the
last three have the same codes with the usual answers.
"""

from __future__ import annotations

from typing import Literal

from mastermine.core.preset import Preset
from mastermine.i18n.text import N_

_WIKIPEDIA = 'Wikipedia, "Mastermind (board game)"'

_ALL = (
    Preset(
        "classic",
        "mastermind:4x6,limit=10",
        "Mastermind (Invicta, 1972)",
        "The original by Mordecai Meirowitz: 4 places, 6 colours, 10 rows, 1296 codes. "
        "Five guesses always suffice. The best average is 5625/1296 = 4.340, or 5626/1296 = 4.341 "
        "if no code may need more than five guesses.",
        "Knuth 1977; Koyama & Lai 1993",
    ),
    Preset(
        "mini",
        "mastermind:4x6,limit=6",
        "Mini Mastermind, Travel Mastermind (Invicta, 1976)",
        "The travel board has only 6 rows for the 1296 codes of the original. "
        "That is enough: five guesses always suffice.",
        f"{_WIKIPEDIA}; BoardGameGeek, Mini Mastermind; Knuth 1977",
    ),
    Preset(
        "pocket",
        "mastermind:4x6,limit=8",
        "Mini Mastermind (Hasbro, 2004)",
        "The later travel box has 8 rows for the 1296 codes of the original.",
        _WIKIPEDIA,
    ),
    Preset(
        "hasbro",
        "mastermind:4x6,limit=12",
        "Mastermind with twelve rows (Parker and Hasbro)",
        "The board with 12 rows for the 1296 codes of the original; others have 8 or 10.",
        "Ville 2013; spielwiese.at, Mastermind",
    ),
    Preset(
        "blanks",
        "mastermind:4x6+blank,limit=10",
        "Mastermind, the advanced game (with blanks)",
        "The leaflets allow empty places as a harder game: the equivalent of seven colours, "
        "2401 codes. The best average is 11228/2401 = 4.676.",
        "Hasbro, Mastermind Games to Go, 2001; Ville 2013",
    ),
    Preset(
        "no-repeats",
        "mastermind:4x6-distinct,limit=10",
        "Mastermind without repeats",
        "The easier game in which no colour stands twice has 360 codes. "
        "The best average is 1446/360 = 4.017.",
        f"{_WIKIPEDIA}; widmaN/mastermind-strategy",
    ),
    Preset(
        "skocko",
        "mastermind:4x6,limit=6",
        "Skočko (Serbian television quiz Slagalica)",
        "Four of six symbols: the jumper Skočko, club, spade, heart, diamond and star; 1296 codes. "
        "A player has 6 tries. Five guesses always suffice.",
        "Radio Television of Serbia, Slagalica; Knuth 1977",
        colours="skocko",
    ),
    Preset(
        "number",
        "mastermind:4x6",
        "Number Mastermind (Invicta, 1976)",
        "Six digits in place of six colours, 1296 codes. "
        "In the original the codemaker may also announce the sum of the digits.",
        _WIKIPEDIA,
        colours="digits",
    ),
    Preset(
        "eight-colours",
        "mastermind:4x8,limit=10",
        "Mastermind with eight colours (Parker, 1993)",
        "Eight colours and 4 places, 4096 codes, played here in 10 tries.",
        _WIKIPEDIA,
    ),
    Preset(
        "new",
        "mastermind:4x8,limit=12",
        "New Mastermind (Hasbro, 2004)",
        "Eight colours, 12 guesses and up to five players, who take turns at one code. "
        "There are 4096 codes.",
        f"{_WIKIPEDIA}; Hasbro, Mastermind, 2004",
    ),
    Preset(
        "super",
        "mastermind:5x8,limit=12",
        "Super, Deluxe or Advanced Mastermind (Invicta, 1970s)",
        "Five places, 8 colours and 12 rows: 32,768 codes. Lists give 1972 or 1975 as its year.",
        f"{_WIKIPEDIA}; minaspeltips.se, Super MasterMind",
    ),
    Preset(
        "super-blanks",
        "mastermind:5x8+blank,limit=12",
        "Super Mastermind with blanks (Invicta, 1970s)",
        "With empty places allowed the 12-row board has 59,049 codes, the 'more than 59,000' of "
        "its description.",
        "minaspeltips.se, Super MasterMind",
    ),
    Preset(
        "challenge",
        "mastermind:5x8",
        "Mastermind Challenge (1993)",
        "Both players make a code and break one at the same time: 5 places, 8 colours, "
        "32,768 codes.",
        _WIKIPEDIA,
    ),
    Preset(
        "mastermind44",
        "mastermind:5x4",
        "Mastermind44 (Invicta, 1972)",
        "For four players: 5 places and, according to some lists, 4 colours, which makes 1024 "
        "codes. The box on sale has pegs of six colours: see mastermind44-box.",
        N_("Published lists of variations, which disagree on the colours"),
    ),
    Preset(
        "mastermind44-box",
        "mastermind:5x6",
        "Mastermind44 (Invicta, 1972), by the contents of the box",
        "Each of its four boards has 5 places, in 6 colours, which makes 7776 codes of the usual "
        "kind. In the box each player holds one colour and one place of the code and answers for "
        "it alone.",
        f"{_WIKIPEDIA}; games2collect.com, Master Mind 44",
    ),
    Preset(
        "royale",
        "mastermind:3x25",
        "Royale Mastermind (Invicta, 1972)",
        "Three places for 25 pegs, 5 colours in 5 shapes: 15,625 codes. "
        "In the box codes are dealt from 25 different cards, and colours and shapes get separate "
        "answers.",
        f"{_WIKIPEDIA}; BoardGameGeek, Royale Mastermind",
    ),
    Preset(
        "grand",
        "mastermind:4x25,limit=10",
        "Grand Mastermind (Invicta, 1974)",
        "Four places for 25 pegs, 5 colours in 5 shapes, and 10 rows: 390,625 codes. "
        "In the box a third kind of peg means that a place is half right.",
        f"{_WIKIPEDIA}; games2collect.com, Master Mind Grand",
    ),
    Preset(
        "word",
        "mastermind:4x26",
        "Word Mastermind (Invicta, 1970s)",
        "Four letters of the alphabet, 456,976 codes. "
        "In the box only words count; here any letters do.",
        _WIKIPEDIA,
    ),
    Preset(
        "disney",
        "mastermind:3x5",
        "Walt Disney Mastermind (Invicta, 1978)",
        "For children: 3 places, 5 characters, 125 codes. The best average is 451/125 = 3.608.",
        f"{_WIKIPEDIA}; widmaN/mastermind-strategy",
    ),
    Preset(
        "kids",
        "mastermind:3x6",
        "Mastermind for Kids (1996)",
        "For children: 3 places, 6 animals, 216 codes.",
        _WIKIPEDIA,
    ),
    Preset(
        "electronic",
        "mastermind:4x10",
        "Electronic Mastermind (Invicta, 1977)",
        "A hand-held machine with ten digits and 3, 4 or 5 places; with 4 places, 10,000 codes.",
        _WIKIPEDIA,
    ),
    Preset(
        "supersonic",
        "mastermind:6x10",
        "Super-Sonic Electronic Mastermind (Invicta, 1979)",
        "Ten digits and 3 to 6 places; with 6 places, 1,000,000 codes.",
        _WIKIPEDIA,
    ),
    Preset(
        "bulls-and-cows",
        "mastermind:4x10-distinct",
        "Bulls and Cows, MOO, the AB game",
        "The older game with pencil and paper: four different digits, 5040 codes. "
        "Seven guesses always suffice, and the best average is 26274/5040 = 5.213.",
        "Tanaka 1996; Francis 2010",
    ),
    Preset(
        "bagels",
        "mastermind:3x10-distinct,limit=20",
        "Bagels (Resek & Rowe, 1972)",
        "Three different digits, 720 codes, 20 guesses: one of the first guessing games on "
        "computers. A bull was called Fermi, a cow Pico, and nothing right Bagels.",
        "Ahl 1973, 101 BASIC Computer Games",
        colours="bagels",
    ),
    Preset(
        "digits",
        "mastermind:4x10-places",
        "Digits with the right places shown",
        "The answer shows which places are right, such as X X 6 4; 10,000 codes. "
        "Each place is a search of its own, so ten guesses always suffice and may be needed.",
        N_("Arithmetic: one digit in ten can be tried at each place with each guess"),
    ),
    Preset(
        "black-peg",
        "mastermind:4x6-black",
        "Black-Peg Mastermind",
        "The answer is only the number of right places. Many theorems are about this game; "
        "1296 codes here.",
        "Erdős & Rényi 1963; Chvátal 1983; Goodrich 2009",
    ),
    Preset(
        "permutation",
        "mastermind:6x6-distinct-black",
        "Permutation Game, Black-Peg AB game",
        "As many colours as places, each used once, and the answer is only the number of right "
        "places; 720 codes with six places.",
        "Ko & Teng 1986; El Ouali, Glazik, Sauerland & Srivastav 2018",
    ),
)

Name = Literal[
    "classic",
    "mini",
    "pocket",
    "hasbro",
    "blanks",
    "no-repeats",
    "skocko",
    "number",
    "eight-colours",
    "new",
    "super",
    "super-blanks",
    "challenge",
    "mastermind44",
    "mastermind44-box",
    "royale",
    "grand",
    "word",
    "disney",
    "kids",
    "electronic",
    "supersonic",
    "bulls-and-cows",
    "bagels",
    "digits",
    "black-peg",
    "permutation",
]
"""Names of the presets, for type checkers."""

PRESETS: dict[str, Preset] = {preset.name: preset for preset in _ALL}
"""All presets by name, in the order in which they are listed."""
