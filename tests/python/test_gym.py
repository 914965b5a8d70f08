"""The environments, against Gymnasium's checks and a mover that knows only boards."""

import warnings

import numpy as np
import pytest
import slidewise
from gymnasium.utils.env_checker import check_env
from slidewise.gym import SlidingEnv, SlidingVectorEnv
from test_arrays import steps


@pytest.mark.parametrize("name", ["tiles:3x3", "lane-rouge"])
def test_gymnasium_accepts_it(name: str) -> None:
    env = SlidingEnv(name, render_mode="ansi")
    with warnings.catch_warnings():
        # It was not made by a registered name.
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(env)


@pytest.mark.parametrize("name", ["tiles:3x3", "lane-rouge", "get-my-goat"])
def test_optimal_actions_solve_in_the_distance(name: str) -> None:
    env = SlidingEnv(name)
    draw = np.random.default_rng(5)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        distance, taken, ended = int(info["distance"]), 0, False
        while not ended:
            action = draw.choice(np.flatnonzero(info["optimal_actions"]))
            _, reward, ended, cut, info = env.step(action)
            assert (reward, cut) == (-1, False)
            taken += 1
        assert taken == distance


def test_masks_and_steps_are_those_of_boards() -> None:
    env = SlidingEnv("lane-rouge")
    draw = np.random.default_rng(6)
    board, info = env.reset(seed=1)
    for _ in range(300):
        known = {4 * square + way: after for square, way, after in steps(board)}
        assert sorted(known) == np.flatnonzero(info["action_mask"]).tolist()
        action = draw.integers(env.action_space.n)
        after = known.get(int(action), board)
        board, _, ended, cut, info = env.step(np.int64(action))
        own = env.search.rank(np.array([board, after]))
        assert own[0] == own[1] == info["index"]
        if ended or cut:
            board, info = env.reset()


def test_distances_of_many_games() -> None:
    count = 100_000
    games = SlidingVectorEnv("tiles:3x3", count)
    to_goal = games.search.distances("goals")
    boards, info = games.reset(seed=2)
    draw = np.random.default_rng(7)
    for _ in range(3):
        index = games.search.rank(boards)
        assert (index == info["index"]).all()
        assert (info["distance"] == to_goal[index]).all()
        # An action is optimal if it is legal and leads nearer.
        assert (info["optimal_actions"] <= info["action_mask"]).all()
        actions = draw.integers(0, 36, count)
        optimal = info["optimal_actions"][np.arange(count), actions] == 1
        before, was_over = info["distance"], info["distance"] == 0
        boards, rewards, ended, cut, info = games.step(actions)
        assert (rewards == np.where(was_over, 0, -1)).all()
        stepped = ~was_over
        assert ((info["distance"] < before) == optimal)[stepped].all()
        assert (ended == (info["distance"] == 0)).all() and not cut.any()


def test_beginnings_and_ends() -> None:
    near = SlidingVectorEnv("tiles:3x3", 1000, distances=(3, 5), most_steps=2)
    _, info = near.reset(seed=3)
    assert info["distance"].min() >= 3 and info["distance"].max() <= 5
    nothing = np.zeros(1000, np.int64)
    ends = [near.step(nothing)[3].all() for _ in range(4)]
    assert ends == [False, True, False, False]
    start = SlidingEnv("lane-rouge", from_start=True)
    board, info = start.reset()
    assert (board == start.search.puzzle.start.array()).all()
    with pytest.raises(slidewise.InputError, match="counts steps"):
        SlidingEnv(slidewise.Puzzle.open("lane-rouge").explore("move"))
    again = [SlidingVectorEnv("tiles:3x3", 10).reset(seed=4)[0] for _ in range(2)]
    assert (again[0] == again[1]).all()


def test_a_reset_begins_at_a_named_position() -> None:
    env = SlidingEnv("tiles:3x3")
    position = env.search.puzzle.position("123:456:.78")
    number = env.search.index_of(position)
    for start in (position, position.text, number, position.array(), position.array().tolist()):
        board, info = env.reset(seed=1, options={"start": start})
        assert (board == position.array()).all()
        assert (info["index"], info["distance"]) == (number, 2)
    # The name holds for one game.
    assert len({int(env.reset(seed=seed)[1]["index"]) for seed in range(5)}) > 1
    games = SlidingVectorEnv("tiles:3x3", 3)
    one = games.reset(options={"start": position})[1]["index"]
    assert one.tolist() == [number] * 3
    others = [env.search.position(number) for number in env.search.positions(9)[:3]]
    boards = np.array([own.array() for own in others])
    for starts in (others, [own.text for own in others], env.search.rank(boards), boards):
        begun, info = games.reset(options={"start": starts})
        assert (begun == boards).all() and (env.search.rank(boards) == info["index"]).all()
    for wrong in (others[:2], "12", [[1, 2], [3]], -1, 10**30, 1.5):
        with pytest.raises(slidewise.InputError):
            games.reset(options={"start": wrong})
