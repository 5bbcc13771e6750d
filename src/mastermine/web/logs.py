"""The log of the server, whose size is limited whatever clients send."""

from __future__ import annotations

import errno
import logging
from threading import Lock
from time import monotonic

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import ngettext

MAX_BYTES = 60_000
"""Maximum number of bytes per minute, about; an entry has at most a third as many letters."""
SECONDS = 60.0


class Budget(logging.Filter):
    """Lets a limited number of bytes pass per minute, then says how many entries it left out."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._end = 0.0
        self._left = 0
        self._dropped = 0

    def filter(self, record: logging.LogRecord) -> bool:
        text = _text_of(record)
        with self._lock:
            now = monotonic()
            dropped = 0
            if now >= self._end:
                self._end, self._left = now + SECONDS, MAX_BYTES
                dropped, self._dropped = self._dropped, 0
            self._left -= len(text.encode(errors="replace"))
            if self._left < 0:
                self._dropped += 1
                return False
        if dropped:
            more = ngettext(
                "{n} more entry was left out", "{n} more entries were left out", dropped
            )
            text = f"{more.format(n=whole(dropped))}\n{text}"
        record.msg, record.args, record.exc_info, record.exc_text = text, None, None, None
        return True


def _text_of(record: logging.LogRecord) -> str:
    """Returns an entry with its traceback; without it if files or memory have run out."""
    text = record.getMessage().rstrip()
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM):
        text = f"{text.splitlines()[0]}: {error.strerror}"
    elif record.exc_info:
        text = f"{text}\n{logging.Formatter().formatException(record.exc_info)}"
    most = MAX_BYTES // 3
    return text if len(text) <= most else f"{text[: most // 2]}\n…\n{text[-most // 2 :]}"


def limit_logs() -> None:
    """Limits all that is logged, together; called when the handlers are there."""
    budget = Budget()
    loggers = [logging.getLogger(name) for name in (None, "uvicorn", "uvicorn.error", "asyncio")]
    handlers = {id(each): each for logger in loggers for each in logger.handlers}
    if not logging.getLogger().handlers and logging.lastResort is not None:
        handlers[id(logging.lastResort)] = logging.lastResort
    for handler in handlers.values():
        handler.addFilter(budget)
