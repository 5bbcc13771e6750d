"""Programs that write a whole strategy for Mastermind: their trees are read and followed."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.core.strategy import Strategy, strategy
from mastermine.mastermind.feedback import Pegs
from mastermine.mastermind.rules import Answer
from mastermine.system.folders import reading

if TYPE_CHECKING:
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code, Mastermind


@dataclass
class Node:
    """A guess, and what follows after an answer; where one code is left, nothing may follow."""

    guess: str
    answers: dict[Feedback, Node] = field(default_factory=dict)


def follow(tree: Node, view: CodeView) -> Code:
    """Returns the next guess. Raises InvalidSpec if the tree does not come to these turns."""
    node: Node | None = tree
    for turn in view.turns:
        if node is None or view.rules.parse_action(node.guess) != turn.action:
            raise InvalidSpec("these guesses are not those of its tree")
        node = node.answers.get(turn.feedback)
    if node is not None:
        return view.rules.parse_action(node.guess)
    if view.knowledge.count() != 1:
        raise InvalidSpec("its tree ends before this position")
    return view.knowledge.first()


def check_pegs(rules: Mastermind) -> None:
    """Raises InvalidSpec for rules without black and white pegs, or with empty places."""
    if rules.blank or rules.answer is not Answer.PEGS:
        raise InvalidSpec("it plays with black and white pegs and without empty places")


def mmstrat(program: str) -> Strategy:
    """Returns the strategies of widmaN's ``mmstrat``; an option names one of them."""

    @lru_cache(maxsize=1)
    def tree(rules: Mastermind, name: str) -> Node:
        spec = f"p{rules.places}c{rules.colours}{'r' if rules.repeats else 'n'}"
        words = [str(Path(program).absolute()), "-q", "-r", spec, "-s", name]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InvalidSpec(done.stderr.strip() or f"mmstrat: exit status {done.returncode}")
        try:
            return read_irving(done.stdout, rules.places)
        except LookupError:
            raise InvalidSpec(f"{program} wrote no strategy") from None

    @strategy("mmstrat", check_rules=check_pegs)
    def play(view: CodeView, *, strategy: str = "optimal") -> list[Code]:
        """The guess of its tree for these rules."""
        return [follow(tree(view.rules, strategy), view)]

    return play


def read_irving(text: str, places: int) -> Node:
    """Parses a tree in the notation of Irving (1978), with capital letters for later parts.

    Raises LookupError if the text is no tree.
    """
    first, *rest = re.split(r"^([A-Z]) = ", text, flags=re.MULTILINE)
    parts = {name: _words(part) for name, part in zip(rest[::2], rest[1::2], strict=True)}
    order = [
        Pegs(black, white)
        for black in range(places + 1)
        for white in range(places - black, -1, -1)
        if (black, white) != (places - 1, 1)
    ]

    def state(words: list[str]) -> Node | None:
        """Reads a number of codes, and the guess if it is not the only code."""
        number = words.pop()
        if number[-1].isalpha():
            return group(parts[number[-1]])
        return group(words) if words and words[-1] == "(" else None

    def group(words: list[str]) -> Node:
        """Reads a guess in brackets, with the states after each answer unless all are obvious."""
        words.pop()
        node = Node(words.pop().rstrip("*"))
        if words.pop() == ":":
            for answer in order:
                child = state(words)
                words.pop()
                if child is not None:
                    node.answers[answer] = child
        return node

    root = state(_words(first))
    if root is None:
        raise LookupError(first)
    return root


def _words(text: str) -> list[str]:
    """Splits a part of a tree, the last word first."""
    return re.findall(r"\d+[A-Z*]?|[():,;]", text)[::-1]


def mikemag(file: str) -> Strategy:
    """Returns the strategy in a graph that Michael Magruder's program wrote."""
    with reading(file):
        text = Path(file).read_text("utf-8")
    size = re.search(r"^digraph \w+_(\d+)p(\d+)c\b", text)
    root = read_graph(text)
    if size is None or root is None:
        raise InvalidSpec(f"{file} is not a strategy of this program")
    places, colours = map(int, size.groups())

    def check(rules: Mastermind) -> None:
        check_pegs(rules)
        if (rules.places, rules.colours, rules.repeats) != (places, colours, True):
            raise InvalidSpec(f"this strategy plays {places}x{colours}")

    @strategy("mikemag", check_rules=check)
    def play(view: CodeView) -> list[Code]:
        """The guess of its tree."""
        return [follow(root, view)]

    return play


def read_graph(text: str) -> Node | None:
    """Parses a strategy as a GraphViz graph: nodes are guesses, edges are answers."""
    named = re.findall(r'^(?!node\b)(\S+) \[label="(\w+)', text, re.MULTILINE)
    nodes = {name: Node(guess) for name, guess in named}
    edges = re.findall(r'^(\S+) -> (\S+) \[label="(\d)(\d)"\]', text, re.MULTILINE)
    for start, end, black, white in edges:
        nodes[start].answers[Pegs(int(black), int(white))] = nodes[end]
    return next(iter(nodes.values()), None)
