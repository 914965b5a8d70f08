"""Ctrl-C during a search, and other threads meanwhile."""

import subprocess
import sys
import threading
import time
from pathlib import Path

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
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
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
