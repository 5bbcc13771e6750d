"""Decision trees of Mastermind and their text format (``docs/reference/trees.md``)."""

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
from mastermine.system.folders import device_reason, is_special, located, reading, writing

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
"""Limit on the text of a tree; that of 32,768 codes has a hundredth of it."""

GZIP = b"\x1f\x8b"
"""First bytes of compressed files."""

_OBJECTIVE = re.compile(r"[a-z]+(?:-[a-z]+)*")
_NUMBERS = re.compile(r"[0-9]+(?: [0-9]+)*")
_LEAF = r"[0-9BW+-]+=[0-9a-z_,]+"
_LINE = re.compile(
    r"(?P<indent> *)(?:(?P<answer>[0-9BW+-]+) )?(?P<guess>[0-9a-z_,]+)(?P<possible>!?)"
    rf"(?::(?P<leaves>(?: {_LEAF})+))?"
)

State = TypeVar("State")


class BrokenTree(MastermineError):
    """Raised for a tree that does not find every code, or for a text that is not a tree."""


@dataclass(frozen=True, slots=True, repr=False)
class Node:
    """A guess, and a child for each possible answer except the win.

    ``possible``: the guess can be the code.
    """

    guess: Code
    children: Mapping[Feedback, Node]
    possible: bool

    def __repr__(self) -> str:
        return f"<Node: guess {self.guess}, {len(self.children)} answers>"

    @property
    def leaf(self) -> bool:
        """True if the guess must be the code."""
        return self.possible and not self.children


