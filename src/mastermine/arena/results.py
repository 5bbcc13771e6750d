"""Results of strategies: the figures of a run, or of a printed evaluation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any

from mastermine.arena.run import is_risky
from mastermine.arena.secret_source import Every, Listed
from mastermine.arena.standings import Score
from mastermine.arena.statistics import is_exact, win_rate_interval
from mastermine.arena.tables import Row, Table
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import parse_rules

if TYPE_CHECKING:
    from pandas import DataFrame
    from pyarrow import Table as ArrowTable

    from mastermine.arena.plots.picture import Picture
    from mastermine.arena.run import Game, Run
    from mastermine.arena.standings import Standings
    from mastermine.arena.store import Store
    from mastermine.core.play import Record

MAX_GUESSES = 10_000_000
"""Maximum length of a histogram that is read."""

COUNTS = ("strategy", "games", "wins", "losses", "failures")
AVERAGES = (*COUNTS, "average", "standard_error", "total", "worst", "milliseconds")
WIN_RATES = (*COUNTS, "win_rate", "win_rate_error", "guesses", "milliseconds")
"""Columns of a strategy's row: properties of ``Score``."""

Games = Callable[[int, int], Iterable[Sequence["Game"]]]
"""Returns the games from one round to another, both included, in batches of whole rounds."""


