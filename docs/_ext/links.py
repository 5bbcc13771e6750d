"""Finds broken links of a built site: ``python docs/_ext/links.py build/docs``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Records the link and the anchor of a tag."""
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
            if value and (name == "id" or (tag, name) == ("a", "name")):
                self.places.add(value)


@cache
def read(path: Path) -> Page:
    """Parses a page of the site."""
    return Page(path.read_text("utf-8"))


def broken(site: Path) -> Iterator[str]:
    """Yields each link to a missing file or anchor, with its page."""
    for path in sorted(site.rglob("*.html")):
        for link in read(path).links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = path.parent / unquote(address.path) if address.path else path
            place = unquote(address.fragment)
            if not target.is_file():
                yield f"{path.relative_to(site)}: there is no {link}"
            elif place and target.suffix == ".html" and place not in read(target).places:
                yield f"{path.relative_to(site)}: there is no anchor {link}"


def main(site: Path) -> None:
    """Prints all broken links; exits with 1 if there are any."""
    found = list(broken(site))
    print("\n".join(found) or f"{site}: no broken links.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
