"""What does not fit: sizes, types, shapes and values are refused with an error of the package."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import slidewise
from slidewise import Level, Puzzle, Search, Stepper

SIZES = [-1, 10**9, 10**18, 2**63, 2**64, 10**30, 1.5, None, "many"]


@pytest.fixture(scope="module")
def search() -> Search:
    return Puzzle.open("tiles:2x3").explore()


@pytest.fixture(scope="module")
def level() -> Level:
    return Level.open("microban:1")


# Each call takes a size. A size that is only large may be answered; the others never are.
Call = Callable[[Search, Level, Any], object]
CALLS: dict[str, Call] = {
    "Stepper count": lambda search, _, size: Stepper(search, size),
    "Stepper threads": lambda search, _, size: Stepper(search, 1, threads=size or -1),
    "Stepper most_steps": lambda search, _, size: Stepper(search, 1, most_steps=size),
    "Stepper distances": lambda search, _, size: Stepper(search, 1, distances=(0, size)),
    "explore threads": lambda search, _, size: search.puzzle.explore(threads=size or -1),
    "solve threads": lambda search, _, size: search.puzzle.solve(threads=size or -1),
    "explore memory": lambda search, _, size: search.puzzle.explore(memory=size or -1),
    "solve disk": lambda search, _, size: search.puzzle.solve(method="meet", disk=size or -1),
    "positions": lambda search, _, size: search.positions(size),
    "position": lambda search, _, size: search.position(size),
    "find": lambda search, _, size: search.find(size),
    "index_of": lambda search, _, size: search.index_of(size),
    "sample n": lambda search, _, size: search.sample(size, distance=1),
    "sample distance": lambda search, _, size: search.sample(1, distance=size),
    "sample seed": lambda search, _, size: search.sample(1, distance=1, seed=size),
    "unrank": lambda search, _, size: search.unrank([size]),
    "neighbors": lambda search, _, size: search.neighbors([size]),
    "distance_of": lambda search, _, size: search.distance_of([size]),
    "rank": lambda search, _, size: search.rank([[[size] * 3] * 2]),
    "svg": lambda search, _, size: search.puzzle.start.svg(size),
    "svg of a solution": lambda search, _, size: search.find(search.start).svg(size),
    "svg of a level": lambda _, level, size: level.start.svg(size),
    "level threads": lambda _, level, size: level.solve(threads=size or -1),
    "level generations": lambda _, level, size: level.explore(max_generation=size or -1),
    "level positions": lambda _, level, size: level.explore().positions(size),
    "level dead": lambda _, level, size: level.explore().dead_positions(size or -1),
    "design top": lambda *own: slidewise.design("klotski:2x2", "move", top=own[2] or -1),
    "design moves": lambda *own: slidewise.design("klotski:2x2", "move", min_moves=own[2] or -1),
    "design empty": lambda *own: slidewise.design("klotski:2x2", "move", empty=own[2] or -1),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_size_is_answered_or_refused(call: str, search: Search, level: Level) -> None:
    for size in SIZES:
        try:
            CALLS[call](search, level, size)
        except slidewise.InternalError as fault:
            pytest.fail(f"{call}({size}) met a fault of the package: {fault}")
        except slidewise.Error:
            continue
        assert isinstance(size, (int, str)) and size != -1, f"{call}({size}) was answered"


def test_games_that_no_machine_holds_are_a_memory_error(search: Search) -> None:
    for count in (10**10, 10**18, 2**64 - 1):
        with pytest.raises(MemoryError) as caught:
            Stepper(search, count)
        assert isinstance(caught.value, slidewise.TooLargeError) and caught.value.hint
    with pytest.raises(slidewise.TooLargeError):
        Stepper(Puzzle.open("tiles:2x3").explore(memory="1M"), 100_000)
    with pytest.raises(slidewise.InputError, match="expected 1 to 4096 threads, found 4097"):
        Stepper(search, 1, threads=4097)
    with pytest.raises(slidewise.InputError, match="expected a seed for each game.*found.*1,"):
        Stepper(search, 2).seed([1])


def test_a_panic_is_an_error_of_the_package() -> None:
    def panic(generation: int, count: int) -> None:
        # PyO3 goes on with a panic that Python hands back, through all that called this function.
        raise slidewise.InternalError("a panic")

    puzzle = Puzzle.open("tiles:2x3")
    with pytest.raises(slidewise.FailedError, match="a panic") as caught:
        puzzle.explore(progress=panic)
    assert type(caught.value) is slidewise.InternalError and "report" in caught.value.hint
    assert isinstance(caught.value, RuntimeError) and isinstance(caught.value, slidewise.Error)
    assert puzzle.explore().depth == 21


KINDS = ["int8", "uint8", "int16", "uint16", ">i4", "uint32", "int64", "uint64"]


@pytest.mark.parametrize("kind", KINDS)
def test_any_integers_are_numbers_boards_and_actions(kind: str, search: Search) -> None:
    numbers = search.numbers()[:60]
    boards = search.unrank(numbers)
    own = numbers.astype(kind)
    assert (search.unrank(own) == boards).all()
    assert (search.rank(boards.astype(kind)) == numbers).all()
    assert (search.rank(boards.tolist()) == numbers).all()
    assert (search.rank(list(boards)) == numbers).all()
    assert (search.distance_of(own) == search.distances()[numbers]).all()
    assert all((search.neighbors(own)[0] == search.neighbors(list(numbers))[0]).tolist())
    board, number = boards[7].astype(kind), own[7]
    text = search.position(number).text
    for given in (board, board.tolist(), number, int(number), text, search.position(number)):
        assert search.index_of(given) == number
        assert search.find(given).positions[-1].text == text
    for place in (board, np.asfortranarray(board), board.tolist(), text):
        assert search.puzzle.position(place).text == text
        assert search.puzzle.starting_at(place).start.text == text
    games = Stepper(search, 2)
    begun = games.reset(own[:2])
    assert begun["indices"].tolist() == numbers[:2].tolist()
    legal = begun["action_masks"].argmax(axis=1)
    assert games.step(legal.astype(kind))["rewards"].tolist() == [-1, -1]


WRONG = [
    (np.zeros((2, 3)), r"found float64 in the shape \(2, 3\)"),
    (np.zeros((2, 2), np.int64), r"in the shape \(2, 3\), found int64 in the shape \(2, 2\)"),
    ([[1, 2, 3], [4, 5]], r"found \[\[1, 2, 3\], \[4, 5\]\]"),
    ([[1, 2, 3], [4, 5, 256]], "from 0 to 255 .* found 256"),
    ([[1, 2, 3], [4, 5, -1]], "from 0 to 255 .* found -1"),
    (np.ones((2, 3), bool), "found bool"),
    ([[1, 2, 3], [4, 5, 10**30]], "found object"),
    ([[1, 1, 3], [4, 5, 0]], "expected the pieces 1 to 5 of tiles:2x3"),
    ([[1, 2, 3], [4, 5, 255]], "expected the pieces 1 to 5 of tiles:2x3"),
    (None, "found None"),
    (2.5, r"found 2\.5"),
    ({"board": 1}, "found {'board': 1}"),
]


@pytest.mark.parametrize(("given", "message"), WRONG)
def test_what_is_no_position_is_refused(given: Any, message: str, search: Search) -> None:
    calls = [search.find, search.index_of, search.puzzle.position, search.puzzle.starting_at]
    for call in calls:
        with pytest.raises(slidewise.InputError, match=message):
            call(given)


def test_wrong_numbers_and_boards_are_refused(search: Search) -> None:
    calls: list[Callable[[Any], object]] = [search.unrank, search.neighbors, search.distance_of]
    wrongs: list[Any] = [[0.5], [[1]], [2**63], "1", 3, None, [-1], [len(search)]]
    for call in calls:
        for wrong in wrongs:
            with pytest.raises(slidewise.InputError, match="expected|is not the number"):
                call(wrong)
    for boards in (np.zeros((2, 3), np.int64), np.zeros((1, 2, 3)), [[[300, 0, 0]] * 2], "board"):
        with pytest.raises(slidewise.InputError, match=r"expected boards, .* \(n, 2, 3\), found"):
            search.rank(boards)  # type: ignore[arg-type]
    # No numbers and no boards have no type.
    assert search.unrank([]).shape == (0, 2, 3) and search.distance_of([]).shape == (0,)
    assert search.rank(np.zeros((0, 2, 3))).shape == (0,)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["tiles:2x3", "tiles:2x4", "lane-rouge", "rush-card-01"])
def test_every_number_has_neighbours_or_is_unused(name: str) -> None:
    search = Puzzle.open(name).explore()
    every = np.arange(len(search))
    used = search.numbers()
    starts, found = search.neighbors(every)
    assert len(starts) == len(search) + 1 and starts[-1] == len(found)
    unused = np.setdiff1d(every, used)
    assert name.startswith("tiles") == (len(unused) > 0)
    assert (np.diff(starts)[unused] == 0).all()
    again, same = search.neighbors(used)
    assert (np.diff(again) == np.diff(starts)[used]).all() and (same == found).all()
    # A neighbour is a position again, and boards exist for exactly these numbers.
    assert np.isin(found, used).all()
    assert (search.rank(search.unrank(used)) == used).all()
    for wrong in unused[:5]:
        with pytest.raises(slidewise.InputError, match="is not the number of a position"):
            search.unrank([wrong])
    assert (search.distance_of(unused[:50]) == -1).all()


def test_levels_are_read_from_arrays(level: Level) -> None:
    search = level.explore()
    for position in search.positions(3):
        for kind in ("uint8", "int64", ">u2"):
            drawn = position.array().astype(kind)
            for given in (drawn, drawn.tolist()):
                assert level.position(given) == position
                assert level.starting_at(given).start == position
                assert search.distance_of(given) == len(search.find(given)) == 3
                assert search.is_dead(given) == search.is_dead(position)
    start = level.start.array().astype(np.int32)
    for given in (start, start.tolist()):
        assert Level.from_text(given).solve().pushes == level.solve().pushes
    start[0, 0] = 3
    for wrong in (start, start * 1.0, start[1:], [[1, 2], [1]], 7, None):
        with pytest.raises(slidewise.InputError, match="expected .*, found"):
            level.position(wrong)  # type: ignore[arg-type]


# The limit on memory stands for a machine that has no more.
STARVED = """
import resource, slidewise
search = slidewise.Puzzle.open("tiles:3x3").explore()
games = slidewise.Stepper(search, 10**6)
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + (600 << 20), resource.RLIM_INFINITY))
calls = [lambda: [games.reset() for _ in range(9)]]
calls += [lambda count=count: slidewise.Stepper(search, count) for count in (10**8, 10**18)]
calls += [lambda: search.unrank(search.numbers()[:1].repeat(10**8))]
for call in calls:
    try:
        call()
        print("answered")
    except MemoryError:
        print("refused")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_sizes_beyond_the_memory_do_not_end_the_interpreter() -> None:
    asked = [sys.executable, "-c", STARVED]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["refused"] * 4
