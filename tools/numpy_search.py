#!/usr/bin/env python3
"""The distances of all positions of a board of sliding tiles: slidewise, numpy and SciPy in turn.

    python tools/numpy_search.py [--board 2x5] [--rounds 5]

The search in numpy works generation by generation on arrays of boards: it groups them by the empty
cell, moves one column, ranks all boards at once and marks the ranks in an array of bytes. SciPy
(`scipy.sparse.csgraph`) gets the whole state graph as a CSR matrix beforehand, so that its time has
no part in making the graph. All three must find the same number of positions at each distance.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from math import factorial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import shortest_path
from slidewise import Puzzle, Search

Counts = list[int]


def ranks(boards: NDArray[np.uint8], half: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers of permutations: the digits of Lehmer, weighted by factorials."""
    cells = boards.shape[1]
    found = np.zeros(len(boards), np.int64)
    for cell in range(cells - 1):
        smaller = (boards[:, cell + 1 :] < boards[:, cell, None]).sum(axis=1)
        found += smaller * half[cell]
    return found


def by_numpy(rows: int, columns: int, start: NDArray[np.uint8]) -> Counts:
    """The number of boards at each distance from `start`."""
    cells = rows * columns
    weights = np.array([factorial(cells - 1 - cell) for cell in range(cells)], np.int64)
    beside = [
        [
            to
            for to in range(cells)
            if abs(to // columns - cell // columns) + abs(to % columns - cell % columns) == 1
        ]
        for cell in range(cells)
    ]
    seen = np.zeros(factorial(cells), bool)
    layer = start.reshape(1, cells)
    seen[ranks(layer, weights)] = True
    counts = [1]
    while True:
        empty = (layer == 0).argmax(axis=1)
        after = []
        for cell in range(cells):
            own = layer[empty == cell]
            for to in beside[cell] if len(own) else []:
                moved = own.copy()
                moved[:, cell], moved[:, to] = own[:, to], 0
                after.append(moved)
        boards = np.concatenate(after)
        numbers = ranks(boards, weights)
        fresh = np.flatnonzero(~seen[numbers])
        _, first = np.unique(numbers[fresh], return_index=True)
        layer = boards[fresh[first]]
        if not len(layer):
            return counts
        seen[numbers[fresh]] = True
        counts.append(len(layer))


def by_slidewise(name: str) -> Counts:
    """The number of boards at each distance, from the array of all distances."""
    distances = Puzzle.open(name).distances()
    return np.trim_zeros(np.bincount(distances, minlength=256)[:255], "b").tolist()


def by_scipy(search: Search, graph: object) -> Counts:
    """The number of boards at each distance, from the state graph made beforehand."""
    found = shortest_path(graph, unweighted=True, indices=search.start)
    return np.bincount(found[np.isfinite(found)].astype(np.int64)).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--board", default="2x5", help="rows and columns (2x5)")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    name = f"tiles:{args.board}"
    puzzle = Puzzle.open(name)
    search = puzzle.explore()
    graph = search.graph()
    start = puzzle.start.array().ravel()
    ways: dict[str, Callable[[], Counts]] = {
        "slidewise": lambda: by_slidewise(name),
        "numpy": lambda: by_numpy(*puzzle.shape, start),
        "scipy, given the graph": lambda: by_scipy(search, graph),
    }
    times: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(args.rounds):
        for way, run in ways.items():
            begun = time.perf_counter()
            counts = run()
            times[way].append(time.perf_counter() - begun)
            assert counts == search.generations, way
    print(f"{name}: {search.states:,} positions, median of {args.rounds} rounds in turn")
    own = statistics.median(times["slidewise"])
    for way, taken in times.items():
        median = statistics.median(taken)
        print(f"{way:24} {median * 1000:10.1f} ms {median / own:8.1f} times")


if __name__ == "__main__":
    main()
