"""Pages and their files, whose addresses change with the contents, so that browsers keep them."""

from __future__ import annotations

import json
import mimetypes
import re
from functools import cache
from hashlib import sha256
from html import escape, unescape
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import Request, Response
from starlette.staticfiles import StaticFiles

from mastermine.i18n.text import _, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike, stat_result

    from starlette.types import Scope

FOLDER = Path(__file__).with_name("static")
STATIC = "/static/"
"""Address of the folder; with the version after it the files are immutable."""
FOREVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
NOT_SENT = (".html", ".md", ".ts", ".LICENSE")
"""Endings of files that no page loads by their address."""

# Types by which browsers refuse to load a file if the system has others.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("application/manifest+json", ".webmanifest")

_SKIPPED = re.compile(
    r"^ *(?://.*\n|/\*(?!\*\s*\* @license)(?:(?!\*/)[\s\S])*\*/\n)?", re.MULTILINE
)
"""Comments on lines of their own, except licences, and the spaces that begin a line."""
_IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE)


@cache
def version() -> str:
    """Returns a digest of this package, and of those that add strategies and games to it."""
    digest = sha256()
    for group in ("mastermine.strategies", "mastermine.games"):
        for point in entry_points(group=group):
            named = point.name, point.value, point.dist.version if point.dist else ""
            digest.update(repr(named).encode())
    kinds = {".js", ".css", ".svg", ".png", ".html", ".json", ".webmanifest", ".mo", ".py"}
    package = FOLDER.parents[1]
    for path in sorted(path for path in package.rglob("*") if path.suffix in kinds):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def address(file: str) -> str:
    """Returns the immutable address of a file, such as ``js/page.js``."""
    return f"{STATIC}{version()}/{file}"


def files() -> list[str]:
    """Returns the names of all files that pages load."""
    return sorted(
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.rglob("*.*")
        if path.is_file() and not path.name.endswith(NOT_SENT)
    )


@cache
def modules(first: str) -> tuple[str, ...]:
    """Returns the modules that a module imports at once, and those that these import."""
    found: dict[str, None] = {}

    def follow(file: str) -> Iterator[str]:
        for one, other in _IMPORTED.findall((FOLDER / file).read_text("utf-8")):
            path = (FOLDER / file).parent.joinpath(one or other).resolve()
            yield path.relative_to(FOLDER.resolve()).as_posix()

    queue = [first]
    while queue:
        for file in follow(queue.pop(0)):
            if file not in found:
                found[file] = None
                queue.append(file)
    return tuple(found)


WORDS = re.compile(
    r'(<title>|<noscript>|<meta name="description" content=")([^<>"]+)(</title>|</noscript>|">)'
)
"""Text of a page that is shown without scripts; it is in the second group."""
MODULE = re.compile(rf'<script type="module" src="{STATIC}([^"]+)">')
HEAD = f"""\
<link rel="icon" href="{STATIC}icon.svg" type="image/svg+xml">
<link rel="icon" href="{STATIC}icons/192.png" sizes="192x192" type="image/png">
<link rel="apple-touch-icon" href="{STATIC}icons/apple-touch.png">
<link rel="manifest" href="{STATIC}manifest.webmanifest">
<meta name="theme-color" content="#f5f4f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14161a" media="(prefers-color-scheme: dark)">
"""
"""The same lines of each page."""


def page(file: str, preview: Callable[[str, str], str] | None = None) -> str:
    """Returns a page with its static text in the current language.

    ``preview`` returns more lines for its head from its title and description, as HTML.
    """

    def translate(found: re.Match[str]) -> str:
        return f"{found[1]}{escape(_(unescape(found[2])))}{found[3]}"

    text = WORDS.sub(translate, (FOLDER / file).read_text("utf-8"))
    text = text.replace('<html lang="en">', f'<html lang="{spoken().tag}">', 1)
    early = MODULE.search(text)
    first = modules(early[1]) if early else ()
    head = HEAD + "".join(f'<link rel="modulepreload" href="{STATIC}{one}">\n' for one in first)
    if preview is not None:
        named = re.search("<title>([^<]*)", text)
        described = re.search('<meta name="description" content="([^"]*)"', text)
        head += preview(named[1] if named else "", described[1] if described else "")
    text = text.replace("</head>", f"{head}</head>", 1)
    return text.replace(f'"{STATIC}', f'"{address("")}')


def worker() -> str:
    """Returns the service worker, with the version and the files that it keeps."""
    kept = [address(file) for file in files() if file != "worker.js"]
    given = f"self.VERSION = {json.dumps(version())};\nself.FILES = {json.dumps(kept)};\n"
    return given + (FOLDER / "worker.js").read_text("utf-8")


def constant(request: Request, response: Response) -> None:
    """Lets browsers keep an answer that depends on version and language alone."""
    if request.query_params.get("v") == version():
        response.headers["Cache-Control"] = FOREVER.replace("public", "private")


@cache
def shortened(path: str) -> str:
    """Returns a module or a style sheet without its comments and indentation."""
    return _SKIPPED.sub("", Path(path).read_text("utf-8"))


class Files(StaticFiles):
    """Static files: immutable under the present version, revalidated at each use without it.

    Under a version modules and style sheets are shortened.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        known, _slash, rest = path.partition("/")
        versioned = re.fullmatch(r"[0-9a-f]{12}", known) is not None
        # A page of an earlier version gets the present files, and does not keep them.
        scope["immutable"] = known == version()
        return await super().get_response(rest if versioned else path, scope)

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        path = str(full_path)
        if scope.get("immutable") and path.endswith((".js", ".css")):
            kind = mimetypes.guess_type(path)[0]
            answer: Response = Response(shortened(path), media_type=kind)
        else:
            answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["Cache-Control"] = FOREVER if scope.get("immutable") else REVALIDATED
        return answer
