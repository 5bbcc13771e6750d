"""How strategies did: the figures of a run, or those that an evaluation printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any

from mastermine.arena.run import is_perilous
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

MOST_GUESSES = 10_000_000
"""A histogram goes no further; that is more than any game took."""

COUNTS = ("strategy", "games", "wins", "losses", "failures")
AVERAGES = (*COUNTS, "average", "standard_error", "total", "worst", "milliseconds")
WIN_RATES = (*COUNTS, "win_rate", "win_rate_error", "guesses", "milliseconds")
"""The figures of a strategy that its row has: properties of ``Score``."""

Games = Callable[[int, int], Iterable[Sequence["Game"]]]
"""The games of the rounds from a number to another, both included, in batches of whole rounds."""


@dataclass(frozen=True, repr=False)
class Results:
    """How strategies did under some rules.

    ``name``: what it is called in messages, such as "run 3". ``rounds``: those that were played.
    ``run``, ``standings`` and ``batches`` are None for an evaluation.
    """

    name: str
    rules: Any
    scores: Sequence[Score]
    rounds: int
    run: Run | None = None
    standings: Standings | None = None
    batches: Games | None = None

    @classmethod
    def of_run(
        cls, run: Run, standings: Standings, games: Games | None = None, name: str = ""
    ) -> Results:
        """The results of a run, as far as it was played."""
        return cls(
            # Translators: what a run is called in other messages, as {name}.
            name or _("this run"),
            run.rules,
            standings.scores,
            standings.rounds,
            run,
            standings,
            games,
        )

    @classmethod
    def of_kept(cls, store: Store, number: int) -> Results:
        """The results of a run of a store. Raises InvalidSpec where there is none."""
        run = store.kept(number).run
        return cls.of_run(
            run,
            store.standings(number),
            lambda first, last: store.games(number, first, last),
            # Translators: what a run is called in other messages, as {name}.
            _("run {n}").format(n=number),
        )

    @classmethod
    def of_evaluation(cls, text: str, name: str) -> Results:
        """What ``mastermine evaluate --json`` printed. Raises InvalidSpec where it did not."""
        try:
            fields = json.loads(text)
            rules = parse_rules(fields["rules"])
            scores = [_evaluated(each) for each in fields["results"]]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            told = str(error) if isinstance(error, MastermineError) else _("it is something else")
            raise InvalidSpec(
                _("{name} is not what mastermine evaluate --json prints: {reason}").format(
                    name=name, reason=told
                )
            ) from None
        if not scores:
            raise InvalidSpec(_("{name} holds no strategy").format(name=name))
        return cls(name, rules, scores, max(score.games for score in scores))

    @property
    def table(self) -> Table:
        """The figures, a row for each strategy."""
        figures = WIN_RATES if self.risky else AVERAGES
        return Table({name: getattr(score, name) for name in figures} for score in self.scores)

    def to_dicts(self) -> list[Row]:
        """The figures as plain values, a row for each strategy."""
        return self.table.to_dicts()

    def to_pandas(self) -> DataFrame:
        """The figures as a DataFrame, a row each strategy. Raises InvalidSpec without pandas."""
        return self.table.to_pandas()

    def to_arrow(self) -> ArrowTable:
        """The figures as an Arrow table. Raises InvalidSpec without pyarrow."""
        return self.table.to_arrow()

    @property
    def games(self) -> Table:
        """A row each game; its moves are in ``records``. Raises InvalidSpec for an evaluation."""
        from mastermine.arena.records import without_moves

        run, games = self._kept()
        return Table(without_moves(run, game) for game in games)

    @property
    def records(self) -> list[Record]:
        """The games with their moves. Raises InvalidSpec where these were not kept."""
        run, games = self._kept()
        return [game.record(run) for game in games]

    def plot(self, kind: str | None = None) -> Picture:
        """The data of a picture, which a notebook draws; see ``arena.plots.KINDS``.

        Raises InvalidSpec for a kind that there is not, or not of these results.
        """
        from mastermine.arena.plots import picture_of

        return picture_of([self], kind)

    def _kept(self) -> tuple[Run, Iterator[Game]]:
        """The run and its games. Raises InvalidSpec for an evaluation."""
        if self.run is None or self.batches is None:
            raise InvalidSpec(_("the games of {name} are not kept").format(name=self.name))
        return self.run, chain.from_iterable(self.batches(1, self.rounds))

    def __repr__(self) -> str:
        return "\n".join([self.caption(), repr(self.table), *self._mistakes()])

    def _repr_html_(self) -> str:
        mistakes = "".join(f"<p>{escape(told)}</p>" for told in self._mistakes())
        return f"<p>{escape(self.caption())}</p>{self.table._repr_html_()}{mistakes}"

    def _mistakes(self) -> list[str]:
        """The mistakes of strategies: one sentence for each strategy that made any."""
        return [score.mistakes for score in self.scores if score.mistakes]

    @property
    def risky(self) -> bool:
        """Whether one action can lose the game, so that winning is what counts."""
        return is_perilous(self.rules)

    @property
    def every(self) -> bool:
        """Whether every secret was played once."""
        if self.run is None:
            return True
        return isinstance(self.run.field, Every) and self.rounds == self.run.rounds

    def exact(self, score: Score) -> bool:
        """Whether its figures are no estimates: nothing was drawn."""
        if self.run is None or self.standings is None:
            return not score.drew
        return is_exact(self.run, self.standings, self.scores.index(score))

    def win_rate(self, score: Score) -> tuple[float, float, float]:
        """The share of the games won, and its 95 % interval: none where it is exact."""
        rate = score.win_rate or 0.0
        interval = None if self.exact(score) else win_rate_interval(score.wins, score.games)
        return rate, *(interval or (rate, rate))

    def caption(self, *more: str) -> str:
        """The rules, the secrets and the seed, and what else there is to say."""
        n = self.rounds
        parts = [self.rules.spec()]
        if self.every:
            parts.append(
                # Translators: the first form may need {n}, where it is for 21, too.
                ngettext("its one secret once", "each of {n} secrets once", n).format(n=whole(n))
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
                parts.append(_("secrets of a list"))
            parts.append(_("seed {seed}").format(seed=self.run.seed))
        return ". ".join([", ".join(parts), *more]) + "."


def _evaluated(fields: dict[str, Any]) -> Score:
    counts = {int(guesses): int(n) for guesses, n in fields["histogram"].items()}
    if not 1 <= min(counts, default=0) <= max(counts) <= MOST_GUESSES or min(counts.values()) < 0:
        raise ValueError
    histogram = [counts.get(guesses, 0) for guesses in range(1, max(counts) + 1)]
    return Score(
        str(fields["strategy"]),
        histogram,
        wins=sum(histogram),
        drew=not fields.get("exact", True),
    )
