"""The example notebooks run, and they and the package are typed."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import slidewise
from conftest import ROOT
from nbclient import NotebookClient
from nbformat import NotebookNode

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def shown(cell: NotebookNode) -> list[dict[str, str]]:
    """What a cell shows as text, pictures of dots left out."""
    found: list[dict[str, str]] = []
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            # The kernel sends a long text in parts, as it comes.
            if not (found and output.name in found[-1]):
                found.append({output.name: ""})
            found[-1][output.name] += output.text
        else:
            found.append({kind: text for kind, text in output.data.items() if kind != "image/png"})
    return found


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: str(file.stem))
def test_a_notebook_shows_what_it_has_kept(file: Path, tmp_path: Path) -> None:
    kept = nbformat.read(file, as_version=4)
    fresh = nbformat.read(file, as_version=4)
    folder = {"metadata": {"path": tmp_path}}
    NotebookClient(fresh, timeout=300, resources=folder, record_timing=False, coalesce_streams=True).execute()
    if os.environ.get("SLIDEWISE_BLESS"):
        # The versions of the machine that ran it would change at each run.
        fresh.metadata["language_info"] = {"name": "python"}
        file.write_text(nbformat.writes(fresh) + "\n")
        kept = fresh
    for old, new in zip(kept.cells, fresh.cells, strict=True):
        assert shown(old) == shown(new), f"{new.source}\nSLIDEWISE_BLESS=1 keeps what is shown now"
    assert any(shown(cell) for cell in kept.cells)


def test_the_package_and_the_notebooks_are_typed(tmp_path: Path) -> None:
    assert len(NOTEBOOKS) == 7
    scripts = []
    for file in NOTEBOOKS:
        cells = nbformat.read(file, as_version=4).cells
        code = [cell.source for cell in cells if cell.cell_type == "code"]
        script = tmp_path / f"{file.stem.replace('-', '_')}.py"
        script.write_text("\n\n".join(code) + "\n")
        scripts.append(str(script))
    asked = [sys.executable, "-m", "mypy", "--strict", "-p", "slidewise"]
    package = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path)
    assert package.returncode == 0, package.stdout + package.stderr
    asked = [sys.executable, "-m", "mypy", "--strict", *scripts]
    examples = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path)
    assert examples.returncode == 0, examples.stdout + examples.stderr


def test_every_name_has_a_docstring_and_a_stub() -> None:
    stub = (Path(slidewise.__file__).parent / "_native.pyi").read_text()
    for name in slidewise.__all__:
        own = getattr(slidewise, name)
        assert own.__doc__, name
        for member in vars(own) if isinstance(own, type) else ():
            if not member.startswith("_") and member not in ("add_note", "with_traceback"):
                assert f"def {member}(" in stub or f"    {member}:" in stub, f"{name}.{member}"
