"""What the program needs, with its licences, from the metadata of what is installed."""

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
    "parquet": "With the extra parquet",
    "plots": "With the extra plots",
    "postgres": "With the extra postgres",
    "sat": "With the extra sat",
    "tui": "With the extra tui",
    "web": "With the extra web",
    "docs": "To build these pages (the extra docs)",
    "dev": "To test it (the extra dev)",
}


@dataclass(frozen=True, order=True)
class Package:
    """What is installed of a library; all but its name is empty where it is not."""

    name: str
    version: str = ""
    licence: str = ""
    home: str = ""


def licences() -> str:
    """All direct dependencies by what needs them, then what they need themselves."""
    head = ["library", "version", "licence"]
    parts = []
    for group, asked in dependencies().items():
        rows = map(_row, map(package, sorted({_name(each) for each in asked})))
        parts += [f"## {TITLES[group]}", table(head, rows)]
    rows = map(_row, map(package, sorted(closure() - direct())))
    parts += ["## What these need themselves", table(head, rows)]
    return "\n\n".join(parts)


def dependencies() -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for, by what needs it."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = asked["project"]
    groups = {"needed": project["dependencies"], "build": asked["build-system"]["requires"]}
    groups |= project["optional-dependencies"]
    found = {group: list(map(Requirement, texts)) for group, texts in groups.items()}
    others = {group: [each for each in asked if each.name != OWN] for group, asked in found.items()}
    return {group: asked for group, asked in others.items() if asked}


def direct() -> set[str]:
    """The names of all that pyproject.toml asks for."""
    return {_name(each) for asked in dependencies().values() for each in asked}


def closure() -> set[str]:
    """The names of these and all that they need where they are installed, and so on."""
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
    """Whether it is needed here, by a library that is asked for with these extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def package(name: str) -> Package:
    """What is known of a library."""
    installed = _installed(name)
    if installed is None:
        return Package(name)
    urls = [url.partition(", ") for url in _said(installed, "Project-URL")]
    known = [url for label, _comma, url in urls if label.lower() in HOME]
    homes = [*_said(installed, "Home-page"), *known, *(url for *_label, url in urls), ""]
    return Package(name, installed.version, licence(installed), homes[0])


HOME = ("homepage", "home", "home page", "source", "source code", "repository", "code", "github")
CLASSIFIER = "License :: OSI Approved :: "


def licence(installed: Distribution) -> str:
    """Its licence: as an expression of SPDX, or from the classifiers, or a name."""
    if said := _said(installed, "License-Expression"):
        return said[0]
    classified = [
        each.removeprefix(CLASSIFIER)
        for each in _said(installed, "Classifier")
        if each.startswith(CLASSIFIER)
    ]
    # In the field for the name there may be the whole text.
    short = [each for each in _said(installed, "License") if "\n" not in each]
    return " and ".join(classified or short) or _read(installed)


def _read(installed: Distribution) -> str:
    """The licence that the file of it is, where that is MIT's; nothing else is guessed."""
    texts = [each.read_text() for each in installed.files or [] if each.name == "LICENSE"]
    return "MIT, by its file" if any(MIT in " ".join(text.split()) for text in texts) else ""


MIT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this"


def _said(installed: Distribution, field: str) -> list[str]:
    """What the metadata has in a field."""
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
