"""Bounds of groups of pieces and of levels against exact distances of all positions."""

import itertools
from typing import Literal

import numpy as np
import pytest
import slidewise
from slidewise import Level, LevelTables, Puzzle, Tables

Metric = Literal["step", "slide", "move", "line"]
METRICS: tuple[Metric, ...] = ("step", "slide", "move")
BLOCKS = [
    "classic-movingday", "iba-32-puzzle-beast-18", "classic-hughes", "iba-13-loyds-lunacy", "tla-pennant", "layton-01-ten-step-solution", "classic-motorcar",
    "layton-10-cluttered-bag", "iba-54-hole-in-one", "iba-02-blockado", "layton-07-jewel-swap", "bickford-131b", "rush-card-10", "rush-card-01", "rush-card-08",
    "rush-card-11", "rush-card-04", "rush-card-05", "rush-card-09", "rush-card-07",
]  # fmt: skip


def check_all(tables: Tables, metric: Metric, step: int = 1) -> int:
    """Compares the bounds of positions with exact distances; gives the number of those above 0."""
    puzzle = tables.puzzle
    search = puzzle.explore(metric)
    numbers = search.numbers()
    distances = search.distances("goals").astype(int)
    unreached = np.iinfo(search.distances("goals").dtype).max
    numbers = numbers[distances[numbers] != unreached][::step]
    bounds = tables.bounds(search.unrank(numbers)).astype(int)
    assert (bounds >= 0).all() and (bounds <= distances[numbers]).all()
    # Consistent: along an edge a bound changes by one at most.
    pointers, beside = search.neighbors(numbers)
    before = np.repeat(bounds, np.diff(pointers))
    after = tables.bounds(search.unrank(beside)).astype(int)
    assert (np.abs(after - before) <= 1).all()
    return int((bounds > 0).sum())


def halves(puzzle: Puzzle, metric: Metric) -> list[str]:
    """Two groups of the kinds of pieces, less those that have no distances."""
    tokens = list(dict.fromkeys(puzzle.pieces))
    groups = [" ".join(tokens[at::2]) for at in range(2) if tokens[at::2]]
    found = []
    for group in groups:
        try:
            Tables(puzzle, metric=metric, keep=[group])
        except slidewise.InputError as error:
            assert "leaves these pieces free" in str(error) or "bounds no" in str(error), error
        else:
            found.append(group)
    return found


@pytest.mark.parametrize("at,name", list(enumerate(BLOCKS)), ids=BLOCKS)
def test_bounds_of_groups_are_admissible_and_consistent(at: int, name: str) -> None:
    puzzle, metric = Puzzle.open(name), METRICS[at % 3]
    keep = halves(puzzle, metric)
    assert keep
    assert check_all(Tables(puzzle, metric=metric, keep=keep), metric, 7) > 0


@pytest.mark.parametrize("name", ["tiles:3x3", "tiles:2x4"])
def test_bounds_of_pushes_along_lines_are_admissible_and_consistent(name: str) -> None:
    tables = Tables(name, metric="line")
    assert all(len(group) == 1 for group in tables.groups)
    assert check_all(tables, "line", 3) > 1000
    with pytest.raises(slidewise.InputError, match="bounds no pushes"):
        Tables(name, metric="line", keep=["1 2"])


def test_the_table_of_all_pieces_has_the_distances() -> None:
    puzzle = Puzzle.open("layton-01-ten-step-solution")
    for metric in METRICS:
        tables = Tables(puzzle, metric=metric)
        assert len(tables.groups) == 1
        search = puzzle.explore(metric)
        distances = search.distances("goals")
        numbers = np.flatnonzero(distances != np.iinfo(distances.dtype).max)
        boards = search.unrank(numbers)
        assert (tables.bounds(boards) == distances[numbers]).all()
        table, ranks = tables.table(), tables.rank(boards)
        assert table.dtype == np.uint16 and (table[ranks] == distances[numbers]).all()
        assert len(np.unique(ranks)) == len(ranks)


def test_positions_that_start_does_not_lead_to() -> None:
    # The order of two pieces in a corridor never changes.
    tables = Tables(Puzzle.from_text("start = 'AB..'\ngoal = '..BA'\n"), keep=["A B"])
    assert tables.bound("AB..") == -1 and 0 <= tables.bound("BA..") <= 4
    boards = np.array([[[1, 2, 0, 0]], [[0, 1, 0, 2]], [[1, 2, 2, 0]]])
    assert tables.bounds(boards).tolist() == [-1, -1, -1]
    # A wall parts the board, and Start leads to one of the two goals: on the other side a bound is
    # that of the other goal, or nothing is claimed.
    goals = "[[goal]]\nboard = '''\n..#..\n.A#..\n'''\n[[goal]]\nboard = '''\n..#.A\n..#..\n'''\n"
    tables = Tables(Puzzle.from_text(f"start = '''\nA.#..\n..#..\n'''\n{goals}"))
    assert tables.bound("A.#..:..#..") == 2
    assert tables.bound("..#A.:..#..") in (0, 1)


