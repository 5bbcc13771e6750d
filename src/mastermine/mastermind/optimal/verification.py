"""Verification of trees by the rules only: plays every code with ``respond``.

It shares no code with the search, so that they cannot share an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.optimal.tree import BrokenTree, Node, Tree, answer_text
from mastermine.mastermind.rules import Code, Mastermind

Path = tuple[tuple["Code", "Feedback"], ...]
"""Guesses before a node, with their answers."""


@dataclass(frozen=True)
class Verified:
    """Figures of playing every code; entry i of ``histogram`` counts those found by guess i + 1."""

    total: int
    worst: int
    histogram: tuple[int, ...]


def verify_tree(tree: Tree) -> Verified:
    """Plays every code of the rules, ignoring the limit of guesses.

    Checks that every guess is a code and not repeated, that exactly the possible answers are
    present, that exactly the guesses that can be the code are marked, and that the figures are
    right. Raises BrokenTree with the guesses and answers that lead to the error.
    """
    rules = tree.rules
    for path, node in _nodes(tree):
        _check_guess(rules, path, node)
    found: Counter[int] = Counter()
    played: set[int] = set()
    ended: set[int] = set()
    for code in every_code(rules):
        nodes = nodes_met(tree, code)
        found[len(nodes)] += 1
        played.update(map(id, nodes))
        ended.add(id(nodes[-1]))
    for path, node in _nodes(tree):
        _check_played(rules, path, node, id(node) in played, id(node) in ended)
    verified = Verified(
        sum(guesses * n for guesses, n in found.items()),
        max(found),
        tuple(found[guesses] for guesses in range(1, max(found) + 1)),
    )
    for name, claimed, right in (
        ("total", tree.total, verified.total),
        ("worst", tree.worst, verified.worst),
        ("histogram", tree.histogram, verified.histogram),
    ):
        if claimed != right:  # Possible if a part of the tree serves several answers.
            raise BrokenTree(wrong_figure(name, claimed, right))
    return verified


def wrong_figure(name: str, claimed: object, right: object) -> str:
    """Describes a figure that differs from the result of playing every code."""
    # Translators: {name} is the name of a figure, such as total, worst, histogram or high.
    message = _("{name} is {claimed}, but playing every code gives {right}")
    return message.format(name=name, claimed=claimed, right=right)


def every_code(rules: Mastermind) -> Iterator[Code]:
    """Yields every code."""
    symbols = range(rules.symbols)
    return (
        product(symbols, repeat=rules.places)
        if rules.repeats
        else permutations(symbols, rules.places)
    )


def _nodes(tree: Tree) -> Iterator[tuple[Path, Node]]:
    """Yields every node of the tree with its path."""
    open_: list[tuple[Path, Node]] = [((), tree.root)]
    while open_:
        path, node = open_.pop()
        yield path, node
        open_ += [((*path, (node.guess, each)), node.children[each]) for each in node.children]


def nodes_met(tree: Tree, code: Code) -> list[Node]:
    """Lists the nodes on the path to a code. Raises BrokenTree."""
    rules = tree.rules
    solution, respond = rules.solution, rules.respond
    nodes, path = [tree.root], []
    while True:
        node = nodes[-1]
        answer = respond(code, node.guess)
        path.append((node.guess, answer))
        if answer == solution:
            return nodes
        if answer not in node.children:
            raise _lost(rules, tuple(path), code, node)
        nodes.append(node.children[answer])


def _lost(rules: Mastermind, path: Path, code: Code, node: Node) -> BrokenTree:
    """Creates the error for a code that the tree does not find."""
    if node.leaf and len(path) > 1:
        problem = _("according to the tree the code is {guess}, but it can be {code}")
        return _wrong(rules, path[:-1], problem, guess=node.guess, code=code)
    return _wrong(rules, path, _("no guess follows, but the code can be {code}"), code=code)


def _check_guess(rules: Mastermind, path: Path, node: Node) -> None:
    """Raises BrokenTree for a guess that is not a code, or was made before."""
    try:
        rules.check(node.guess)
    except IllegalMove as error:
        raise _wrong(rules, path, str(error)) from None
    if any(guess == node.guess for guess, _answer in path):
        raise _wrong(rules, path, _("the guess {guess} is repeated"), guess=node.guess)


def _check_played(rules: Mastermind, path: Path, node: Node, played: bool, ended: bool) -> None:
    """Raises BrokenTree for a guess that is never made, or whose mark is wrong."""
    if not played:
        raise _wrong(rules, path, _("no code gives these answers"))
    if node.possible == ended:
        return
    problem = (
        _("the guess {guess} is marked with !, but it cannot be the code")
        if node.possible
        else _("the guess {guess} can be the code, but it is not marked with !")
    )
    raise _wrong(rules, path, problem, guess=node.guess)


def _wrong(rules: Mastermind, path: Path, problem: str, **codes: Code) -> BrokenTree:
    """Creates the error after these guesses and answers; ``codes``: placeholders of the problem."""
    if codes:
        texts = {name: rules.format_action(code) for name, code in codes.items()}
        problem = problem.format(**texts)
    return BrokenTree(located_problem(rules, path, problem))


def located_problem(rules: Mastermind, path: Path, problem: str) -> str:
    """Adds the guesses and answers that lead to a problem."""
    if not path:
        # Translators: {problem} is a clause that describes the error there.
        return _("at the first guess: {problem}").format(problem=problem)
    turns = ", ".join(f"{rules.format_action(guess)} {answer_text(each)}" for guess, each in path)
    # Translators: {turns} is a list such as 1122 1B0W, 3344 0B2W.
    return _("after {turns}: {problem}").format(turns=turns, problem=problem)
