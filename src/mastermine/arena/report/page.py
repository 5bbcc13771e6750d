"""The report page of a run, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from mastermine import __version__
from mastermine.arena.comparison import Comparison
from mastermine.arena.plots import Picture, picture_of
from mastermine.arena.plots.drawing import drawn
from mastermine.arena.plots.first_clicks import Start
from mastermine.arena.report.elements import (
    Element,
    element,
    picture,
    rows_of,
    serialized,
    table,
    wide,
)
from mastermine.arena.report.sections import (
    MAX_PAIRED,
    compared,
    data_title,
    pairs_title,
    pictured,
    ranked,
)
from mastermine.arena.reproduce import command_of_stored
from mastermine.arena.secret_source import Every, Listed
from mastermine.core.errors import MastermineError
from mastermine.i18n.numbers import decimal, percent, plain, whole
from mastermine.i18n.text import _, ngettext, pgettext, spoken
from mastermine.registry import GAMES, bare_spec

if TYPE_CHECKING:
    from datetime import datetime

    from mastermine.arena.plots import Results
    from mastermine.arena.run import Run
    from mastermine.arena.standings import Score, Standings
    from mastermine.arena.store import StoredRun

INK = "#010203"
"""Placeholder colour of letters in pictures; the page replaces it by its text colour."""
WIDTH_INCHES = 5.4
"""Width of a picture in inches, so that its letters are about as large as the text."""
MAX_DRAWN = 16
"""Maximum number of entrants in pictures that show each of them."""


@dataclass(frozen=True)
class RunDetails:
    """Details of a run besides its results.

    ``rules``: description of the rules. ``command``: command that reproduces it. ``version``: of
    mastermine, that played it. ``number``: number of a stored run.
    """

    rules: str
    command: str
    created: datetime | None = None
    version: str = __version__
    number: int | None = None
    note: str = ""
    """Sentence about a run of an earlier version."""

    @classmethod
    def of_stored(cls, stored: StoredRun) -> RunDetails:
        """Returns the details of a stored run. Raises InvalidSpec if it cannot be read."""
        rules = stored.run.rules.describe()
        return cls(
            rules, command_of_stored(stored), stored.created, stored.version, stored.id, stored.note
        )


def page(results: Results, details: RunDetails) -> str:
    """Returns the report of a run as HTML. Raises InvalidSpec without matplotlib."""
    run, standings = results.run, results.standings
    assert run is not None
    assert standings is not None
    sections = [
        _played(run, standings, details),
        _scores(results),
        *_pairs(run, standings),
        *_ranking(run, standings),
        *_pictures(results),
        *_failures(results),
        _again(run, details),
    ]
    return document(_title(run, standings), details.rules, sections)


def document(title: str, subtitle: str, sections: Iterable[Element]) -> str:
    """Returns a page with the style of reports as HTML; a section has the id ``results``."""
    style = files("mastermine.arena.report").joinpath("style.css").read_text("utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"mastermine {__version__}"),
        element("title", title),
        element("style", style),
    )
    body = element(
        "body",
        element("a", _("Skip to the results"), class_="skip", href="#results"),
        element("header", element("h1", title), _quiet(subtitle)),
        element("main", *sections, id="main"),
        element("footer", _quiet(_("Made by mastermine {version}.").format(version=__version__))),
    )
    return serialized(element("html", head, body, lang=spoken().tag))


def _title(run: Run, standings: Standings) -> str:
    names = run.names
    k, n = len(names), standings.rounds
    who = (
        ", ".join(names)
        if k <= 4 and sum(map(len, names)) <= 60
        else ngettext("{n} strategy", "{n} strategies", k).format(n=k)
    )
    # Translators: such as "Mastermind 4x6: knuth, entropy, 100 rounds".
    return _("{game} {spec}: {who}, {rounds}").format(
        game=_(GAMES[run.rules.game].title),
        spec=bare_spec(run.rules.spec()),
        who=who,
        rounds=ngettext("{n} round", "{n} rounds", n).format(n=whole(n)),
    )


def section(name: str, head: str, *content: Element | None) -> Element:
    """Makes a section; ``name`` is the id of its heading."""
    return element("section", element("h2", head, id=name), *content, aria_labelledby=name)


def _quiet(*content: str) -> Element:
    return element("p", *content, class_="quiet")


def _played(run: Run, standings: Standings, details: RunDetails) -> Element:
    rounds = whole(standings.rounds)
    if standings.rounds < run.rounds:
        # Translators: {n} and {rounds} are numbers of rounds.
        rounds = _("{n} of {rounds} (stopped early)").format(n=rounds, rounds=whole(run.rounds))
    match run.field:
        case Every():
            field = _("every secret once")
        case Listed():
            field = _("a list of secrets")
        case _sample:
            field = _("drawn from the seed, the same for all strategies")
    limit = (
        # Translators: no time limit.
        _("none") if run.time_limit is None else _("{n} s per game").format(n=plain(run.time_limit))
    )
    facts = [
        (_("Rules"), element("code", run.rules.spec())),
        (_("Strategies"), _entrants(run)),
        (_("Rounds"), rounds),
        (_("Secrets"), field),
        (_("Seed"), str(run.seed)),
        (_("Time limit"), limit),
    ]
    if details.created:
        time = details.created
        facts.append(
            (
                # Translators: before the time of the start.
                _("Started"),
                element("time", f"{time:%Y-%m-%d %H:%M} UTC", datetime=time.isoformat()),
            )
        )
    facts.append((_("Version"), f"mastermine {details.version}"))
    if details.number is not None:
        facts.append((_("Run"), str(details.number)))
    note = [_quiet(details.note)] if details.note else []
    return section("played", _("Run details"), rows_of(facts), *note)


def _entrants(run: Run) -> str:
    """Returns the names of the entrants, shortened if they are many."""
    if len(run.entrants) <= MAX_PAIRED:
        return ", ".join(run.names)
    # Translators: {first} and {last} are the names of two of them.
    return ngettext(
        "{n} strategy, {first} to {last}",
        "{n} strategies, {first} to {last}",
        len(run.entrants),
    ).format(n=len(run.entrants), first=run.names[0], last=run.names[-1])


def _scores(results: Results) -> Element:
    heads = [_("strategy"), _("wins"), _("losses")]
    if results.risky:
        heads += [_("win rate"), _("95 % interval"), pgettext("clicks at random", "guesses a game")]
    else:
        heads += [_("average guesses"), _("worst")]
    rows = [
        [
            score.strategy,
            whole(score.wins),
            whole(score.losses),
            *(_chances(results, score) if results.risky else _turns(results, score)),
            "–" if score.milliseconds is None else plain(score.milliseconds, 3),
        ]
        for score in results.scores
    ]
    notes = [_("Averages are over the games won, with standard errors.")]
    if results.risky:
        notes = [_("Intervals are Wilson's. A guess is a click that could have hit a mine.")]
    if any(results.exact(score) for score in results.scores):
        notes.append(_("Exact: every secret was played, and no random numbers were used."))
    return section(
        "results",
        _("Results"),
        table(_("Scores"), [*heads, _("ms a game")], rows),
        _quiet(" ".join(notes)),
    )


def _turns(results: Results, score: Score) -> list[str]:
    worst = "–" if score.worst is None else str(score.worst)
    if score.average is None:
        return ["–", worst]
    if results.exact(score):
        return [_("{n} exact").format(n=decimal(score.average, 4)), worst]
    error = score.standard_error
    return [decimal(score.average) + ("" if error is None else f" ± {decimal(error)}"), worst]


def _chances(results: Results, score: Score) -> list[str]:
    guesses = "–" if score.guesses is None else decimal(score.guesses)
    if not score.games:
        return ["–", "–", guesses]
    rate, low, high = results.win_rate(score)
    if results.exact(score):
        return [percent(rate, 2), _("exact"), guesses]
    # Translators: an interval, from {a} to {b}.
    interval = _("{a} to {b}").format(a=decimal(100 * low, 2), b=decimal(100 * high, 2))
    return [percent(rate, 2), interval, guesses]


def _pairs(run: Run, standings: Standings) -> Iterator[Element]:
    found = compared(run, standings)
    if not found:
        return
    heads = [_("strategies"), _("better"), _("equal"), _("worse"), _("difference")]
    heads.append(_("p-value (sign test)"))
    yield section(
        "differences",
        pairs_title(),
        element("ul", *(element("li", f"{each.sentence()}.") for each in found)),
        table(
            _("Round by round"),
            heads,
            [
                [
                    # Translators: the names of two strategies that are compared.
                    _("{first} and {second}").format(first=each.first, second=each.second),
                    whole(each.better),
                    whole(each.equal),
                    whole(each.worse),
                    _difference(each),
                    _("exact") if each.p_value is None else _chance(each.p_value),
                ]
                for each in found
            ],
        ),
        _quiet(
            _(
                "Better: rounds that only the first strategy won. Difference: win rate of the "
                "first minus that of the second, in percentage points."
            )
            if standings.risky
            else _(
                "Better: rounds in which the first strategy found the code sooner. Difference: "
                "guesses of the first minus those of the second, over the codes that both found."
            ),
            " ",
            _("p-value: the chance that two equally good strategies differ this much."),
        ),
    )


def _difference(each: Comparison) -> str:
    value, error, digits = each.turns, each.turns_error, 3
    if each.risky and each.win_rate is not None:
        value, digits = 100 * each.win_rate, 2
        error = None if each.win_rate_error is None else 100 * each.win_rate_error
    if value is None:
        return "–"
    return _signed(value, error, digits)


def _signed(value: float, error: float | None, digits: int) -> str:
    """Formats a value with its sign, such as ``−0.182 ± 0.053``."""
    figure = decimal(value, digits)
    figure = figure.replace("-", "\N{MINUS SIGN}") if figure.startswith("-") else f"+{figure}"
    return figure if error is None else f"{figure} ± {decimal(error, digits)}"


def _chance(p: float) -> str:
    # Translators: a p-value, with the decimal point of the language.
    return decimal(p) if p >= 0.001 else _("below 0.001")


def _ranking(run: Run, standings: Standings) -> Iterator[Element]:
    found = ranked(run, standings)
    if not found:
        return
    heads = [_("strategy"), _("points"), _("better"), _("equal"), _("worse")]
    yield section(
        "ranking",
        _("Ranking"),
        table(
            _("Elo points"),
            [*heads, _("significantly better than")],
            [
                [
                    each.strategy,
                    _signed(each.rating, each.error, 0),
                    whole(each.wins),
                    whole(each.draws),
                    whole(each.losses),
                    ", ".join(each.beats) or _("none of them"),
                ]
                for each in found
            ],
            words=(len(heads),),
        ),
        _quiet(
            _(
                "Elo scale: a lead of 400 points means doing better in 10 of 11 rounds. The counts "
                "add the rounds against each other strategy."
            )
        ),
    )


def _pictures(results: Results) -> Iterator[Element]:
    made = [each for kind in pictured(results) if (each := _made_of(results, kind))]
    if not made:
        return
    yield section("pictures", _("Pictures"), *(_figure(each) for each in made))


def _made_of(results: Results, kind: str) -> Picture | None:
    """Makes a picture, or None if the run has none of this kind."""
    if kind != Start.kind and len(results.scores) > MAX_DRAWN:
        return None
    try:
        return picture_of([results], kind)
    except MastermineError:  # no stored moves, or too many secrets
        return None


def _figure(made: Picture) -> Element:
    svg = drawn(made, "svg", width=WIDTH_INCHES, headed=False, ink=INK)
    heads, rows = made.table()
    name = f"picture-{made.kind}"
    large = isinstance(made, Start) and len(made.rates[0]) > 16
    return element(
        "figure",
        wide(picture(svg, name, made.title, made.summary(), INK), made.title),
        element(
            "figcaption",
            element("strong", made.title),
            ". ",
            f"{made.caption} {made.legend}".strip(),
        ),
        element(
            "details",
            element("summary", data_title()),
            table(made.title, heads, rows),
        ),
        class_="large" if large else None,
        id=name,
    )


def _failures(results: Results) -> Iterator[Element]:
    failed = [score for score in results.scores if score.failures]
    if not failed:
        return
    yield section(
        "failures",
        _("Failures"),
        element(
            "p",
            _(
                "These games failed: the strategy raised an error, made an illegal move, or took "
                "too long."
            ),
        ),
        *(
            element(
                "div",
                element(
                    "h3",
                    ngettext("{name}: {n} game", "{name}: {n} games", score.failures).format(
                        name=score.strategy, n=whole(score.failures)
                    ),
                ),
                element("ul", *(element("li", game.failure) for game in score.failed)),
            )
            for score in failed
        ),
    )


def _again(run: Run, details: RunDetails) -> Element:
    """Shows the command that reproduces the run, and the source files of strategies."""
    own = [
        element(
            "details",
            # Translators: {name} is a strategy; the text of its file follows.
            element("summary", _("Source file of {name}").format(name=entrant.name)),
            element("pre", element("code", entrant.source), tabindex="0"),
        )
        for entrant in run.entrants
        if entrant.source is not None
    ]
    return section(
        "again",
        _("Reproduce this run"),
        element(
            "p", _("With the same version, this command plays the same games; only times differ:")
        ),
        element(
            "pre",
            element("code", "$", *_options_whole(details.command)),
            class_="command",
        ),
        *own,
    )


def _options_whole(command: str) -> Iterator[Element | str]:
    """Yields the words of a command, with options that no line break splits."""
    for word in command.split(" "):
        yield " "
        yield element("span", word) if word.startswith("-") else word
