"""What the wheel brings besides the module."""

import ast
import importlib.metadata
import inspect
import re
import subprocess
import urllib.request
from pathlib import Path

import sandtable
from sandtable import _native


def test_the_wheel_brings_the_program_with_its_page(program):
    told = program("--version")
    assert told.stdout.split() == ["sandtable", sandtable.__version__]
    assert importlib.metadata.version("sandtable") == sandtable.__version__


def test_the_stubs_name_all_that_the_module_has():
    folder = Path(sandtable.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = ast.parse((folder / "_native.pyi").read_text(encoding="utf-8"))
    told = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    told |= {node.target.id: node for node in stubs.body if isinstance(node, ast.AnnAssign)}
    assert set(told) == {name for name in vars(_native) if not name.startswith("__")}
    for name, node in told.items():
        if isinstance(node, ast.ClassDef) and not issubclass(getattr(_native, name), Exception):
            methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            fields = {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
            known = {one for one in vars(getattr(_native, name)) if not one.startswith("__")} | {"__init__"}
            assert {one for one in methods | fields if not one.startswith("__") or one == "__init__"} == known, name


def test_everything_that_is_offered_is_described():
    for name in sandtable.__all__:
        thing = getattr(sandtable, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name


def test_the_wheel_serves_the_table(program, tmp_path):
    words = [*program.words, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            address = next(found[0] for line in server.stdout if (found := re.findall(r"http://127\.0\.0\.1:\d+", line)))
            with urllib.request.urlopen(address, timeout=30) as page:
                text = page.read().decode()
            script = re.search(r'src="(/assets/[^"]+\.js)"', text)
            assert script, "the page is built in"
            with urllib.request.urlopen(address + script[1], timeout=30) as answer:
                assert len(answer.read()) > 50_000
            with urllib.request.urlopen(f"{address}/api/shelf", timeout=30) as answer:
                assert b"mars" in answer.read()
        finally:
            server.kill()
