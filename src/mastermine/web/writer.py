"""Writes the games of a server: in groups, and to a journal while the store is away."""

from __future__ import annotations

import logging
from concurrent.futures import Future
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import gettempdir
from threading import RLock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from mastermine.arena.store import Store, StoreError, open_store
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.session.saved.saved_games import Missing, SavedGames, VersionConflict
from mastermine.system.folders import data_folder
from mastermine.web.errors import check_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.session import Saved
    from mastermine.session.saved.saved_games import Draft, SavedGame

log = logging.getLogger(__name__)

MAX_GROUP = 200
"""Maximum number of games in one commit."""
PATIENCE_SECONDS = 1.0
"""Wait for another process that writes to the store, before it counts as away."""
RETRY_SECONDS = 1.0
"""Interval at which a store that is away is tried again, without patience."""

Pending = tuple["Draft", "Future[None]"]


class Writer:
    """The only writer of the games of a server: one thread, and a queue.

    Games that arrive while a group is written share the next commit. If the store is locked or
    gone, they are written to a journal instead, from which they are read until the store is back
    and has them. The journal is a store of its own among the data of the user who runs the server,
    and survives the end of the server.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.games = SavedGames(store)
        self.away = False
        """True while the store cannot be written."""
        self._queue: SimpleQueue[Pending | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._lock = RLock()
        self._path = _journal_path(store)
        self._opened: SavedGames | None = None
        self._emptied: list[tuple[int, int]] = []
        """State of the journal when it was empty."""
        self._next_try = 0.0
        self._try_store()

    # Writing.

    def save(self, draft: Draft) -> Future[None]:
        """Returns the future of a game that is saved; its error may be VersionConflict."""
        done: Future[None] = Future()
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
            self._queue.put((draft, done))
        return done

    def close(self) -> None:
        """Writes what was given, and ends the thread."""
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._queue.put(None)
        if thread is not None:
            thread.join()
        if self._opened is not None:
            self._opened.store.close()
            self._opened = None

    def _run(self) -> None:
        while True:
            group, last = self._group()
            try:
                self._write(group)
            except BaseException as error:  # Nobody waits for ever.
                for _draft, done in group:
                    if not done.done():
                        done.set_exception(error)
            if last:
                return

    def _group(self) -> tuple[list[Pending], bool]:
        """Waits for games; returns them, and True if the writer is to end."""
        group: list[Pending] = []
        try:
            following = self._queue.get(timeout=RETRY_SECONDS if self.away else None)
            while following is not None:
                if following[1].set_running_or_notify_cancel():
                    group.append(following)
                if len(group) == MAX_GROUP:
                    return group, False
                following = self._queue.get_nowait()
        except Empty:
            return group, False
        return group, True

    def _write(self, group: Sequence[Pending]) -> None:
        if self._try_store():
            try:
                self._save(group)
            except StoreError as error:
                self._leave(error)
            else:
                return
        left = {id(draft): (draft, done) for draft, done in group if not done.done()}
        if left:
            late = self._journal().keep([draft for draft, _done in left.values()])
            for draft, conflict in late:
                left.pop(id(draft))[1].set_exception(conflict)
            for _draft, done in left.values():
                done.set_result(None)

    def _save(self, group: Sequence[Pending]) -> None:
        """Saves games in one commit; after a conflict one by one. Raises StoreError."""
        if not group:
            return
        try:
            check_store(self.store)
            self.games.save_all([draft for draft, _done in group], PATIENCE_SECONDS)
        except VersionConflict as error:
            if len(group) == 1:
                group[0][1].set_exception(error)
            for pending in group if len(group) > 1 else ():
                self._save([pending])
        else:
            for _draft, done in group:
                done.set_result(None)

    # The journal.

    def _in_use(self) -> bool:
        """Returns True unless the journal is known to be empty."""
        return self._state() != self._emptied

    def _state(self) -> list[tuple[int, int]]:
        """Returns what changes when any process writes to the journal."""
        found = []
        for path in (self._path, self._path.with_name(f"{self._path.name}-wal")):
            with suppress(FileNotFoundError):
                stat = path.stat()
                found.append((stat.st_mtime_ns, stat.st_size))
        return found

    def _journal(self) -> SavedGames:
        """Opens the journal. Raises StoreError."""
        with self._lock:
            if self._opened is None:
                with suppress(OSError):  # The store says what is wrong with its folder.
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                self._opened = SavedGames(open_store(self._path))
            return self._opened

    def _try_store(self) -> bool:
        """Returns True if the store can be written, and has all that was in the journal."""
        if not self.away and not self._in_use():
            return True
        if self.away and monotonic() < self._next_try:
            return False
        self._next_try = monotonic() + RETRY_SECONDS
        try:
            check_store(self.store)
            state, journal = self._state(), self._journal()
            rows, finished = journal.rows()
            # Without rows, too: it shows whether the store can be written.
            self.games.merge(rows, finished, 0.0 if self.away else PATIENCE_SECONDS)
        except StoreError as error:
            self._leave(error)
            return False
        if rows:
            journal.discard(rows, finished)
            log.warning(
                ngettext(
                    "{store} can be written again; {n} game was taken from the journal",
                    "{store} can be written again; {n} games were taken from the journal",
                    len(rows),
                ).format(store=self.store.name, n=whole(len(rows)))
            )
        else:
            self._emptied = state
        self.away = False
        return True

    def _leave(self, error: StoreError) -> None:
        if not self.away:
            self.away = True
            log.warning(
                _("{error}; until then, games are kept in {journal}").format(
                    error=error, journal=self._path
                )
            )

    # Reading.

    def _sources(self) -> list[SavedGames]:
        """Returns where to look for a game: the journal, if it is in use, and the store."""
        return [*([self._journal()] if self._in_use() else []), self.games]

    def load(self, owner: str, name: str) -> tuple[Saved, int]:
        """Loads a game and its version. Raises Missing, InvalidSpec, StoreError."""
        *journal, store = self._sources()
        for each in journal:
            with suppress(Missing):
                return each.load(owner, name)
        return store.load(owner, name)

    def version(self, owner: str, name: str) -> int:
        """Returns the saved version of a game. Raises Missing, StoreError."""
        *journal, store = self._sources()
        for each in journal:
            with suppress(Missing):
                return each.version(owner, name)
        return store.version(owner, name)

    def all(self, owner: str) -> list[SavedGame]:
        """Returns the games of an owner, the latest first. Raises StoreError."""
        found = {game.id: game for each in self._sources()[::-1] for game in each.all(owner)}
        return sorted(found.values(), key=lambda game: game.changed, reverse=True)

    def open(self, owner: str) -> list[SavedGame]:
        """Returns the unfinished games of an owner, the latest first. Raises StoreError."""
        return [game for game in self.all(owner) if game.state != "over"]

    def delete(self, owner: str, name: str) -> None:
        """Deletes a game. Raises Missing, and StoreError while the store is away."""
        if not self._try_store():  # Else the store has all that was in the journal.
            raise StoreError(_("the store cannot be used; try again later"))
        self.games.delete(owner, name, PATIENCE_SECONDS)


def _journal_path(store: Store) -> Path:
    """Returns the path of the journal of a store: in the user's data folder, if there is one."""
    digest = sha256(store.name.encode(errors="surrogateescape")).hexdigest()[:32]
    try:
        folder = data_folder()
    except InvalidSpec:
        folder = Path(gettempdir(), "mastermine")
    return folder / "journals" / f"{digest}.sqlite"
