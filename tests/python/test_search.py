"""Searches: answers, errors, stores."""

import pickle
from pathlib import Path
from typing import Any

import pytest
import slidewise
from slidewise import Puzzle

SAMPLES = Path(__file__).resolve().parents[1] / "samples" / "brought"
CORNER = "start = '''\nAAb\nA.c\nd..\n'''\ndistinct = true\ngoal = '''\n...\n.AA\n.A.\n'''\n"


def test_a_solution_has_moves_positions_and_a_picture() -> None:
    search = Puzzle.open("lane-rouge").explore("move")
    assert (search.states, search.depth, search.metric) == (25_955, 124, "move")
    solution = search.solve()
    assert (len(solution), len(solution.moves), len(solution.positions)) == (81, 81, 82)
    assert solution.routes == 256
    assert solution.positions[0] == search.puzzle.start
    assert solution.positions[-1].is_solved
    assert solution._repr_svg_().startswith("<svg")
    assert search.puzzle._repr_svg_().count('class="piece') == 10


def test_a_text_is_a_puzzle() -> None:
    puzzle = Puzzle.from_text(CORNER, name="corner")
    solution = puzzle.explore().solve()
    assert (len(solution), solution.routes) == (6, 4)
    assert puzzle.shape == (3, 3)


def test_a_puzzle_has_the_remarks_on_its_file(tmp_path: Path) -> None:
    assert Puzzle.open("lane-rouge").remarks == []
    tiles = "start = '''\n1 2 3\n4 . 6\n7 5 8\n'''\n"
    (remark,) = Puzzle.from_text(tiles).remarks
    assert remark.startswith("2:1: remark: 8 tiles with different numbers")
    assert Puzzle.from_text(tiles + "distinct = true").remarks == []
    board = tmp_path / "board.txt"
    board.write_text("123\n4.6\n758\n")
    puzzle = Puzzle.open(str(board))
    assert puzzle.goal == "last"
    assert len(puzzle.remarks) == 1 and "no goal is stated" in puzzle.remarks[0]


def test_positions_are_found_as_text_number_and_object() -> None:
    puzzle = Puzzle.open("tiles:3x3")
    search = puzzle.explore()
    text = "123:456:7.8"
    position = puzzle.position(text)
    assert str(position) == position.text == text
    index = search.index_of(text)
    assert [len(search.find(own)) for own in (text, position, index)] == [1, 1, 1]
    assert search.position(index) == position
    assert len({position, search.position(index)}) == 1
    assert sorted(map(str, search.farthest())) == sorted(
        search.position(int(own)).text for own in search.positions(31)
    )


def test_counts_components_and_diameter() -> None:
    puzzle = Puzzle.open("lane-rouge")
    assert puzzle.count() == 25_955
    components = puzzle.components()
    assert components[0] == (25_955, 2)
    assert sum(size * number for size, number in components) == 65_880
    assert Puzzle.open("tiles:3x3").explore().diameter() == 31


def test_errors_have_one_base_a_message_and_a_hint() -> None:
    with pytest.raises(slidewise.InputError, match="did you mean `checkmate`") as caught:
        Puzzle.open("chekmate")
    assert caught.value.hint
    assert issubclass(slidewise.InputError, slidewise.Error)
    with pytest.raises(slidewise.InputError):
        Puzzle.open("tiles:3x3").explore("leap")  # type: ignore[arg-type]
    search = Puzzle.open("tiles:3x3").explore()
    with pytest.raises(slidewise.InputError, match="-1 is not the number"):
        search.unrank([-1])
    with pytest.raises(slidewise.NotFoundError):
        search.find("213:456:78.")
    with pytest.raises(slidewise.TooLargeError):
        Puzzle.open("tiles:5x5").explore(memory="1G")
    with pytest.raises(TypeError):
        pickle.dumps(search)


def test_a_store_answers_the_next_call(tmp_path: Path) -> None:
    puzzle = Puzzle.open("tiles:3x3")
    heard: list[tuple[int, int]] = []
    first = puzzle.explore(store=tmp_path, progress=lambda *news: heard.append(news))
    assert [count for _, count in heard] == first.generations
    heard.clear()
    second = puzzle.explore(store=tmp_path, progress=lambda *news: heard.append(news))
    assert (heard, second.generations) == ([], first.generations)


def test_an_exception_of_the_listener_comes_through() -> None:
    def refuse(generation: int, count: int) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        Puzzle.open("tiles:3x3").explore(progress=refuse)
    assert Puzzle.open("tiles:3x3").explore(progress=True).depth == 31


# Four steps of the empty cell from the goal.
NEAR = "1 2 3 4 5 6 7 8 9 10 15 11 13 0 14 12"


def test_each_method_finds_all_shortest_ways(tmp_path: Path) -> None:
    puzzle = Puzzle.open("tiles:3x3").starting_at("8 6 7 2 5 4 3 0 1")
    known = puzzle.explore().solve()
    assert (len(known), known.method, known.nodes) == (31, "explore", None)
    for method in ("auto", "explore", "meet", "tables"):
        solution = puzzle.solve(method=method)  # type: ignore[arg-type]
        assert (len(solution), solution.routes) == (len(known), known.routes)
        assert solution.method == ("explore" if method == "auto" else method)
        assert (solution.nodes is None) == (solution.method == "explore")
        assert solution.positions[0] == puzzle.start and solution.positions[-1].is_solved
    lane = Puzzle.open("lane-rouge")
    assert len(lane.solve("move", "tables")) == len(lane.solve("move", "meet")) == 81
    heard: list[tuple[int, int]] = []
    lane.solve("move", "explore", store=tmp_path, progress=lambda *news: heard.append(news))
    assert heard[0] == (0, 1) and any(tmp_path.iterdir())


def test_a_large_puzzle_is_solved_without_a_search_of_all() -> None:
    puzzle = Puzzle.open("tiles:4x4").starting_at(NEAR)
    assert len(puzzle.solve()) == len(puzzle.solve(method="meet"))
    odd = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0"
    for method in ("auto", "meet", "tables"):
        with pytest.raises(slidewise.NotFoundError):
            Puzzle.open("tiles:4x4").starting_at(odd).solve(method=method)  # type: ignore[arg-type]
    with pytest.raises(slidewise.InputError, match="no method"):
        puzzle.solve(method="guess")  # type: ignore[arg-type]


def test_a_board_of_tiles_has_the_goal_of_its_kind(command: Any) -> None:
    loyd = SAMPLES / "loyd.txt"
    puzzle = Puzzle.open(loyd)
    assert puzzle.goal == "last"
    with pytest.raises(slidewise.NotFoundError) as refused:
        puzzle.solve()
    assert (refused.value.reason, refused.value.goal) == ("parity", "last")
    assert 'to="first"' in refused.value.hint
    assert "has no solution" in str(refused.value)
    assert "row order with the empty cell last" in str(refused.value)
    other = Puzzle.open(loyd, to="first")
    assert other.goal == "first"
    solution = other.solve()
    assert (len(solution), solution.method) == (44, "grid")
    assert command("solve", str(loyd), "--to", "first")["moves"] == 44
    assert Puzzle.open(SAMPLES / "korfn.txt#2").goal == "first"
    assert Puzzle.open("lane-rouge").goal is None
    with pytest.raises(slidewise.InputError):
        Puzzle.open(loyd, to="second")
    assert slidewise.Error.reason is None
