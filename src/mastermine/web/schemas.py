"""Schemas of requests and responses, for validation and documentation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from mastermine.registry import MASTERMIND

Short = Annotated[str, Field(max_length=200)]
"""A name, a move, rules."""
Long = Annotated[str, Field(max_length=200_000)]
"""A board or a layout; the largest has 10,000 cells, and may contain spaces."""
Seed = int | Short


RULES_FORMS = ("a text", "a level")
"""Forms of the rules of a game; pydantic uses these tags in its errors."""


def _rules_form(value: object) -> str:
    return RULES_FORMS[isinstance(value, dict)]


Level = dict[Short, bool | int | Short | None]
Rules = Annotated[
    Annotated[Short, Tag("a text")] | Annotated[Level, Tag("a level")], Discriminator(_rules_form)
]


class Request(BaseModel):
    """Body of a request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Request):
    """Setup of a new game. All fields are optional; a link or a daily puzzle excludes others."""

    rules: Rules | None = Field(
        None,
        description="a text, or a level with other values in fields of its game's form",
        examples=["classic", "expert", "5x8", "9x9x10", {"level": "classic", "places": 5}],
    )
    mode: Short | None = Field(None, description="computer, adversary, or person (Mastermind)")
    keep: Short | None = Field(
        None, description="goal of an adversary in Mastermind: largest (default) or hardest"
    )
    seed: Seed | None = Field(None, description="any text: the same seed is the same game")
    secret: Long | None = Field(None, description="the hidden code or layout")
    strategy: Short | None = Field(None, description="strategy that gives hints, or guesses")
    colours: list[Short] | None = Field(None, max_length=70, description="their names")
    players: list[Short] | None = Field(None, max_length=10, description="names, for a match")
    rounds: int | None = None
    score: Short | None = Field(None, description="rounds, points, pegs, or fewest")
    draw: Short | None = Field(None, description="shared, or hints: fewer of them win a draw")
    daily: Short | None = Field(None, description="the level of a daily puzzle")
    link: Long | None = Field(None, description="a shared link")


class NewMove(Request):
    """A move as text, and the version of the game that the player saw."""

    move: Annotated[str, Field(max_length=20_000, examples=["guess 1122", "click 3,4", "undo"])]
    version: int | None = Field(None, description="refused with 409 if it is not the current one")


class Mistake(BaseModel):
    """Description of an error."""

    kind: str = Field(examples=["IllegalMove"])
    message: str = Field(description="one line for the user")
    field: str | None = Field(
        None, description="invalid field of the request, such as rounds or rules.places"
    )
    cells: list[str] | None = Field(None, description="contradictory numbers, as x,y")
    row: int | None = Field(None, description="first row after which no code is possible, from 1")
    rows: list[int] | None = Field(
        None, description="rows whose answers contradict each other, from 1"
    )
    repairs: list[str] | None = Field(
        None, description="sentences: which answers alone may be wrong, and what they could be"
    )


class Failure(BaseModel):
    """Body of every error response."""

    error: Mistake
    game: dict[str, Any] | None = Field(None, description="with 409: the current state of the game")


class State(BaseModel):
    """Visible state of a game."""

    model_config = ConfigDict(extra="allow")

    id: str
    game: Literal["mastermind", "minesweeper", "contest", "race"]
    rules: str
    version: int
    level: str | None
    description: str = Field(description="the rules in words")
    messages: dict[str, Any] = Field(
        description="sentences about the game in the language of the request, by name"
    )


# Not a model: FastAPI would document it with the media type of the endpoint, such as HTML.
_FAILURE = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"description": description, "content": _FAILURE}
    for code, description in {
        400: "invalid text",
        403: "request from a page of another site, or for a run of somebody else",
        404: "not found",
        413: "the body is too large",
        415: "the body is not JSON",
        421: "the host name is not one of this server",
        422: "invalid request, or a task that is too large",
        429: "too many requests",
        503: "the store cannot be read or written",
    }.items()
}
"""Error responses of every endpoint."""

CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": Failure, "description": "the game has changed: it is in the response"}
}


Row = Annotated[list[Short], Field(min_length=2, max_length=2)]


