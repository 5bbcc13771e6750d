"""Games in progress, saved after every move, so that a restart of the server loses none."""

from __future__ import annotations

from asyncio import shield, wrap_future
from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from mastermine.arena.store import StoreError
from mastermine.core.errors import IllegalMove
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.registry import part
from mastermine.session import Mode
from mastermine.session.levels import level_of
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved.saved_games import Draft, Missing, VersionConflict
from mastermine.web.errors import NotFound, OutOfDate
from mastermine.web.limits import Rates
from mastermine.web.messages import messages
from mastermine.web.new_game import needs_no_drawing, takes_long
from mastermine.web.owner import client_address
from mastermine.web.time_limits import MOVE_SECONDS, in_worker, too_long, within
from mastermine.web.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mastermine.arena.store import Store
    from mastermine.session import Played, Saved

T = TypeVar("T")

SIMPLE_VERBS = ("guess", "click", "chord", "flag", "undo", "redo")
"""Verbs of moves that need no search once the secret is drawn."""
LIGHT_CELLS, LIGHT_MOVES = 1000, 600
"""Maximum size and length of a game whose simple moves are light."""
HINTS = ("hint", "tip")
"""Kinds of help that a match may give."""
MAX_LIVE_GAMES = 4096
"""Maximum number of games in memory; others are loaded again on demand."""


