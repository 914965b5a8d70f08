"""What the tests of the Python package share."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

Ask = Callable[..., Any]


@pytest.fixture(scope="session")
def command() -> Ask:
    """Asks the command `slidewise`, and gives the object that it prints."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = os.environ.get("SLIDEWISE_COMMAND", str(target / "debug" / "slidewise"))
    program = shutil.which(built)
    if program is None:
        pytest.skip(f"there is no command {built}: cargo build, or name it in SLIDEWISE_COMMAND")

    def ask(*words: str) -> Any:
        asked = [program, *words, "--no-store", "--quiet", "--json"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=300)
        return json.loads(done.stdout)

    return ask
