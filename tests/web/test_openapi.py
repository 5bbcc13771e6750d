"""The API against its own description: requests that it allows, and some that it forbids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mastermine.arena.store import open_store


@pytest.fixture(scope="module")
def described(web_app: Any) -> dict[str, Any]:
    return dict(web_app.openapi())


def test_every_endpoint_says_what_it_is(described):
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            assert operation["tags"], (method, path)


def test_every_endpoint_has_an_example_that_is_whole(described):
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for each in operation.get("parameters", ()):
                if each["in"] == "path":
                    assert each["schema"].get("examples"), (method, path, each["name"])
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            name = (content or {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
            model = described["components"]["schemas"].get(name, {})
            for field in model.get("required", ()):
                assert model["properties"][field].get("examples"), (method, path, field)


def fuzz(app: Any, examples: int) -> list[str]:
    """What was answered otherwise than the description says."""
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    schema = schema.exclude(path_regex="/events$")
    checks = [
        not_a_server_error,
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    ]
    wrong: list[str] = []
    for result in schema.get_all_operations():
        operation = result.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            case.call_and_validate(checks=checks)

        try:
            ask()
        except (Exception, BaseExceptionGroup) as error:
            inside = getattr(error, "exceptions", [error])
            wrong += [f"{operation.label}: {each}" for each in inside]
    return wrong


@pytest.fixture
def bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An application whose long work is short."""
    monkeypatch.setattr("mastermine.web.time_limits.MOVE_SECONDS", 1.0)
    from mastermine.web.app import create_app

    with open_store(tmp_path / "web.sqlite") as store:
        yield create_app(store)


@pytest.mark.rest
def test_the_api_answers_as_it_is_described(bounded):
    assert fuzz(bounded, 150) == []
