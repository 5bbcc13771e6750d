"""Explains deduction steps in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from mastermine.i18n.numbers import either, listed, whole
from mastermine.i18n.text import _, capital, ngettext
from mastermine.mastermind.deduction.clues import Amount, Clue, Kind, Misplaced, Peg
from mastermine.mastermind.deduction.position import Facts, Position
from mastermine.mastermind.deduction.step import Argument, Line, Listing, Step, Sum

if TYPE_CHECKING:
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Code

Names = Callable[[int, int], bool]

MAX_LISTED = 12
"""Number of codes that a sentence lists."""


def sentence(step: Step, notation: Notation) -> str:
    """Returns a sentence, or a few, with the reason and the conclusion of a step."""
    words = _Words(notation)
    names = step.reason.clue.names if isinstance(step.reason, Sum) else None
    conclusion = words.facts(step.facts, step.before, names)
    match step.reason:
        case Sum() as reason:
            return capital(_so(words.reason(reason, step.before, step.facts), conclusion))
        case Listing(codes):
            return capital(_so(words.listing(codes, step.rows), conclusion))
        case arguments:
            return words.arguments(arguments, step)


def known(step: Step, notation: Notation) -> str:
    """Lists what is known before a step as clauses."""
    start = Position.start(step.rules)
    return _Words(notation).facts(step.before.beyond(start), start)


def times(colour: str, n: int, exactly: bool = True) -> str:
    """Formats a colour with its number of pegs: red, red twice, red at least 3 times."""
    if n == 1:
        return colour
    if n == 2:
        text = _("{colour} twice") if exactly else _("{colour} at least twice")
        return text.format(colour=colour)
    if exactly:
        # Translators: one of a list of colours; {n} is 3 or more.
        return ngettext("{colour} {n} time", "{colour} {n} times", n).format(colour=colour, n=n)
    # Translators: one of a list of colours; {n} is 3 or more.
    return ngettext("{colour} at least {n} time", "{colour} at least {n} times", n).format(
        colour=colour, n=n
    )


def place_is(place: int, colour: str) -> str:
    """Formats a certain place, counted from 0."""
    # Translators: a clause, also one of a list; {colour} is the name of a colour.
    return _("place {place} is {colour}").format(place=place + 1, colour=colour)


# Parts of sentences. Names of colours are subjects, complements or members of lists, and rows and
# places are numbers, so that they need no grammatical cases.


def _so(reason: str, conclusion: str) -> str:
    # Translators: both are whole clauses. If "so" would change the word order of the second one,
    # write "that means: {conclusion}" or similar.
    return _("{reason}, so {conclusion}.").format(reason=reason, conclusion=conclusion)


def _numbers(numbers: Iterable[int]) -> str:
    return listed([str(number) for number in numbers])


def _rows(rows: Sequence[int]) -> str:
    # Translators: {rows} is the number of one row.
    one = _("row {rows}")
    # Translators: {rows} is a list of numbers of rows.
    many = _("rows {rows}")
    return (one if len(rows) == 1 else many).format(rows=_numbers(rows))


def _places(places: Sequence[int]) -> str:
    """Formats places, counted from 0."""
    # Translators: {places} is the number of one place.
    one = _("place {places}")
    # Translators: {places} is a list of numbers of places.
    many = _("places {places}")
    return (one if len(places) == 1 else many).format(places=_numbers(p + 1 for p in places))


def _often(n: int) -> str:
    if n == 1:
        # Translators: how often a colour is in the code, after "at most", "at least", "exactly".
        return _("once")
    if n == 2:
        # Translators: how often a colour is in the code, after "at most", "at least", "exactly".
        return _("twice")
    # Translators: how often a colour is in the code; {n} is 3 or more.
    return ngettext("{n} time", "{n} times", n).format(n=n)


def _times(least: int | None, most: int | None) -> str:
    """Formats bounds of a number of pegs, such as "at most 3 times"."""
    if least is None:
        # Translators: {times} is "once", "twice" or "{n} times".
        return _("at most {times}").format(times=_often(most or 0))
    if most is None:
        # Translators: {times} is "once", "twice" or "{n} times".
        return _("at least {times}").format(times=_often(least))
    if least == most:
        # Translators: {times} is "once", "twice" or "{n} times".
        return _("exactly {times}").format(times=_often(most))
    # Translators: {least} to {n} pegs of a colour.
    return ngettext("{least} to {n} time", "{least} to {n} times", most).format(least=least, n=most)


def _in_the_code() -> str:
    # Translators: where pegs of a row are: at any place of the code.
    return _("in the code")


def _placed() -> str:
    # Translators: where pegs of a row are: at their place of the code.
    return _("in place")


def _where(clue: Clue) -> str:
    return _placed() if clue.kind is Kind.BLACK else _in_the_code()


def _relevant(term: Amount | Misplaced, at_most: bool) -> tuple[bool, bool]:
    """Returns True for each of the least and the greatest number of pegs that matters for a sum."""
    if isinstance(term, Misplaced):
        return True, True
    steps = [after - before for before, after in pairwise(term.values)]
    rising, falling = any(step > 0 for step in steps), any(step < 0 for step in steps)
    return (rising, falling) if at_most else (falling, rising)


class _Words:
    """Sentences in a notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.rules = notation.rules

    # Conclusions.

    def name(self, colour: int) -> str:
        return self.notation.colours[colour].name

    def named(self, colours: Iterable[int]) -> str:
        return listed(list(map(self.name, colours)))

    def times(self, numbers: Mapping[int, int]) -> str:
        """Lists colours with their numbers of pegs."""
        return listed([times(self.name(colour), n) for colour, n in numbers.items() if n > 0])

    def facts(self, facts: Facts, before: Position, names: Names | None = None) -> str:
        """Lists conclusions as clauses.

        ``names``: says if the reason puts a colour at a place, rather than exclude all others.
        """
        return listed([*self._clauses(facts, before, names)])

    def _clauses(self, facts: Facts, before: Position, names: Names | None) -> Iterator[str]:
        placed = {p: next(iter(kept)) for p, kept in facts.places.items() if len(kept) == 1}
        left = [p for p, colour in placed.items() if names and not names(p, colour)]
        for place, colour in sorted(placed.items()):
            if place not in left:
                yield place_is(place, self.name(colour))
        yield from self._counts(facts, before)
        without: dict[int, list[int]] = {}
        for place, kept in sorted(facts.places.items()):
            if place not in placed or place in left:
                for colour in sorted(before.domains[place] - kept):
                    if facts.counts.get(colour) != (0, 0):
                        without.setdefault(colour, []).append(place)
        grouped: dict[tuple[int, ...], list[int]] = {}
        for colour, places in without.items():
            grouped.setdefault(tuple(places), []).append(colour)
        for these, colours in grouped.items():
            yield self._not_at(colours, these)
        for place in sorted(left):
            yield place_is(place, self.name(placed[place]))

    def _counts(self, facts: Facts, before: Position) -> Iterator[str]:
        grouped: dict[tuple[int | None, int | None], list[int]] = {}
        for colour, (least, most) in sorted(facts.counts.items()):
            low = least if least > before.least[colour] else None
            high = most if most < before.most[colour] else None
            if least == most or (low and high is None and least == before.most[colour]):
                low, high = least, least
            grouped.setdefault((low, high), []).append(colour)
        for (low, high), colours in grouped.items():
            yield self._number(colours, low, high)

    def _number(self, colours: Sequence[int], least: int | None, most: int | None) -> str:
        """Returns the clause with the number of pegs of each of some colours."""
        one = len(colours) == 1
        if most == 0:
            # Translators: a clause; {colours} is the name of one colour, as its subject.
            text = _("{colours} is not in the code") if one else _("{colours} are not in the code")
        elif least == 1 and (most is None or (most == 1 and not self.rules.repeats)):
            # Translators: a clause; {colours} is the name of one colour, as its subject.
            text = _("{colours} is in the code") if one else _("{colours} are in the code")
        elif one:
            # Translators: a clause; {colours} is the name of one colour, {times} such as "exactly
            # once" or "at most 3 times".
            text = _("{colours} is in the code {times}")
        else:
            # Translators: a clause; {colours} is a list of several colours, {times} such as
            # "exactly once" or "at most 3 times".
            text = _("{colours} are in the code {times} each")
        return text.format(colours=self.named(colours), times=_times(least, most))

    def _not_at(self, colours: Sequence[int], places: Sequence[int]) -> str:
        text = (
            # Translators: a clause; {colours} is one colour, {places} is such as "place 1" or
            # "places 1 and 2".
            _("{colours} is not at {places}")
            if len(colours) == 1
            # Translators: the same with several colours.
            else _("{colours} are not at {places}")
        )
        return text.format(colours=self.named(colours), places=_places(places))

    # Reasons: what is counted, and what is known of it.

    def reason(self, reason: Sum, position: Position, facts: Facts) -> str:
        clue = reason.clue
        match clue.kind:
            case Kind.PEGS if len(clue.rows) == 1:
                return self._pegs(clue, reason.at_most, position, facts)
            case Kind.REST if len(clue.rows) == 1:
                return self._rest(clue, reason.at_most, position, facts)
            case Kind.BLACK if len(clue.rows) == 1:
                return self._black(clue, reason.at_most, position)
            case Kind.WHITE:
                return self._white(clue, reason.at_most, position, facts)
            case Kind.SHOWN:
                return _("the answer shows it for row {row}").format(row=clue.rows[0])
            case Kind.COLOUR:
                return self._colour(clue, reason.at_most, position)
            case Kind.ALL:
                return self._all(clue, reason.at_most, position, facts)
            case Kind.PEGS if len(clue.rows) == 2:
                return self._with(self._compared(clue), reason, position, facts)
            case Kind.REST if len(clue.rows) == 2 and clue.signs == (1, 1):
                return self._with(self._together(clue), reason, position, facts)
            case Kind.BLACK if len(clue.rows) == 2:
                return self._with(self._two_places(clue), reason, position, facts)
            case _:
                return self._with(self._several(clue), reason, position, facts)

    def _with(self, reason: str, of: Sum, position: Position, facts: Facts) -> str:
        """Adds what is known of the terms of a sum and was used."""
        known = self._known(of.clue, of.at_most, position, facts)
        if not known:
            return reason
        # Translators: {reason} is a clause, {known} are clauses with what is known already.
        return _("{reason} (known: {known})").format(reason=reason, known=known)

    def _known(self, clue: Clue, at_most: bool, position: Position, facts: Facts) -> str:
        """Lists what is known of the places and colours of a clue, without those in the facts."""
        start = Position.start(self.rules)
        counts = {}
        for term in clue.terms:
            if not isinstance(term, Peg) and term.colour not in facts.counts:
                colour, (low, high) = term.colour, _relevant(term, at_most)
                bounds = (
                    position.least[colour] if low else start.least[colour],
                    position.most[colour] if high else start.most[colour],
                )
                if bounds != (start.least[colour], start.most[colour]):
                    counts[colour] = bounds
        clauses = [*self._counts(Facts(counts=counts), start)]
        for term in clue.terms:
            if isinstance(term, Peg) and term.place not in facts.places:
                domain = position.domains[term.place]
                if len(domain) == 1:
                    clauses.append(place_is(term.place, self.name(next(iter(domain)))))
                elif gone := [colour for colour in term.values if colour not in domain]:
                    clauses.append(self._not_at(gone, [term.place]))
            elif isinstance(term, Misplaced):
                open_ = position.open(term.colour)
                closed = [p for p in range(self.rules.places) if p not in open_]
                concerned = term.colour in facts.counts or set(open_) & facts.places.keys()
                if open_ and closed and concerned:
                    clauses.append(self._not_at([term.colour], closed))
        return listed(clauses)

    def _of_row(self, n: int, row: int, where: str) -> str:
        """Returns the clause that so many pegs of a row are in the code, or where else."""
        if not n:
            text = self.notation.suited(
                # Translators: a clause; {row} is the number of a row, {where} is "in the code",
                # "in place" or "misplaced". Also in the next messages.
                colours=_("no peg of row {row} is {where}"),
                digits=_("no digit of row {row} is {where}"),
                letters=_("no letter of row {row} is {where}"),
                symbols=_("no symbol of row {row} is {where}"),
            )
        elif n == self.rules.places:
            text = self.notation.suited(
                colours=_("all pegs of row {row} are {where}"),
                digits=_("all digits of row {row} are {where}"),
                letters=_("all letters of row {row} are {where}"),
                symbols=_("all symbols of row {row} are {where}"),
            )
        else:
            text = self.notation.suited(
                colours=ngettext(
                    "{n} peg of row {row} is {where}", "{n} pegs of row {row} are {where}", n
                ),
                digits=ngettext(
                    "{n} digit of row {row} is {where}", "{n} digits of row {row} are {where}", n
                ),
                letters=ngettext(
                    "{n} letter of row {row} is {where}",
                    "{n} letters of row {row} are {where}",
                    n,
                ),
                symbols=ngettext(
                    "{n} symbol of row {row} is {where}",
                    "{n} symbols of row {row} are {where}",
                    n,
                ),
            )
        return text.format(n=n, row=row, where=where)

    def _in_code(self, n: int, row: int) -> str:
        return self._of_row(n, row, _in_the_code())

    def _in_place(self, n: int, row: int) -> str:
        return self._of_row(n, row, _placed())

    def _misplaced(self, n: int, row: int) -> str:
        # Translators: after "is" or "are": pegs of a row that are in the code, but not in place.
        return self._of_row(n, row, _("misplaced"))

    def _pegs(self, clue: Clue, at_most: bool, position: Position, facts: Facts) -> str:
        (row,) = clue.rows
        reason = self._in_code(clue.total, row)
        if clue.total in (0, self.rules.places):
            return reason
        return self._limited(reason, clue, at_most, position, facts)

    def _rest(self, clue: Clue, at_most: bool, position: Position, facts: Facts) -> str:
        (row,) = clue.rows
        n = clue.total
        reason = self._in_code(self.rules.places - n, row)
        if not n:
            return reason
        reason = ngettext(
            # Translators: {reason} is such as "2 pegs of row 1 are in the code"; the others are not
            # in the row, or more of a colour than the row has.
            "{reason}, so {n} more is in the code",
            "{reason}, so {n} more are in the code",
            n,
        ).format(reason=reason, n=n)
        return self._limited(reason, clue, at_most, position, facts)

    def _limited(
        self, reason: str, clue: Clue, at_most: bool, position: Position, facts: Facts
    ) -> str:
        """Adds which pegs are known among those that are counted, or which are possible."""
        if at_most:
            known = self._values(clue, position, 0)
            if not known:
                return reason
            if sum(known.values()) == clue.total:
                # Translators: {reason} is such as "2 pegs of row 1 are in the code", {known} a list
                # of colours such as: red, green twice.
                return _("{reason}: {known}").format(reason=reason, known=self.times(known))
            # Translators: {reason} is such as "2 pegs of row 1 are in the code", {known} a list of
            # colours such as: red, green twice.
            return _("{reason}, among them {known}").format(reason=reason, known=self.times(known))
        others = {
            colour: n
            for colour, n in self._values(clue, position, 1).items()
            if colour not in facts.counts
        }
        if not others:
            return self._possible_only(reason, clue, position)
        n = sum(others.values())
        # Translators: {reason} is such as "2 pegs of row 1 are in the code", {colours} a list.
        return ngettext(
            "{reason}, at most {n} of them {colours}",
            "{reason}, at most {n} of them {colours}",
            n,
        ).format(reason=reason, n=n, colours=self.named(others))

    def _possible_only(self, reason: str, clue: Clue, position: Position) -> str:
        values = self._values(clue, position, 1)
        every = sum(values.values()) == clue.total
        # Translators: {reason} is such as "2 pegs of row 1 are in the code", {colours} a list of
        # colours such as: red, green twice.
        return _("{reason}, possible only: {colours}").format(
            reason=reason, colours=self.times(values) if every else self.named(values)
        )

    def _values(self, clue: Clue, position: Position, side: int) -> dict[int, int]:
        """Returns the least (side 0) or the greatest values of colours, without zeros."""
        return {
            term.colour: value
            for term in clue.terms
            if not isinstance(term, Peg) and (value := term.range(position)[side]) > 0
        }

    def _black(self, clue: Clue, at_most: bool, position: Position) -> str:
        (row,) = clue.rows
        terms = [term for term in clue.terms if isinstance(term, Peg)]
        fixed = [term.place for term in terms if term.range(position)[0] == 1]
        possible = [term.place for term in terms if term.range(position)[1] == 1]
        reason = self._in_place(clue.total, row)
        if at_most:
            if not fixed:
                return reason
            # Translators: {places} is such as "place 1" or "places 1 and 2".
            return _("{reason}, known already: {places}").format(
                reason=reason, places=_places(fixed)
            )
        if len(possible) == self.rules.places:
            return reason
        # Translators: {places} is such as "place 1" or "places 1 and 2".
        return _("{reason}, possible only at {places}").format(
            reason=reason, places=_places(possible)
        )

    def _white(self, clue: Clue, at_most: bool, position: Position, facts: Facts) -> str:
        (row,) = clue.rows
        reason = self._misplaced(clue.total, row)
        if not clue.total:
            reason = _("{reason}: each is in place or not in the code").format(reason=reason)
        elif at_most:
            if known := self._values(clue, position, 0):
                # Translators: {places} is a list of colours here, such as: red, green twice.
                reason = _("{reason}, known already: {places}").format(
                    reason=reason, places=self.times(known)
                )
        else:
            reason = self._possible_only(reason, clue, position)
        return self._with(reason, Sum(clue, at_most), position, facts)

    def _colour(self, clue: Clue, at_most: bool, position: Position) -> str:
        colour = next(term.colour for term in clue.terms if isinstance(term, Amount))
        least, most = position.least[colour], position.most[colour]
        if at_most:
            reason = self._number([colour], least, most if most == least else None)
            # Translators: {reason} is such as "red is in the code"; {places} such as "place 1".
            return _("{reason} and can only be at {places}").format(
                reason=reason, places=_places(position.open(colour))
            )
        placed = position.placed(colour)
        reason = self._number([colour], None if least < most else least, most)
        # Translators: {reason} is such as "red is in the code exactly once"; {places} such as
        # "place 1".
        return _("{reason}, at {places}").format(reason=reason, places=_places(placed))

    def _all(self, clue: Clue, at_most: bool, position: Position, facts: Facts) -> str:
        n = self.rules.places
        reason = ngettext("the code has {n} place", "the code has {n} places", n).format(n=n)
        return self._limited(reason, clue, at_most, position, facts)

    # Two rows, and more.

    def _compared(self, clue: Clue) -> str:
        (one, other), sign = self._more_first(clue)
        mine: list[str] = []
        its: list[str] = []
        for term in clue.terms:
            if isinstance(term, Amount):
                difference = sign * term.values[-1]
                (mine if difference > 0 else its).append(self._more(term))
        # Translators: a clause; {mine} and {its} are lists of colours such as: red, green twice.
        differ = _("where row {one} has {mine}, row {other} has {its}").format(
            one=one, other=other, mine=listed(mine), its=listed(its)
        )
        return self._differ(differ, one, abs(clue.total), _where(clue))

    def _two_places(self, clue: Clue) -> str:
        if clue.signs == (1, 1):
            # Translators: {counted} is such as "rows 1 and 2 together have 3 in place".
            return _("{counted}, and where they differ only one can be").format(
                counted=self._several(clue)
            )
        (one, other), _sign = self._more_first(clue)
        places = _places([term.place for term in clue.terms if isinstance(term, Peg)])
        differ = _("rows {one} and {other} differ only at {places}").format(
            one=one, other=other, places=places
        )
        return self._differ(differ, one, abs(clue.total), _where(clue))

    def _more_first(self, clue: Clue) -> tuple[tuple[int, int], int]:
        """Returns two compared rows, that with more pegs first, and -1 if they are exchanged."""
        one, other = clue.rows
        return ((other, one), -1) if clue.total < 0 else ((one, other), 1)

    def _differ(self, differ: str, one: int, more: int, where: str) -> str:
        if not more:
            # Translators: {where} is "in the code" or "in place".
            return _("{differ}, and both have equally many {where}").format(
                differ=differ, where=where
            )
        # Translators: {where} is "in the code" or "in place".
        return ngettext(
            "{differ}, and row {one} has {n} more {where}",
            "{differ}, and row {one} has {n} more {where}",
            more,
        ).format(differ=differ, n=more, one=one, where=where)

    def _more(self, term: Amount) -> str:
        """Formats a colour that one of two rows has more often."""
        name, n = self.name(term.colour), abs(term.values[-1])
        if not term.values[1]:  # The other row has the colour, too.
            # Translators: one of a list of colours: one peg more of it than in another row.
            return ngettext("another {colour}", "{n} more of {colour}", n).format(colour=name, n=n)
        return times(name, n)

    def _together(self, clue: Clue) -> str:
        # Translators: {counted} is such as "rows 1 and 2 together have 3 in the code".
        return _("{counted}, which has {places} places").format(
            counted=self._several(clue), places=self.rules.places
        )

    def _several(self, clue: Clue) -> str:
        n = self.rules.places - clue.total if clue.kind is Kind.REST else clue.total
        added, taken = (
            [row for row, own in zip(clue.rows, clue.signs, strict=True) if own == which]
            for which in (1, -1)
        )
        if not taken:
            # Translators: {rows} is such as "rows 1 and 2"; {n} is a number of pegs; {where} is "in
            # the code" or "in place".
            text = _("{rows} together have {n} {where}")
        elif n > 0:
            # Translators: {rows} is such as "rows 1 and 2", {less} such as "row 3"; {n} is a number
            # of pegs; {where} is "in the code" or "in place".
            text = _("{rows} together have {n} more {where} than {less}")
        elif n < 0:
            # Translators: {rows} is such as "rows 1 and 2", {less} such as "row 3"; {n} is a number
            # of pegs; {where} is "in the code" or "in place".
            text = _("{rows} together have {n} fewer {where} than {less}")
        else:
            # Translators: {rows} is such as "rows 1 and 2", {less} such as "row 3"; {where} is "in
            # the code" or "in place".
            text = _("{rows} together have as many {where} as {less}")
        less = _rows(taken) if taken else ""
        return text.format(rows=_rows(added), less=less, n=abs(n), where=_where(clue))

    # Arguments and lists.

    def arguments(self, arguments: Sequence[Argument], step: Step) -> str:
        """Returns an argument by contradiction in a few sentences, and what is proved alike."""
        argument, others = arguments[0], arguments[1:]
        *lines, end = argument.lines
        # Translators: {claim} is a clause such as "place 1 is red". If "that" would change its word
        # order, write "suppose: {claim}." or similar.
        said = [_("suppose that {claim}.").format(claim=self.facts(argument.assumed, step.before))]
        reasons = [
            # Translators: {claim} is a clause such as "place 1 is red", {why} such as "row 2".
            _("{claim} because of {why}").format(
                claim=self.facts(line.facts, line.before), why=self._why(line)
            )
            for line in lines
        ]
        wrong = self._contradiction(end)
        if reasons:
            said.append(
                # Translators: {reasons} are clauses, {wrong} a clause with a contradiction.
                _("Then {reasons}; but then {wrong}.").format(
                    reasons="; ".join(reasons), wrong=wrong
                )
            )
        else:
            # Translators: {wrong} is a clause with a contradiction.
            said.append(_("Then {wrong}.").format(wrong=wrong))
        if others:
            claims = [self.facts(each.assumed, step.before) for each in others]
            # Translators: {claims} are clauses such as "place 1 is red", each of which is wrong for
            # the same reason as the one before.
            said.append(_("Likewise if {claims}.").format(claims=either(claims)))
        # Translators: the end of a proof by contradiction; {conclusion} is a clause.
        conclusion = self.facts(step.facts, step.before, lambda _place, _colour: False)
        said.append(_("So {conclusion}.").format(conclusion=conclusion))
        return capital(" ".join(said))

    def _why(self, line: Line) -> str:
        clue = line.reason.clue
        if clue.rows:
            return _rows(clue.rows)
        return (
            # Translators: after "because of".
            _("the places that are left")
            if clue.kind is Kind.COLOUR
            # Translators: after "because of".
            else _("the number of places")
        )

    def _contradiction(self, line: Line) -> str:
        clue, few = line.reason.clue, not line.reason.at_most
        match clue.kind:
            case Kind.COLOUR:
                colour = next(term.colour for term in clue.terms if isinstance(term, Amount))
                text = (
                    # Translators: a clause; {colour} is the name of a colour.
                    _("{colour} has too many places")
                    if few
                    # Translators: a clause; {colour} is the name of a colour.
                    else _("{colour} has too few places")
                )
                return text.format(colour=self.name(colour))
            case Kind.ALL:
                return _("not all places can be filled") if few else _("the places are too few")
            case Kind.REST:
                few = not few
        text = (
            # Translators: a contradiction, a clause after "then"; {clause} is such as "2 pegs of
            # row 1 are in the code".
            _("that is too few, since {clause}")
            if few
            # Translators: a contradiction, a clause after "then"; {clause} is such as "2 pegs of
            # row 1 are in the code".
            else _("that is too many, since {clause}")
        )
        return text.format(clause=self._counted(clue))

    def _counted(self, clue: Clue) -> str:
        """Returns the clause with the answer of the row of a clue."""
        (row,) = clue.rows
        match clue.kind:
            case Kind.WHITE:
                return self._misplaced(clue.total, row)
            case Kind.PEGS:
                return self._in_code(clue.total, row)
            case Kind.REST:
                return self._in_code(self.rules.places - clue.total, row)
            case _:
                return self._in_place(clue.total, row)

    def listing(self, codes: Sequence[Code], rows: Sequence[int]) -> str:
        n = len(codes)
        if n <= MAX_LISTED:
            text = ngettext(
                "with what is known, only {n} code agrees with {rows}: {codes}",
                "with what is known, only {n} codes agree with {rows}: {codes}",
                n,
            )
        else:
            text = ngettext(
                "with what is known, {n} code agrees with {rows}, and all of them show it",
                "with what is known, {n} codes agree with {rows}, and all of them show it",
                n,
            )
        # Translators: in place of "row 1" in "only {n} codes agree with {rows}".
        agreed = _rows(rows) if rows else _("the numbers of all colours")
        return text.format(
            n=whole(n), rows=agreed, codes=" ".join(map(self.notation.format, codes))
        )
