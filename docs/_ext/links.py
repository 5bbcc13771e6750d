"""Look for links of a built site that lead nowhere: ``python docs/_ext/links.py build/docs``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and the places on it that a link can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag names, and where it leads."""
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
            if value and (name == "id" or (tag, name) == ("a", "name")):
                self.places.add(value)


@cache
def read(path: Path) -> Page:
    """A page of the site."""
    return Page(path.read_text("utf-8"))


def broken(site: Path) -> Iterator[str]:
    """Each link to a file or a place that is not there, with its page."""
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
                yield f"{path.relative_to(site)}: there is no place {link}"


def main(site: Path) -> None:
    """Tell all broken links; exit with 1 where there are some."""
    found = list(broken(site))
    print("\n".join(found) or f"{site}: all links lead somewhere.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
