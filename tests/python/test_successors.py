"""Successors, hashes, goals and walks of positions: without a search, and equal to a search's."""

import numpy as np
import pytest
import slidewise
from slidewise import Level, LevelPosition, Puzzle

BLOCKS = [
    "lane-rouge", "checkmate-rook", "iba-52-barbell-puzzle", "gnome-01-only-18-steps",
    "bickford-131b", "classic-hughes", "classic-motorcar", "classic-movingday",
    "hrd-16-shuang-jiang-dang-lu", "hrd-24-shui-xie-bu-tong", "hrd-34-zou-tou-wu-lu",
    "iba-02-blockado", "iba-05-century", "iba-13-loyds-lunacy", "iba-32-puzzle-beast-18",
    "rush-card-01", "rush-card-04", "rush-card-05", "rush-card-07", "rush-card-08",
]  # fmt: skip
MASK = (1 << 64) - 1
PRIMES = [
    11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579,
    2870177450012600261,
]  # fmt: skip


def xxh64(data: bytes) -> int:
    """XXH64 with the seed 0, by its specification."""
    first, second, third, fourth, fifth = PRIMES

    def turned(word: int, bits: int) -> int:
        return (word << bits | word >> (64 - bits)) & MASK

    def mixed(lane: int, word: int) -> int:
        return turned((lane + word * second) & MASK, 31) * first & MASK

    def words(size: int, until: int) -> list[int]:
        own = range(at, until - size + 1, size)
        return [int.from_bytes(data[place : place + size], "little") for place in own]

    at, length = 0, len(data)
    if length >= 32:
        lanes = [first + second & MASK, second, 0, -first & MASK]
        for number, word in enumerate(words(8, length // 32 * 32)):
            lanes[number % 4] = mixed(lanes[number % 4], word)
        turns = (1, 7, 12, 18)
        total = sum(turned(lane, bits) for lane, bits in zip(lanes, turns, strict=True)) & MASK
        for lane in lanes:
            total = ((total ^ mixed(0, lane)) * first + fourth) & MASK
        at = length // 32 * 32
    else:
        total = fifth
    total = total + length & MASK
    for word in words(8, length):
        total = (turned(total ^ mixed(0, word), 27) * first + fourth) & MASK
        at += 8
    for word in words(4, length):
        total = (turned(total ^ word * first & MASK, 23) * second + third) & MASK
        at += 4
    for byte in data[at:]:
        total = turned(total ^ byte * fifth & MASK, 11) * first & MASK
    total = (total ^ total >> 33) * second & MASK
    total = (total ^ total >> 29) * third & MASK
    return total ^ total >> 32


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_successors_are_the_neighbours_of_the_explored_graph(name: str, metric: str) -> None:
    puzzle = Puzzle.open(name)
    search = puzzle.explore(metric)  # type: ignore[arg-type]
    distances = search.distances()
    reached = np.flatnonzero(distances != np.iinfo(distances.dtype).max)
    chosen = np.random.default_rng(1).choice(reached, min(len(reached), 300), replace=False)
    boards = search.unrank(chosen)
    pointers, onward, moves = puzzle.expand(boards, metric)  # type: ignore[arg-type]
    wanted, neighbours = search.neighbors(chosen)
    assert pointers.tolist() == wanted.tolist()
    ranks = search.rank(onward)
    flat = boards.reshape(len(boards), -1)
    for number in range(len(chosen)):
        own = slice(pointers[number], pointers[number + 1])
        assert sorted(ranks[own].tolist()) == neighbours[own].tolist()
        for piece, before, after in moves[own].tolist():
            # The first square of the piece, and none of its own squares where it goes.
            assert np.flatnonzero(flat[number] == piece)[0] == before != after
    for number in range(5):
        pairs = puzzle.successors(boards[number], metric)  # type: ignore[arg-type]
        own = slice(pointers[number], pointers[number + 1])
        assert [position.array().tolist() for _, position in pairs] == onward[own].tolist()
        position = search.position(int(chosen[number]))
        again = puzzle.successors(position, metric)  # type: ignore[arg-type]
        assert [after for _, after in again] == [after for _, after in pairs]
        for (move, _), (piece, before, _) in zip(pairs, moves[own].tolist(), strict=True):
            row, column = divmod(before, puzzle.shape[1])
            assert move.cell == f"{chr(ord('a') + column)}{puzzle.shape[0] - row}"
            assert puzzle.pieces[piece - 1] == move.piece


@pytest.mark.parametrize("name", ["tiles:3x3", "tiles:2x4"])
def test_pushes_along_lines_are_neighbours(name: str) -> None:
    puzzle = Puzzle.open(name)
    search = puzzle.explore("line")
    numbers = search.numbers()[::97]
    boards = search.unrank(numbers)
    pointers, onward, moves = puzzle.expand(boards, "line")
    wanted, neighbours = search.neighbors(numbers)
    assert pointers.tolist() == wanted.tolist()
    owners = np.repeat(np.arange(len(numbers)), np.diff(pointers))
    flat = boards.reshape(len(boards), -1)
    assert (flat[owners, moves[:, 1]] == moves[:, 0]).all()
    after = onward.reshape(len(onward), -1)
    assert (after[np.arange(len(after)), moves[:, 2]] == moves[:, 0]).all()
    for number in range(len(numbers)):
        own = slice(pointers[number], pointers[number + 1])
        assert sorted(search.rank(onward[own]).tolist()) == neighbours[own].tolist()


def test_a_puzzle_that_nobody_can_explore_has_successors() -> None:
    puzzle = Puzzle.open("tiles:10x10")
    (first, after), (second, _) = puzzle.successors(puzzle.start)
    assert (first.piece, first.letters, second.piece) == ("90", "D", "99")
    assert puzzle.successors(after)[0][0].piece in {"80", "90"}
    with pytest.raises(slidewise.InputError, match="line"):
        Puzzle.open("lane-rouge").successors(Puzzle.open("lane-rouge").start, "line")
    with pytest.raises(slidewise.InputError, match="board 1 is no position"):
        puzzle.expand([puzzle.start.array(), np.zeros((10, 10), dtype=np.uint8)])
    with pytest.raises(slidewise.InputError):
        puzzle.expand(np.zeros((2, 9, 10), dtype=np.uint8))
    pointers, boards, moves = puzzle.expand(np.zeros((0, 10, 10), dtype=np.uint8))
    assert (pointers.tolist(), boards.shape, moves.shape) == ([0], (0, 10, 10), (0, 3))


@pytest.mark.parametrize("name", ["microban:1", "microban:2", "microban:4"])
@pytest.mark.parametrize("metric", ["push", "step"])
def test_successors_of_levels_are_one_generation_away(name: str, metric: str) -> None:
    level = Level.open(name)
    search = level.explore(metric)  # type: ignore[arg-type]
    before = {level.start} if metric == "step" else set(search.positions(0))
    seen = set(before)
    for generation in range(1, min(search.depth, 12) + 1):
        found = set()
        for own in before:
            pairs = level.successors(own, metric)  # type: ignore[arg-type]
            found |= {position for _, position in pairs if position not in seen}
        assert {own.text for own in found} == {own.text for own in search.positions(generation)}
        seen |= found
        before = found
    start = level.start
    for letters, after in level.successors(start, metric):  # type: ignore[arg-type]
        pushes, steps, _ = level.replay(letters)
        assert (pushes == 1, steps) == (letters[-1].isupper(), len(letters))
        assert metric == "step" or after.boxes != start.boxes
    boards = np.stack([own.array() for own in list(seen)[:20]])
    pointers, onward, moves = level.expand(boards, metric)  # type: ignore[arg-type]
    for number in range(len(boards)):
        pairs = level.successors(boards[number], metric)  # type: ignore[arg-type]
        part = slice(pointers[number], pointers[number + 1])
        assert onward[part].tolist() == [position.array().tolist() for _, position in pairs]
        assert moves[part, 0].tolist() == [int(letters[-1].isupper()) for letters, _ in pairs]


def test_hashes_are_those_of_every_version() -> None:
    puzzle = Puzzle.open("tiles:3x3")
    assert puzzle.hash(puzzle.start) == puzzle.hash(puzzle.start.array()) == 3272206335049577776
    search = puzzle.explore()
    boards = search.unrank(search.numbers())
    hashes = puzzle.hashes(boards)
    assert hashes.dtype == np.uint64 and len(np.unique(hashes)) == len(boards)
    assert hashes[::5000].tolist() == [puzzle.hash(board) for board in boards[::5000]]
    for name in ("tiles:3x3", "tiles:2x2", "lane-rouge", "tiles:6x6", "rush-card-01"):
        other = Puzzle.open(name)
        assert other.hash(other.start) == xxh64(other.start.array().tobytes())
    # Pieces that look alike change places without a change of the hash.
    alike = Puzzle.open("lane-rouge")
    board = alike.start.array()
    first, second = (alike.pieces.index(token) + 1 for token in "GH")
    swapped = board.copy()
    swapped[board == first], swapped[board == second] = second, first
    assert alike.hash(board) == alike.hash(swapped) == alike.hash(alike.start)
    level = Level.open("microban:1")
    assert level.hash(level.start) == level.hashes(level.start.array()[None])[0]


def test_goals() -> None:
    puzzle = Puzzle.open("tiles:2x3")
    search = puzzle.explore()
    boards = search.unrank(search.numbers())
    found = puzzle.are_goals(boards)
    assert search.numbers()[found].tolist() == search.goals().tolist()
    assert puzzle.is_goal(puzzle.start) is True
    level = Level.open("microban:1")
    solved = level.solve().positions
    assert level.is_goal(solved[-1]) is True and level.is_goal(level.start) is False
    arrays = np.stack([own.array() for own in solved])
    assert level.are_goals(arrays).tolist() == [False] * (len(solved) - 1) + [True]


def test_random_walks_follow_their_seed() -> None:
    puzzle = Puzzle.open("lane-rouge")
    search = puzzle.explore("move")
    ends = [puzzle.random_walk(7, seed, metric="move") for seed in range(40)]
    assert ends == [puzzle.random_walk(7, seed, metric="move") for seed in range(40)]
    assert len(set(ends)) > 10
    assert all(len(search.find(own)) <= 7 for own in ends)
    assert puzzle.random_walk(0) == puzzle.start
    # A step changes the colour of the empty cell, and each of the two first steps is drawn.
    tiles = Puzzle.open("tiles:3x3")
    once = [tiles.random_walk(1, seed).text for seed in range(200)]
    assert 60 < once.count(once[0]) < 140
    level = Level.open("microban:2")
    assert level.random_walk(5, 3).text == level.random_walk(5, 3).text
    assert isinstance(level.random_walk(5, 4, metric="step"), LevelPosition)
