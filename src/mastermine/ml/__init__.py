"""Environments for machine learning, whose rewards know the exact risk of each move.

With Gymnasium installed, importing this package registers its environments:
``gymnasium.make("mastermine.ml:mastermine/Minesweeper-v0", game="expert")``.
"""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _

_ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "mastermine/Minesweeper-v0": {
        "entry_point": "mastermine.ml.minesweeper:MinesweeperEnv",
        "vector_entry_point": "mastermine.ml.minesweeper:MinesweeperVectorEnv",
    },
    "mastermine/Mastermind-v0": {"entry_point": "mastermine.ml.mastermind:MastermindEnv"},
}
"""Environments by their names, as Gymnasium registers them."""


def check_installed(library: str) -> None:
    """Raises InvalidSpec if a library of the extra is not installed."""
    if find_spec(library) is None:
        raise InvalidSpec(
            # Translators: {library} is the name of a Python package.
            _("environments need {library}: pip install 'mastermine[ml]'").format(library=library)
        )


def check_options(options: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """Returns the options of a reset. Raises InvalidSpec for an unknown one."""
    options = options or {}
    for name in options:
        if name not in known:
            raise InvalidSpec(
                # Translators: {known} is a list of words.
                _("there is no option {name!r}: use {known}").format(name=name, known=listed(known))
            )
    return options


def register() -> None:
    """Registers the environments with Gymnasium."""
    from gymnasium.envs.registration import register, registry

    for name, options in _ENVIRONMENTS.items():
        if name not in registry:
            register(name, **options)


if find_spec("gymnasium"):
    register()