class Live:
    """A game in memory."""

    def __init__(self, game: Saved, version: int, size: int = 0) -> None:
        self.game = game
        self.version = version
        """Number of saves; a move names the version that the player saw."""
        self.size = size
        """Size of what is saved, in bytes."""

    def state(self) -> dict[str, Any]:
        """Returns the visible state as JSON values."""
        rules = self.game.rules
        state = {
            **self.game.public(),
            "version": self.version,
            "level": level_of(self.game),
            "description": getattr(self.game, "notation", rules).describe(),
            "messages": messages(self.game),
        }
        if isinstance(self.game, Match) and self.game.board is not None:
            state["board"]["messages"] = messages(self.game.board[1])
        return state

    def is_simple(self, move: str) -> bool:
        """Returns True if a move needs no search, such as a click on a board that is drawn."""
        game = self.game
        if isinstance(game, Match) or game.mode is not Mode.COMPUTER:
            return False
        verb, *rest = move.split(maxsplit=1) or [""]
        drawn = game.turns or needs_no_drawing(game.rules)
        return bool(drawn) and verb in SIMPLE_VERBS and [each.strip() for each in rest] != ["mines"]

    def is_light(self, move: str) -> bool:
        """Returns True if a simple move takes a few milliseconds at most."""
        return (
            self.is_simple(move)
            and self.game.rules.sizes().get("cells", 0) <= LIGHT_CELLS
            and self.played.length <= LIGHT_MOVES
        )

    @property
    def is_slow(self) -> bool:
        """True if the state may take longer.

        That of a lost board says what was better; that of a person's code has the next guess.
        """
        game = self.game
        if isinstance(game, Match) or game.mode is not Mode.COMPUTER:
            return True
        return game.outcome is Outcome.LOST and "cells" in game.rules.sizes()

    def answer(self) -> dict[str, Any]:
        """Returns the state, in a worker process if it may take longer; inside ``heavy``."""
        return self.work(Live.state) if self.is_slow else self.state()

    def work(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function with this game, which it may change, inside ``heavy``.

        A large game is sent to a worker process and back. Raises TooLong.
        """
        if not takes_long(self.game.rules):
            return within(function, self, *args)
        found: T
        found, self.game = in_worker(_with_game, function, self, args)
        return found

    @property
    def played(self) -> Played:
        """Game of one player. Raises IllegalMove for a match, which gives hints at most."""
        if not isinstance(self.game, Match):
            return self.game
        raise IllegalMove(
            _("this match gives hints, but no other help")
            if self.game.gives_hints
            else _("help is off in matches between people")
        )

    def asked(self, what: str) -> Played:
        """Returns the game that gets help. Raises IllegalMove for help that a match does not give.

        In a match that gives hints it is the current board.
        """
        game = self.game
        if not isinstance(game, Match) or not game.gives_hints or what not in HINTS:
            return self.played
        if game.board is None:
            raise IllegalMove(_("there are no hints before the code is hidden"))
        board: Played = game.board[1]
        return board


def _with_game(function: Callable[..., T], live: Live, args: Any) -> tuple[T, Saved]:
    return function(live, *args), live.game


class LiveGames:
    """All games of a server, each used by one request at a time."""

    def __init__(self, store: Store, rates: Rates | None = None) -> None:
        """``rates``: count what addresses let this server save [default: nothing does]."""
        self.store = store
        self._rates = Rates(None) if rates is None else rates
        self.writer = Writer(store)
        self._live: OrderedDict[tuple[str, str], Live] = OrderedDict()
        self._locks: WeakValueDictionary[tuple[str, str], Lock] = WeakValueDictionary()
        self._guard = Lock()

    def put(self, owner: str, game: Saved) -> Live:
        """Saves a game of this owner, which replaces one with the same id.

        Raises NotOffered if the page does not support it.
        """
        part(game.rules.game, "web.help", _("the page"))
        with self._alone(owner, game.id):
            try:
                before = self.writer.version(owner, game.id)
            except Missing:
                before = 0
            live = Live(game, before)
            self.save(owner, live)
            self._remember((owner, game.id), live)
            return live

    async def begin(self, owner: str, game: Saved) -> Live:
        """Saves a game that nobody knows yet. Raises NotOffered if the page does not support it."""
        part(game.rules.game, "web.help", _("the page"))
        live = Live(game, 0)
        await self.save_soon(owner, live)
        self._remember((owner, game.id), live)
        return live

    @contextmanager
    def locked(self, owner: str, id: str) -> Iterator[Live]:  # noqa: A002
        """Context with exclusive use of a game. Raises Missing.

        After an error inside, the game is in its last saved state.
        """
        with self._alone(owner, id):
            live = self._found(owner, id)
            with self._undone_after_errors((owner, id)):
                yield live

    @contextmanager
    def at_hand(self, owner: str, id: str) -> Iterator[Live | None]:  # noqa: A002
        """Context like ``locked`` that never waits; None if the game is in use or not in memory.

        Another server with the same store may have changed it: the version tells when it is saved.
        """
        with self._guard:
            live = None if (owner, id) in self._locks else self._live.get((owner, id))
            lock = Lock()
            if live is not None:
                self._live.move_to_end((owner, id))
                self._locks[owner, id] = lock
                lock.acquire()
        if live is None:
            yield None
            return
        try:
            with self._undone_after_errors((owner, id)):
                yield live
        finally:
            lock.release()

    def helped(self, owner: str, id: str, find: Callable[[Live], T]) -> tuple[T, int]:  # noqa: A002
        """Calls ``find`` for a game; returns its result and the version of the game.

        Saves the game if the help was counted.
        """
        with self.locked(owner, id) as live:
            before = live.game.hints
            found = find(live)
            if live.game.hints != before:
                self.save(owner, live)
            return found, live.version

    def save(self, owner: str, live: Live) -> None:
        """Saves a changed game, inside ``locked``. Raises OutOfDate, StoreError."""
        draft = self._draft(owner, live)
        try:
            self.writer.save(draft).result()
        except VersionConflict as error:
            # Another server uses the same store.
            self.forget(owner, live.game.id)
            now = self._found(owner, live.game.id)
            raise OutOfDate(str(error), now.answer()) from None
        self._saved(live, draft)

    async def save_soon(self, owner: str, live: Live) -> None:
        """Saves a changed game, inside ``at_hand``. Raises VersionConflict, StoreError."""
        draft = self._draft(owner, live)
        await shield(wrap_future(self.writer.save(draft)))
        self._saved(live, draft)

    def _draft(self, owner: str, live: Live) -> Draft:
        """Describes a game to be saved. Raises TooMany if its address has saved too much."""
        self._rates.keep(client_address.get())
        return Draft.of(owner, live.game, live.version)

    def _saved(self, live: Live, draft: Draft) -> None:
        """Notes that a game is saved, and counts by how much it has grown."""
        self._rates.add(client_address.get(), max(0, draft.size - live.size))
        live.version, live.size = draft.version, draft.size

    def drop(self, owner: str, id: str) -> None:  # noqa: A002
        """Deletes a game. Raises Missing."""
        with self._alone(owner, id):
            self.forget(owner, id)
            self.writer.delete(owner, id)

    @contextmanager
    def _alone(self, owner: str, id: str) -> Iterator[None]:  # noqa: A002
        """Locks a game; the lock exists only while it is in use. Raises TooLong."""
        with self._guard:
            lock = self._locks.setdefault((owner, id), Lock())
        if not lock.acquire(timeout=MOVE_SECONDS):
            raise too_long(MOVE_SECONDS)
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _undone_after_errors(self, key: tuple[str, str]) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            # A refused move changes nothing; a failed or interrupted one may have.
            if not isinstance(error, IllegalMove | NotFound | OutOfDate):
                self.forget(*key)
            raise

    def _found(self, owner: str, id: str) -> Live:  # noqa: A002
        key = owner, id
        with self._guard:
            live = self._live.get(key)
        # Another server with the same store may have changed it.
        if live is None or live.version != self.stored_version(owner, id):
            self.forget(*key)
            game, version = within(self.writer.load, owner, id)
            live = Live(game, version, Draft.of(owner, game, version).size)
        self._remember(key, live)
        return live

    def stored_version(self, owner: str, id: str) -> int:  # noqa: A002
        """Returns the version of a saved game; of one in memory even if the store is away.

        Raises Missing, StoreError.
        """
        try:
            return self.writer.version(owner, id)
        except StoreError:
            live = self._live.get((owner, id))
            if live is None or not self.writer.away:
                raise
            return live.version

    def _remember(self, key: tuple[str, str], live: Live) -> None:
        with self._guard:
            self._live[key] = live
            self._live.move_to_end(key)
            while len(self._live) > MAX_LIVE_GAMES:
                self._live.popitem(last=False)

    def forget(self, owner: str, id: str) -> None:  # noqa: A002
        """Removes a game from memory; it is loaded again on demand."""
        with self._guard:
            self._live.pop((owner, id), None)
