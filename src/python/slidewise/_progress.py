"""The progress of a search: a bar of tqdm if it is installed, else nothing."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def listener() -> Callable[[int, int], None]:
    """A function for `Puzzle.explore(progress=...)` that shows the generations found."""
    try:
        # By name, since tqdm has no types.
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        return lambda generation, count: None
    bar = tqdm(unit=" positions", unit_scale=True)

    def show(generation: int, count: int) -> None:
        bar.set_description(f"generation {generation}", refresh=False)
        bar.update(count)

    return show


def part_listener() -> Callable[[int, int], None]:
    """A function for `design(progress=...)` that shows which part of the boards is done."""
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        return lambda done, total: None
    bar = tqdm(unit=" boards", unit_scale=True)

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.n = done
        bar.refresh()

    return show
