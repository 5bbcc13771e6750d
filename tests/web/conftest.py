from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from mastermine.arena.store import Store, open_store


@pytest.fixture(scope="module")
def web_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("web") / "web.sqlite") as store:
        yield store


@pytest.fixture(scope="module")
def web_app(web_store: Store) -> Any:
    pytest.importorskip("fastapi", reason="the page needs mastermine[web]")
    from mastermine.web.app import create_app

    return create_app(web_store)


@pytest.fixture(scope="session")
def browse() -> Callable[[Any], Any]:
    """A function that gives a browser for an application: it has no cookie yet."""
    pytest.importorskip("httpx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The client recommends another library than this one.
        from fastapi.testclient import TestClient

    return partial(TestClient, raise_server_exceptions=False)


@pytest.fixture(scope="session")
def serve(browse: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function that gives a browser for a server of its own on a store."""
    pytest.importorskip("fastapi", reason="the page needs mastermine[web]")
    from mastermine.web.app import create_app

    return lambda store, **options: browse(create_app(store, **options))


@pytest.fixture
def web(web_app: Any, browse: Callable[[Any], Any]) -> Iterator[Any]:
    with browse(web_app) as client:
        yield client
