import ast
from pathlib import Path

import pytest

import pbem.report

MODULES = sorted(Path(pbem.report.__file__).parent.glob("*.py"))
ALLOWED = {
    "PIL",
    "collections",
    "csv",
    "datetime",
    "fractions",
    "hashlib",
    "io",
    "itertools",
    "jinja2",
    "json",
    "markupsafe",
    "math",
    "msgspec",
    "pbem",
    "re",
    "resvg",
    "textwrap",
    "typing",
    "unicodedata",
    "urllib",
}


def imported(tree: ast.AST) -> set[str]:
    named = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    return named | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_a_report_takes_no_file_no_clock_and_no_loader_of_its_own(module: Path) -> None:
    source = module.read_text("utf-8")
    tree = ast.parse(source)
    assert {name.partition(".")[0] for name in imported(tree)} <= ALLOWED
    assert not {name for name in imported(tree) if name.startswith("urllib")} - {"urllib.parse"}
    called = {
        node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not called & {"now", "utcnow", "today", "open", "read_text", "read_bytes"}
    assert "FileSystemLoader" not in source
