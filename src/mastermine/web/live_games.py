"""Games in progress, saved after every move, so that a restart of the server loses none."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _
from mastermine.registry import part
from mastermine.session.levels import level_of
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved import history
from mastermine.session.saved.saved_games import SavedGames, VersionConflict
from mastermine.web.errors import OutOfDate, check_store
from mastermine.web.messages import messages
from mastermine.web.new_game import takes_long
from mastermine.web.time_limits import in_worker, within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mastermine.arena.store import Store
    from mastermine.session import Played, Saved

T = TypeVar("T")

HINTS = ("hint", "tip")
"""Kinds of help that a match may give."""
MAX_LIVE_GAMES = 128
"""Maximum number of games in memory; others are loaded again on demand."""


class Live:
    """A game in memory."""

    def __init__(self, game: Saved, version: int) -> None:
        self.game = game
        self.version = version
        """Number of saves; a move names the version that the player saw."""

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

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shelf = SavedGames(store)
        self._live: OrderedDict[tuple[str, str], Live] = OrderedDict()
        self._locks: WeakValueDictionary[tuple[str, str], Lock] = WeakValueDictionary()
        self._guard = Lock()

    def put(self, owner: str, game: Saved) -> Live:
        """Saves a new game of this owner. Raises NotOffered if the page does not support it."""
        part(game.rules.game, "web.help", _("the page"))
        with self._alone(owner, game.id):
            check_store(self.store)
            live = Live(game, self.shelf.save(owner, game))
            self._note(owner, game)
            self._remember((owner, game.id), live)
            return live

    @contextmanager
    def locked(self, owner: str, id: str) -> Iterator[Live]:  # noqa: A002
        """Context with exclusive use of a game. Raises Missing.

        After an error inside, the game is in its last saved state.
        """
        with self._alone(owner, id):
            live = self._found(owner, id)
            try:
                yield live
            except BaseException as error:
                # A refused move changes nothing; a failed or interrupted one may have.
                if not isinstance(error, IllegalMove | OutOfDate):
                    self._forget((owner, id))
                raise

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
        check_store(self.store)
        try:
            live.version = self.shelf.save(owner, live.game, live.version)
        except VersionConflict as error:
            # Another server uses the same store.
            self._forget((owner, live.game.id))
            now = self._found(owner, live.game.id)
            raise OutOfDate(str(error), now.state()) from None
        self._note(owner, live.game)

    def _note(self, owner: str, game: Saved) -> None:
        """Adds a finished game to the history."""
        if isinstance(game, Match) or game.outcome is not None:
            history.store_finished(self.store, owner, game)

    def drop(self, owner: str, id: str) -> None:  # noqa: A002
        """Deletes a game. Raises Missing."""
        with self._alone(owner, id):
            self._forget((owner, id))
            self.shelf.delete(owner, id)

    @contextmanager
    def _alone(self, owner: str, id: str) -> Iterator[None]:  # noqa: A002
        """Locks a game; the lock exists only while it is in use."""
        with self._guard:
            lock = self._locks.setdefault((owner, id), Lock())
        with lock:
            yield

    def _found(self, owner: str, id: str) -> Live:  # noqa: A002
        key = owner, id
        with self._guard:
            live = self._live.get(key)
        # Another server with the same store may have changed it.
        if live is None or live.version != self.shelf.version(owner, id):
            self._forget(key)
            live = Live(*self.shelf.load(owner, id))
            # The server may have been killed between the last move and this.
            self._note(owner, live.game)
        self._remember(key, live)
        return live

    def _remember(self, key: tuple[str, str], live: Live) -> None:
        with self._guard:
            self._live[key] = live
            self._live.move_to_end(key)
            while len(self._live) > MAX_LIVE_GAMES:
                self._live.popitem(last=False)

    def _forget(self, key: tuple[str, str]) -> None:
        with self._guard:
            self._live.pop(key, None)
