"""The page about an exam."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from mastermine import __version__
from mastermine.core.errors import one_line
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, printable, shortened
from mastermine.registry import GAMES, parse_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mastermine.engines.exam.sitting import Answer, Answers
    from mastermine.engines.exam.subject import Question

Asked = tuple["Question", "Answer"]

MAX_SHOWN = 20
"""Number of illegal and missing answers that are shown."""
MAX_SHOWN_LETTERS = 100


def page(
    settings: Mapping[str, object], command: str, questions: Iterable[Question], answers: Answers
) -> str:
    """Returns the page in Markdown; questions that were not asked are left out."""
    pairs = [(each, answers.of(each)) for each in questions]
    asked = [(question, answer) for question, answer in pairs if answer is not None]
    sections = [
        "# " + _("Exam"),
        "\n".join(
            [
                *(f"- {name}: `{printable(str(value))}`" for name, value in settings.items()),
                _("- mastermine {version}: `{command}`").format(
                    version=__version__, command=printable(command)
                ),
                _("- {asked} of {all} questions asked").format(asked=len(asked), all=len(pairs)),
                *_cost([answer for _question, answer in asked]),
            ]
        ),
        _(
            "After ± comes the standard error. Illegal and missing answers count as wrong; what "
            "was lost is the average of the legal moves."
        ),
    ]
    for _spec, those in groupby(asked, key=lambda each: each[0].spec):
        sections += _section(list(those))
    sections += _problems(asked)
    return "\n\n".join(sections) + "\n"


def _cost(answers: Sequence[Answer]) -> list[str]:
    """Returns lines about time and tokens."""
    timed = [each.seconds for each in answers if each.answered]
    counted = [each.tokens for each in answers if each.tokens is not None]
    lines = []
    if timed:
        lines.append(_("- {n} s an answer").format(n=plain(fmean(timed), 3)))
    if counted:
        lines.append(
            _("- tokens: {asked} of questions, {answered} of answers").format(
                asked=whole(sum(asked for asked, _answered in counted)),
                answered=whole(sum(answered for _asked, answered in counted)),
            )
        )
    return lines


def _section(asked: Sequence[Asked]) -> list[str]:
    """Returns the part about a game."""
    subject = asked[0][0].subject
    rules = parse_rules(subject.spec)
    grade, right, lost, blunders = subject.heads()
    heads = [grade, _("positions"), f"{right}, %", lost, blunders, _("illegal"), _("no answer")]
    lines = [_row(heads), _row(["---", *["---:"] * (len(heads) - 1)])]
    titles = subject.titles()
    for name, title in titles.items():
        of_grade = [answer for question, answer in asked if question.grade == name]
        if of_grade:
            lines.append(_row([title, *_figures(of_grade)]))
    lines.append(_row([_("**all**"), *_figures([answer for _question, answer in asked])]))
    return [f"## {_(GAMES[rules.game].title)}: {rules.spec()}", "\n".join(lines)]


def _figures(answers: Sequence[Answer]) -> list[str]:
    """Returns the figures of a line of the table."""
    n, losses = len(answers), [each.lost for each in answers if each.lost is not None]
    rate = sum(each.right for each in answers) / n
    return [
        whole(n),
        f"{100 * rate:.1f} ± {100 * sqrt(rate * (1 - rate) / n):.1f}",
        _mean(losses),
        whole(sum(each.blunder for each in answers)),
        whole(sum(each.answered and each.lost is None for each in answers)),
        whole(sum(not each.answered for each in answers)),
    ]


def _mean(values: Sequence[float]) -> str:
    """Formats a mean with its standard error, which two values at least have."""
    if not values:
        return "–"
    error = f" ± {stdev(values) / sqrt(len(values)):.3f}" if len(values) > 1 else ""
    return f"{fmean(values):.3f}{error}"


def _problems(asked: Sequence[Asked]) -> list[str]:
    """Lists illegal and missing answers."""
    found = [(question, answer) for question, answer in asked if answer.problem]
    if not found:
        return []
    lines = [
        f"- `{question.position}`: {_code(answer.text)}{printable(answer.problem)}"
        for question, answer in found[:MAX_SHOWN]
    ]
    more = len(found) - len(lines)
    return [
        "## " + _("Illegal and missing answers"),
        "\n".join([*lines, *([_("- and {n} more").format(n=whole(more))] if more else [])]),
    ]


def _code(text: str) -> str:
    """Formats the end of an answer as code, if there is any."""
    last = one_line(text.strip().rpartition("\n")[2]).replace("`", "'")
    return f"`{printable(shortened(last, MAX_SHOWN_LETTERS))}`: " if last else ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
