"""Tools of an assistant: a session on stdio as the document shows it, and what is refused."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.documents.reading import blocks, matches

from mastermine.cli import main

needs_mcp = pytest.mark.skipif(
    importlib.util.find_spec("mcp") is None, reason="needs mastermine[mcp]"
)
DOCUMENT = (Path(__file__).parents[2] / "docs/how-to/assistant.md").read_text("utf-8")


def text_of(result: Any) -> str:
    """The text of a result of a tool, which is all of it."""
    [content] = result.content
    return str(content.text)


def test_a_missing_library_names_its_extra(monkeypatch):
    find = importlib.util.find_spec
    without = {"mcp": None}
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: without[name] if name in without else find(name)
    )
    done = CliRunner().invoke(main, ["mcp"])
    assert done.exit_code == 2
    assert done.stderr == ("mastermine: an assistant needs mcp: pip install 'mastermine[mcp]'\n")


@needs_mcp
def test_a_session_on_stdio_is_as_the_document_shows(tmp_path):
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    [transcript] = [block.text for block in blocks(DOCUMENT) if block.marked("assistant")]
    asked = [line[2:] for line in transcript.splitlines() if line.startswith("> ")]
    shown = [line[2:] for line in transcript.splitlines() if line.startswith("< ")]
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "mastermine", "mcp", "--store", str(tmp_path / "store.sqlite")],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
    )

    async def converse() -> tuple[list[str], list[Any]]:
        answered: list[str] = []
        game = "ID"
        async with Client(stdio_client(command), mode="legacy") as client:
            for line in asked:
                name, _space, given = line.partition(" ")
                result = await client.call_tool(name, json.loads(given.replace("ID", game)))
                text = text_of(result)
                found = json.loads(text)
                assert result.is_error == ("error" in found), line
                game = found.get("id", game)
                answered.append(text.replace(game, "ID"))
            return answered, (await client.list_tools()).tools

    answered, tools = asyncio.run(converse())
    for line, before, found in zip(asked, shown, answered, strict=True):
        assert matches(before, found), f"{line}\nanswers\n{found}\nand the document shows\n{before}"
    assert len(tools) > 10
    assert (tmp_path / "mastermine/assistant").stat().st_mode & 0o077 == 0


@needs_mcp
def test_the_document_lists_the_tools():
    from mastermine.web.assistant import TOOLS

    for name, tool in TOOLS.items():
        path = tool.path.replace("{what}", tool.fixed.get("what", "{what}"))
        assert f"| `{name}` | `{tool.method.upper()} {path}`" in DOCUMENT
    assert DOCUMENT.count("/api/") == len(TOOLS)


@pytest.fixture
def use(web_app) -> Callable[..., Any]:
    """A function that calls tools, one after the other: the last result."""
    httpx2 = pytest.importorskip("httpx2", reason="needs mastermine[mcp]")
    pytest.importorskip("mcp", reason="needs mastermine[mcp]")
    from mastermine.web.assistant import Assistant
    from mastermine.web.owner import COOKIE

    def of(work: Callable[[Assistant], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            async with httpx2.AsyncClient(
                transport=httpx2.ASGITransport(web_app),
                base_url="http://localhost",
                cookies={COOKIE: "t" * 32},
            ) as client:
                return await work(Assistant(web_app, client))

        return asyncio.run(run())

    return of


def test_schemas_are_whole(use):
    async def tools(assistant):
        return assistant.tools()

    for tool in use(tools):
        schema = tool.input_schema
        assert "$ref" not in json.dumps(schema), tool.name
        assert set(schema["required"]) <= set(schema["properties"]), tool.name
        assert "what" not in schema["properties"] or tool.name == "help"


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("nothing", {}, "there is no tool 'nothing'; known are: new_game, list_games, "),
        ("show_game", {}, "id is missing"),
        ("show_game", {"id": ""}, "id is missing"),
        ("show_game", {"id": "unknown"}, "this game no longer exists"),
        ("show_game", {"id": "../about"}, "there is nothing at"),
        ("presets", {"game": "chess"}, "there is no field game"),
        ("new_game", {"rule": "classic"}, "there is no field rule"),
        ("new_game", {"rules": "nothing"}, "nothing"),
        ("new_game", {"strategy": "cmd:ls"}, "'cmd:ls' is not a strategy of this server"),
        ("new_game", {"strategy": "./mine.py"}, "'./mine.py' is not a strategy of this server"),
        ("suggest", {"strategy": "cmd:ls"}, "'cmd:ls' is not a strategy of this server"),
        ("strategies", {"game": "chess"}, "game must be 'mastermind' or 'minesweeper'"),
        ("analyse", {"board": "#9"}, "9"),
    ],
)
def test_bad_input_is_an_error_of_the_tool(use, name, given, message):
    result = use(lambda assistant: assistant.call(name, given))
    assert result.is_error
    found = json.loads(text_of(result))["error"]["message"]
    assert message in found
    assert "\n" not in found


@pytest.mark.parametrize("rules", ["classic", "beginner"])
def test_the_secret_stays_hidden_until_the_end(use, rules):
    async def play(assistant):
        game = json.loads(text_of(await assistant.call("new_game", {"rules": rules})))
        states = [game]
        moves = ["guess 1122" if rules == "classic" else "click 0,0", "give up"]
        for move in moves:
            result = await assistant.call("move", {"id": game["id"], "move": move})
            states.append(json.loads(text_of(result)))
        return states

    *before, after = use(play)
    assert [state["secret"] for state in before] == [None, None]
    assert [state["seed"] for state in before] == [None, None]
    assert after["secret"]
    assert after["outcome"] == "lost"
