"""All requests of the HTTP API, from the OpenAPI description of a server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import reduce
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generated.markdown import code, defined, docstring, plain, table
from mastermine.arena.store import open_store
from mastermine.web.app import create_app

TITLES = {
    "games": "Games",
    "tools": "Positions and strategies",
    "people": "Your games",
    "puzzles": "Puzzles",
    "lessons": "Lessons",
    "about": "Games, strategies and languages",
    "laboratory": "Matches",
}
"""Headings of the tags of the description."""
SUCCESS = "Successful Response"
"""FastAPI's default description of an answer."""

Json = dict[str, Any]


def description() -> Json:
    """Returns the OpenAPI description of a server."""
    # A library that highlights code for the site makes all other libraries log everything.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with TemporaryDirectory() as folder, open_store(Path(folder, "empty.sqlite")) as store:
        return create_app(store).openapi()


def requests() -> str:
    """Lists all requests, their common errors, and the bodies."""
    api = description()
    found = [
        (method.upper(), path, about)
        for path, methods in api["paths"].items()
        for method, about in methods.items()
    ]
    common = reduce(lambda a, b: a & b, ({*about["responses"]} for _m, _p, about in found))
    parts = []
    for tag, group in groupby(found, key=lambda each: each[2]["tags"][0]):
        parts.append(f"### {TITLES[tag]}")
        for method, path, about in group:
            parts += _request(method, path, about, common)
    refusals = found[0][2]["responses"]
    parts += [
        "### Refusals",
        "Every request may be answered by one of these, with a body of the form `Failure`.",
        table(
            ["status", "when"],
            ([code(status), plain(refusals[status]["description"])] for status in sorted(common)),
        ),
        "### Bodies",
    ]
    for name, form in api["components"]["schemas"].items():
        parts += _body(name, form)
    return "\n\n".join(parts)


def _request(method: str, path: str, about: Json, common: set[str]) -> Iterator[str]:
    """Describes a request: summary, parameters and answers."""
    yield f"#### {code(f'{method} {path}')}"
    yield f"**{plain(about['summary'])}.** {docstring(about.get('description', ''))}"
    taken = [
        (
            f"{code(each['name'])} ({each['in']}{', required' * each.get('required', False)})",
            _field(each.get("schema", {}), each.get("description", "")),
        )
        for each in about.get("parameters", [])
    ]
    if body := about.get("requestBody"):
        taken.append(
            ("Body", _types(body["content"]) + " (required)" * body.get("required", False))
        )
    answers = [
        (code(status), _answer(each))
        for status, each in about["responses"].items()
        if status not in common
    ]
    yield defined([*taken, *answers])


def _answer(answer: Json) -> str:
    """Describes an answer and its body."""
    text = answer["description"]
    words = [plain(text)] if text != SUCCESS else []
    return ": ".join([*words, _types(answer.get("content", {})) or "no body"])


def _types(content: Json) -> str:
    """Formats the media types and the schema of a body."""
    return ", ".join(
        f"{shown} as {code(kind)}" if (shown := _kind(each.get("schema", {}))) else code(kind)
        for kind, each in content.items()
    )


def _kind(schema: Json) -> str:
    """Formats the type of a schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{code(name)}](#{name.lower()})"
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            kinds = [_kind(each) for each in schema[choice] if each.get("type") != "null"]
            return " or ".join(dict.fromkeys(kinds))
    if "const" in schema:
        return code(str(schema["const"]))
    if "enum" in schema:
        return " or ".join(code(str(each)) for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {})) or 'values'}"
    return str(schema.get("type", ""))


def _field(schema: Json, description: str = "") -> str:
    """Describes a field or parameter: type, default, purpose and examples."""
    default = schema.get("default")
    examples = ", ".join(code(str(each)) for each in schema.get("examples", []))
    words = [
        _kind(schema),
        f"default {code(str(default))}" if default is not None else "",
        plain(description or schema.get("description", "")),
        f"such as {examples}" if examples else "",
    ]
    return "; ".join(filter(None, words))


def _body(name: str, schema: Json) -> Iterator[str]:
    """Describes the fields of a schema of bodies."""
    yield f"#### {name}"
    yield docstring(schema.get("description", ""))
    required = schema.get("required", [])
    yield defined(
        (code(field) + (" (required)" if field in required else ""), _field(each))
        for field, each in schema.get("properties", {}).items()
    )
    if schema.get("additionalProperties") is True:
        yield "Further fields depend on the game."
