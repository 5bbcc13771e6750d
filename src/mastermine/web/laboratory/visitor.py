"""Who asks about runs: all may look, but not all may end them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Request

from mastermine.i18n.text import _
from mastermine.web.errors import Refused
from mastermine.web.owner import Owner

if TYPE_CHECKING:
    from mastermine.arena.store import Kept


@dataclass(frozen=True)
class Visitor:
    """A browser, on a server of its own machine or on one that is shared."""

    owner: str
    shared: bool

    def owns(self, kept: Kept) -> bool:
        """Whether a run is theirs; on their own machine all are, those of the terminal, too."""
        return not self.shared or kept.owner == self.owner

    def check_owns(self, kept: Kept) -> None:
        """Raises Refused for a run that somebody else began."""
        if not self.owns(kept):
            raise Refused(
                _(
                    "run {n} was begun by somebody else, who alone may stop, lengthen or delete "
                    "it; begin one of your own"
                ).format(n=kept.id),
                403,
            )

    def told(self, state: dict[str, Any], kept: Kept) -> dict[str, Any]:
        """What is told of a run, and ``yours``: whether this visitor may end it."""
        return {**state, "yours": self.owns(kept)}


def _visitor(request: Request, owner: Owner) -> Visitor:
    return Visitor(owner, request.app.state.shared)


Asking = Annotated[Visitor, Depends(_visitor)]
"""A parameter of an endpoint: who asks."""
