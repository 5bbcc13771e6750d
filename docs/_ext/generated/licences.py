"""The dependencies of the program and their licences, from the metadata of installed packages."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from generated.markdown import plain, table

ROOT = Path(__file__).parents[3]
OWN = "mastermine"

TITLES = {
    "needed": "Always needed",
    "build": "To build it",
    "cluster": "With the extra cluster",
    "data": "With the extra data",
    "ml": "With the extra ml",
    "parquet": "With the extra parquet",
    "plots": "With the extra plots",
    "mcp": "With the extra mcp",
    "postgres": "With the extra postgres",
    "replays": "With the extra replays",
    "sat": "With the extra sat",
    "sheets": "With the extra sheets",
    "tui": "With the extra tui",
    "web": "With the extra web",
    "docs": "To build these pages (the extra docs)",
    "dev": "To test it (the extra dev)",
}


@dataclass(frozen=True, order=True)
class Package:
    """An installed library; if it is not installed, all fields but the name are empty."""

    name: str
    version: str = ""
    licence: str = ""
    home: str = ""


def licences() -> str:
    """Lists the direct dependencies in groups, then the indirect ones."""
    head = ["library", "version", "licence"]
    parts = []
    for group, asked in dependencies().items():
        rows = map(_row, map(package, sorted({_name(each) for each in asked})))
        parts += [f"## {TITLES[group]}", table(head, rows)]
    rows = map(_row, map(package, sorted(closure() - direct())))
    parts += ["## Indirect dependencies", table(head, rows)]
    return "\n\n".join(parts)


def dependencies() -> dict[str, list[Requirement]]:
    """Returns the requirements in pyproject.toml by group, such as an extra."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = asked["project"]
    groups = {"needed": project["dependencies"], "build": asked["build-system"]["requires"]}
    groups |= project["optional-dependencies"]
    found = {group: list(map(Requirement, texts)) for group, texts in groups.items()}
    others = {group: [each for each in asked if each.name != OWN] for group, asked in found.items()}
    return {group: asked for group, asked in others.items() if asked}


def direct() -> set[str]:
    """Returns the names of the direct dependencies."""
    return {_name(each) for asked in dependencies().values() for each in asked}


def closure() -> set[str]:
    """Returns the names of all direct and indirect dependencies, as far as they are installed."""
    found: dict[str, set[str]] = {}
    open_ = [each for asked in dependencies().values() for each in asked]
    while open_:
        asked = open_.pop()
        extras = {"", *asked.extras}
        known = found.get(_name(asked), set())
        installed = _installed(asked.name)
        if installed is None or extras <= known:
            continue
        found[_name(asked)] = known | extras
        needs = map(Requirement, installed.requires or [])
        open_ += [each for each in needs if _applies(each, extras)]
    return set(found)


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    """Returns True if a library that is required with these extras needs it here."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def package(name: str) -> Package:
    """Returns the version, licence and home page of a library."""
    installed = _installed(name)
    if installed is None:
        return Package(name)
    urls = [url.partition(", ") for url in _field(installed, "Project-URL")]
    known = [url for label, _comma, url in urls if label.lower() in HOME]
    homes = [*_field(installed, "Home-page"), *known, *(url for *_label, url in urls), ""]
    return Package(name, installed.version, licence(installed) or ELSEWHERE.get(name, ""), homes[0])


ELSEWHERE = {"ms-toollib": "MIT, according to its repository"}
"""Licences that are not in the metadata."""

HOME = ("homepage", "home", "home page", "source", "source code", "repository", "code", "github")
CLASSIFIER = "License :: OSI Approved :: "


def licence(installed: Distribution) -> str:
    """Returns the licence: an SPDX expression, or the classifiers, or a name."""
    if expression := _field(installed, "License-Expression"):
        return expression[0]
    classified = [
        each.removeprefix(CLASSIFIER)
        for each in _field(installed, "Classifier")
        if each.startswith(CLASSIFIER)
    ]
    # The field for the name may contain the whole text of the licence.
    short = [each for each in _field(installed, "License") if "\n" not in each]
    return " and ".join(classified or short) or _read(installed)


def _read(installed: Distribution) -> str:
    """Returns the licence of the LICENSE file if that is the MIT licence, else an empty text."""
    texts = [each.read_text() for each in installed.files or [] if each.name == "LICENSE"]
    found = any(MIT in " ".join(text.split()) for text in texts)
    return "MIT, according to its file" if found else ""


MIT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this"


def _field(installed: Distribution, field: str) -> list[str]:
    """Returns the values of a field of the metadata."""
    return [str(each) for each in installed.metadata.get_all(field) or []]


def _row(found: Package) -> list[str]:
    name = f"[{found.name}]({found.home})" if found.home else found.name
    return [name, found.version or "not installed", plain(found.licence) or "–"]


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _name(requirement: Requirement) -> str:
    return canonicalize_name(requirement.name)
