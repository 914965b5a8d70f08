"""The example notebooks run, and they and the package are typed."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import slidewise
from conftest import ROOT
from nbclient import NotebookClient

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: str(file.stem))
def test_a_notebook_runs(file: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()


def test_the_package_and_the_notebooks_are_typed(tmp_path: Path) -> None:
    assert len(NOTEBOOKS) == 4
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
