"""Files are written in one room: whatever else in the package could write one is listed here, with a reason."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem

PACKAGE = Path(pbem.__file__).parent
ONE_ROOM = "desk/disk/"

# By what is called at its end: `path.write_text`, `os.open`, `shutil.copyfile`. It need not be called to be found.
_WRITERS = {
    *("write_text", "write_bytes", "touch", "truncate", "ftruncate", "chmod", "fchmod"),
    *("mkstemp", "mktemp", "NamedTemporaryFile", "mkfifo", "mknod", "FileHandler", "RotatingFileHandler"),
    *("copy2", "copyfile", "copyfileobj", "copymode", "copystat", "copytree", "rename", "renames"),
    *("symlink", "symlink_to", "hardlink_to", "extract", "extractall", "unpack_archive", "make_archive"),
}
_BY_MODULE = {  # other things are called so, too
    "connect": ("sqlite3",),
    "copy": ("shutil",),
    "fdopen": ("os",),
    "link": ("os",),
    "move": ("shutil",),
    "open": ("os",),
    "pwrite": ("os",),
    "replace": ("os",),
    "write": ("os",),
}
_MODULES = {"io", "os", "pathlib", "shutil", "sqlite3", "tempfile"}
_SUSPECT = re.compile(rf"\b(?:{'|'.join((*_WRITERS, *_BY_MODULE, *_MODULES, 'ZipFile', 'TarFile'))})\b")

# Which module may do what besides, and why.
EXCEPTIONS = {
    ("cli/session.py", "open"): "the device that drops everything",
    ("demo/players.py", "symlink_to"): "a short name for a socket, in a new folder of its own",
    ("demo/afterwards.py", "copytree"): "a copy to be forged, in the folder of the demo",
    ("demo/forging.py", "copytree"): "a copy to be forged, in the folder of the demo",
    ("desk/archive/shelf/shelf.py", "os.open"): "reads, and follows no link",
    ("desk/archive/shelf/shelf.py", "os.fdopen"): "reads, and follows no link",
    ("desk/events/records/event_shelf.py", "ZipFile"): "writes into memory",
    ("desk/store/upkeep/copying.py", "sqlite3.connect"): "SQLite opens its files by itself; in a folder of ours alone",
    ("desk/store/upkeep/inspecting.py", "sqlite3.connect"): "reads",
    ("desk/store/databases/sqlite.py", "os.open"): "locks the folder of the database",
    (
        "desk/store/databases/sqlite.py",
        "sqlite3.connect",
    ): "SQLite opens its files itself, in the folder of the desk",
    ("games/alea/scoring/allocation.py", "open"): "no file, but a rule of the game",
    ("desk/transports/maildir.py", "rename"): "a mail that was read goes from new to cur",
}


def ways(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a module could write a file, and by what."""
    if not _SUSPECT.search(source):
        return  # most modules: to read them takes long
    for node in ast.walk(ast.parse(source)):
        for what in _found(node):
            yield getattr(node, "lineno", 0), what


