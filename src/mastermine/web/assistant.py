"""The Model Context Protocol on stdio: an assistant uses endpoints of the API as its tools.

Each tool is one request to the application of ``create_app``, in this process and without a port.
So arguments, results, limits and errors are those of the API. Source of the protocol:
https://modelcontextprotocol.io (Anthropic, 2024).
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx2
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from mastermine import __version__
from mastermine.i18n.text import _, nearest, spoken
from mastermine.system.folders import state_folder, write_at_once
from mastermine.web.app import create_app
from mastermine.web.errors import body
from mastermine.web.owner import COOKIE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI

    from mastermine.arena.store import Store

INSTRUCTIONS = """\
Play, referee and teach two games: Mastermind and Minesweeper. new_game returns the id of a game, \
which other tools take. The secret stays hidden until the game is over. In Mastermind a move is \
"guess 1122"; if the person has hidden a code (mode "person"), the computer proposes guesses, and \
the person's reply is "answer 1B 2W": 1 black peg, 2 white pegs. In Minesweeper a move is "click \
3,4", "flag 3,4" or "chord 3,4". Cells are x,y from 0,0 at the top left; # is a closed cell. In \
both games: "undo", "redo", "give up". Use the tools, not your own reasoning, for all that must be \
right: answers, possible codes, chances of mines."""

GAME = "/api/games/{id}"
HELP = f"{GAME}/help/{{what}}"


