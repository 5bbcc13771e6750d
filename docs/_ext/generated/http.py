"""Every request that a server answers, as its OpenAPI description has them."""

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
    "people": "What you played",
    "lessons": "Lessons",
    "about": "What there is",
    "laboratory": "Matches",
}
"""What the tags of the description stand for."""
SUCCESS = "Successful Response"
"""What FastAPI says where nobody said more."""

Json = dict[str, Any]


def description() -> Json:
    """The OpenAPI description of a server."""
    # A library that colours code for the site lets all others log all that they do.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with TemporaryDirectory() as folder, open_store(Path(folder, "empty.sqlite")) as store:
        return create_app(store).openapi()


def requests() -> str:
    """All requests, then what all of them may be refused for, then the bodies."""
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
    """A request: what it does, what it takes and what it gives."""
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
    """What an answer means, and what its body is."""
    told = answer["description"]
    words = [plain(told)] if told != SUCCESS else []
    return ": ".join([*words, _types(answer.get("content", {})) or "no body"])


def _types(content: Json) -> str:
    """The media types of a body, and its form."""
    return ", ".join(
        f"{shown} as {code(kind)}" if (shown := _kind(each.get("schema", {}))) else code(kind)
        for kind, each in content.items()
    )


def _kind(schema: Json) -> str:
    """What values a schema lets through, in a word or two."""
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


def _field(schema: Json, told: str = "") -> str:
    """A field or a parameter: what it may be, what it is if it is left out, what it is for."""
    default = schema.get("default")
    examples = ", ".join(code(str(each)) for each in schema.get("examples", []))
    words = [
        _kind(schema),
        f"if left out {code(str(default))}" if default is not None else "",
        plain(told or schema.get("description", "")),
        f"such as {examples}" if examples else "",
    ]
    return "; ".join(filter(None, words))


def _body(name: str, schema: Json) -> Iterator[str]:
    """A form that bodies have: its fields."""
    yield f"#### {name}"
    yield docstring(schema.get("description", ""))
    required = schema.get("required", [])
    yield defined(
        (code(field) + (" (required)" if field in required else ""), _field(each))
        for field, each in schema.get("properties", {}).items()
    )
    if schema.get("additionalProperties") is True:
        yield "And more, which depends on the game."
