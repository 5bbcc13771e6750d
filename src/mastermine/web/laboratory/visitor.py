"""Visitors of the laboratory: all may watch runs, only their owners may end them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Request

from mastermine.i18n.text import _
from mastermine.web.errors import Refused
from mastermine.web.owner import NewOwner, Owner, address_of

if TYPE_CHECKING:
    from mastermine.arena.store import StoredRun


@dataclass(frozen=True)
class Visitor:
    """A browser, on a local or a shared server."""

    owner: str
    shared: bool
    address: str

    def owns(self, stored: StoredRun) -> bool:
        """Returns True for their own runs; on a local server for all runs."""
        return not self.shared or stored.owner == self.owner

    def check_owns(self, stored: StoredRun) -> None:
        """Raises Refused for a run of somebody else."""
        if not self.owns(stored):
            raise Refused(
                _(
                    "run {n} belongs to somebody else, so you cannot stop, extend or delete it; "
                    "start a run of your own"
                ).format(n=stored.id),
                403,
            )

    def with_ownership(self, state: dict[str, Any], stored: StoredRun) -> dict[str, Any]:
        """Adds ``yours``: True if this visitor may end the run."""
        return {**state, "yours": self.owns(stored)}


async def _visitor(request: Request, owner: Owner) -> Visitor:
    return Visitor(owner, request.app.state.shared, address_of(request))


async def _new_visitor(request: Request, owner: NewOwner) -> Visitor:
    return Visitor(owner, request.app.state.shared, address_of(request))


CurrentVisitor = Annotated[Visitor, Depends(_visitor)]
"""Parameter of an endpoint: the visitor."""
NewVisitor = Annotated[Visitor, Depends(_new_visitor)]
"""Parameter of an endpoint that starts a run: a browser without a cookie gets one."""
