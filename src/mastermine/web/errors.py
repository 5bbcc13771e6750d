"""Error responses: one line for the user, and the kind of error."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from mastermine.arena.store import StoreError, UnknownRun
from mastermine.core.errors import (
    Contradiction,
    IllegalMove,
    InvalidSpec,
    MastermineError,
    StrategyFailed,
    TooLarge,
    one_line,
)
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, printable, speaking
from mastermine.session.forms import not_list, not_text
from mastermine.session.saved.saved_games import Missing
from mastermine.web.assets import page
from mastermine.web.languages import requested_language
from mastermine.web.schemas import RULES_FORMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import FastAPI, Request, Response

    from mastermine.arena.store import Store


log = logging.getLogger(__name__)


class NotFound(MastermineError):
    """A resource that does not exist, or belongs to somebody else."""


class OutOfDate(MastermineError):
    """A move for an old version of a game; ``game`` is its current state."""

    def __init__(self, message: str, game: dict[str, Any]) -> None:
        super().__init__(message)
        self.game = game


class TooLong(TooLarge):
    """Work that exceeded its time limit."""


class TooMany(MastermineError):
    """Too many requests; retry after ``seconds``."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


class Refused(MastermineError):
    """A refused request, with its HTTP status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def check_store(store: Store) -> None:
    """Raises StoreError if the file of the store is gone, so that no game is lost silently."""
    if store.lost():
        raise StoreError(
            _(
                "{store} was removed or replaced while it was in use; restore it, or restart the "
                "server"
            ).format(store=store.name)
        )


STATUS: dict[type[MastermineError], int] = {
    NotFound: 404,
    Missing: 404,
    OutOfDate: 409,
    TooMany: 429,
    IllegalMove: 400,
    InvalidSpec: 400,
    TooLarge: 422,
    Contradiction: 422,
    StrategyFailed: 422,
    StoreError: 503,
}


def body(kind: str, message: str, **more: Any) -> dict[str, Any]:
    """Returns the JSON of an error response."""
    return {"error": {"kind": kind, "message": printable(one_line(message)), **more}}


def public(error: MastermineError, shared: bool) -> MastermineError:
    """Returns an error as clients may see it: on a ``shared`` server without the store's name."""
    if isinstance(error, UnknownRun):
        return NotFound(_("there is no such run; it may have been removed"))
    if not (shared and isinstance(error, StoreError)):
        return error
    log.warning("%s", one_line(str(error)))
    return StoreError(_("the store cannot be used; try again later"))


def answer(error: MastermineError) -> JSONResponse:
    """Returns the response to an error."""
    content = body(type(error).__name__, str(error), **error.details())
    headers = {}
    match error:
        case OutOfDate():
            content["game"] = error.game
        case TooMany():
            headers["Retry-After"] = str(error.seconds)
    return JSONResponse(content, status_of(error), headers)


def status_of(error: MastermineError) -> int:
    """Returns the HTTP status of an error."""
    if isinstance(error, Refused):
        return error.status
    for kind in type(error).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return 422


def add_handlers(app: FastAPI) -> None:
    """Registers the handlers of all errors."""

    @app.exception_handler(MastermineError)
    async def mistake(request: Request, error: MastermineError) -> JSONResponse:
        return answer(public(error, request.app.state.shared))

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse(body("InvalidRequest", **_invalid(error.errors())), 422)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        path, method = request.url.path, request.method
        match error.status_code:
            case 404 if "text/html" in request.headers.get("accept", ""):
                return HTMLResponse(page("404.html"), 404)
            case 404:
                kind, message = "NotFound", _("there is nothing at {path}").format(path=path)
            case 405:
                kind = "NotAllowed"
                message = _("{path} does not support {method}; see /docs").format(
                    path=path, method=method
                )
            case 400:
                kind, message = "InvalidRequest", _("the request cannot be read")
            case _:
                kind, message = "InvalidRequest", str(error.detail)
        return JSONResponse(body(kind, message), error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, _error: Exception) -> JSONResponse:
        # The server logs the error. This handler is outside LanguageMiddleware.
        with speaking(requested_language(request)):
            message = _("internal server error; no game is lost, try again")
        # This handler is outside the middleware that adds them.
        from mastermine.web.security import HEADERS

        headers = {**HEADERS, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
        return JSONResponse(body("ServerError", message), 500, headers)


NO_NAMES = ("body", "query", "path", "bool", "int", "constrained-int", "constrained-str", "[key]")
"""Names of pydantic for the parts of a request, and for the types of a seed."""
OTHER_TYPES = ("bool_type", "int_type", "int_from_float", "string_type")
"""Errors of pydantic for a value of the wrong type."""


def _invalid(errors: Sequence[Any]) -> dict[str, str]:
    """Describes the first error of a request: its message, and its field, if it has one."""
    # Of the alternatives of a union, the one that matched the type counts.
    first = next((each for each in errors if each["type"] not in OTHER_TYPES), errors[0])
    location = [part for part in first["loc"] if part not in RULES_FORMS]
    where = [str(part) for part in location if part not in NO_NAMES]
    if first["type"] == "json_invalid":
        return {"message": _("the request is not JSON")}
    if not where:
        return {"message": _("the request must be a JSON object of the form shown in /docs")}
    name = ".".join(where)
    if len(where) < len(location) - 1 and first["type"] in OTHER_TYPES:
        # Translators: {name} is the name of a field of a request, such as rounds, also below.
        return {"message": _("{name} must be a number or text").format(name=name), "field": name}
    return {"message": _validation_message(first, name), "field": name}


def _validation_message(first: Any, name: str) -> str:
    """Describes an error of a field in plain words."""
    match first["type"]:
        case "missing":
            return _("{name} is missing").format(name=name)
        case "extra_forbidden":
            return _("there is no field {name}").format(name=name)
    context = first.get("ctx", {})
    match first["type"]:
        case "int_type" | "int_parsing" | "int_parsing_size" | "int_from_float":
            return _("{name} must be a whole number").format(name=name)
        case "float_type" | "float_parsing" | "finite_number":
            return _("{name} must be a number").format(name=name)
        case "string_type":
            return not_text(name)
        case "bool_type" | "bool_parsing":
            return _("{name} must be true or false").format(name=name)
        case "list_type":
            return not_list(name)
        case "greater_than_equal":
            return _("{name} must be at least {n}").format(name=name, n=whole(context["ge"]))
        case "less_than_equal":
            return _("{name} must be at most {n}").format(name=name, n=whole(context["le"]))
        case "literal_error" | "enum":
            # Translators: between alternatives, with the spaces.
            choices = context["expected"].replace(" or ", _(" or "))
            # Translators: {name} is a field of a request, {wanted} such as 'light' or 'dark'.
            return _("{name} must be {wanted}").format(name=name, wanted=choices)
        case "too_short" | "string_too_short":
            least = whole(context["min_length"])
            return _("{name} is too short: at least {n}").format(name=name, n=least)
        case "too_long" | "string_too_long":
            most = whole(context["max_length"])
            return _("{name} is too long: at most {n}").format(name=name, n=most)
    return _("{name} has the wrong form; see /docs").format(name=name)
