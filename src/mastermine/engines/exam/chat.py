"""Requests to a chat model: the common shape of chat completions over HTTP."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from http.client import HTTPException
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from mastermine import __version__
from mastermine.core.errors import InvalidSpec, one_line, system_reason
from mastermine.engines.process import EngineFailed, too_long
from mastermine.i18n.text import _, shortened

if TYPE_CHECKING:
    from http.client import HTTPResponse

KEY_VARIABLE = "MASTERMINE_API_KEY"
"""Environment variable with the key of the server; nothing else holds it."""

PATH = "/chat/completions"

PAUSE_SECONDS = 2.0
"""Time before the first retry; it doubles with each."""
MAX_PAUSE_SECONDS = 60.0

MAX_RESPONSE_BYTES = 16 << 20
CHUNK_BYTES = 1 << 16
MAX_SHOWN_LETTERS = 200

PASSING = (408, 409, 425, 429)
"""Statuses below 500 that a retry may cure."""


class _Passing(Exception):
    """A failure that a retry may cure; ``seconds``: the pause that the server asks for."""

    def __init__(self, reason: str, seconds: float = 0.0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect, which would send the key elsewhere."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


@dataclass(frozen=True)
class Chat:
    """A chat model behind a server."""

    url: str
    """Address of the server, such as ``http://localhost:8080/v1``."""
    model: str
    temperature: float | None = None
    """None for the default of the server."""
    seconds: float = 120.0
    """Time limit of one request."""
    retries: int = 3

    def __post_init__(self) -> None:
        """Raises InvalidSpec for an address that is none."""
        try:
            parts = urlsplit(self.url)
            valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            valid = False
        if not valid:
            raise InvalidSpec(
                _("{url!r} is not an address; write one like http://localhost:8080/v1").format(
                    url=self.url
                )
            )
        if "@" in parts.netloc:
            raise InvalidSpec(
                _("the address must not contain a key; set {variable} instead").format(
                    variable=KEY_VARIABLE
                )
            )

    @property
    def settings(self) -> dict[str, object]:
        """All that the answers depend on, as JSON values."""
        chosen = {} if self.temperature is None else {"temperature": self.temperature}
        return {"player": self.url, "model": self.model, **chosen}

    def complete(self, prompt: str) -> tuple[str, tuple[int, int] | None]:
        """Returns the answer to a prompt, and the numbers of tokens of both, if they are counted.

        Raises EngineFailed after the last retry, and InvalidSpec if the server refuses the request.
        """
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
        }
        if self.temperature is not None:
            body["temperature"] = self.temperature
        data = json.dumps(body).encode()
        for retry in range(self.retries + 1):
            try:
                return _content(self._post(data))
            except _Passing as error:
                if retry == self.retries:
                    raise EngineFailed(str(error)) from None
                sleep(min(max(PAUSE_SECONDS * 2**retry, error.seconds), MAX_PAUSE_SECONDS))
        raise AssertionError

    def _post(self, data: bytes) -> bytes:
        """Sends a request; returns the body of the response. Raises _Passing, InvalidSpec."""
        url = self.url.rstrip("/")
        headers = {"Content-Type": "application/json", "User-Agent": f"mastermine/{__version__}"}
        if key := os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = f"Bearer {key}"
        request = Request(url if url.endswith(PATH) else url + PATH, data, headers)
        deadline = monotonic() + self.seconds
        try:
            with build_opener(_NoRedirect).open(request, timeout=self.seconds) as response:
                return self._read(response, deadline)
        except HTTPError as error:
            with error:
                raise self._refusal(error, key or "") from None
        except TimeoutError:
            raise _Passing(str(too_long(self.seconds))) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise _Passing(str(too_long(self.seconds))) from None
            text = system_reason(reason) if isinstance(reason, OSError) else str(reason)
            raise _Passing(
                # Translators: a clause; {reason} is such as "connection refused".
                _("the connection failed: {reason}").format(reason=one_line(text))
            ) from None

    def _read(self, response: HTTPResponse, deadline: float) -> bytes:
        """Reads a body. Raises _Passing, TimeoutError."""
        body = b""
        while chunk := response.read1(CHUNK_BYTES):
            body += chunk
            if monotonic() > deadline:
                raise TimeoutError
            if len(body) > MAX_RESPONSE_BYTES:
                raise _Passing(_("its answer is too long"))
        return body

    def _refusal(self, error: HTTPError, key: str) -> Exception:
        """Returns the error for a status that is not 200."""
        try:
            said = error.read(CHUNK_BYTES).decode(errors="replace")
        except (OSError, HTTPException):
            said = ""
        if key:
            said = said.replace(key, "…")
        reason = _("the server answers {status}: {text}").format(
            status=error.code, text=shortened(one_line(said), MAX_SHOWN_LETTERS) or error.reason
        )
        if error.code < 500 and error.code not in PASSING:
            return InvalidSpec(reason)
        asked = error.headers.get("Retry-After", "")
        return _Passing(reason, float(asked) if asked.isdecimal() else 0.0)


def _content(body: bytes) -> tuple[str, tuple[int, int] | None]:
    """Returns the text of a chat completion, and the numbers of tokens. Raises _Passing."""
    try:
        found = json.loads(body)
        text = found["choices"][0]["message"]["content"]
        if not isinstance(text, str):
            raise TypeError(text)
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        said = shortened(one_line(body[:CHUNK_BYTES].decode(errors="replace")), MAX_SHOWN_LETTERS)
        raise _Passing(_("its answer is no chat completion: {text}").format(text=said)) from None
    usage = found.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    asked, answered = counts.get("prompt_tokens"), counts.get("completion_tokens")
    if isinstance(asked, int) and isinstance(answered, int):
        return text, (asked, answered)
    return text, None