class Position(Request):
    """A position: rows of Mastermind, or a board of Minesweeper."""

    rules: Short | None = Field(None, examples=["classic"])
    turns: Annotated[list[Row], Field(max_length=200)] | None = Field(
        None,
        description="guesses and their answers, ? for one that you do not know",
        examples=[[["1122", "1B 0W"], ["1344", "0B 2W"]]],
    )
    board: Long | None = Field(
        None, description="rows of 0 to 8, # for a closed cell, F for a flag, * for a known mine"
    )
    mines: Annotated[int, Field(ge=0, le=10_000)] | None = Field(
        None, description="total number of mines, if you know it"
    )
    strategy: Short | None = Field(None, examples=["knuth"])
    efficient: bool = Field(
        False,
        description="an analysis also names flags and a click that open the board efficiently",
    )
    agreed: bool = Field(
        True,
        description="false: refuses with 409 if it would count as a hint in a game of yours",
    )

    @property
    def game(self) -> str:
        """Game of the position: Minesweeper if there is a board."""
        return "minesweeper" if self.board is not None else MASTERMIND


class Written(Request):
    """A position as a text, a link or a file."""

    text: Long | None = None
    file: Long | None = Field(None, description="the bytes of a file, in base64")
    name: Literal["mastermind", "minesweeper"] = Field(
        "minesweeper", description="the game, unless the text says it"
    )
    rules: Short | None = Field(None, description="rules of the rows of Mastermind")


EXAMPLE_ROWS = "NHg2CjExMjIgMUIgMFcKMTM0NCAwQiAxVwo="
"""Two rows of Mastermind after their rules, ``4x6``."""


class RecordedFile(Request):
    """A game in a file of another program."""

    name: Short = Field(description="its name", examples=["rows.txt"])
    file: Annotated[str, Field(max_length=900_000)] = Field(
        description="its bytes, in base64", examples=[EXAMPLE_ROWS]
    )
    rules: Short | None = Field(
        None, description="rules of rows of Mastermind, unless the first line has them"
    )


class Evaluated(Request):
    """Evaluation of a strategy on every code."""

    rules: Short = Field(examples=["classic"])
    strategy: Short = Field("knuth", examples=["knuth"])


class Solved(Request):
    """A game for a strategy to play."""

    rules: Short = Field(examples=["classic"])
    secret: Long | None = Field(None, examples=["3411"])
    strategy: Short | None = Field(None, examples=["knuth"])
    seed: Seed | None = Field(None, examples=["any text"])


class Reason(BaseModel):
    """A step of the explanation of rows of Mastermind."""

    rule: str = Field(description="name of the rule in English")
    name: str = Field(description="name of the rule in the language of the request")
    rows: list[int] = Field(description="the rows that it uses, from 1")
    sentence: str
    known: list[str | None] = Field(description="the places that are certain after it")


class PuzzleView(BaseModel):
    """A puzzle: rows that exactly one code fits, with the explanation."""

    rules: str
    colours: tuple[str, ...] | None = Field(description="names of the pegs, if they were given")
    described: str = Field(description="the rules in words")
    shape: dict[str, Any] = Field(description="what is needed to draw a board, as in a game")
    turns: list[tuple[str, str]]
    answers: dict[str, tuple[str, str]] = Field(description="short text and words of each answer")
    sentences: list[str] = Field(description="the answer in each row as a sentence")
    legend: str = Field(description="the marks of the answers, explained")
    question: str
    grade: str
    graded: str = Field(description="the grade in the language of the request")
    how: str = Field(description="a heading for the steps")
    steps: list[Reason]
    end: str = Field(description="a sentence after the last step")
    code: str


class Tried(BaseModel):
    """A code that was tried in a puzzle."""

    right: bool
    row: int | None = Field(description="the first row that it contradicts, from 1")
    sentence: str


class Figures(BaseModel):
    """Guesses of a strategy over all codes."""

    strategy: str
    total: int
    average: float
    worst: int
    histogram: dict[str, int] = Field(description="number of codes by number of guesses")
    exact: bool = Field(description="false for a strategy that draws random numbers")
    standard_error: float | None
