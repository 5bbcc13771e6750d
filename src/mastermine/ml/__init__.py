"""Environments for machine learning, whose rewards know the exact risk of each move.

With Gymnasium (Towers et al. 2024) installed, importing this package registers its environments:
``gymnasium.make("mastermine.ml:mastermine/Minesweeper-v0", game="expert")``.
"""

from importlib.util import find_spec

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

NAMESPACE = "mastermine"


def check_installed(library: str) -> None:
    """Raises InvalidSpec if a library of the extra is not installed."""
    if find_spec(library) is None:
        raise InvalidSpec(
            # Translators: {library} is the name of a Python package.
            _("environments need {library}: pip install 'mastermine[ml]'").format(library=library)
        )


def register() -> None:
    """Registers the environments with Gymnasium."""
    from gymnasium.envs.registration import register, registry

    name = f"{NAMESPACE}/Minesweeper-v0"
    if name not in registry:
        register(
            name,
            entry_point="mastermine.ml.minesweeper:MinesweeperEnv",
            vector_entry_point="mastermine.ml.minesweeper:MinesweeperVectorEnv",
        )


if find_spec("gymnasium"):
    register()
