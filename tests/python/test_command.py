"""The package against the known figures of the catalogue, and against the command."""

import json
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Ask
from slidewise import NotFoundError, Puzzle

# As in tests/support/catalogue.rs: larger puzzles take longer than a test should.
QUICK = 100_000

CATALOGUE = json.loads((ROOT / "tests/figures/catalogue.json").read_text())["puzzles"]
SMALL = [entry for entry in CATALOGUE if entry["states"] < QUICK]
NAMES = Puzzle.names()


def named(entry: dict[str, Any]) -> Puzzle:
    """The built-in puzzle whose name is the id, or the id followed by `-` and more."""
    own = entry["id"].replace("+", "-")
    [found] = [name for name in NAMES if name == own or name.startswith(f"{own}-")]
    return Puzzle.open(found)


@pytest.mark.parametrize("entry", SMALL, ids=lambda entry: str(entry["id"]))
def test_the_quick_set_of_the_catalogue(entry: dict[str, Any]) -> None:
    puzzle = named(entry)
    for metric in ("step", "slide", "move"):
        known = entry[metric]
        search = puzzle.explore(metric)  # type: ignore[arg-type]
        distances = search.distances()
        assert search.states == entry["states"]
        assert (search.depth, search.generations[-1]) == (known["ecc"], known["at_ecc"])
        assert np.bincount(distances)[: search.depth + 1].tolist() == search.generations
        if known["min"] is None:
            with pytest.raises(NotFoundError):
                search.solve()
            continue
        goals = search.goals()
        assert len(goals) == entry["goal_states"]
        assert distances[goals].min() == len(search.solve()) == known["min"]


@pytest.mark.parametrize("entry", SMALL[::6], ids=lambda entry: str(entry["id"]))
def test_the_command_gives_the_same(entry: dict[str, Any], command: Ask) -> None:
    puzzle = named(entry)
    search = puzzle.explore("move")
    explored = command("explore", puzzle.name, "--metric", "move")
    assert [int(count) for count in explored["generations"]] == search.generations
    if entry["move"]["min"] is not None:
        solved = command("solve", puzzle.name, "--metric", "move")
        solution = search.solve()
        assert (solved["moves"], int(solved["routes"])) == (len(solution), solution.routes)
        steps = [(step["piece"], step["from"], step["move"]) for step in solved["path"]]
        assert steps == [(own.piece, own.cell, own.letters) for own in solution.moves]
    drawn = command(
        "sample", puzzle.name, "--metric", "move", "--distance", "5", "--count", "3", "--seed", "9"
    )
    own = [search.position(int(index)).text for index in search.sample(3, distance=5, seed=9)]
    assert drawn["positions"] == own


@pytest.mark.parametrize("method", ["explore", "meet", "tables"])
@pytest.mark.parametrize("name", ["lane-rouge", "checkmate", "tiles:2x4"])
def test_the_command_solves_by_the_same_methods(name: str, method: Any, command: Ask) -> None:
    puzzle = Puzzle.open(name)
    words = ["solve", name, "--method", method]
    if name.startswith("tiles"):
        puzzle = puzzle.starting_at("2 1 3 4 5 7 6 0")
        words += ["--start", puzzle.start.text]
    told, solution = command(*words), puzzle.solve(method=method)
    assert (told["moves"], int(told["routes"])) == (len(solution), solution.routes)
    assert told["positions"] == [own.text for own in solution.positions]
    if solution.nodes is not None:
        assert (told["method"], int(told["nodes"])) == (solution.method, solution.nodes)
