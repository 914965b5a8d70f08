"""Tables as objects: bounds are admissible, consistent and those of the tables as arrays."""

import threading
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import slidewise
from conftest import Ask
from slidewise import LevelTables, Puzzle, Tables

CASES = [
    ("tiles:3x3", ["1 2 3 4", "5 6 7 8"]),
    ("tiles:3x3", ["1 2 3 4 5 6", "8 7"]),
    ("tiles:3x3", [[1, 2], [3, 4]]),
    ("tiles:2x4", ["1 2 3 4 5", "6 7"]),
    ("tiles:2x4", ["1 2 3 4 5 6 7"]),
    ("tiles:2x5", None),
]


@pytest.mark.parametrize("name,keep", CASES)
@pytest.mark.parametrize("to", ["last", "first"])
def test_bounds_of_all_positions_are_admissible_and_consistent(
    name: str, keep: list[str] | None, to: str
) -> None:
    puzzle = Puzzle.open(name, to=to)
    puzzle = puzzle.starting_at(goal_of(puzzle))
    search = puzzle.explore()
    numbers = search.numbers()
    distances = search.distances("goals")[numbers].astype(int)
    boards = search.unrank(numbers)
    tables = Tables(puzzle, keep=keep)
    bounds = tables.bounds(boards)
    assert bounds.dtype == np.int16
    assert (bounds >= 0).all() and (bounds <= distances).all() and (bounds > 0).sum() > 100
    pointers, neighbours = search.neighbors(numbers)
    of_number = np.zeros(len(search), dtype=int)
    of_number[numbers] = bounds
    owners = np.repeat(np.arange(len(numbers)), np.diff(pointers))
    assert (np.abs(bounds[owners] - of_number[neighbours]) <= 1).all()
    if keep == ["1 2 3 4 5 6 7"]:
        assert (bounds == distances).all()
    # The sum of the tables as arrays, which the sum of a symmetry may exceed.
    sums = np.zeros(len(boards), dtype=int)
    for number in range(len(tables.groups)):
        table = tables.table(number)
        ranks = tables.rank(boards, number)
        assert table.dtype == np.uint8 and (ranks >= 0).all()
        assert set(np.unique(ranks)) <= set(np.flatnonzero(table != 255))
        sums += table[ranks]
    assert (sums <= bounds).all()
    assert tables.sums > 1 or (sums == bounds).all()
    for at in range(0, len(boards), len(boards) // 50):
        own = boards[at]
        position = puzzle.position(own)
        given = (own, own.tobytes(), position, position.text)
        assert {tables.bound(one) for one in given} == {int(bounds[at])}


def goal_of(puzzle: Puzzle) -> list[list[int]]:
    """The board of the goal, by name."""
    rows, columns = puzzle.shape
    tiles = list(range(1, rows * columns))
    order = [*tiles, 0] if puzzle.goal == "last" else [0, *tiles]
    return [order[row * columns : (row + 1) * columns] for row in range(rows)]


def test_boards_without_a_way_have_the_bound_minus_one() -> None:
    tables = Tables("tiles:4x4", keep=["1 2 3", "4 5 6"])
    board = tables.puzzle.start.array()
    odd = board.copy()
    odd[0, :2] = odd[0, 1::-1]
    twice, foreign = board.copy(), board.copy()
    twice[0, 0], foreign[0, 0] = 2, 200
    boards = np.stack([board, odd, twice, foreign])
    assert tables.bounds(boards).tolist() == [0, -1, -1, -1]
    assert tables.rank(boards)[2:].tolist() == [-1, -1] and tables.rank(boards)[0] >= 0
    assert tables.bound(bytes(16)) == tables.bound(odd) == -1
    assert tables.bounds(np.zeros((0, 4, 4), dtype=np.uint8)).shape == (0,)
    for wrong in (b"123", bytes(17)):
        with pytest.raises(slidewise.InputError, match="16 bytes"):
            tables.bound(wrong)
    with pytest.raises(slidewise.InputError):
        tables.bounds(board)
    with pytest.raises(slidewise.InputError, match="2 tables"):
        tables.table(2)
    for keep in (["1 2", "2 3"], ["1 99"], "1 2", [5]):
        with pytest.raises(slidewise.InputError):
            Tables("tiles:4x4", keep=keep)  # type: ignore[arg-type]


def test_memory_is_told_before_and_limited() -> None:
    tables = Tables("tiles:4x4", keep=["1 2 3 4 5 6 7", "8 9 10 11 12 13 14 15"])
    assert 1_500_000_000 < tables.memory < 2_500_000_000
    with pytest.raises(slidewise.TooLargeError):
        Tables("tiles:4x4", keep=["1 2 3 4 5 6 7"], memory="10M")
    small = Tables("tiles:4x4", memory="20M")
    assert small.memory <= 20_000_000 and len(small.groups) > 2
    assert sorted(int(tile) for group in small.groups for tile in group) == list(range(1, 16))


def test_boards_of_more_than_16_cells_have_bounds_and_threads_share_tables() -> None:
    tables = Tables("tiles:5x5", keep=["1 2 3", "4 5 6", [7, 8]])
    walked = [tables.puzzle.random_walk(30, seed) for seed in range(200)]
    boards = np.stack([own.array() for own in walked])
    found: list[list[int]] = []
    threads = [
        threading.Thread(target=lambda: found.append(tables.bounds(boards).tolist()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(one == found[0] for one in found)
    assert 0 <= min(found[0]) and max(found[0]) <= 30
    assert found[0] == [tables.bound(own) for own in walked]


def test_memory_does_not_grow_over_many_calls() -> None:
    resource, status = pytest.importorskip("resource"), Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("this system does not say how much memory a process has now")
    tables = Tables("tiles:3x3", keep=["1 2 3 4", "5 6 7 8"])
    puzzle = tables.puzzle
    boards = puzzle.sample_solvable(10)
    blocks, level = Tables("lane-rouge", metric="move"), LevelTables("microban:1")
    start, drawing = blocks.puzzle.start.array(), level.level.start.array()
    squares, pushed = start.tobytes(), drawing.tobytes()

    def call(times: int) -> None:
        for _ in range(times):
            tables.bounds(boards), tables.bound(boards[0].tobytes())
            blocks.bound(squares), blocks.bounds(start[None])
            level.bound(pushed), level.bounds(drawing[None])
            puzzle.successors(puzzle.start), puzzle.hash(puzzle.start)
        for _ in range(times // 20):
            puzzle.expand(boards), puzzle.hashes(boards), tables.rank(boards)

    def resident() -> int:
        return int(status.read_text().split()[1]) * int(resource.getpagesize())

    call(1000)
    tracemalloc.start()
    call(100)
    before, taken = tracemalloc.get_traced_memory()[0], resident()
    call(10_000)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # A leak of eight bytes a call would be 80 kB in Python, and one of a kilobyte 10 MB in Rust.
    assert after < before + 50_000
    assert resident() < taken + 8_000_000


def test_kept_tables_are_read_and_not_searched_again(tmp_path: Path) -> None:
    for name, keep in (("tiles:3x3", ["1 2 3 4 5", "6 7 8"]), ("tiles:3x4", ["1 2 3 4 5 6"])):
        found: list[int] = []
        tables = Tables(name, keep=keep, store=tmp_path)
        tables.build(progress=lambda generation, count: found.append(generation))
        assert len(found) > 10 and any(tmp_path.iterdir())
        again = Tables(name, keep=keep, store=tmp_path)
        found.clear()
        again.build(progress=lambda generation, count: found.append(generation))
        assert found == []
        plain = Tables(name, keep=keep)
        for number in range(len(keep)):
            assert (again.table(number) == plain.table(number)).all()
            assert (tables.table(number) == plain.table(number)).all()
    assert repr(again) == "<Tables of tiles:3x4: 1 2 3 4 5 6>"


def test_a_damaged_table_is_an_error(tmp_path: Path) -> None:
    keep = ["1 2 3 4 5 6"]
    Tables("tiles:3x3", keep=keep, store=tmp_path).build()
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    marks = max(files, key=lambda file: file.stat().st_size)
    data = bytearray(marks.read_bytes())
    data[len(data) // 2] ^= 0xFF
    marks.write_bytes(data)
    with pytest.raises(slidewise.FailedError, match="damaged|checksum") as raised:
        Tables("tiles:3x3", keep=keep, store=tmp_path).bound(Puzzle.open("tiles:3x3").start)
    assert "--fresh" in raised.value.hint
    marks.unlink()
    with pytest.raises(slidewise.FailedError):
        Tables("tiles:3x3", keep=keep, store=tmp_path).build()


def test_the_command_finds_lengths_that_no_bound_exceeds(command: Ask) -> None:
    tables = Tables("tiles:4x4", keep=["1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"])
    for seed in range(5):
        position = tables.puzzle.random_walk(40, seed)
        told = command("solve", "tiles:4x4", "--start", position.text, "--method", "grid")
        assert 0 < tables.bound(position) <= told["moves"] <= 40
