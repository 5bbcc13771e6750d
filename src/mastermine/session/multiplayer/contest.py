"""Matches of Mastermind at one keyboard: players take turns as the maker."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mastermine.core.errors import IllegalMove, InvalidSpec, in_field
from mastermine.core.game import Outcome
from mastermine.core.given import read
from mastermine.i18n.numbers import listed, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.session.mastermind import MastermindSession, options, read_options, shape
from mastermine.session.messages import counts
from mastermine.session.multiplayer.match import Match
from mastermine.session.multiplayer.scoring import guessed, key_pegs
from mastermine.session.saved import files
from mastermine.session.session import Mode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_LIMIT = 12
"""Guesses if the rules have no limit: points need one, or giving up would cost too little."""


class Score(Enum):
    """The scoring of a match."""

    ROUNDS = "rounds"
    """The fewest guesses win the round; the maker wins it if nobody breaks the code."""
    POINTS = "points"
    """The maker gets a point for each guess of each breaker, and one more for an unbroken code.

    Giving up counts as all guesses.
    """
    PEGS = "pegs"
    """The maker gets a point for each key peg in the answers to each breaker.

    Giving up counts as a full row of key pegs for each guess that remains.
    """
    FEWEST = "fewest"
    """Most codes broken; in a tie, fewest guesses for those."""


class Draw(Enum):
    """The treatment of a draw at the end of a match."""

    SHARED = "shared"
    """It stays a draw; hints are off."""
    HINTS = "hints"
    """Hints are on, and fewer of them win."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row of the table: ``score`` is rounds won or points, or else 0."""

    player: str
    score: int
    broken: int
    guesses: int
    """Guesses for the broken codes."""
    hints: int
    leads: bool


