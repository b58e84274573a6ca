"""The Python code in docstrings, documents and notebooks runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import fudgelab
import nbclient
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = [name for _, name, _ in pkgutil.iter_modules(fudgelab.__path__)]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("module", ["", *(f".{name}" for name in MODULES if name != "_core")])
def test_docstring_examples_run(module: str) -> None:
    tested = doctest.testmod(importlib.import_module(f"fudgelab{module}"))
    assert tested.failed == 0


def test_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [test for name in MODULES if name != "_core" for test in finder.find(importlib.import_module(f"fudgelab.{name}"))]
    assert sum(len(test.examples) for test in found) > 40


@pytest.mark.parametrize("document", ["docs/python.md", "docs/scale.md", "python/README.md"])
def test_document_examples_run(document: str) -> None:
    """Each block continues with the names of the blocks before it."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks, document
    names: dict[str, object] = {}
    for block in blocks:
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, document, document, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(test, clear_globs=False)
            names = test.globs
            assert runner.summarize(verbose=False).failed == 0, document
        else:
            exec(compile(block, document, "exec"), names)


@pytest.mark.parametrize(("name", "first"), [("first-steps", "31/81"), ("a-process", "relieved")])
def test_example_notebooks_run(name: str, first: str) -> None:
    path = ROOT / f"python/examples/{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are left out of the file: they are large, and age"
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}})
    client.execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = ["".join(str(output.get("data", {})) for output in cell.outputs) for cell in code]
    assert first in shown[0]
    assert any("<svg" in text for text in shown) and any("polars" in text or "shape" in text for text in shown)
