"""What requests and answers look like, for checks and for the documentation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from mastermine.registry import MASTERMIND

Short = Annotated[str, Field(max_length=200)]
"""A name, a move, rules."""
Long = Annotated[str, Field(max_length=200_000)]
"""A board or a layout; the largest has 10,000 cells, and may be drawn with room between them."""
Seed = int | Short


RULES_FORMS = ("a text", "a level")
"""The ways to name the rules of a game: these tags are in the errors of pydantic."""


def _rules_form(value: object) -> str:
    return RULES_FORMS[isinstance(value, dict)]


Level = dict[Short, bool | int | Short | None]
Rules = Annotated[
    Annotated[Short, Tag("a text")] | Annotated[Level, Tag("a level")], Discriminator(_rules_form)
]


class Request(BaseModel):
    """The body of a request: fields that are not known are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Request):
    """What is to be played. All fields may be left out; a link or a daily puzzle stands alone."""

    rules: Rules | None = Field(
        None,
        description="a text, or a level with other values in fields of its game's form",
        examples=["classic", "expert", "5x8", "9x9x10", {"level": "classic", "places": 5}],
    )
    mode: Short | None = Field(None, description="computer, adversary, or person (Mastermind)")
    keep: Short | None = Field(
        None, description="what an adversary of Mastermind keeps: largest (if not said) or hardest"
    )
    seed: Seed | None = Field(None, description="any text: the same seed is the same game")
    secret: Long | None = Field(None, description="a code, or a layout, to be hidden")
    strategy: Short | None = Field(None, description="who gives hints, or guesses")
    colours: list[Short] | None = Field(None, max_length=70, description="their names")
    players: list[Short] | None = Field(None, max_length=10, description="a contest of people")
    rounds: int | None = None
    score: Short | None = Field(None, description="rounds, points, or fewest")
    daily: Short | None = Field(None, description="the level of a daily puzzle")
    link: Long | None = Field(None, description="a link that somebody shared")


class NewMove(Request):
    """A move as text, and the version of the game that the player saw."""

    move: Annotated[str, Field(max_length=20_000, examples=["guess 1122", "click 3,4", "undo"])]
    version: int | None = Field(None, description="refused with 409 when the game has moved on")


class Mistake(BaseModel):
    """What was wrong."""

    kind: str = Field(examples=["IllegalMove"])
    message: str = Field(description="one line for a person")
    field: str | None = Field(
        None, description="what of a new game is wrong, such as rounds or rules.places"
    )
    cells: list[str] | None = Field(None, description="numbers that disagree, as x,y")
    row: int | None = Field(None, description="the first row with which nothing is left, from 1")


class Failure(BaseModel):
    """The body of every answer that is no success."""

    error: Mistake
    game: dict[str, Any] | None = Field(None, description="with 409: the game as it is now")


class State(BaseModel):
    """What a player may see of a game."""

    model_config = ConfigDict(extra="allow")

    id: str
    game: Literal["mastermind", "minesweeper", "contest", "race"]
    rules: str
    version: int
    level: str | None


# Not as a model, which would be said to be of the type of what an endpoint gives, such as HTML.
_FAILURE = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"description": told, "content": _FAILURE}
    for code, told in {
        400: "a text that means nothing here",
        403: "asked by a page of another site, or about a run that somebody else began",
        404: "there is no such thing",
        413: "the body is too large",
        415: "the body is no JSON",
        421: "the server is called by a name that is not its own",
        422: "a request of another form, or more than can be done",
        429: "too many requests",
        503: "the store cannot be read or written",
    }.items()
}
"""The answers that every endpoint may give."""

CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": Failure, "description": "the game has moved on: it is in the answer"}
}


Row = Annotated[list[Short], Field(min_length=2, max_length=2)]


class Position(Request):
    """A game on the table: rows of Mastermind, or a board of Minesweeper."""

    rules: Short | None = Field(None, examples=["classic"])
    turns: Annotated[list[Row], Field(max_length=200)] | None = Field(
        None,
        description="guesses and their answers",
        examples=[[["1122", "1B 0W"], ["1344", "0B 2W"]]],
    )
    board: Long | None = Field(
        None, description="rows of 0 to 8, # for a closed cell, F for a flag, * for a known mine"
    )
    mines: Annotated[int, Field(ge=0, le=10_000)] | None = Field(
        None, description="how many mines there are in all"
    )
    strategy: Short | None = Field(None, examples=["knuth"])

    @property
    def game(self) -> str:
        """The game of which this is a position: a board is one of Minesweeper."""
        return "minesweeper" if self.board is not None else MASTERMIND


class Evaluated(Request):
    """A strategy that is to play every code."""

    rules: Short = Field(examples=["classic"])
    strategy: Short = Field("knuth", examples=["knuth"])


class Solved(Request):
    """A game that a strategy is to play."""

    rules: Short = Field(examples=["classic"])
    secret: Long | None = Field(None, examples=["3411"])
    strategy: Short | None = Field(None, examples=["knuth"])
    seed: Seed | None = Field(None, examples=["any text"])


class Figures(BaseModel):
    """What a strategy needs over every code."""

    strategy: str
    total: int
    average: float
    worst: int
    histogram: dict[str, int] = Field(description="codes by the guesses that they take")
    exact: bool = Field(description="false for a strategy that draws random numbers")
    standard_error: float | None