@dataclass(frozen=True, repr=False)
class Tree:
    """A decision tree for all codes of the rules.

    ``objective``: quantity that the tree minimises, one word. ``notes``: comment lines.
    """

    rules: Mastermind
    root: Node
    objective: str = "expected"
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "notes", tuple(filter(None, map(_one_line, self.notes))))

    def __repr__(self) -> str:
        return f"<Tree of {self.rules.spec()}: {self.total} guesses, {self.worst} at worst>"

    @cached_property
    def histogram(self) -> tuple[int, ...]:
        """Entry i counts the codes found by guess i + 1; each possible guess finds one."""
        found: Counter[int] = Counter()
        open_ = [(self.root, 1)]
        while open_:
            node, guesses = open_.pop()
            found[guesses] += node.possible
            open_ += [(child, guesses + 1) for child in node.children.values()]
        return tuple(found[guesses] for guesses in range(1, max(found, default=0) + 1))

    @property
    def total(self) -> int:
        """Guesses for all codes together."""
        return sum(guesses * n for guesses, n in enumerate(self.histogram, start=1))

    @property
    def worst(self) -> int:
        """Guesses for the hardest code."""
        return len(self.histogram)

    def guess_after(self, turns: Turns[Code, Feedback]) -> Code | None:
        """Returns the guess after these turns; None if they leave the tree or end the game.

        Raises IllegalMove for an invalid turn.
        """
        node: Node | None = self.root
        for turn in turns_of(self.rules, turns):
            if node is None or node.guess != turn.action:
                return None
            node = node.children.get(turn.feedback)
        return None if node is None else node.guess

    @classmethod
    def from_preorder(
        cls, rules: Mastermind, codes: Codes | bytes, guesses: Codes | bytes, **more: Any
    ) -> Tree:
        """Builds a tree from guesses in preorder: the first, then those of each part by answer.

        ``codes``: those to be found, uint8 (n, places), or their bytes. ``guesses``: uint8
        (k, places), or their bytes. ``more``: the objective and the notes. Raises BrokenTree for
        too few or too many guesses, IllegalMove for an invalid one.
        """
        from mastermine.mastermind.kernels import consistent, rows_of
        from mastermine.mastermind.kernels import split as sizes

        given = bytes(guesses)
        places = rules.places if isinstance(guesses, bytes) else guesses.shape[1]
        rows = zip(*[iter(given)] * places, strict=False)

        def split(cells: bytes) -> Step[bytes]:
            code = next(rows, None)
            if code is None:
                raise BrokenTree(
                    ngettext(
                        "{n} guess is not enough for a tree of these codes",
                        "{n} guesses are not enough for a tree of these codes",
                        len(given) // places,
                    ).format(n=whole(len(given) // places))
                )
            rules.check(code)
            if cells == bytes(code):
                return code, {rules.solution: b""}
            part = rows_of(cells, rules.places)
            return code, {
                rules.decode(answer): consistent(rules, code, part, answer)
                for answer in sizes(rules, code, part)
            }

        tree = cls(rules, _build(rules, bytes(codes), split), **more)
        left = sum(1 for _row in rows)
        if left:
            raise BrokenTree(
                ngettext(
                    "the tree has {n} guess too many",
                    "the tree has {n} guesses too many",
                    left,
                ).format(n=whole(left))
            )
        return tree

    @classmethod
    def of_strategy(
        cls, rules: Mastermind, strategy: Strategy, rng: Random | None = None, **more: Any
    ) -> Tree:
        """Builds the tree of a strategy, ignoring the limit of the rules.

        ``rng``: source of random numbers. Raises NeedsRandomness if the strategy needs it and it is
        None, TooLarge if codes cannot be listed, IllegalMove if the strategy repeats a guess.
        """
        from mastermine.core.play import repeated_guess

        def split(view: View[Code, Code, Feedback]) -> Step[View[Code, Code, Feedback]]:
            try:
                guess: Code = strategy(view)
            except NeedsRandomness:
                raise NeedsRandomness(
                    _(
                        "strategy {name} uses random numbers, so it has no single tree; choose "
                        "one without them, such as knuth"
                    ).format(name=strategy.title)
                ) from None
            if any(turn.action == guess for turn in view.turns):
                raise repeated_guess(strategy.title, view.length + 1, rules.format_action(guess))
            known: Any = view.knowledge
            answers = sorted(known.split(guess), key=rules.encode)
            return guess, {answer: view.after(Turn(guess, answer)) for answer in answers}

        rules.secrets()  # Raises TooLarge.
        return cls(rules, _build(rules, View(rules, rng=rng), split), **more)

    def text(self) -> str:
        """Formats the tree; ``parse`` inverts it."""
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
        code = rules.format_action
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
        """Parses a text, which must be exactly that of ``text``. Raises BrokenTree."""
        if not text:
            raise BrokenTree(
                _("this is empty; a tree begins with the line {line!r}").format(line=_FIRST)
            )
        return _Reader(text).tree()

    @classmethod
    def decode(cls, data: bytes) -> Tree:
        """Parses the bytes of a file, plain text or gzip. Raises BrokenTree."""
        if data.startswith(GZIP):
            data = _unzipped(data)
        if len(data) > MAX_TREE_BYTES:
            raise BrokenTree(
                _("this is too long for a tree; the limit is {n} bytes").format(
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
        """Reads a tree from a file. Raises InvalidSpec if it cannot be read, and BrokenTree."""
        data = read_tree(path)
        try:
            return cls.decode(data)
        except BrokenTree as error:
            raise BrokenTree(f"{path}: {error}") from None

    def save(self, path: str | Path) -> None:
        """Writes a file atomically, compressed if its name ends in .gz.

        Raises InvalidSpec if it cannot be written or is not a regular file.
        """
        import gzip
        from tempfile import TemporaryDirectory

        file = Path(os.path.realpath(located(path, "classic.tree")))  # Preserves links.
        if is_special(file):
            raise InvalidSpec(device_reason(path))
        data = self.text().encode()
        if file.name.endswith(".gz"):
            data = gzip.compress(data, mtime=0)
        prefix = f".{file.name[:40]}."
        with writing(path), TemporaryDirectory(dir=file.parent, prefix=prefix) as folder:
            draft = Path(folder) / "tree"
            draft.write_bytes(data)
            draft.replace(file)


def read_tree(path: str | Path) -> bytes:
    """Reads the bytes of a file, a little beyond the limit at most. Raises InvalidSpec."""
    file = located(path, "classic.tree")
    with reading(path), file.open("rb") as opened:
        return opened.read(MAX_TREE_BYTES + 1)


def answer_text(feedback: Feedback) -> str:
    """Formats an answer without spaces: 1B2W, 2B, --+-."""
    return str(feedback).replace(" ", "")


Step = tuple[Code, dict["Feedback", State]]
"""A guess, and the state after each answer, in order."""


def _build(rules: Mastermind, start: State, split: Callable[[State], Step[State]]) -> Node:
    """Builds the tree by splitting states in preorder until every code is found."""
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
    """Formats the figures for the header of the text."""
    return {
        "total": str(tree.total),
        "worst": str(tree.worst),
        "histogram": " ".join(map(str, tree.histogram)),
    }


def _one_line(note: str) -> str:
    """Replaces line breaks and other characters that are not printable in a note."""
    return "".join(char if char.isprintable() else " " for char in note).strip()


def _unzipped(data: bytes) -> bytes:
    """Decompresses data up to a little beyond the limit. Raises BrokenTree."""
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return file.read(MAX_TREE_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise BrokenTree(_("the compressed file is damaged or incomplete")) from None


def _wrong(n: int, problem: str) -> BrokenTree:
    """Creates the error for a line, counted from 0."""
    return BrokenTree(
        # Translators: {problem} is a clause that describes the error there.
        _("line {line}: {problem}").format(line=n + 1, problem=problem)
    )


def _check_first(line: str) -> None:
    """Raises BrokenTree if the first line is not that of a tree, or of a newer format."""
    if line == _FIRST:
        return
    version = line.removeprefix(f"{FORMAT} ")
    if version != line and re.fullmatch(r"[1-9][0-9]{0,8}", version):
        raise BrokenTree(
            _(
                "this tree has format {version}, but this program reads format {own}; "
                "use a newer version of mastermine"
            ).format(version=version, own=VERSION)
        )
    if line == f"{_FIRST}\r":
        raise BrokenTree(_("its lines end with CR LF; those of a tree must end with LF"))
    raise BrokenTree(
        _("this is not a tree of mastermine, which begins with the line {line!r}").format(
            line=_FIRST
        )
    )


@dataclass(slots=True)
class _Open:
    """A node to which the following lines may add children."""

    line: int
    node: Node
    children: dict[Feedback, Node]
    last: int = -1
    """Encoded answer of the last child."""


class _Reader:
    """Strict parser of the text of a tree."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 1
        """Index of the next line."""
        _check_first(self.lines[0])
        if self.lines.pop():
            raise _wrong(len(self.lines), _("the text ends within this line"))
        self.rules = self._rules()
        self.colours = {digit: colour for colour, digit in enumerate(self.rules.canonical.digits)}
        self.answers: dict[str, tuple[int, Feedback]] = {}

    def tree(self) -> Tree:
        objective = self._field("objective")
        if not _OBJECTIVE.fullmatch(objective):
            raise self._wrong(
                _("{text!r} is not an objective, which is a word in lower-case letters"),
                text=shortened(objective),
            )
        first = self.at
        figures = {name: self._numbers(name) for name in ("total", "worst", "histogram")}
        notes = []
        while line := self._next(_("an empty line")):
            note = line.removeprefix("# ")
            if note == line or not note or note != _one_line(note):
                raise self._wrong(
                    _("this line must be a comment, such as # found by hand, or empty")
                )
            notes.append(note)
        tree = Tree(self.rules, self._root(), objective, tuple(notes))
        for n, (name, figure) in enumerate(_figures(tree).items(), start=first):
            if figures[name] != figure:
                raise _wrong(
                    n,
                    # Translators: {name} is total, worst or histogram, as in the file.
                    _("{name} is {claimed}, but the tree below has {figure}").format(
                        name=name, claimed=shortened(figures[name]), figure=figure
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
            raise self._wrong(_("these rules must be written {spec}"), spec=rules.spec())
        return rules

    def _numbers(self, name: str) -> str:
        text = self._field(name)
        if not _NUMBERS.fullmatch(text):
            raise self._wrong(
                _("{text!r} is neither a number nor a list of numbers"), text=shortened(text)
            )
        return text

    def _field(self, name: str) -> str:
        """Reads the next line, which must begin with this word, and returns the rest."""
        word, _space, rest = self._next(name).partition(" ")
        if word != name or not rest:
            raise self._wrong(_("this line must begin with {word!r}"), word=name)
        return rest

    def _next(self, expected: str) -> str:
        if self.at == len(self.lines):
            raise self._wrong(
                # Translators: {expected} is a word such as total, or "an empty line".
                _("the text ends after this line; {expected} must follow"),
                expected=expected,
            )
        self.at += 1
        return self.lines[self.at - 1]

    def _wrong(self, problem: str, **parts: object) -> BrokenTree:
        """Creates the error for the last line; ``parts``: placeholders of the problem."""
        return _wrong(self.at - 1, problem.format(**parts) if parts else problem)

    def _root(self) -> Node:
        """Parses the first guess with its subtree."""
        path: list[_Open] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            match = _LINE.fullmatch(line)
            if not match:
                raise self._wrong(
                    _(
                        "{text!r} is not understood; write spaces, the answer, the guess and, "
                        "after a colon, answers with their codes, such as 0B1W 3344!: 1B1W=3456"
                    ),
                    text=shortened(line),
                )
            depth = len(match["indent"])
            self._check_depth(depth, path)
            del path[depth:]
            opened = self._parse_node(match, depth)
            if path:
                self._add(path[-1], match["answer"], opened.node)
            path.append(opened)
        if not path:
            raise self._wrong(_("the text ends after this line; the first guess is missing"))
        self._check_ended(path)
        return path[0].node

    def _check_depth(self, depth: int, path: list[_Open]) -> None:
        """Raises BrokenTree for a line without a parent."""
        if depth == 0 and path:
            raise self._wrong(_("this line must begin with {word!r}"), word=" ")
        if depth > len(path):
            raise self._wrong(
                ngettext(
                    "it begins with {n} space, which is too deep: an answer is indented by one "
                    "space more than its guess",
                    "it begins with {n} spaces, which is too deep: an answer is indented by one "
                    "space more than its guess",
                    depth,
                ).format(n=depth)
            )
        if depth < len(path):
            self._check_ended(path)

    def _check_ended(self, path: list[_Open]) -> None:
        """Raises BrokenTree if the last line must have others below it."""
        last = path[-1]
        if last.children or (last.node.possible and len(path) == 1):
            return
        if last.node.possible:
            raise _wrong(
                last.line,
                _(
                    "no answer follows, so this is a code; write it after the colon of the guess "
                    "before, such as 0B1W=3344"
                ),
            )
        raise _wrong(last.line, _("this guess has no answers, and it is not marked with !"))

    def _parse_node(self, match: re.Match[str], depth: int) -> _Open:
        """Parses the guess of a line, with the codes after its colon."""
        if (match["answer"] is None) != (depth == 0):
            raise self._wrong(
                _("an answer is missing before this guess")
                if depth
                else _("the first guess must not have an answer before it")
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
        """Adds a child for this answer."""
        number, answer = self._answer(text)
        if answer in to.children:
            raise self._wrong(_("the answer {answer} occurs twice"), answer=text)
        if number < to.last:
            raise self._wrong(
                _("the answer {answer} must come before {other}"),
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
                _("the answer {text} must be written {answer}"),
                text=text,
                answer=answer_text(answer),
            )
        if self.rules.solved(answer):
            raise self._wrong(
                _("the answer {answer} ends the game, so it must be omitted"), answer=text
            )
        self.answers[text] = self.rules.encode(answer), answer
        return self.answers[text]

    def _code(self, text: str) -> Code:
        notation = self.rules.canonical
        pegs = text.split(notation.separator) if notation.separator else text
        try:
            code = tuple([self.colours[peg] for peg in pegs])
            self.rules.check(code)
        except KeyError:
            raise self._wrong(
                _("{text!r} is not a code of {spec}, such as {example}"),
                text=text,
                spec=self.rules.spec(),
                example=notation.example(),
            ) from None
        except IllegalMove as error:
            raise self._wrong(str(error)) from None
        return code
