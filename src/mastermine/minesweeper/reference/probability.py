"""Exact mine probabilities in Python integers.

Closed cells that touch the same numbers form a *box*: only its number of mines matters. Boxes that
share a number belong to one *component*. The layouts of a component are counted box by box; the
state is the number of mines that each number still needs, with the number of layouts so far for
each number of mines. The components and the closed cells that touch no number share the mines left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, inf

import numpy as np
from numpy.typing import NDArray

from mastermine.minesweeper.board import CLOSED, MINED, neighbour_table

__all__ = ["analyze", "front_counts", "number_chances"]

MEMORY_LIMIT_BYTES = 1 << 30
"""Default memory limit of an analysis, in bytes."""

Counts = dict[int, int]
"""Number of layouts for each number of mines."""

State = tuple[int, ...]
"""Number of mines that each number of a component still needs."""

Cells = tuple[frozenset[int], tuple[int, ...]]
"""The numbers that the cells of a box touch, and the cells."""

STEP_WORK = 100
"""Units of work of a step in Python, which takes about as long as so many in the native core."""

MAX_CELLS = 1 << 15
BYTES_A_COUNT = 200
"""Approximate memory per count, with its share of the state."""


@dataclass(frozen=True)
class Box:
    """Closed cells that touch the same ``numbers`` (as indices into the state of the component).

    ``room`` is the number of cells in later boxes for each of these numbers.
    """

    cells: tuple[int, ...]
    numbers: tuple[int, ...]
    room: tuple[int, ...]

    def steps(self, state: State) -> Iterator[tuple[int, int, State]]:
        """Yields each possible number of mines, the ways to place them, and the next state."""
        for mines in range(len(self.cells) + 1):
            after = list(state)
            for number in self.numbers:
                after[number] -= mines
            if all(0 <= after[i] <= room for i, room in zip(self.numbers, self.room, strict=True)):
                yield mines, comb(len(self.cells), mines), tuple(after)


def _steps(box: Box, state: State, counts: Counts) -> int:
    """Returns about how many steps it takes to place the mines of a box."""
    return len(box.cells) * (len(counts) + len(state) // 50)


class Watch:
    """Enforces limits of work and memory; 0 means no limit."""

    def __init__(self, work: int, memory: int) -> None:
        self.left = work or inf
        self.memory = memory or inf

    def check(self, size: int = 0, steps: int = 1) -> None:
        """Counts steps. Raises TimeoutError, or MemoryError if ``size`` bytes exceed the limit."""
        self.left -= STEP_WORK * steps
        if self.left < 0:
            raise TimeoutError("no answer within the work allowed")
        if size > self.memory:
            raise MemoryError("no answer within the memory allowed")


class Component:
    """Boxes that are connected by shared numbers, and their layouts."""

    def __init__(self, boxes: Sequence[Cells], lacking: dict[int, int]) -> None:
        """``lacking`` is the number of mines that each number still needs."""
        numbers = sorted({number for touching, _ in boxes for number in touching})
        place = {number: i for i, number in enumerate(numbers)}
        self.start: State = tuple(lacking[number] for number in numbers)
        self.boxes: list[Box] = []
        room = [0] * len(numbers)
        for touching, cells in reversed(_narrow(boxes)):
            places = tuple(sorted(place[number] for number in touching))
            self.boxes.append(Box(cells, places, tuple(room[i] for i in places)))
            for i in places:
                room[i] += len(cells)
        self.boxes.reverse()
        # A number may lack more than it has closed neighbours, or less than none.
        self.possible = all(0 <= need <= most for need, most in zip(self.start, room, strict=True))

    def count(self, watch: Watch) -> Counts:
        """Counts the layouts for each number of mines; ``layers`` keeps the states per box."""
        first: dict[State, Counts] = {self.start: {0: 1}} if self.possible else {}
        self.layers = [first]
        kept = 0
        for box in self.boxes:
            layer: dict[State, Counts] = defaultdict(lambda: defaultdict(int))
            for state, counts in self.layers[-1].items():
                size = BYTES_A_COUNT * (kept + len(layer) * len(counts))
                watch.check(size, _steps(box, state, counts))
                for mines, ways, after in box.steps(state):
                    for before, layouts in counts.items():
                        layer[after][before + mines] += ways * layouts
            self.layers.append(layer)
            kept += sum(map(len, layer.values()))
        return self.layers[-1].get(tuple(0 for _ in self.start), {})

    def weigh(self, rest: Callable[[int], int], watch: Watch) -> Iterator[tuple[Box, int]]:
        """Yields each box with its total number of mines over all layouts.

        ``rest`` returns the number of layouts of all other cells for a number of mines here.
        """
        last = self.layers[-1].items()
        following = {state: {m: rest(m) for m in counts} for state, counts in last}
        for box, layer in zip(reversed(self.boxes), reversed(self.layers[:-1]), strict=True):
            total = 0
            weights: dict[State, Counts] = {}
            for state, counts in layer.items():
                watch.check(steps=_steps(box, state, counts))
                weight = weights[state] = dict.fromkeys(counts, 0)
                for mines, ways, after in box.steps(state):
                    for m, layouts in counts.items():
                        part = ways * following[after][m + mines]
                        weight[m] += part
                        total += mines * layouts * part
            yield box, total
            following = weights


def _narrow(boxes: Sequence[Cells]) -> list[Cells]:
    """Sorts boxes so that few numbers are started but unfinished at any time."""
    left: dict[int, list[Cells]] = defaultdict(list)
    for box in boxes:
        for number in box[0]:
            left[number].append(box)
    ordered: list[Cells] = []
    started: set[int] = set()

    def opens(number: int) -> tuple[int, int]:
        return len(set().union(*(touching for touching, _ in left[number])) - started), number

    while left:
        best = min(started or left, key=opens)
        for box in left[best]:
            ordered.append(box)
            started |= box[0]
            for number in box[0] - {best}:
                left[number].remove(box)
        del left[best]
        started.remove(best)
        finished = {number for number in started if not left[number]}
        started -= finished
        for number in finished:
            del left[number]
    return ordered


class Position:
    """A visible position, split into components."""

    def __init__(self, cells: NDArray[np.uint8], mines: int) -> None:
        _check(cells, mines)
        height, width = cells.shape
        flat = cells.ravel().tolist()
        neighbours = neighbour_table(width, height)
        self.lacking: dict[int, int] = {}
        touching: dict[int, list[int]] = {i: [] for i, value in enumerate(flat) if value == CLOSED}
        self.possible = True
        for i, value in enumerate(flat):
            if value >= CLOSED:
                continue
            around = [flat[j] for j in neighbours[i]]
            self.lacking[i] = value - around.count(MINED)
            if CLOSED not in around and self.lacking[i]:
                self.possible = False
            for j in neighbours[i]:
                if flat[j] == CLOSED:
                    touching[j].append(i)
        boxes: dict[frozenset[int], list[int]] = defaultdict(list)
        for j, numbers in touching.items():
            boxes[frozenset(numbers)].append(j)
        self.outside = tuple(boxes.pop(frozenset(), []))
        self.left = mines - flat.count(MINED)
        self.components = [
            Component([(numbers, tuple(boxes[numbers])) for numbers in group], self.lacking)
            for group in _groups(boxes)
        ]

    def front(self, watch: Watch) -> list[Counts]:
        """Counts the layouts of each component for each number of mines."""
        if not self.possible:
            return [{}]
        return [component.count(watch) for component in self.components]

    def outside_ways(self, mines: int) -> int:
        """Returns the number of ways to place mines in the cells that touch no number."""
        return comb(len(self.outside), mines) if mines >= 0 else 0


def _groups(boxes: dict[frozenset[int], list[int]]) -> list[list[frozenset[int]]]:
    """Groups boxes (given as the numbers that they touch) that are connected by shared numbers."""
    touching: dict[int, list[frozenset[int]]] = defaultdict(list)
    for numbers in boxes:
        for number in numbers:
            touching[number].append(numbers)
    groups: list[list[frozenset[int]]] = []
    grouped: set[frozenset[int]] = set()
    for first in boxes:
        if first in grouped:
            continue
        grouped.add(first)
        group = [first]
        for numbers in group:  # The loop extends the list.
            for number in sorted(numbers):
                new = [other for other in touching[number] if other not in grouped]
                grouped.update(new)
                group += new
        groups.append(group)
    return groups


def _product(factors: Sequence[Counts]) -> Counts:
    """Returns the number of layouts of several independent parts together."""
    product: Counts = {0: 1}
    for factor in factors:
        longer: Counts = defaultdict(int)
        for m, layouts in product.items():
            for n, more in factor.items():
                longer[m + n] += layouts * more
        product = dict(longer)
    return product


def _check(cells: NDArray[np.uint8], mines: int) -> None:
    if not 1 <= cells.size <= MAX_CELLS:
        raise ValueError(f"a field has 1 to {MAX_CELLS} cells, not {cells.size}")
    if cells.max() > MINED:
        raise ValueError(f"a cell is 0 to {MINED}, not {cells.max()}")
    if mines < 0:
        raise ValueError(f"there are 0 or more mines, not {mines}")


def analyze(cells: NDArray[np.uint8], mines: int, work: int, memory: int) -> NDArray[np.float64]:
    """Computes the mine probability of each cell; see `mastermine._native.analyze`."""
    return analyzed(cells, mines, Watch(work, memory))


def analyzed(cells: NDArray[np.uint8], mines: int, watch: Watch) -> NDArray[np.float64]:
    """Computes the mine probability of each cell within limits that other work shares."""
    position = Position(cells, mines)
    counts = position.front(watch)
    together = _product(counts)
    total = sum(
        layouts * position.outside_ways(position.left - m) for m, layouts in together.items()
    )
    if not total:
        return np.empty((0, 0))
    chances = np.full(cells.size, np.nan)
    chances[cells.ravel() == MINED] = 1
    for i, component in enumerate(position.components):
        others = _product(counts[:i] + counts[i + 1 :])

        def rest(m: int, others: Counts = others) -> int:
            left = position.left - m
            return sum(ways * position.outside_ways(left - n) for n, ways in others.items())

        for box, held in component.weigh(rest, watch):
            chances[list(box.cells)] = held / (total * len(box.cells))
    if position.outside:
        held = sum(
            layouts * (position.left - m) * position.outside_ways(position.left - m)
            for m, layouts in together.items()
        )
        chances[list(position.outside)] = held / (total * len(position.outside))
    return chances.reshape(cells.shape)


def front_counts(
    cells: NDArray[np.uint8], mines: int, work: int, memory: int
) -> NDArray[np.uint64]:
    """Counts the layouts of the frontier; see `mastermine._native.front_counts`."""
    position = Position(cells, mines)
    fitting = _product(position.front(Watch(work, memory))).items()
    together = {m: ways for m, ways in fitting if position.outside_ways(position.left - m)}
    length = max(together, default=-1) + 1
    limbs = max(1, -(-max(together.values(), default=0).bit_length() // 64))
    raw = b"".join(together.get(m, 0).to_bytes(8 * limbs, "little") for m in range(length))
    return np.frombuffer(raw, "<u8").astype(np.uint64).reshape(length, limbs)


def _layouts(cells: NDArray[np.uint8], mines: int, watch: Watch) -> int:
    position = Position(cells, mines)
    together = _product(position.front(watch))
    return sum(ways * position.outside_ways(position.left - m) for m, ways in together.items())


def number_chances(
    cells: NDArray[np.uint8], mines: int, queries: NDArray[np.int64], work: int, memory: int
) -> NDArray[np.float64]:
    """Computes what closed cells can show; see `mastermine._native.number_chances`."""
    _check(cells, mines)
    flat = cells.ravel()
    for query in queries.tolist():
        if not (0 <= query < cells.size and flat[query] == CLOSED):
            raise ValueError(f"cell {query} is not closed")
    watch = Watch(work, memory)
    total = _layouts(cells, mines, watch)
    if not total:
        return np.empty((0, 10))
    chances = np.empty((len(queries), 10))
    for row, query in zip(chances, queries.tolist(), strict=True):
        after = cells.copy()
        for value in (*range(9), MINED):
            after.flat[query] = value
            row[min(value, 9)] = _layouts(after, mines, watch) / total
    return chances
