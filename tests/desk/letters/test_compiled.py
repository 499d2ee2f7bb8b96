"""Templates are compiled once for a desk, and what is kept of that is never trusted blindly."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from jinja2.environment import Environment as Compiling

from pbem.desk.letters.compiled import FOLDER, Compiled

SOURCE = "hello {{ name }}, {{ 6 * 7 }}"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled from its source."""
    seen: list[str] = []
    compile_ = Compiling.compile

    def noted(self: Compiling, source: str, *args: object, **options: object) -> object:
        seen.append(source)
        return compile_(self, source, *args, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Compiling, "compile", noted)
    return seen


def said(folder: Path, source: str = SOURCE) -> str:
    """Render a template as a new process would."""
    made = Environment(loader=DictLoader({"t": source}), bytecode_cache=Compiled(folder))
    return made.get_template("t").render(name="Anna")


def test_a_template_is_compiled_once(tmp_path: Path, compiled: list[str]) -> None:
    assert [said(tmp_path) for _ in range(3)] == ["hello Anna, 42"] * 3
    assert len(compiled) == 1
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert kept.read_bytes()


def test_one_that_was_changed_is_compiled_anew(tmp_path: Path, compiled: list[str]) -> None:
    said(tmp_path)
    assert said(tmp_path, "bye {{ name }}") == "bye Anna"
    assert said(tmp_path, "bye {{ name }}") == "bye Anna"
    assert len(compiled) == 2


@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_single_bit_that_is_wrong_lets_it_be_compiled_anew(tmp_path: Path, compiled: list[str], at: int) -> None:
    said(tmp_path)
    (kept,) = (tmp_path / FOLDER).iterdir()
    raw = bytearray(kept.read_bytes())
    raw[at] ^= 1
    kept.write_bytes(raw)
    assert said(tmp_path) == "hello Anna, 42"
    assert len(compiled) == 2
    assert said(tmp_path) == "hello Anna, 42"
    assert len(compiled) == 2


@pytest.mark.parametrize("torn", [b"", b"x" * 20, b"x" * 200])
def test_a_torn_file_likewise(tmp_path: Path, compiled: list[str], torn: bytes) -> None:
    said(tmp_path)
    (kept,) = (tmp_path / FOLDER).iterdir()
    kept.write_bytes(torn)
    assert said(tmp_path) == "hello Anna, 42"
    assert len(compiled) == 2


def test_where_nothing_can_be_kept_it_is_compiled_each_time(tmp_path: Path, compiled: list[str]) -> None:
    (tmp_path / FOLDER).touch()
    assert [said(tmp_path), said(tmp_path / "away")] == ["hello Anna, 42"] * 2
    assert len(compiled) == 2
    assert [path.name for path in tmp_path.iterdir()] == [FOLDER]
