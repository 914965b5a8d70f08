"""Gymnasium environments with exact distances and optimal actions.

An observation is the board: `uint8` of shape `(rows, columns)`, 0 for an empty cell, k for the piece
`Puzzle.pieces[k - 1]`, 255 for no cell. Action `4 * square + direction` moves the piece whose first
cell (in reading order) lies on that square one cell up, down, left or right (0 to 3); an action
that is not legal changes nothing. Each step costs a reward of -1; an episode ends at a goal.

`info` holds `action_mask` and `optimal_actions` (`int8` of shape `(4 * rows * columns,)`, 1 where an
action is legal, or begins a shortest solution), `distance` (steps to the nearest goal) and `index`
(the number of the position in its `Search`).

`reset(options={"start": position})` begins at a position, given as for `Search.index_of`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._native import Puzzle, Search, Stepper

Board = NDArray[np.uint8]
_INFO = {
    "action_mask": "action_masks",
    "optimal_actions": "optimal_actions",
    "distance": "distances",
    "index": "indices",
}


def _searched(puzzle: Puzzle | Search | str) -> Search:
    if isinstance(puzzle, Search):
        return puzzle
    if isinstance(puzzle, str):
        puzzle = Puzzle.open(puzzle)
    return puzzle.explore()


def _spaces(search: Search) -> tuple[spaces.Space[Any], spaces.Discrete]:
    rows, columns = search.shape
    board: spaces.Space[Any] = spaces.Box(0, 255, (rows, columns), np.uint8)
    return board, spaces.Discrete(4 * rows * columns)


def _starts(
    search: Search, options: dict[str, Any] | None, count: int
) -> NDArray[np.int64] | None:
    """The numbers of the positions named by the option `start`: one for all games, or a list."""
    start = (options or {}).get("start")
    if start is None:
        return None
    is_list = isinstance(start, (list, tuple, np.ndarray))
    if is_list and np.asarray(start, object).ndim not in (0, 2):
        return np.array([search.index_of(own) for own in start], np.int64)
    return np.full(count, search.index_of(start), np.int64)


class SlidingEnv(gymnasium.Env[Board, np.int64]):
    """One game of a puzzle, from a random position or from Start.

    `puzzle` is a name, a `Puzzle`, or a `Search` in the metric step. `distances=(least, most)` limits
    the distance of the first position from the goals; `from_start=True` begins at Start. After
    `most_steps` steps an episode is truncated.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        puzzle: Puzzle | Search | str = "tiles:3x3",
        *,
        from_start: bool = False,
        distances: tuple[int, int] | None = None,
        most_steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self.search = _searched(puzzle)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.search)
        self._index = self.search.start
        self._stepper = Stepper(
            self.search,
            1,
            from_start=from_start,
            distances=distances,
            most_steps=most_steps,
            threads=1,
        )

    def _info(self, out: dict[str, NDArray[Any]]) -> dict[str, Any]:
        self._index = int(out["indices"][0])
        info: dict[str, Any] = {name: out[key][0] for name, key in _INFO.items()}
        return info

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Board, dict[str, Any]]:
        super().reset(seed=seed)
        self._stepper.seed([self.np_random.integers(2**63)])
        out = self._stepper.reset(_starts(self.search, options, 1))
        return out["boards"][0], self._info(out)

    def step(self, action: np.int64) -> tuple[Board, float, bool, bool, dict[str, Any]]:
        out = self._stepper.step([action])
        info = self._info(out)
        ended = bool(out["terminated"][0]), bool(out["truncated"][0])
        return out["boards"][0], float(out["rewards"][0]), *ended, info

    def render(self) -> str:
        return self.search.position(self._index).text.replace(":", "\n")


class SlidingVectorEnv(VectorEnv[Board, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of a puzzle, stepped together without a loop in Python.

    A game that was over begins again in the next step, whose action it ignores. The entries of
    `info` are arrays over the games. The other arguments are those of `SlidingEnv`. The option
    `start` of `reset` is one position for all games, or a list with one for each.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        puzzle: Puzzle | Search | str = "tiles:3x3",
        num_envs: int = 1,
        *,
        from_start: bool = False,
        distances: tuple[int, int] | None = None,
        most_steps: int = 1000,
        threads: int | None = None,
    ) -> None:
        self.search = _searched(puzzle)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self.search)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._stepper = Stepper(
            self.search,
            num_envs,
            from_start=from_start,
            distances=distances,
            most_steps=most_steps,
            threads=threads,
        )

    @staticmethod
    def _info(out: dict[str, NDArray[Any]]) -> dict[str, Any]:
        return {name: out[key] for name, key in _INFO.items()}

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Board, dict[str, Any]]:
        if isinstance(seed, list):
            seeds = [np.random.default_rng(own).integers(2**63) for own in seed]
        else:
            super().reset(seed=seed)
            seeds = list(self.np_random.integers(2**63, size=self.num_envs))
        self._stepper.seed(seeds)
        out = self._stepper.reset(_starts(self.search, options, self.num_envs))
        return out["boards"], self._info(out)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Board, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        out = self._stepper.step(actions)
        ended = out["terminated"], out["truncated"]
        return out["boards"], out["rewards"], *ended, self._info(out)
