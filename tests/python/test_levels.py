"""Sokoban levels: the command's answers, an independent mover, errors, stores."""

from pathlib import Path

import numpy as np
import pytest
import slidewise
from conftest import ROOT, Ask
from slidewise import Level, LevelPosition

ONE = "#######\n#@ $ .#\n#     #\n#######\n"
LEVELS = ["microban:1", "microban:2", "microban:4"]


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("metric", ["push", "step"])
@pytest.mark.parametrize("live", [False, True])
def test_the_command_explores_and_solves_the_same(
    name: str, metric: str, live: bool, command: Ask
) -> None:
    search = Level.open(name).explore(metric, live=live)  # type: ignore[arg-type]
    words = ["explore", name, "--metric", metric, *(["--live"] if live else [])]
    told = command(*words)
    assert [int(count) for count in told["generations"]] == search.generations
    assert (int(told["states"]), told["depth"]) == (search.states, search.depth)
    assert told["complete"] and search.is_complete
    assert int(told["dead"]) == search.dead == len(search.dead_positions())
    goal = told["goal"]
    assert search.goal == (goal["generation"], int(goal["states"]), int(goal["reachable"]))
    told = command("solve", name, "--metric", metric)
    for solution in (search.solve(), Level.open(name).solve(metric)):  # type: ignore[arg-type]
        assert (solution.pushes, solution.steps) == (told["pushes"], told["steps"])
        assert (solution.routes, solution.lurd) == (int(told["routes"]), told["lurd"])
        assert [own.text for own in solution.positions] == told["positions"]
        assert len(solution) == told["generation"]
        assert (solution.method, solution.nodes) == ("explore", None)


@pytest.mark.parametrize("name", LEVELS)
def test_the_command_finds_the_same_farthest_positions(name: str, command: Ask) -> None:
    level = Level.open(name)
    for metric in ("push", "step"):
        told = command("farthest", name, "--metric", metric, "--limit", "100000")
        search = level.explore(metric)  # type: ignore[arg-type]
        own = sorted(position.text for position in search.farthest())
        assert (search.depth, own) == (told["generation"], told["positions"])
        words = ["--metric", metric, "--from", "goal", "--limit", "100000"]
        told = command("farthest", name, *words)
        distance, hardest = level.farthest(metric)  # type: ignore[arg-type]
        assert distance == told["generation"]
        assert sorted(position.text for position in hardest) == told["positions"]


def test_tables_agree_with_an_exploration(command: Ask) -> None:
    level = Level.open("microban:3")
    guided, explored = level.solve(method="tables"), level.solve(method="explore")
    assert (guided.method, explored.method) == ("tables", "explore")
    assert (guided.lurd, guided.routes) == (explored.lurd, explored.routes)
    told = command("solve", "microban:3", "--method", "tables")
    assert (int(told["nodes"]), told["lurd"]) == (guided.nodes, guided.lurd)
    assert level.replay(guided.lurd) == (guided.pushes, guided.steps, True)
    guided, explored = level.solve("step", method="tables"), level.solve("step", method="explore")
    assert (guided.lurd, guided.routes) == (explored.lurd, explored.routes)


def test_positions_ways_and_dead_positions(command: Ask) -> None:
    level = Level.open("microban:1")
    search = level.explore()
    for generation in range(0, search.depth, 7):
        for position in search.positions(generation)[:3]:
            assert search.distance_of(position) == len(search.find(position)) == generation
            told = command("find", "microban:1", position.text)
            assert told["lurd"] == search.find(position.text).lurd
            # From a dead position no solution leads on; from any other one does.
            onward = level.starting_at(position)
            if search.is_dead(position):
                with pytest.raises(slidewise.NotFoundError):
                    onward.solve()
            else:
                assert onward.solve().positions[-1].is_solved
    dead = search.dead_positions(generation=5)
    assert {own.text for own in dead} <= {own.text for own in search.positions(5)}
    assert all(search.is_dead(own) for own in dead)
    assert search.positions(10**6) == search.dead_positions(10**6) == []


