"""The games that are being played: kept at every move, so that a server that ends loses none."""

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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mastermine.arena.store import Store
    from mastermine.session import Played, Saved

T = TypeVar("T")

MAX_LIVE_GAMES = 128
"""The most games in memory; others are loaded again when they continue."""


class Live:
    """A game in memory."""

    def __init__(self, game: Saved, version: int) -> None:
        self.game = game
        self.version = version
        """How often it was kept: who moves says which one they saw."""

    def state(self) -> dict[str, Any]:
        """What the player may see, as JSON values."""
        return {
            **self.game.public(),
            "version": self.version,
            "level": level_of(self.game.rules.spec()),
        }

    @property
    def played(self) -> Played:
        """A game of one person. Raises IllegalMove for a match, in which nobody helps."""
        if not isinstance(self.game, Match):
            return self.game
        raise IllegalMove(_("this is not for a match: between people nobody helps"))


class Table:
    """All games of a server. One request at a time has a game."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shelf = SavedGames(store)
        self._live: OrderedDict[tuple[str, str], Live] = OrderedDict()
        self._locks: WeakValueDictionary[tuple[str, str], Lock] = WeakValueDictionary()
        self._guard = Lock()

    def put(self, owner: str, game: Saved) -> Live:
        """A new game of this owner, kept. Raises NotOffered for one that no page shows."""
        part(game.rules.game, "web.help", _("the page"))
        with self._alone(owner, game.id):
            check_store(self.store)
            live = Live(game, self.shelf.save(owner, game))
            self._note(owner, game)
            self._remember((owner, game.id), live)
            return live

    @contextmanager
    def taken(self, owner: str, id: str) -> Iterator[Live]:  # noqa: A002
        """A game, for this block alone. Raises Missing.

        Whatever goes wrong inside, the game is afterwards as it was kept last.
        """
        with self._alone(owner, id):
            live = self._found(owner, id)
            try:
                yield live
            except BaseException as error:
                # What is refused changes nothing; what failed or was broken off may have.
                if not isinstance(error, IllegalMove | OutOfDate):
                    self._forget((owner, id))
                raise

    def helped(self, owner: str, id: str, find: Callable[[Live], T]) -> tuple[T, int]:  # noqa: A002
        """The help that is found for a game, and the version of the game with that help.

        The game is ``taken`` meanwhile, and kept where the help counts.
        """
        with self.taken(owner, id) as live:
            before = live.played.hints
            found = find(live)
            if live.played.hints != before:
                self.keep(owner, live)
            return found, live.version

    def keep(self, owner: str, live: Live) -> None:
        """Keep a game that was taken and has changed. Raises OutOfDate, StoreError.

        Inside of ``taken``, which forgets a game that could not be kept.
        """
        check_store(self.store)
        try:
            live.version = self.shelf.save(owner, live.game, live.version)
        except VersionConflict as error:
            # Another server has the same store.
            self._forget((owner, live.game.id))
            now = self._found(owner, live.game.id)
            raise OutOfDate(str(error), now.state()) from None
        self._note(owner, live.game)

    def _note(self, owner: str, game: Saved) -> None:
        """Put a game that is over into the history."""
        if isinstance(game, Match) or game.outcome is not None:
            history.finished(self.store, owner, game)

    def drop(self, owner: str, id: str) -> None:  # noqa: A002
        """Take a game away. Raises Missing."""
        with self._alone(owner, id):
            self._forget((owner, id))
            self.shelf.delete(owner, id)

    @contextmanager
    def _alone(self, owner: str, id: str) -> Iterator[None]:  # noqa: A002
        """Have nobody else take this game; a lock lives as long as somebody waits for it."""
        with self._guard:
            lock = self._locks.setdefault((owner, id), Lock())
        with lock:
            yield

    def _found(self, owner: str, id: str) -> Live:  # noqa: A002
        key = owner, id
        with self._guard:
            live = self._live.get(key)
        # Another server of the same store may have gone on with it.
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