class Contest(Match[MastermindSession]):
    """A match of Mastermind. In each round one player hides a code and the others break it.

    Each breaker has a board (a session) and plays it to the end before the next.
    """

    rules: Mastermind
    KIND: ClassVar[str] = "contest"
    BOARD = MastermindSession
    TO_DO = ("hide", "break")
    hides: ClassVar[bool] = True
    TAKES: ClassVar[Mapping[str, str | None]] = {
        **Match.TAKES,
        "colours": "names",
        "score": "score",
        "draw": "draw",
    }

    def __init__(
        self,
        rules: Mastermind,
        players: Sequence[str],
        rounds: int | None = None,
        score: Score = Score.ROUNDS,
        names: tuple[str, ...] | None = None,
        draw: Draw = Draw.SHARED,
    ) -> None:
        """``rounds`` must be a multiple of the number of players. Raises InvalidSpec."""
        self._given_rules = rules
        self.limit = rules.limit or DEFAULT_LIMIT
        super().__init__(replace(rules, limit=self.limit), players, rounds)
        self.score = score
        self.draw = draw
        self.names = names
        with in_field("colours"):
            _valid = self.notation

    def again(self) -> Self:
        return type(self)(
            self.given_rules, self.players, self.rounds, self.score, self.names, self.draw
        )

    def shared(self) -> dict[str, Any]:
        settled = {} if self.draw is Draw.SHARED else {"draw": self.draw}
        return {**super().shared(), "colours": self.names, "score": self.score, **settled}

    # State.

    @property
    def given_rules(self) -> Mastermind:
        return self._given_rules

    @property
    def words(self) -> dict[str, Any]:
        return {"names": self.names}

    @property
    def notation(self) -> Notation:
        """Notation for people, in the language in use."""
        return Notation.of(self.rules, self.names)

    def describe(self) -> str:
        return self.notation.describe()

    @property
    def gives_hints(self) -> bool:
        return self.draw is Draw.HINTS

    @property
    def maker(self) -> str:
        """The player who hides the code of the current or next round."""
        return self.first_of(self.round)

    def sides_of(self, number: int) -> list[str]:
        """Returns the breakers of a round, starting with the player after the maker."""
        return super().sides_of(number)[1:]

    def hide(self, text: Code | str) -> None:
        """Sets the code of the next round. Raises IllegalMove."""
        if self.over or self.board is not None:
            raise IllegalMove(_("no code can be hidden now"))
        code = read(text, self.notation.parse, self.rules.check)
        self.boards.append(
            [
                MastermindSession(self.rules, Mode.COMPUTER, secret=code, names=self.names)
                for _breaker in self.players[1:]
            ]
        )

    def standings(self) -> list[Standing]:
        """Returns the table, best player first."""
        scores = dict.fromkeys(self.players, 0)
        broken: dict[str, list[int]] = {player: [] for player in self.players}
        hints = dict.fromkeys(self.players, 0)
        for number in range(self.round):
            for player, board in self.results(number):
                hints[player] += board.hints
                if board.outcome is Outcome.WON:
                    broken[player].append(len(board.turns))
            for player, points in self._scores_of(number).items():
                scores[player] += points

        def rank(player: str) -> tuple[int, ...]:
            settled = hints[player] if self.gives_hints else 0
            if self.score is Score.FEWEST:
                return -len(broken[player]), sum(broken[player]), settled
            return -scores[player], settled

        best = min(map(rank, self.players))
        return [
            Standing(p, scores[p], len(broken[p]), sum(broken[p]), hints[p], rank(p) == best)
            for p in sorted(self.players, key=rank)
        ]

    def _scores_of(self, number: int) -> dict[str, int]:
        """Returns each player's score in a finished round."""
        results = self.results(number)
        maker = self.first_of(number)
        won = {p: len(b.turns) for p, b in results if b.outcome is Outcome.WON}
        if self.score is Score.POINTS:
            return {maker: sum(won.get(player, self.limit + 1) for player, _board in results)}
        if self.score is Score.PEGS:
            return {maker: sum(self._pegs_of(board) for _player, board in results)}
        if self.score is Score.ROUNDS:
            fewest = min(won.values(), default=0)
            return dict.fromkeys((p for p, n in won.items() if n == fewest), 1) or {maker: 1}
        return {}

    def _pegs_of(self, board: MastermindSession) -> int:
        """Counts the key pegs of a finished board."""
        unmade = self.limit - len(board.turns) if board.given_up else 0
        return sum(key_pegs(turn.feedback) for turn in board.turns) + unmade * self.rules.places

    # Messages.

    def scoring_text(self) -> str:
        scoring = {
            # Translators: the maker is the player who hides the code.
            Score.ROUNDS: _(
                "The player with the fewest guesses wins the round; "
                "the maker wins it if nobody breaks the code."
            ),
            # Translators: the maker is the player who hides the code.
            Score.POINTS: _(
                "The maker gets a point for each guess, and one more for a code that is not "
                "broken. Giving up counts as all guesses."
            ),
            # Translators: the maker is the player who hides the code.
            Score.PEGS: _(
                "The maker gets a point for each key peg. Giving up counts as a full row of key "
                "pegs for each guess that remains."
            ),
            Score.FEWEST: _(
                "The player who breaks the most codes wins; in a tie, the one who needs fewer "
                "guesses for them."
            ),
        }[self.score]
        if not self.gives_hints:
            return scoring
        return " ".join([scoring, _("Hints are on; in a draw, fewer hints win.")])

    def no_code(self) -> str:
        """Returns the error for an invalid code, without quoting it: the others see the screen."""
        places = self.rules.places
        return ngettext(
            "a code has {n} peg, such as {example}; type it again",
            "a code has {n} pegs, such as {example}; type it again",
            places,
        ).format(n=places, example=self.notation.example())

    def headings(self) -> list[str]:
        score = {Score.ROUNDS: [_("rounds won")], Score.FEWEST: []}.get(self.score, [_("points")])
        hints = [_("hints")] if self.gives_hints else []
        return [_("player"), *score, _("codes broken"), _("guesses"), *hints]

    def rows(self) -> list[list[str]]:
        return [
            [
                each.player,
                *([] if self.score is Score.FEWEST else [whole(each.score)]),
                whole(each.broken),
                whole(each.guesses) if each.broken else "–",
                *([whole(each.hints)] if self.gives_hints else []),
            ]
            for each in self.standings()
        ]

    def figures(self, standing: Standing) -> list[str]:
        n = standing.score
        points = ngettext("{n} point", "{n} points", n).format(n=whole(n))
        score = {Score.ROUNDS: [counts.rounds_won(n)], Score.FEWEST: []}.get(self.score, [points])
        return [
            *score,
            ngettext("{n} code", "{n} codes", standing.broken).format(n=whole(standing.broken)),
            *([counts.guesses(standing.guesses)] if standing.broken else []),
            *([counts.hints(standing.hints)] if self.gives_hints else []),
        ]

    def result(self, player: str, board: MastermindSession) -> str:
        return guessed(player, board)

    def code_label(self, number: int) -> str:
        """Returns the words before the code of a round, counted from 0."""
        # Translators: the name of a woman or a man.
        return _("{player}'s code was:").format(player=self.first_of(number))

    def round_lines(self, number: int) -> list[str]:
        results = self.results(number)
        code = self.notation.format(results[0][1].secret or ())
        return [
            f"{self.code_label(number)} {code}",
            *(self.result(player, board) for player, board in results),
        ]

    def next_round_text(self) -> str:
        # Translators: {round} is "Round 1 of 2"; {player} is the name of a woman or a man, {others}
        # are names.
        return _(
            "{round}: {player} hides a code; look away, {others}. The code is not shown while it "
            "is typed."
        ).format(
            round=self.round_text(), player=self.maker, others=listed(self.sides_of(self.round))
        )

    def hiding_text(self) -> str:
        """Asks the maker for a code whose pegs are covered."""
        # Translators: the name of a woman or a man.
        return _("{name}, enter your code; the pegs are covered.").format(name=self.maker)

    def hidden_text(self) -> str:
        """Says that the maker's code is set."""
        return _("The code is hidden.")

    def guessing_text(self, player: str) -> str:
        """Says whose code a player guesses."""
        # Translators: the names of women or men.
        return _("{player} guesses the code of {maker}.").format(player=player, maker=self.maker)

    # Saving.

    def public(self) -> dict[str, Any]:
        return {
            **super().public(),
            "options": options(self.names),
            "shape": shape(self.rules, self.notation),
            "score": self.score.value,
            "draw": self.draw.value,
            "maker": None if self.over else self.maker,
            "standings": [asdict(standing) for standing in self.standings()],
        }

    def data(self) -> dict[str, Any]:
        return {
            **super().data(),
            "options": options(self.names),
            "score": self.score.value,
            "draw": self.draw.value,
        }

    @classmethod
    def _read_options(cls, data: dict[str, Any]) -> dict[str, Any]:
        # Matches of older versions have no draw.
        settled = {"draw": files.take_one(data, "draw", Draw)} if "draw" in data else {}
        score = files.take_one(data, "score", Score)
        return {"score": score, "names": read_options(data)["names"], **settled}

    # Internals.

    def _set_up(self, verb: str, text: str) -> bool:
        if verb == "hide":
            self.hide(self.notation.read(text))
        return verb == "hide"

    def _awaited(self) -> str:
        return _("{player} hides a code now: enter hide and the code").format(player=self.maker)

    def _next_player(self) -> str:
        return self.maker

    def _round_data(self, number: int) -> dict[str, Any]:
        results = self.results(number)
        code = results[0][1].secret or ()
        return {
            "maker": self.first_of(number),
            "code": self.rules.format_action(code),
            "breakers": [
                {
                    "player": player,
                    "outcome": board.outcome and board.outcome.value,
                    "guesses": len(board.turns),
                    "given_up": board.given_up,
                }
                for player, board in results
            ],
        }

    def _fits(self, board: MastermindSession) -> bool:
        return (board.rules, board.names) == (self.rules, self.names)

    def _check_boards(self) -> None:
        self._check_rows(range(len(self.players) - 1, len(self.players)))
        boards = [board for row in self.boards for board in row]
        codes = [{board.data()["secret"] for board in row} for row in self.boards]
        if any(len(different) > 1 or None in different for different in codes):
            raise InvalidSpec(_("the boards of a round hide different codes"))
        unfinished = [number for number, board in enumerate(boards) if board.outcome is None]
        if unfinished and (
            unfinished[0] < len(boards) - len(self.players) + 1
            or unfinished != list(range(unfinished[0], len(boards)))
            or any(boards[number].open for number in unfinished[1:])
        ):
            raise self._out_of_order()