def test_a_level_from_its_text(tmp_path: Path) -> None:
    level = Level.from_text(ONE, name="one")
    assert (level.name, level.title, level.author) == ("one", None, None)
    assert (level.shape, level.boxes, level.cells) == ((4, 7), 1, 10)
    assert level.start.array().tolist()[1] == [1, 8, 0, 4, 0, 2, 1]
    assert (level.start.player, level.start.boxes) == ((1, 1), [(1, 3)])
    assert level.live()[1].tolist() == [False, False, True, True, True, True, False]
    assert not level.live()[2].any()
    solution = level.solve()
    assert (solution.pushes, solution.steps, solution.lurd) == (2, 3, "rRR")
    assert level.solve("step").positions[-1].is_solved
    moved = level.position("#######\n#  @$.#\n#     #\n#######")
    assert moved in {moved, level.start} and moved != level.start
    assert level.starting_at(moved).solve().lurd == "R"
    file = tmp_path / "two.xsb"
    file.write_text(f"{ONE}Title: First\n\n{ONE}Title: Second\n")
    assert [own.title for own in Level.open_all(file)] == ["First", "Second"]
    assert Level.open(f"{file}#Second").name == f"{file}#Second"
    assert len(Level.open_all("microban")) == 155


def test_levels_show_themselves() -> None:
    level = Level.open("microban:1")
    solution = level.solve()
    for shown in (level, level.start, solution):
        assert shown._repr_svg_().startswith("<svg")
    assert repr(level.start) == f"<LevelPosition of microban:1: {level.start}>"
    assert repr(solution) == "<LevelSolution of microban:1: 8 pushes, 33 steps>"


def test_errors_are_of_the_one_hierarchy() -> None:
    with pytest.raises(slidewise.InputError, match="has no player") as caught:
        Level.from_text("####\n#$.#\n####")
    assert caught.value.hint
    with pytest.raises(slidewise.NotFoundError, match="no level 999") as caught:
        Level.open("microban:999")
    with pytest.raises(slidewise.InputError, match="155 levels"):
        Level.open("microban")
    level = Level.from_text(ONE)
    with pytest.raises(slidewise.InputError, match="no metric"):
        level.solve("slide")  # type: ignore[arg-type]
    with pytest.raises(slidewise.InputError, match="do not belong|does not belong"):
        level.position("####\n#$.#\n####")
    with pytest.raises(slidewise.InputError, match="belongs to microban:1"):
        level.explore().find(Level.open("microban:1").start)
    with pytest.raises(slidewise.InputError, match="blocked"):
        level.replay("u")
    with pytest.raises(slidewise.InputError, match="complete search"):
        level.explore(max_generation=1).dead
    with pytest.raises(slidewise.TooLargeError):
        Level.open("microban:1").explore(memory=1)
    with pytest.raises(slidewise.FailedError, match="at least"):
        Level.open("microban:1").solve(memory=1)
    assert level.replay("rR") == (1, 2, False)


def test_a_search_of_a_level_is_kept_and_resumed(tmp_path: Path) -> None:
    level = Level.open("microban:2")
    whole = level.explore()
    heard: list[tuple[int, int]] = []
    first = level.explore(store=tmp_path, max_generation=10)
    assert (first.is_complete, first.depth) == (False, 10)
    second = level.explore(store=tmp_path, progress=lambda *news: heard.append(news))
    assert heard[0] == (10, whole.generations[10])
    assert second.generations == whole.generations
    assert second.solve().lurd == whole.solve().lurd
    assert level.explore(store=tmp_path).generations == second.generations
    assert first.positions(10) == whole.positions(10)


def test_the_documented_collection_is_that_of_the_command() -> None:
    own = {level.title for level in Level.open_all(ROOT / "src/sokoban/levels/microban.xsb")}
    assert own == {level.title for level in Level.open_all("microban")}
    position: LevelPosition = Level.open("microban:1").start
    assert position.array().dtype == np.uint8


def test_levels_are_known_by_their_text(tmp_path: Path) -> None:
    file = tmp_path / "level"
    file.write_text("5#|#@$.#|5#\n")
    assert Level.open(file).solve().pushes == 1
    with pytest.raises(slidewise.InputError, match=r"Level\.open"):
        slidewise.Puzzle.open(file)
    file.write_text("#####\n#@@.#\n#####\n")
    with pytest.raises(slidewise.InputError, match=r"level:2:3: the level has a second player"):
        Level.open(file)
    file.write_text("XXXXX\nX@  X\nX*. X\nXXXXX\n")
    with pytest.raises(slidewise.InputError, match="another legend: `X` is probably a wall"):
        slidewise.Puzzle.open(file)


def test_solutions_of_one_case_are_replayed() -> None:
    level = Level.from_text(ONE)
    assert level.replay("Solution: RRR") == level.replay("3r") == (2, 3, True)
