#!/usr/bin/env python3
"""How fast bounds, successors and hashes of arrays of boards are.

    python tools/research_speed.py
"""

import tempfile
import time
from collections.abc import Callable

import numpy as np
import slidewise

BOARDS = 1_000_000
ROUNDS = 5


def rate(work: Callable[[], object], count: int) -> float:
    """Millions a second of processor time, which other work disturbs little; the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return count / best / 1e6


def kept_tables() -> None:
    """How long tables are built, kept, and read again."""
    keep = ["1 2 3 4 5 6 7", "8 9 10 11 12 13 14 15"]
    with tempfile.TemporaryDirectory() as folder:
        for what, store in (("searched", None), ("searched and kept", folder), ("read", folder)):
            begun = time.process_time()
            slidewise.Tables("tiles:4x4", keep=keep, store=store).build()
            print(f"tables 7-8 {what}: {time.process_time() - begun:.1f} s of all processors")


def other_bounds() -> None:
    """How fast bounds of groups of pieces and of levels are."""
    for name, metric, memory in (("lane-rouge", "move", "2M"), ("rush-card-01", "slide", "1M")):
        tables = slidewise.Tables(name, metric=metric, memory=memory)  # type: ignore[arg-type]
        walks = [tables.puzzle.random_walk(40, seed).array() for seed in range(100)]
        boards = np.tile(np.stack(walks), (500, 1, 1))
        speed = rate(lambda: tables.bounds(boards), len(boards))
        print(f"bounds of {name}, {len(tables.groups)} tables: {speed:.2f} M/s")
    level = slidewise.LevelTables("microban:3")
    walks = [level.level.random_walk(10, seed).array() for seed in range(100)]
    boards = np.tile(np.stack(walks), (100, 1, 1))
    print(f"bounds of microban:3: {rate(lambda: level.bounds(boards), len(boards)):.2f} M/s")


def main() -> None:
    other_bounds()
    for keep in (
        ["1 2 3 4 5 6"],
        ["1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"],
        ["1 2 3 4 5 6 7", "8 9 10 11 12 13 14 15"],
    ):
        tables = slidewise.Tables("tiles:4x4", keep=keep)
        begun = time.process_time()
        tables.build()
        seconds = time.process_time() - begun
        boards = tables.puzzle.sample_solvable(BOARDS // 10, seed=1)
        boards = np.tile(boards, (10, 1, 1))
        speed = rate(lambda: tables.bounds(boards), BOARDS)
        sizes = "-".join(str(len(group)) for group in tables.groups)
        print(f"bounds {sizes}, {tables.sums} sums: {speed:.1f} M/s, built in {seconds:.1f} s of all processors")
    for name, metric in (("tiles:4x4", "step"), ("lane-rouge", "move"), ("rush-card-01", "slide")):
        puzzle = slidewise.Puzzle.open(name)
        walks = [puzzle.random_walk(40, seed).array() for seed in range(100)]
        boards = np.tile(np.stack(walks), (1000, 1, 1))
        expanded = rate(lambda: puzzle.expand(boards, metric), len(boards))  # type: ignore[arg-type]
        hashed = rate(lambda: puzzle.hashes(boards), len(boards))
        print(f"{name} {metric}: expand {expanded:.2f} M boards/s, hashes {hashed:.2f} M/s")
    kept_tables()


if __name__ == "__main__":
    main()