@dataclass(frozen=True)
class Endpoint:
    """An endpoint of the API as a tool."""

    does: str
    """Description for the assistant."""
    method: str
    path: str
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Arguments that the tool sets itself."""
    only: str | None = None
    """Part of each game in the response that is the result [default: the whole response]."""


TOOLS = {
    "new_game": Endpoint("Start a game, such as rules classic or 9x9x10.", "post", "/api/games"),
    "list_games": Endpoint("List the unfinished games.", "get", "/api/games"),
    "show_game": Endpoint("Show a game as its player may see it.", "get", GAME),
    "move": Endpoint(
        "Make a move: guess 1122, answer 1B 2W; click 3,4, flag 3,4, chord 3,4; undo, redo, give "
        "up. A version, if given, must be the current one of the game.",
        "post",
        f"{GAME}/moves",
    ),
    "hint": Endpoint(
        "Give a hint: first where to look; if called again the move, then its reasons. It counts.",
        "post",
        HELP,
        {"what": "tip"},
    ),
    "candidates": Endpoint(
        "Count the codes that are possible in a game of Mastermind; list the first 100. It counts.",
        "post",
        HELP,
        {"what": "candidates"},
    ),
    "probabilities": Endpoint(
        "Compute the chance of a mine in each cell of a game of Minesweeper. It counts.",
        "post",
        HELP,
        {"what": "probabilities"},
    ),
    "help": Endpoint(
        "Give other help with a game, which counts. what: hint (the whole hint at once) or why; in "
        "Minesweeper also steps, check, guess, efficient, and why with a cell.",
        "post",
        HELP,
    ),
    "review": Endpoint("Rate each move of a game: skill and luck.", "get", f"{GAME}/review"),
    "analyse": Endpoint(
        "Analyse a position of no game: rules and turns of Mastermind, or a board and its mines.",
        "post",
        "/api/analyse",
    ),
    "suggest": Endpoint(
        "Suggest the next move in a position of no game, with reasons.", "post", "/api/hint"
    ),
    "presets": Endpoint("List the named rules of both games.", "get", "/api/presets"),
    "strategies": Endpoint(
        "List the strategies of both games.", "get", "/api/about", only="strategies"
    ),
}


class Assistant:
    """The tools of one assistant."""

    def __init__(self, app: FastAPI, client: httpx2.AsyncClient) -> None:
        self._described = app.openapi()
        self._client = client

    def tools(self) -> list[types.Tool]:
        """Describes all tools."""
        return [
            types.Tool(
                name=name,
                description=tool.does,
                input_schema=self._schema(tool),
                annotations=types.ToolAnnotations(
                    read_only_hint=tool.method == "get", open_world_hint=False
                ),
            )
            for name, tool in TOOLS.items()
        ]

    async def call(self, name: str, given: Mapping[str, Any]) -> types.CallToolResult:
        """Sends the request of a tool; returns the JSON of the response."""
        if name not in TOOLS:
            message = _("there is no tool {name!r}; {hint}")
            return _failed(message.format(name=name, hint=nearest(name, TOOLS)))
        tool = TOOLS[name]
        query: dict[str, str] = {}
        path, rest = tool.path, dict(given)
        for each in self._parameters(tool):
            parameter = each["name"]
            value = tool.fixed.get(parameter) or rest.pop(parameter, None)
            if value in (None, ""):
                if each["required"]:
                    return _failed(_("{name} is missing").format(name=parameter), parameter)
            elif each["in"] == "path":
                path = path.replace(f"{{{parameter}}}", quote(str(value), safe=""))
            else:
                query[parameter] = str(value)
        if rest and self._body(tool) is None:
            unknown = next(iter(rest))
            return _failed(_("there is no field {name}").format(name=unknown), unknown)
        more: dict[str, Any] = {} if self._body(tool) is None else {"json": rest}
        response = await self._client.request(tool.method, path, params=query, **more)
        text = response.text
        if tool.only is not None and response.is_success:
            games = response.json()["games"].items()
            text = _json({game: parts[tool.only] for game, parts in games})
        return _result(text, error=not response.is_success)

    def _operation(self, tool: Endpoint) -> dict[str, Any]:
        found: dict[str, Any] = self._described["paths"][tool.path][tool.method]
        return found

    def _parameters(self, tool: Endpoint) -> list[dict[str, Any]]:
        """Returns the parameters in the address."""
        found: list[dict[str, Any]] = self._operation(tool).get("parameters", [])
        return found

    def _body(self, tool: Endpoint) -> dict[str, Any] | None:
        """Returns the schema of the body; None if the request has no body."""
        if "requestBody" not in self._operation(tool):
            return None
        content = self._operation(tool)["requestBody"]["content"]["application/json"]
        name = content["schema"]["$ref"].rpartition("/")[2]
        found: dict[str, Any] = self._described["components"]["schemas"][name]
        return found

    def _schema(self, tool: Endpoint) -> dict[str, Any]:
        """Returns the schema of all arguments: those in the address, and those in the body."""
        asked = [
            each
            for each in self._parameters(tool)
            if each["name"] not in tool.fixed and (each["required"] or not tool.fixed)
        ]
        schema = self._body(tool) or {"type": "object", "properties": {}}
        properties = {each["name"]: each["schema"] for each in asked} | schema["properties"]
        required = [each["name"] for each in asked if each["required"]]
        return {
            **schema,
            "properties": properties,
            "required": [*required, *schema.get("required", [])],
            "additionalProperties": False,
        }


def _failed(message: str, name: str | None = None) -> types.CallToolResult:
    more = {} if name is None else {"field": name}
    return _result(_json(body("InvalidRequest", message, **more)), error=True)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _result(text: str, *, error: bool) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=error)


def owner_token() -> str:
    """Returns the token that identifies the assistants of this user, whose games it keeps.

    It is random, and stored in the user's folder for program state. Raises OSError, InvalidSpec.
    """
    file = state_folder() / "assistant"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_at_once(file, secrets.token_urlsafe(24))
    return file.read_text("utf-8")


async def converse(store: Store) -> None:
    """Serves the tools on standard input and output until the input ends."""
    app = create_app(store)
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    client = httpx2.AsyncClient(
        transport=transport,
        base_url="http://localhost",
        cookies={COOKIE: owner_token()},
        headers={"Accept-Language": spoken().tag},
    )
    assistant = Assistant(app, client)

    async def list_tools(_context: Any, _given: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=assistant.tools())

    async def call_tool(_context: Any, given: types.CallToolRequestParams) -> types.CallToolResult:
        return await assistant.call(given.name, given.arguments or {})

    server = Server(
        "mastermine",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    async with app.router.lifespan_context(app), client, stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
