"""Arrays of distances, boards, numbers and neighbours, against a mover that knows only boards."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray
from slidewise import Puzzle, Search

Board = NDArray[np.uint8]

# Without rules and gates, which the mover below does not know.
PUZZLES = ["tiles:2x3", "tiles:3x3", "lane-rouge", "get-my-goat", "rush-card-01"]


def steps(board: Board) -> Iterator[tuple[int, int, Board]]:
    """All steps: the square of the piece's first cell, the direction, and the board after."""
    rows, columns = board.shape
    for piece in np.unique(board[(board != 0) & (board != 255)]):
        cells = np.argwhere(board == piece)
        for direction, offset in enumerate([(-1, 0), (1, 0), (0, -1), (0, 1)]):
            there = cells + offset
            if (there < 0).any() or (there >= (rows, columns)).any():
                continue
            if not np.isin(board[there[:, 0], there[:, 1]], [0, piece]).all():
                continue
            after = board.copy()
            after[cells[:, 0], cells[:, 1]] = 0
            after[there[:, 0], there[:, 1]] = piece
            yield int(cells[0, 0] * columns + cells[0, 1]), direction, after


def some(search: Search, count: int, seed: int = 0) -> NDArray[np.int64]:
    """Random numbers of positions that Start reaches."""
    distances = search.distances()
    reached = np.flatnonzero(distances != np.iinfo(distances.dtype).max)
    drawn = np.random.default_rng(seed).choice(reached, count)
    return drawn.astype(np.int64)


@pytest.mark.parametrize("name", PUZZLES)
def test_neighbours_are_the_steps_of_boards(name: str) -> None:
    search = Puzzle.open(name).explore()
    chosen = some(search, 100)
    starts, found = search.neighbors(chosen)
    cars = name.startswith("rush")
    for number, board in enumerate(search.unrank(chosen)):
        after = [own for _, _, own in steps(board)]
        own = search.rank(np.array(after))
        # Cars keep to their lane, which a board does not tell: what they leave it for is no position.
        assert cars or (own >= 0).all()
        assert sorted(own[own >= 0]) == list(found[starts[number] : starts[number + 1]])


@pytest.mark.parametrize("name", PUZZLES)
def test_rank_and_unrank_agree_with_positions(name: str) -> None:
    search = Puzzle.open(name).explore()
    chosen = some(search, 500)
    boards = search.unrank(chosen)
    assert boards.dtype == np.uint8 and boards.shape == (500, *search.shape)
    assert (search.rank(boards) == chosen).all()
    # Neither order nor stride of the memory matters.
    assert (search.rank(np.asfortranarray(boards)) == chosen).all()
    assert (search.unrank(np.repeat(chosen, 2)[::2]) == boards).all()
    for index, board in zip(chosen[:50], boards):
        position = search.position(int(index))
        assert (position.array() == board).all()
        assert search.index_of(position) == index


@pytest.mark.parametrize("name", PUZZLES)
def test_threads_rank_with_one_search(name: str) -> None:
    search = Puzzle.open(name).explore()
    chosen = some(search, 2000)
    boards = search.unrank(chosen)

    def ask(_: int) -> bool:
        is_ranked = (search.rank(boards) == chosen).all()
        return bool(is_ranked and (search.unrank(chosen) == boards).all())

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(50)))


def test_all_numbers_of_the_8_puzzle_and_none_beside_them() -> None:
    search = Puzzle.open("tiles:3x3").explore()
    distances = search.distances()
    reached = np.flatnonzero(distances != 255)
    boards = search.unrank(reached)
    assert len(np.unique(boards.reshape(-1, 9), axis=0)) == search.states == 181_440
    assert (search.rank(boards) == reached).all()
    # The other parity, pieces twice, a wall, and no piece at all are no positions.
    odd = boards[:1000].copy()
    odd[odd == 1], odd[odd == 2], odd[odd == 254] = 254, 1, 2
    twice = boards[:1000].copy()
    twice[twice == 1] = 2
    for wrong in (odd, twice, np.zeros_like(odd), np.full_like(odd, 255), np.full_like(odd, 9)):
        assert (search.rank(wrong) == -1).all()


@pytest.mark.parametrize("name", PUZZLES)
def test_distances_are_those_of_a_search_over_boards(name: str) -> None:
    search = Puzzle.open(name).explore()
    distances = search.distances()
    assert len(distances) == len(search)
    assert (Puzzle.open(name).distances() == distances).all()
    counts = np.bincount(distances)[: search.depth + 1]
    assert counts.tolist() == search.generations
    seen = {search.start: 0}
    layer = search.puzzle.start.array()[None]
    for depth in range(1, 9):
        after = [own for board in layer for _, _, own in steps(board)]
        ranks, first = np.unique(search.rank(np.array(after)), return_index=True)
        fresh = [(r, f) for r, f in zip(ranks, first) if r >= 0 and int(r) not in seen]
        seen.update((int(rank), depth) for rank, _ in fresh)
        if not fresh:
            break
        layer = np.array([after[at] for _, at in fresh])
    assert all(distances[index] == depth for index, depth in seen.items())
    chosen = some(search, 200)
    assert (search.distance_of(chosen) == distances[chosen]).all()


def test_distances_from_the_goals() -> None:
    search = Puzzle.open("lane-rouge").explore("move")
    to_goal = search.distances("goals")
    assert to_goal[search.start] == len(search.solve()) == 81
    assert (np.flatnonzero(to_goal == 0) == search.goals()).all()


# A ring of 600 cells with one tile: distances of 255 and more take words of 16 bits.
RING = ["." * 150] + ["." + "#" * 148 + "."] * 149 + ["." * 150]


def test_wide_distances_take_words() -> None:
    rows = ["A" + RING[0][1:], *RING[1:]]
    text = "start = '''\n" + "\n".join(rows) + "\n'''\n"
    search = Puzzle.from_text(text, name="ring").explore()
    distances = search.distances()
    assert distances.dtype == np.uint16
    reached = distances[distances != 65535]
    assert reached.max() == search.depth == 299
    assert np.bincount(reached).tolist() == search.generations == [1] + [2] * 298 + [1]


def test_samples_and_generations() -> None:
    search = Puzzle.open("tiles:3x3").explore()
    distances = search.distances()
    members = search.positions(20)
    assert (members == np.flatnonzero(distances == 20)).all()
    drawn = search.sample(50, distance=20, seed=7)
    assert len(np.unique(drawn)) == 50 and np.isin(drawn, members).all()
    assert (drawn == search.sample(50, distance=20, seed=7)).all()
    assert len(search.positions(99)) == 0