def _found(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (f"as {name.asname}" for name in names if name.asname and name.name in _MODULES)
        case ast.ImportFrom(module=module, names=names) if module in _MODULES:
            yield from (name.name for name in names if name.name in {*_WRITERS, *_BY_MODULE, "*"})
        case ast.Attribute():
            yield from _named(node)
        case ast.Call():
            yield from _called(node)


def _named(node: ast.Attribute) -> Iterator[str]:
    """Yield what an attribute is, called or not."""
    owner = node.value.id if isinstance(node.value, ast.Name) else ""
    if owner in _BY_MODULE.get(node.attr, ()):
        yield f"{owner}.{node.attr}"
    elif node.attr in _WRITERS:
        yield node.attr


def _called(call: ast.Call) -> Iterator[str]:
    match call.func:
        case ast.Attribute(value=ast.Name(id="os" | "sqlite3")):
            return  # found by its name
        case ast.Attribute(attr="replace") if len(call.args) == 1 and not call.keywords:
            yield "replace"  # of a path: texts and values take more
        case ast.Attribute(attr="ZipFile" | "TarFile" as what) | ast.Name(id="ZipFile" | "TarFile" as what):
            yield from _opened(call, what)
        case ast.Name(id="open") | ast.Attribute(value=ast.Name(id="io" | "codecs" | "gzip" | "bz2"), attr="open"):
            yield from _opened(call, "open")
        case ast.Attribute(attr="open"):
            yield from _opened(call, "open", first=0)


def _opened(call: ast.Call, what: str, *, first: int = 1) -> Iterator[str]:
    """Yield a way to open a file, unless it is known to be opened for reading alone.

    The mode of a method comes first, that of a function second; of which it is a reader knows more than a program.
    """
    given = [word.value for word in call.keywords if word.arg == "mode"] or call.args[first : first + 1]
    if any(word.arg is None for word in call.keywords) or any(isinstance(arg, ast.Starred) for arg in call.args):
        yield what
    for mode in given:
        is_known = isinstance(mode, ast.Constant) and isinstance(mode.value, str)
        if not is_known or set(mode.value) & set("wax+"):  # type: ignore[attr-defined]  # a constant, as was looked
            yield what


def modules() -> list[str]:
    return sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py"))


def test_nothing_but_one_room_writes_files() -> None:
    others = [name for name in modules() if not name.startswith(ONE_ROOM)]
    assert len(others) > 600
    found = {(name, what): line for name in others for line, what in ways((PACKAGE / name).read_text("utf-8"))}
    new = [f"{name}:{line}: {what}" for (name, what), line in found.items() if (name, what) not in EXCEPTIONS]
    assert not new, f"write files by pbem.desk.disk: {new}"
    assert not set(EXCEPTIONS) - set(found), "what is not done any more needs no exception"


def test_the_one_room_would_be_found_elsewhere() -> None:
    inside = [name for name in modules() if name.startswith(ONE_ROOM)]
    found = {what for name in inside for _, what in ways((PACKAGE / name).read_text("utf-8"))}
    assert found >= {"os.open", "rename", "os.link", "os.fdopen", "fchmod"}


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("open(path, 'w')", "open"),
        ("open(path, mode='ab')", "open"),
        ("open(path, 'r+')", "open"),
        ("open(path, mode)", "open"),
        ("open(path, **how)", "open"),
        ("open(*how)", "open"),
        ("path.open('x')", "open"),
        ("path.open(mode=mode)", "open"),
        ("io.open(path, 'w')", "open"),
        ("gzip.open(path, 'wb')", "open"),
        ("os.open(path, flags)", "os.open"),
        ("opened = os.open", "os.open"),
        ("os.fdopen(descriptor, 'w')", "os.fdopen"),
        ("os.write(descriptor, raw)", "os.write"),
        ("path.write_text('x')", "write_text"),
        ("Path.write_bytes(path, raw)", "write_bytes"),
        ("map(Path.touch, paths)", "touch"),
        ("path.touch(mode=0o600)", "touch"),
        ("path.chmod(0o600)", "chmod"),
        ("tempfile.mkstemp()", "mkstemp"),
        ("tempfile.NamedTemporaryFile()", "NamedTemporaryFile"),
        ("from tempfile import NamedTemporaryFile", "NamedTemporaryFile"),
        ("shutil.copy(a, b)", "shutil.copy"),
        ("shutil.copyfile(a, b)", "copyfile"),
        ("shutil.move(a, b)", "shutil.move"),
        ("from shutil import copy2 as take", "copy2"),
        ("from os import open as opened", "open"),
        ("from os import *", "*"),
        ("import shutil as files", "as files"),
        ("from io import open as opened", "open"),
        ("os.replace(a, b)", "os.replace"),
        ("unfinished.replace(path)", "replace"),
        ("unfinished.rename(path)", "rename"),
        ("os.link(a, b)", "os.link"),
        ("path.symlink_to(other)", "symlink_to"),
        ("ZipFile(path, 'w')", "ZipFile"),
        ("zipfile.ZipFile(path, mode=how)", "ZipFile"),
        ("sqlite3.connect(path)", "sqlite3.connect"),
        ("logging.FileHandler(path)", "FileHandler"),
    ],
)
def test_another_way_to_write_is_found(written: str, what: str) -> None:
    assert what in [found for _, found in ways(f"def f():\n    {written}")]


@pytest.mark.parametrize(
    "written",
    [
        "open(path)",
        "open(path, 'rb')",
        "open(path, encoding='utf-8')",
        "path.open()",
        "path.open('rb')",
        "text.replace('a', 'b')",
        "replace(value, name='x')",
        "values.copy()",
        "piece.move(to)",
        "ZipFile(path)",
        "write_file(path, content)",
    ],
)
def test_what_writes_nothing_is_not_found(written: str) -> None:
    assert list(ways(f"def f():\n    {written}")) == []
