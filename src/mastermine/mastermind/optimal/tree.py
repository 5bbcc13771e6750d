"""Trees of Mastermind: what to guess after which answers, and the text that says it.

``docs/reference/trees.md`` describes the text. How a tree is found is not known here.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.core.game import NeedsRandomness, Turn, View
from mastermine.core.turns import turns_of
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext, shortened
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.system.folders import is_special, located, reading, writing

if TYPE_CHECKING:
    from mastermine.core.random import Random
    from mastermine.core.strategy import Strategy
    from mastermine.core.turns import Turns
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.reference import Codes

FORMAT = "mastermine tree"
VERSION = 1
_FIRST = f"{FORMAT} {VERSION}"
MAX_TREE_BYTES = 1 << 26
"""A longer text is no tree; that of 40,000 codes has a hundredth of it."""

GZIP = b"\x1f\x8b"
"""How compressed files begin."""

_OBJECTIVE = re.compile(r"[a-z]+(?:-[a-z]+)*")
_NUMBERS = re.compile(r"[0-9]+(?: [0-9]+)*")
_LEAF = r"[0-9BW+-]+=[0-9a-z_,]+"
_LINE = re.compile(
    r"(?P<indent> *)(?:(?P<answer>[0-9BW+-]+) )?(?P<guess>[0-9a-z_,]+)(?P<possible>!?)"
    rf"(?::(?P<leaves>(?: {_LEAF})+))?"
)

State = TypeVar("State")


class BrokenTree(MastermineError):
    """A tree that does not find every code, or a text that is no tree. It says where."""


@dataclass(frozen=True, slots=True, repr=False)
class Node:
    """A guess, and what to do after each answer that can come and does not end the game.

    ``possible``: the guess can itself be the code.
    """

    guess: Code
    children: Mapping[Feedback, Node]
    possible: bool

    def __repr__(self) -> str:
        return f"<Node: guess {self.guess}, {len(self.children)} answers>"

    @property
    def leaf(self) -> bool:
        """Whether the guess is the code for certain."""
        return self.possible and not self.children


@dataclass(frozen=True, repr=False)
class Tree:
    """What to guess after which answers, for all codes of the rules.

    ``objective``: what the tree minimises, one word. ``notes``: lines of comment.
    """

    rules: Mastermind
    root: Node
    objective: str = "expected"
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "notes", tuple(filter(None, map(_one_line, self.notes))))

    def __repr__(self) -> str:
        return f"<Tree of {self.rules.spec()}: {self.total} guesses, {self.worst} at worst>"

    # Figures, by the shape of the tree: a node whose guess is possible ends one code.

    @cached_property
    def histogram(self) -> tuple[int, ...]:
        """Entry i counts the codes that guess i + 1 finds."""
        found: Counter[int] = Counter()
        open_ = [(self.root, 1)]
        while open_:
            node, guesses = open_.pop()
            found[guesses] += node.possible
            open_ += [(child, guesses + 1) for child in node.children.values()]
        return tuple(found[guesses] for guesses in range(1, max(found, default=0) + 1))

    @property
    def total(self) -> int:
        """The guesses for all codes together."""
        return sum(guesses * n for guesses, n in enumerate(self.histogram, start=1))

    @property
    def worst(self) -> int:
        """The guesses for the hardest code."""
        return len(self.histogram)

    def guess_after(self, turns: Turns[Code, Feedback]) -> Code | None:
        """The guess after these turns; None where they leave the tree, or end the game.

        Raises IllegalMove for what is no turn.
        """
        node: Node | None = self.root
        for turn in turns_of(self.rules, turns):
            if node is None or node.guess != turn.action:
                return None
            node = node.children.get(turn.feedback)
        return None if node is None else node.guess

    # Trees of other things.

    @classmethod
    def from_preorder(cls, rules: Mastermind, codes: Codes, guesses: Codes, **more: Any) -> Tree:
        """The tree with these guesses: the first, then those of each part, by number of answer.

        ``codes``: uint8 (n, places), those to be found. ``guesses``: uint8 (k, places). ``more``:
        the objective and the notes. Raises BrokenTree when there are too few or too many guesses,
        IllegalMove for one that is no code.
        """
        from mastermine.mastermind.kernels import respond

        rows = iter(guesses)

        def split(part: Codes) -> Step[Codes]:
            guess = next(rows, None)
            if guess is None:
                raise BrokenTree(
                    ngettext(
                        "{n} guess is not enough for a tree of these codes",
                        "{n} guesses are not enough for a tree of these codes",
                        len(guesses),
                    ).format(n=whole(len(guesses)))
                )
            code = tuple(guess.tolist())
            rules.check(code)
            answers = respond(rules, guess, part)
            return code, {
                rules.decode(answer): part[answers == answer]
                for answer in sorted(set(answers.tolist()))
            }

        tree = cls(rules, _grown(rules, codes, split), **more)
        left = sum(1 for _row in rows)
        if left:
            raise BrokenTree(
                ngettext(
                    "{n} guess is left over when every code is found",
                    "{n} guesses are left over when every code is found",
                    left,
                ).format(n=whole(left))
            )
        return tree

    @classmethod
    def of_strategy(
        cls, rules: Mastermind, strategy: Strategy, rng: Random | None = None, **more: Any
    ) -> Tree:
        """How a strategy plays, asked once at each position; the limit of the rules is ignored.

        ``rng``: where it has random numbers from. Raises NeedsRandomness where it has none,
        TooLarge when the codes cannot be listed, IllegalMove when it makes a guess again.
        """

        def split(view: View[Code, Code, Feedback]) -> Step[View[Code, Code, Feedback]]:
            try:
                guess: Code = strategy(view)
            except NeedsRandomness:
                raise NeedsRandomness(
                    _(
                        "strategy {name} draws random numbers, so that it has no one tree; take "
                        "one that draws none, such as knuth"
                    ).format(name=strategy.title)
                ) from None
            if any(turn.action == guess for turn in view.turns):
                raise IllegalMove(
                    _("strategy {name}: in turn {turn} it repeats its guess {guess}").format(
                        name=strategy.title, turn=view.length + 1, guess=rules.format_action(guess)
                    )
                )
            known: Any = view.knowledge
            answers = sorted(known.split(guess), key=rules.encode)
            return guess, {answer: view.after(Turn(guess, answer)) for answer in answers}

        rules.secrets()  # Raises TooLarge.
        return cls(rules, _grown(rules, View(rules, rng=rng), split), **more)

    # Text and files.

    def text(self) -> str:
        """The text of the tree; ``parse`` gives the tree back."""
        head = [
            _FIRST,
            f"rules {self.rules.spec()}",
            f"objective {self.objective}",
            *(f"{name} {figure}" for name, figure in _figures(self).items()),
            *(f"# {note}" for note in self.notes),
            "",
        ]
        return "\n".join([*head, *self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        rules = self.rules
        code = rules.notation.format
        open_ = [(0, "", self.root)]
        while open_:
            depth, answer, node = open_.pop()
            leaves, deeper = [""], []
            for feedback in sorted(node.children, key=rules.encode):
                child = node.children[feedback]
                if child.leaf:
                    leaves.append(f"{answer_text(feedback)}={code(child.guess)}")
                else:
                    deeper.append((depth + 1, f"{answer_text(feedback)} ", child))
            mark = "!" * node.possible + ":" * (len(leaves) > 1)
            yield f"{' ' * depth}{answer}{code(node.guess)}{mark}{' '.join(leaves)}"
            open_ += reversed(deeper)

    @classmethod
    def parse(cls, text: str) -> Tree:
        """The tree that a text says: ``tree.text()`` is the same text. Raises BrokenTree."""
        if not text:
            raise BrokenTree(
                _("this is empty; a tree begins with the line {line!r}").format(line=_FIRST)
            )
        return _Reader(text).tree()

    @classmethod
    def decode(cls, data: bytes) -> Tree:
        """The tree that a file holds, as text or compressed by gzip. Raises BrokenTree."""
        if data.startswith(GZIP):
            data = _unzipped(data)
        if len(data) > MAX_TREE_BYTES:
            raise BrokenTree(
                _("this is too long for a tree: it has more than {n} bytes").format(
                    n=whole(MAX_TREE_BYTES)
                )
            )
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            before = data[: error.start].decode()
            _check_first(before.partition("\n")[0])
            raise _wrong(before.count("\n"), _("this is not UTF-8")) from None
        return cls.parse(text)

    @classmethod
    def load(cls, path: str | Path) -> Tree:
        """The tree in a file. Raises InvalidSpec when it cannot be read, BrokenTree for no tree."""
        data = read_tree(path)
        try:
            return cls.decode(data)
        except BrokenTree as error:
            raise BrokenTree(f"{path}: {error}") from None

    def save(self, path: str | Path) -> None:
        """Write a file, compressed when its name ends in .gz; it is the old one or the new one.

        Raises InvalidSpec when it cannot be written, or a device or the like is there.
        """
        import gzip
        from tempfile import TemporaryDirectory

        file = Path(os.path.realpath(located(path, "classic.tree")))  # A link stays one.
        if is_special(file):
            raise InvalidSpec(_("{path} is a device; name a file").format(path=path))
        data = self.text().encode()
        if file.name.endswith(".gz"):
            data = gzip.compress(data, mtime=0)
        prefix = f".{file.name[:40]}."
        with writing(path), TemporaryDirectory(dir=file.parent, prefix=prefix) as folder:
            draft = Path(folder) / "tree"
            draft.write_bytes(data)
            draft.replace(file)


def read_tree(path: str | Path) -> bytes:
    """The bytes of a file, or the beginning of what is too long. Raises InvalidSpec."""
    file = located(path, "classic.tree")
    with reading(path), file.open("rb") as opened:
        return opened.read(MAX_TREE_BYTES + 1)


def answer_text(feedback: Feedback) -> str:
    """An answer without spaces: 1B2W, 2B, --+-."""
    return str(feedback).replace(" ", "")


Step = tuple[Code, dict["Feedback", State]]
"""A guess, and what each answer leaves, in order."""


def _grown(rules: Mastermind, start: State, split: Callable[[State], Step[State]]) -> Node:
    """The tree that grows where parts are split until every code is found; asked in preorder."""
    top: dict[Any, Node] = {}
    open_: list[tuple[State, Any, dict[Any, Node]]] = [(start, None, top)]
    while open_:
        state, answer, siblings = open_.pop()
        guess, parts = split(state)
        possible = parts.pop(rules.solution, None) is not None
        children: dict[Any, Node] = {}
        siblings[answer] = Node(guess, children, possible)
        open_ += [(parts[each], each, children) for each in reversed(parts)]
    return top[None]


def _figures(tree: Tree) -> dict[str, str]:
    """The figures as the head of the text has them."""
    return {
        "total": str(tree.total),
        "worst": str(tree.worst),
        "histogram": " ".join(map(str, tree.histogram)),
    }


def _one_line(note: str) -> str:
    """A note as it can stand in a line."""
    return "".join(sign if sign.isprintable() else " " for sign in note).strip()


def _unzipped(data: bytes) -> bytes:
    """What was compressed, or a little more of it than is allowed. Raises BrokenTree."""
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return file.read(MAX_TREE_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise BrokenTree(_("the compressed file is damaged or cut off")) from None


def _wrong(n: int, problem: str) -> BrokenTree:
    """What is wrong with a line, counted from 0."""
    return BrokenTree(
        # Translators: {problem} is a clause that says what is wrong there.
        _("line {line}: {problem}").format(line=n + 1, problem=problem)
    )


def _check_first(line: str) -> None:
    """Raises BrokenTree when a text that begins with this line is no tree, or too new."""
    if line == _FIRST:
        return
    version = line.removeprefix(f"{FORMAT} ")
    if version != line and re.fullmatch(r"[1-9][0-9]{0,8}", version):
        raise BrokenTree(
            _(
                "this tree is in format {version}, this program reads format {own}: "
                "a newer mastermine will open it"
            ).format(version=version, own=VERSION)
        )
    if line == f"{_FIRST}\r":
        raise BrokenTree(_("its lines end with CR LF; those of a tree end with LF alone"))
    raise BrokenTree(
        _("this is no tree of mastermine, which begins with the line {line!r}").format(line=_FIRST)
    )


@dataclass(slots=True)
class _Open:
    """A guess to whose answers lines may still follow."""

    line: int
    node: Node
    children: dict[Feedback, Node]
    last: int = -1
    """The number of the answer of the last such line."""


class _Reader:
    """Reads the text of a tree. What is not written as ``Tree.text`` writes it is refused."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 1
        """The line that is read next, counted from 0."""
        _check_first(self.lines[0])
        if self.lines.pop():
            raise _wrong(len(self.lines), _("the text ends amid this line"))
        self.rules = self._rules()
        self.colours = {digit: colour for colour, digit in enumerate(self.rules.notation.digits)}
        self.answers: dict[str, tuple[int, Feedback]] = {}

    def tree(self) -> Tree:
        objective = self._field("objective")
        if not _OBJECTIVE.fullmatch(objective):
            raise self._wrong(
                _("{text!r} is no objective, which is a word in small letters"),
                text=shortened(objective),
            )
        first = self.at
        figures = {name: self._numbers(name) for name in ("total", "worst", "histogram")}
        notes = []
        while line := self._next(_("an empty line")):
            note = line.removeprefix("# ")
            if note == line or not note or note != _one_line(note):
                raise self._wrong(
                    _("here stands a comment, such as # found by hand, or an empty line")
                )
            notes.append(note)
        tree = Tree(self.rules, self._root(), objective, tuple(notes))
        for n, (name, figure) in enumerate(_figures(tree).items(), start=first):
            if figures[name] != figure:
                raise _wrong(
                    n,
                    # Translators: {name} is total, worst or histogram, as it stands in the file.
                    _("{name} {told}, but of the tree below it is {figure}").format(
                        name=name, told=shortened(figures[name]), figure=figure
                    ),
                )
        return tree

    def _rules(self) -> Mastermind:
        text = self._field("rules")
        try:
            rules = Mastermind.parse(text)
        except InvalidSpec as error:
            raise self._wrong(str(error)) from None
        if rules.spec() != text:
            raise self._wrong(_("these rules are written {spec}"), spec=rules.spec())
        return rules

    def _numbers(self, name: str) -> str:
        text = self._field(name)
        if not _NUMBERS.fullmatch(text):
            raise self._wrong(
                _("{text!r} is neither a number nor a row of numbers"), text=shortened(text)
            )
        return text

    def _field(self, name: str) -> str:
        """What stands in the next line behind this word."""
        word, _space, rest = self._next(name).partition(" ")
        if word != name or not rest:
            raise self._wrong(_("this line should begin with {word!r}"), word=name)
        return rest

    def _next(self, expected: str) -> str:
        if self.at == len(self.lines):
            raise self._wrong(
                # Translators: {expected} is a word such as total, or "an empty line".
                _("the text ends after this line; {expected} should follow"),
                expected=expected,
            )
        self.at += 1
        return self.lines[self.at - 1]

    def _wrong(self, problem: str, **parts: object) -> BrokenTree:
        """What is wrong with the line that was read last; ``parts`` are put into the problem."""
        return _wrong(self.at - 1, problem.format(**parts) if parts else problem)

    def _root(self) -> Node:
        """The first guess, with all that follows."""
        path: list[_Open] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            match = _LINE.fullmatch(line)
            if not match:
                raise self._wrong(
                    _(
                        "{text!r} is not understood; after spaces stand the answer, the guess and, "
                        "after a colon, answers with their codes, such as 0B1W 3344!: 1B1W=3456"
                    ),
                    text=shortened(line),
                )
            depth = len(match["indent"])
            self._check_depth(depth, path)
            del path[depth:]
            opened = self._opened(match, depth)
            if path:
                self._add(path[-1], match["answer"], opened.node)
            path.append(opened)
        if not path:
            raise self._wrong(_("the text ends after this line; the first guess is missing"))
        self._check_ended(path)
        return path[0].node

    def _check_depth(self, depth: int, path: list[_Open]) -> None:
        """Raises BrokenTree for a line that stands under none."""
        if depth == 0 and path:
            raise self._wrong(_("there is one first guess; all other lines begin with spaces"))
        if depth > len(path):
            raise self._wrong(
                ngettext(
                    "it begins with {n} space, which is too deep: an answer stands one space "
                    "deeper than the guess that it answers",
                    "it begins with {n} spaces, which is too deep: an answer stands one space "
                    "deeper than the guess that it answers",
                    depth,
                ).format(n=depth)
            )
        if depth < len(path):
            self._check_ended(path)

    def _check_ended(self, path: list[_Open]) -> None:
        """Raises BrokenTree when the last line cannot be without others below it."""
        last = path[-1]
        if last.children or (last.node.possible and len(path) == 1):
            return
        if last.node.possible:
            raise _wrong(
                last.line,
                _(
                    "no answer follows, so this is a code; it stands behind the colon of the guess "
                    "before, such as 0B1W=3344"
                ),
            )
        raise _wrong(last.line, _("no answer to this guess follows, and it is not marked with !"))

    def _opened(self, match: re.Match[str], depth: int) -> _Open:
        """The guess of a line, with the codes behind its colon."""
        if (match["answer"] is None) != (depth == 0):
            raise self._wrong(
                _("an answer is missing before this guess")
                if depth
                else _("before the first guess there is no answer")
            )
        children: dict[Feedback, Node] = {}
        guess = self._code(match["guess"])
        opened = _Open(self.at - 1, Node(guess, children, bool(match["possible"])), children)
        for leaf in (match["leaves"] or "").split():
            answer, _equals, code = leaf.partition("=")
            self._add(opened, answer, Node(self._code(code), {}, True))
        opened.last = -1
        return opened

    def _add(self, to: _Open, text: str, node: Node) -> None:
        """Put a guess below another, behind this answer."""
        number, answer = self._answer(text)
        if answer in to.children:
            raise self._wrong(_("the answer {answer} stands there twice"), answer=text)
        if number < to.last:
            raise self._wrong(
                _("the answer {answer} stands behind {other}, which comes after it"),
                answer=text,
                other=answer_text(self.rules.decode(to.last)),
            )
        to.last = number
        to.children[answer] = node

    def _answer(self, text: str) -> tuple[int, Feedback]:
        known = self.answers.get(text)
        if known is not None:
            return known
        try:
            answer = self.rules.parse_feedback(text)
        except IllegalMove as error:
            raise self._wrong(str(error)) from None
        if answer_text(answer) != text:
            raise self._wrong(
                _("the answer {text} is written {answer}"), text=text, answer=answer_text(answer)
            )
        if self.rules.solved(answer):
            raise self._wrong(
                _("the answer {answer} ends the game, so it is left out"), answer=text
            )
        self.answers[text] = self.rules.encode(answer), answer
        return self.answers[text]

    def _code(self, text: str) -> Code:
        notation = self.rules.notation
        pegs = text.split(notation.separator) if notation.separator else text
        try:
            code = tuple([self.colours[peg] for peg in pegs])
            self.rules.check(code)
        except KeyError:
            raise self._wrong(
                _("{text!r} is no code of {spec}, such as {example}"),
                text=text,
                spec=self.rules.spec(),
                example=notation.example(),
            ) from None
        except IllegalMove as error:
            raise self._wrong(str(error)) from None
        return code
