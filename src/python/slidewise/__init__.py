"""The whole state graph of sliding-block puzzles, breadth first and exactly.

>>> import slidewise
>>> search = slidewise.Puzzle.open("lane-rouge").explore(metric="move")
>>> len(search.solve()), search.states
(81, 25955)
"""

from ._native import (
    Design,
    DesignSet,
    Error,
    FailedError,
    InputError,
    InternalError,
    Level,
    LevelPosition,
    LevelSearch,
    LevelSolution,
    LevelTables,
    Move,
    NotFoundError,
    Position,
    Puzzle,
    Search,
    Solution,
    Stepper,
    Tables,
    TooLargeError,
    __version__,
    design,
)

__all__ = [
    "Design",
    "DesignSet",
    "Error",
    "FailedError",
    "InputError",
    "InternalError",
    "Level",
    "LevelPosition",
    "LevelSearch",
    "LevelSolution",
    "LevelTables",
    "Move",
    "NotFoundError",
    "Position",
    "Puzzle",
    "Search",
    "Solution",
    "Stepper",
    "Tables",
    "TooLargeError",
    "__version__",
    "design",
]
