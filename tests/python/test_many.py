"""Many starts, ways beyond the shortest, kinds of ways, sets of goals, and packs of positions."""

import os
import signal
import threading
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import slidewise
from slidewise import Puzzle

FAR = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


@pytest.mark.parametrize("name", ["tiles:3x3", "rush-card-01"])
@pytest.mark.parametrize("threads", [1, 3])
def test_many_starts_have_the_lengths_of_an_exploration(name: str, threads: int) -> None:
    puzzle = Puzzle.open(name)
    search = puzzle.explore()
    boards = puzzle.sample_solvable(40, seed=2)
    known = search.distances("goals")[search.rank(boards)]
    heard: list[tuple[int, int]] = []
    found = puzzle.solve_many(
        boards, threads=threads, ways=True, progress=lambda done, all: heard.append((done, all))
    )
    assert (found["length"] == known).all() and (found["at_least"] == known).all()
    assert [own.dtype for own in (found["length"], found["nodes"])] == [np.int64] * 2
    assert found["seconds"].dtype == np.float64 and (found["seconds"] >= 0).all()
    assert max(heard) == (40, 40)
    for board, length, way in zip(boards, known, found["ways"], strict=True):
        assert len(way) == length + 1 and way[-1].is_solved
        assert (way[0].array() == board).all()
        for before, after in zip(way, way[1:]):
            assert after in [own for _, own in puzzle.successors(before)]


def test_starts_without_a_way_and_at_their_limit_are_elements() -> None:
    puzzle = Puzzle.open("tiles:4x4", to="first")
    near, odd = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15"
    starts = [near, odd, FAR, puzzle.position(near)]
    for limits in [{"max_nodes": 20_000}, {"max_seconds": 0.05}]:
        found = puzzle.solve_many(starts, method="grid", threads=2, **limits)
        assert found["length"].tolist() == [1, -1, -1, 1]
        assert found["at_least"][[0, 1, 3]].tolist() == [1, -1, 1]
        assert 41 <= found["at_least"][2] <= 57
    goals = Puzzle.open("tiles:4x4").solve_many(starts[:1], to="first")
    assert goals["length"].tolist() == [1]
    assert puzzle.solve_many([])["length"].shape == (0,)


def test_wrong_starts_and_limits_are_refused() -> None:
    puzzle = Puzzle.open("tiles:3x3")
    for starts in ["123:456:78.", puzzle.start, 5, None, [None], ["12"], np.zeros((2, 3, 3), int)]:
        with pytest.raises(slidewise.InputError):
            puzzle.solve_many(starts)  # type: ignore[arg-type]
    for wrong in [{"method": "meet"}, {"method": "x"}, {"max_seconds": 0.0}, {"max_nodes": -1}]:
        with pytest.raises(slidewise.InputError):
            puzzle.solve_many([puzzle.start], **wrong)  # type: ignore[arg-type]
    for seconds in [float("nan"), float("inf"), -1.0, 1e300]:
        with pytest.raises(slidewise.InputError):
            puzzle.solve_many([puzzle.start], max_seconds=seconds)


def test_control_c_stops_many_starts() -> None:
    puzzle = Puzzle.open("tiles:4x4", to="first")
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    near = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        puzzle.solve_many(
            [near] + [FAR] * 1000, method="grid", threads=2, progress=lambda *_: begun.set()
        )


def test_ways_of_each_length_are_counted_and_listed() -> None:
    puzzle = Puzzle.open("lane-rouge")
    assert puzzle.count_ways("move", extra=2) == [256, 18_048, 713_536]
    ways = puzzle.ways("move", extra=1, limit=300)
    assert Counter(map(len, ways)) == {81: 256, 82: 44}
    assert {own.routes for own in ways} == {256, 18_048}
    texts = {tuple(str(own) for own in way.positions) for way in ways}
    assert len(texts) == 300
    assert len(puzzle.ways("move", distinct=["moves"])) == 8
    assert len(puzzle.ways("move", distinct=["symmetry"])) == 128
    assert len(puzzle.ways("move", distinct=["moves", "symmetry"])) == 4
    with pytest.raises(slidewise.InputError):
        puzzle.ways(distinct=["colour"])
    with pytest.raises(slidewise.TooLargeError):
        puzzle.count_ways("move", extra=60, memory="4M")
    with pytest.raises(slidewise.NotFoundError):
        Puzzle.open("fifteen").ways()


def test_goals_and_origins_are_sets_of_positions() -> None:
    puzzle = Puzzle.open("tiles:2x3")
    search = puzzle.explore()
    wanted = search.sample(4, distance=9, seed=1)
    boards = search.unrank(wanted)
    others = [puzzle.starting_at(own).explore() for own in boards]
    all_boards = search.unrank(search.numbers())
    each = [other.distances()[other.rank(all_boards)] for other in others]
    found = search.distances(wanted)
    assert (found[search.numbers()] == np.minimum.reduce(each)).all()
    aimed = Puzzle.open("tiles:2x3", to=list(boards))
    assert len(aimed.explore().solve()) == found[search.start]
    assert (aimed.explore().distances("goals") == found).all()
    one = Puzzle.open("tiles:2x3", to=puzzle.position(boards[0]))
    assert len(one.explore().solve()) == 9
    for wrong in [[], [-1], [len(search)], "nowhere", [0.5]]:
        with pytest.raises(slidewise.InputError):
            search.distances(wrong)  # type: ignore[arg-type]
    with pytest.raises(slidewise.InputError):
        Puzzle.open("tiles:2x3", to=[])


def test_a_pack_has_as_many_boards_at_each_distance(tmp_path: Path) -> None:
    puzzle = Puzzle.open("lane-rouge")
    search = puzzle.explore()
    to_goals = search.distances("goals")
    boards, distances = puzzle.pack(5, range(3, 30, 4), seed=6)
    assert boards.dtype == np.uint8 and distances.dtype == np.int64
    assert Counter(distances.tolist()) == dict.fromkeys(range(3, 30, 4), 5)
    assert (to_goals[search.rank(boards)] == distances).all()
    for distance in (3, 27):
        alone = search.sample(5, distance=distance, seed=6, origin="goals")
        assert (search.rank(boards[distances == distance]) == alone).all()
    boards, distances = puzzle.pack(10**6, [167, 1], origin="start")
    assert Counter(distances.tolist()) == {1: 4, 167: 4}
    large = Puzzle.open("tiles:4x4")
    boards, distances = large.pack(2, [12, 20], store=tmp_path)
    assert boards.shape == (4, 4, 4)
    assert (large.solve_many(boards, method="grid")["length"] == distances).all()
    for wrong in [[], [-1], ["x"], 5, range(0, 10**6, 10**5), [0.5]]:
        with pytest.raises(slidewise.InputError):
            puzzle.pack(1, wrong)  # type: ignore[arg-type]
