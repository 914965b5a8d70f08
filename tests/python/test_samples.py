"""Random positions: of all that can be solved, and at an exact distance."""

import numpy as np
import pytest
import slidewise
from slidewise import Puzzle


@pytest.mark.parametrize("name", ["tiles:3x3", "tiles:2x4", "lane-rouge", "rush-card-01"])
def test_solvable_boards_are_different_and_lead_to_a_goal(name: str) -> None:
    puzzle = Puzzle.open(name)
    search = puzzle.explore()
    boards = puzzle.sample_solvable(50, seed=3)
    assert (boards == puzzle.sample_solvable(50, seed=3)).all()
    assert not (boards == puzzle.sample_solvable(50, seed=4)).all()
    assert boards.shape == (50, *puzzle.shape) and boards.dtype == np.uint8
    ranks = search.rank(boards)
    distances = search.distances("goals")
    reached = distances[ranks] != np.iinfo(distances.dtype).max
    assert (ranks >= 0).all() and reached.all() and len(np.unique(ranks)) == 50


def test_solvable_boards_of_any_size_and_all_of_a_small_board() -> None:
    large = Puzzle.open("tiles:15x15")
    boards = large.sample_solvable(5)
    assert all(sorted(own.ravel().tolist()) == list(range(225)) for own in boards)
    small = Puzzle.open("tiles:2x2")
    assert len(np.unique(small.sample_solvable(100).reshape(-1, 4), axis=0)) == 12
    # The parity of each position is right: tables know no way from another one.
    tables = slidewise.Tables("tiles:5x5", keep=["1 2", "3 4"])
    assert (tables.bounds(tables.puzzle.sample_solvable(300)) >= 0).all()
    puzzle = Puzzle.open("tiles:3x3")
    empties = np.argwhere(puzzle.sample_solvable(9000, 1).reshape(-1, 9) == 0)[:, 1]
    counts = np.bincount(empties, minlength=9)
    # Of 8 degrees of freedom: 26.12 is exceeded with probability 0.001.
    assert ((counts - 1000) ** 2 / 1000).sum() < 26.12


@pytest.mark.parametrize("distance", [1, 10, 23])
def test_boards_at_a_distance_are_that_far_away(distance: int) -> None:
    puzzle = Puzzle.open("tiles:3x3")
    search = puzzle.explore()
    boards = puzzle.sample(20, distance=distance, seed=5)
    assert 1 <= len(boards) <= 20
    assert (search.distances("goals")[search.rank(boards)] == distance).all()
    assert len(np.unique(search.rank(boards))) == len(boards)
    with pytest.raises(slidewise.NotFoundError, match="32 steps"):
        puzzle.sample(1, distance=32)
    with pytest.raises(slidewise.InputError):
        Puzzle.open("lane-rouge").sample(1, distance=3)
