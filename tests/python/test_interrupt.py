"""Ctrl-C during a search, and other threads meanwhile."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from slidewise import Puzzle

SCRIPT = """
import os, signal, sys, threading, slidewise

deep = threading.Event()
ticks = 0

def interrupt():
    deep.wait()
    os.kill(os.getpid(), signal.SIGINT)

def listen(generation, count):
    if generation == 20:
        deep.set()

threading.Thread(target=interrupt, daemon=True).start()
puzzle = slidewise.Puzzle.open("tiles:3x4")
try:
    puzzle.explore(store=sys.argv[1], progress=listen, threads=1)
except KeyboardInterrupt:
    print("interrupted")
heard = []
search = puzzle.explore(store=sys.argv[1], progress=lambda g, n: heard.append(g))
print(heard[0] > 0, heard[-1], search.states)
"""


def test_an_interrupted_search_is_resumed(tmp_path: Path) -> None:
    asked = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.split("\n")[:2] == ["interrupted", "True 53 239500800"]


def test_other_threads_go_on() -> None:
    ended = threading.Event()
    ticks: list[float] = []

    def tick() -> None:
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    puzzle = Puzzle.open("tiles:3x4")
    other.start()
    begun = time.monotonic()
    puzzle.explore()
    over = time.monotonic()
    ended.set()
    other.join()
    assert sum(begun < at < over for at in ticks) > 10


ANSWER = """
import os, signal, sys, threading, time
import numpy as np
from slidewise import Level, Puzzle, design

exec(sys.argv[1])
exec("call = lambda: " + sys.argv[2])

def interrupt():
    time.sleep(0.4)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    call()
    print("answered before the signal")
except KeyboardInterrupt:
    print("interrupted")
print(len(Puzzle.open("lane-rouge").explore("move").solve()))
"""

# Most of these calls take many minutes unless they are interrupted. One that ignored the signal
# would be killed after this time.
MOST_SECONDS = 120
MANY = """
search = Puzzle.open("lane-rouge").explore("move")
numbers = np.resize(search.positions(60), 5 * 10**6)
boards = np.broadcast_to(search.puzzle.start.array(), (5 * 10**6, *search.shape))
"""
HARD = "puzzle = Puzzle.open('tiles:4x4').starting_at('14 15 13 12 11 10 9 8 7 6 5 4 3 2 1 0')"


@pytest.mark.parametrize(
    ("first", "call"),
    [
        (HARD, "puzzle.solve(method='meet')"),
        (HARD, "puzzle.solve(method='tables')"),
        (HARD, "puzzle.solve()"),
        (MANY, "search.rank(boards)"),
        (MANY, "search.unrank(numbers)"),
        (MANY, "search.neighbors(numbers)"),
        ("", "design('polyominoes:4x4', 'move')"),
        ("", "Level.open('microban:145').explore('step')"),
        ("", "Level.open('microban:145').solve('step', method='tables')"),
    ],
)
def test_a_long_answer_is_interrupted(first: str, call: str) -> None:
    asked = [sys.executable, "-c", ANSWER, first, call]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=MOST_SECONDS)
    assert done.stdout.split("\n")[:2] == ["interrupted", "81"], done.stdout


def test_numpy_is_loaded_with_the_package() -> None:
    """Loaded at its first use it would meet Ctrl-C there, where no exception can be passed on."""
    asked = [sys.executable, "-c", "import sys, slidewise; print('numpy' in sys.modules)"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=MOST_SECONDS)
    assert done.stdout == "True\n"