def test_positions_of_another_puzzle_are_refused() -> None:
    tables = Tables("lane-rouge", metric="move")
    puzzle = tables.puzzle
    other = Puzzle.open("tiles:3x3").start
    for wrong in (other, other.text, other.array(), b"123"):
        with pytest.raises(slidewise.InputError):
            tables.bound(wrong)
    board = puzzle.start.array()
    strange = np.where(board == 1, 99, board).astype(np.uint8)
    assert tables.bounds(np.stack([board, strange])).tolist()[1] == -1
    assert tables.bound(strange.tobytes()) == -1 and tables.rank(strange[None]).tolist() == [-1]
    assert tables.bound(board.tobytes()) == tables.bound(puzzle.start) > 0
    with pytest.raises(slidewise.InputError):
        tables.bounds(other.array()[None])
    with pytest.raises(slidewise.InputError, match="1 tables|there are"):
        tables.table(len(tables.groups))
    with pytest.raises(slidewise.InputError, match="metric"):
        Tables("lane-rouge", metric="jump")  # type: ignore[arg-type]
    with pytest.raises(slidewise.InputError, match="no piece"):
        Tables("lane-rouge", keep=["Z"])
    with pytest.raises(slidewise.TooLargeError):
        Tables("lane-rouge", keep=["A B C D E F G H I J"], memory=100_000)
    small = Tables("lane-rouge", memory=300_000)
    assert small.memory <= 300_000 and small.bound(puzzle.start) > 0


@pytest.mark.parametrize("number", [1, 2, 4, 5, 6, 11])
def test_bounds_of_levels_are_admissible_and_fall_by_one_at_most(number: int) -> None:
    level = Level.open(f"microban:{number}")
    tables = LevelTables(level)
    boards, distances, edges = pushed(level, 4000)
    bounds = tables.bounds(np.stack(boards)).astype(int)
    assert (bounds >= -1).all() and 0 < bounds.max() <= 1000
    solved = distances >= 0
    assert (bounds[solved] >= 0).all() and (bounds[solved] <= distances[solved]).all()
    before, after = edges[:, 0], edges[:, 1]
    fall = bounds[before] - bounds[after]
    assert (fall[(bounds[before] >= 0) & (bounds[after] >= 0)] <= 1).all()
    # What has no bound leads to nothing that has one.
    assert (bounds[after[bounds[before] < 0]] < 0).all()
    for at in range(0, len(boards), 97):
        position = level.position(boards[at])
        given = (position, position.text, boards[at], boards[at].tobytes())
        assert {tables.bound(one) for one in given} == {int(bounds[at])}


Board = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


def pushed(level: Level, most: int) -> tuple[list[Board], Numbers, Numbers]:
    """Boards that pushes lead to, those of whole generations up to a number of them, the least pushes
    from each to a solved one among them, -1 for none, and the edges."""
    first = level.start.array()
    boards, of_bytes, edges, begin = [first], {first.tobytes(): 0}, [], 0
    while begin < len(boards) < most:
        part = np.stack(boards[begin:])
        pointers, after, _ = level.expand(part)
        for at, (low, high) in enumerate(itertools.pairwise(pointers)):
            for board in after[low:high]:
                number = of_bytes.setdefault(board.tobytes(), len(boards))
                if number == len(boards):
                    boards.append(board)
                edges.append((begin + at, number))
        begin += len(part)
    back: dict[int, list[int]] = {}
    for one, other in edges:
        back.setdefault(other, []).append(one)
    distances = np.full(len(boards), -1)
    open_ = [int(at) for at in np.flatnonzero(level.are_goals(np.stack(boards)))]
    distances[open_] = 0
    for at in open_:
        for one in back.get(at, []):
            if distances[one] < 0:
                distances[one] = distances[at] + 1
                open_.append(one)
    return boards, distances, np.array(edges)


def test_levels_without_a_solution_and_wrong_positions() -> None:
    level = Level.from_text("#######\n#@$. ##\n#######\n## $.##\n#######")
    tables = LevelTables(level)
    assert tables.bound(level.start) == -1 and tables.memory == 0
    tables = LevelTables("microban:1")
    assert tables.memory > 0 and repr(tables) == "<LevelTables of microban:1>"
    assert tables.level.name == "microban:1"
    for wrong in (level.start, level.start.text, b"123", bytes(63), np.zeros((2, 2), np.uint8)):
        with pytest.raises(slidewise.InputError):
            tables.bound(wrong)
    start = tables.level.start.array()
    with pytest.raises(slidewise.InputError):
        tables.bounds(np.zeros_like(start)[None])
    with pytest.raises(slidewise.NotFoundError):
        LevelTables("microban:9999")
    assert tables.bounds(start[None]).tolist() == [tables.bound(start)]
