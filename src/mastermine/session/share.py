"""What a player shows to others: a link to the same game, and a text without the secret."""

from __future__ import annotations

from mastermine.session.grid import text
from mastermine.session.links import link, read_link
from mastermine.session.start import Start

__all__ = ["Start", "link", "read_link", "text"]
