"""What a player shows to others: a link to the same game, and a text without the secret."""

from __future__ import annotations

from mastermine.session.setup import Start
from mastermine.session.share.grid import text
from mastermine.session.share.links import link, read_link

__all__ = ["Start", "link", "read_link", "text"]
