"""Temporary files lie in memory where there is room, and nobody is told otherwise who has said where they go."""

from pathlib import Path

import pytest

from tests import memory


@pytest.fixture(autouse=True)
def _unsaid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(memory, "MEMORY", tmp_path)
    monkeypatch.setattr(memory, "ROOM", 0)


def test_in_memory_where_there_is_room(tmp_path: Path) -> None:
    assert memory.place() == str(tmp_path)


def test_not_where_there_is_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ROOM", 2**62)
    assert memory.place() is None


def test_not_where_no_memory_is_lent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MEMORY", tmp_path / "nowhere")
    assert memory.place() is None


def test_not_against_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/var/tmp")
    assert memory.place() is None