@dataclass(frozen=True, repr=False)
class Results:
    """Results of strategies under some rules.

    ``name``: name in messages, such as "run 3". ``rounds``: number of rounds played. ``run``,
    ``standings`` and ``batches`` are None for an evaluation; ``sampled``: of a sample of the codes.
    """

    name: str
    rules: Any
    scores: Sequence[Score]
    rounds: int
    run: Run | None = None
    standings: Standings | None = None
    batches: Games | None = None
    sampled: bool = False

    @classmethod
    def of_run(
        cls, run: Run, standings: Standings, games: Games | None = None, name: str = ""
    ) -> Results:
        """Returns the results of a run, finished or not."""
        return cls(
            # Translators: name of a run in other messages, as {name}.
            name or _("this run"),
            run.rules,
            standings.scores,
            standings.rounds,
            run,
            standings,
            games,
        )

    @classmethod
    def of_stored(cls, store: Store, number: int, standings: Standings | None = None) -> Results:
        """Returns the results of a stored run. Raises InvalidSpec for an unknown run.

        ``standings``: of the rounds that were played [default: they are counted].
        """
        run = store.run(number).run
        return cls.of_run(
            run,
            store.standings(number) if standings is None else standings,
            lambda first, last: store.games(number, first, last),
            # Translators: name of a run in other messages, as {name}.
            _("run {n}").format(n=number),
        )

    @classmethod
    def of_evaluation(cls, text: str, name: str) -> Results:
        """Reads the output of ``mastermine evaluate --json``. Raises InvalidSpec for other text."""
        try:
            fields = json.loads(text)
            rules = parse_rules(fields["rules"])
            scores = [_evaluated(each) for each in fields["results"]]
            codes = int(fields.get("codes", 0))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            known = isinstance(error, MastermineError)
            raise InvalidSpec(
                _("{name} is not the output of mastermine evaluate --json: {reason}").format(
                    name=name, reason=error if known else _("its format is different")
                )
            ) from None
        if not scores:
            raise InvalidSpec(_("{name} contains no strategies").format(name=name))
        rounds = max(score.games for score in scores)
        return cls(name, rules, scores, rounds, sampled=rounds < codes)

    @property
    def table(self) -> Table:
        """The figures, one row per strategy."""
        figures = WIN_RATES if self.risky else AVERAGES
        return Table({name: getattr(score, name) for name in figures} for score in self.scores)

    def to_dicts(self) -> list[Row]:
        """Returns the figures as dicts, one per strategy."""
        return self.table.to_dicts()

    def to_pandas(self) -> DataFrame:
        """Returns the figures as a DataFrame. Raises InvalidSpec without pandas."""
        return self.table.to_pandas()

    def to_arrow(self) -> ArrowTable:
        """Returns the figures as an Arrow table. Raises InvalidSpec without pyarrow."""
        return self.table.to_arrow()

    @property
    def games(self) -> Table:
        """One row per game, without its moves. Raises InvalidSpec for an evaluation."""
        from mastermine.arena.records import without_moves

        run, games = self._stored()
        return Table(without_moves(run, game) for game in games)

    @property
    def records(self) -> list[Record]:
        """The games with their moves. Raises InvalidSpec if these were not stored."""
        run, games = self._stored()
        return [game.record(run) for game in games]

    def plot(self, kind: str | None = None) -> Picture:
        """Returns a picture, which a notebook shows; see ``arena.plots.KINDS``.

        Raises InvalidSpec for an unknown kind, or one that does not fit these results.
        """
        from mastermine.arena.plots import picture_of

        return picture_of([self], kind)

    def _stored(self) -> tuple[Run, Iterator[Game]]:
        """Returns the run and its games. Raises InvalidSpec for an evaluation."""
        if self.run is None or self.batches is None:
            raise InvalidSpec(_("the games of {name} are not stored").format(name=self.name))
        return self.run, chain.from_iterable(self.batches(1, self.rounds))

    def __repr__(self) -> str:
        return "\n".join([self.caption(), repr(self.table), *self._mistakes()])

    def _repr_html_(self) -> str:
        mistakes = "".join(f"<p>{escape(text)}</p>" for text in self._mistakes())
        return f"<p>{escape(self.caption())}</p>{self.table._repr_html_()}{mistakes}"

    def _mistakes(self) -> list[str]:
        """Returns a sentence for each strategy whose games failed."""
        return [score.mistakes for score in self.scores if score.mistakes]

    @property
    def risky(self) -> bool:
        """True if a single action can lose the game, so that only wins count."""
        return is_risky(self.rules)

    @property
    def every(self) -> bool:
        """True if every secret was played once."""
        if self.run is None:
            return not self.sampled
        return isinstance(self.run.field, Every) and self.rounds == self.run.rounds

    def exact(self, score: Score) -> bool:
        """Returns True if a score is exact: nothing was drawn."""
        if self.run is None or self.standings is None:
            return not score.drew
        return is_exact(self.run, self.standings, self.scores.index(score))

    def win_rate(self, score: Score) -> tuple[float, float, float]:
        """Returns the win rate with the ends of its 95 % interval, all equal if it is exact."""
        rate = score.win_rate or 0.0
        interval = None if self.exact(score) else win_rate_interval(score.wins, score.games)
        return rate, *(interval or (rate, rate))

    def caption(self, *more: str) -> str:
        """Formats the rules, the secrets, the seed, and more sentences."""
        n = self.rounds
        parts = [self.rules.spec()]
        if self.every:
            parts.append(
                ngettext("{n} secret once", "each of {n} secrets once", n).format(n=whole(n))
            )
        else:
            parts.append(ngettext("{n} round", "{n} rounds", n).format(n=whole(n)))
        if self.run is not None:
            if self.rounds < self.run.rounds:
                # Translators: {played} is such as "3 rounds", {rounds} a number.
                parts[-1] = _("{played} of {rounds}").format(
                    played=parts[-1], rounds=whole(self.run.rounds)
                )
            if isinstance(self.run.field, Listed):
                parts.append(secrets_of(self.run))
            parts.append(_("seed {seed}").format(seed=self.run.seed))
        return ". ".join([", ".join(parts), *more]) + "."


def secrets_of(run: Run) -> str:
    """Describes the secrets of a run."""
    match run.field:
        case Every():
            return _("every secret once")
        case Listed():
            return _("secrets of a list")
    return _("seed {seed}").format(seed=run.seed)


def _evaluated(fields: dict[str, Any]) -> Score:
    counts = {int(guesses): int(n) for guesses, n in fields["histogram"].items()}
    if not 1 <= min(counts, default=0) <= max(counts) <= MAX_GUESSES or min(counts.values()) < 0:
        raise ValueError
    histogram = [counts.get(guesses, 0) for guesses in range(1, max(counts) + 1)]
    return Score(
        str(fields["strategy"]),
        histogram,
        wins=sum(histogram),
        drew=not fields.get("exact", True),
    )
