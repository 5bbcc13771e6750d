"""Sharing a game: a link to the same game, and a text without the secret."""

from __future__ import annotations

from mastermine.session.setup import GameSetup
from mastermine.session.share.grid import text
from mastermine.session.share.links import link, read_link, write_link

__all__ = ["GameSetup", "link", "read_link", "text", "write_link"]
