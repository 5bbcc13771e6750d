"""The names at the top, for type checkers and ``__init__.py``, which imports them when used."""

from mastermine.mastermind.colours import BLANK, MAX_COLOURS, palette
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places, checked_pegs
from mastermine.mastermind.knowledge import (
    Candidates,
    CodeView,
    Reckoned,
    code_of_row,
    listable,
)
from mastermine.mastermind.large.candidates import Unlisted
from mastermine.mastermind.large.choosing import spread_evenly
from mastermine.mastermind.large.conflicts import Conflict
from mastermine.mastermind.large.consistency import Consistency, consistent_codes
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.optimal.search import (
    MAX_SEARCHED_CODES,
    Guesses,
    Objective,
    Optimum,
    Progress,
    check_searchable,
    optimal_play,
)
from mastermine.mastermind.optimal.tree import MAX_TREE_BYTES, BrokenTree, Tree, read_tree
from mastermine.mastermind.optimal.verification import Verified, verify_tree
from mastermine.mastermind.research.adversary import Keep, Met, meet_adversary
from mastermine.mastermind.research.game_value import CodeKind, GameValue, game_value
from mastermine.mastermind.research.game_value_check import confirm_game_value
from mastermine.mastermind.research.guess_limit import Within, within
from mastermine.mastermind.research.static_answers import check_static_size
from mastermine.mastermind.research.static_game import Static, indistinguishable, static
from mastermine.mastermind.rules import Answer, Code, Mastermind

__all__ = [
    "BLANK",
    "MAX_COLOURS",
    "MAX_SEARCHED_CODES",
    "MAX_TREE_BYTES",
    "Answer",
    "Black",
    "BrokenTree",
    "Candidates",
    "Code",
    "CodeKind",
    "CodeView",
    "Conflict",
    "Consistency",
    "Feedback",
    "GameValue",
    "Guesses",
    "Keep",
    "Mastermind",
    "Met",
    "Notation",
    "Objective",
    "Optimum",
    "Pegs",
    "Places",
    "Progress",
    "Reckoned",
    "Static",
    "Tree",
    "Unlisted",
    "Verified",
    "Within",
    "check_searchable",
    "check_static_size",
    "checked_pegs",
    "code_of_row",
    "confirm_game_value",
    "consistent_codes",
    "game_value",
    "indistinguishable",
    "listable",
    "meet_adversary",
    "optimal_play",
    "palette",
    "read_tree",
    "spread_evenly",
    "static",
    "verify_tree",
    "within",
]
