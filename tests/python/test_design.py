"""Families of puzzles: the command's answers, puzzles that are as hard as told, stores."""

import re
from pathlib import Path
from typing import Any

import pytest
import slidewise
from conftest import ROOT, Ask
from slidewise import Puzzle, design

DOCUMENT = ROOT / "docs/design.md"



@pytest.mark.parametrize(
    ("family", "metric", "options", "words"),
    [
        ("polyominoes:2x3", "step", {}, []),
        ("klotski:4x3", "move", {}, []),
        ("klotski:4x3", "slide", {"top": 3, "empty": 2}, ["--top", "3", "--empty", "2"]),
        ("rush:3x4", "move", {"by": "none"}, ["--by", "none"]),
        ("rush:3x4", "move", {"unique": True, "min_moves": 3}, ["--unique", "--min-moves", "3"]),
        ("klotski:4x3", "move", {"minimal": True}, ["--minimal"]),
        (
            "polyominoes:3x3",
            "move",
            {"by": "pieces", "max_pieces": 3, "min_pieces": 2},
            ["--by", "pieces", "--max-pieces", "3", "--min-pieces", "2"],
        ),
        ("klotski:4x3", "move", {"components": True, "max_moves": 5}, ["--components"]),
    ],
)
def test_the_command_gives_the_same(
    family: str, metric: Any, options: dict[str, Any], words: list[str], command: Ask
) -> None:
    if "max_moves" in options:
        words = [*words, "--max-moves", str(options["max_moves"])]
    own = design(family, metric, **options)
    told = command("design", family, "--metric", metric, *words)
    assert (own.family, own.metric, own.hardest) == (family, metric, told["hardest"])
    numbers = own.boards, own.solved_boards, own.searched, own.sets_in_all
    keys = "boards", "solved_boards", "searched", "sets_in_all"
    assert numbers == tuple(int(told[key]) for key in keys)
    assert own.components == (int(told["components"]) if "components" in options else None)
    assert len(own) == len(own.sets) == len(told["sets"])
    for row, expected in zip(own, told["sets"], strict=True):
        assert (row.sizes, row.pieces) == (expected["sizes"], expected["pieces"])
        assert (row.moves, row.start, row.goal) == tuple(
            expected[key] for key in ("moves", "start", "goal")
        )


def test_a_start_is_a_puzzle_as_hard_as_told() -> None:
    found = design("klotski:4x3", "move", top=5)
    assert found[0].moves == found.hardest >= found[4].moves == found[-1].moves
    for row in found:
        assert row.puzzle is not None and row.text is not None
        assert len(row.puzzle.solve("move")) == row.moves
        assert Puzzle.from_text(row.text).start.text == row.start
        assert (row._repr_svg_() or "").startswith("<svg")


def test_a_family_has_a_file_or_a_text(tmp_path: Path) -> None:
    [text] = re.findall(r"```toml\n(title.*?)```", DOCUMENT.read_text(), re.DOTALL)
    file = tmp_path / "family.toml"
    file.write_text(text)
    from_file, from_text = design(file, "move"), design("family", "move", text=text)
    assert [row.start for row in from_file] == [row.start for row in from_text]
    assert len(from_text) > 0


def test_finished_work_is_kept(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    first = design("klotski:4x3", "move", store=tmp_path)
    listen = lambda *news: heard.append(news)  # noqa: E731
    again = design("klotski:4x3", "move", store=tmp_path, progress=listen)
    assert heard == [(first.solved_boards, first.solved_boards)]
    assert [row.start for row in again] == [row.start for row in first]
    assert len(design("rush:3x4", progress=True)) > 0


def test_a_stopped_sweep_goes_on(tmp_path: Path) -> None:
    def refuse(done: int, total: int) -> None:
        if done > 0:
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        design("klotski:4x4", "move", store=tmp_path, progress=refuse, threads=1)
    heard: list[tuple[int, int]] = []
    again = design(
        "klotski:4x4", "move", store=tmp_path, progress=lambda *news: heard.append(news)
    )
    assert 0 < heard[0][0] <= heard[-1][0] == heard[-1][1] == again.solved_boards
    whole = design("klotski:4x4", "move")
    assert [row.start for row in again] == [row.start for row in whole]


def test_errors_are_of_the_one_hierarchy() -> None:
    with pytest.raises(slidewise.InputError) as caught:
        design("klotski:9x9")
    assert caught.value.hint
    with pytest.raises(slidewise.InputError):
        design("no-such-family")
    with pytest.raises(slidewise.InputError):
        design("klotski:4x3", "line")  # type: ignore[arg-type]
    with pytest.raises(slidewise.InputError, match="no kind of sets"):
        design("klotski:4x3", by="colours")  # type: ignore[arg-type]
    with pytest.raises(slidewise.InputError):
        design("family", text="nothing")
    with pytest.raises(slidewise.Error, match="bytes"):
        design("klotski:4x3", memory=1)
    with pytest.raises(IndexError):
        design("rush:3x4")[10**6]
