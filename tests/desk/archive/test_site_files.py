"""The folder of a site: build writes and removes nothing outside of it, and mends what was changed in it."""

import json
import os
from pathlib import Path

import pytest

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import CHECKPOINT, NotShownError, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.archive.site.making import Kept
from pbem.desk.archive.site.site_files import BUILT, SiteFiles
from pbem.desk.errors import UsageError
from tests.desk.archive.forging import PUBLISHED

GAME = "praetor-two"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A shelf with a game and its page."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf") / "archive")
    add_export(shelf, PUBLISHED / GAME)
    for line in Ledger(shelf).lines:
        Kept(shelf).make(line.game, line.head)
    return shelf


@pytest.fixture
def site(shelf: Shelf, tmp_path: Path) -> Path:
    build(shelf, tmp_path / "site")
    return tmp_path / "site"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "name",
    [
        "../desk.key",
        "{outside}",
        "games/../../desk.key",
        "games\\..\\desk.key",
        "./../desk.key",
        "games//../../desk.key",
        "kept.txt",
        "players/anna.key",
        "games/praetor-two/diary.txt",
        "index.html\n",
        "",
    ],
)
def test_a_note_that_names_other_files_removes_none(shelf: Shelf, site: Path, name: str) -> None:
    outside = site.parent / "desk.key"
    outside.write_text("secret")
    (site / "kept.txt").write_text("mine")
    named = name.format(outside=outside)
    note = json.loads((site / BUILT).read_bytes())
    (site / BUILT).write_text(json.dumps(note | {"source": "another", "files": {**note["files"], named: "0"}}))
    before = contents(site.parent)
    with pytest.raises(NotShownError, match=r"names a file that is none of a site: .*; nothing was written"):
        build(shelf, site)
    assert contents(site.parent) == before


@pytest.mark.parametrize("name", ["years", "de", "de/years", f"games/{GAME}"])
def test_a_linked_folder_in_a_site_is_not_followed(shelf: Shelf, site: Path, name: str) -> None:
    (site / name).rename(site.parent / "elsewhere")
    (site / name).symlink_to(site.parent / "elsewhere")
    for path in (site.parent / "elsewhere").rglob("*"):
        if path.is_file():
            path.write_text("mine")
    before = contents(site.parent)
    with pytest.raises(NotShownError, match=r"is a link to a folder: take it away; nothing was written"):
        build(shelf, site)
    assert contents(site.parent) == before


@pytest.mark.parametrize("kind", ["link", "second name", "pipe"])
def test_what_lies_in_the_place_of_a_page_is_replaced_and_not_written_through(
    shelf: Shelf, site: Path, kind: str
) -> None:
    outside = site.parent / "precious.txt"
    outside.write_text("mine")
    page = site / "check.html"
    whole = page.read_bytes()
    page.unlink()
    if kind == "link":
        page.symlink_to(outside)
    elif kind == "second name":
        page.hardlink_to(outside)
    else:
        os.mkfifo(page)
    assert build(shelf, site).written == 1
    assert outside.read_text() == "mine"
    assert not page.is_symlink()
    assert page.read_bytes() == whole


def test_a_note_that_is_no_plain_file_is_none(shelf: Shelf, site: Path) -> None:
    (site / BUILT).unlink()
    os.mkfifo(site / BUILT)
    with pytest.raises(UsageError, match="holds other things than a site"):
        build(shelf, site)


@pytest.mark.parametrize("kind", ["link", "second name", "pipe", "folder"])
def test_a_checkpoint_of_a_site_that_is_no_plain_file_is_told(shelf: Shelf, site: Path, kind: str) -> None:
    place, outside = site / CHECKPOINT, site.parent / "kept.txt"
    outside.write_text("mine")
    if kind == "link":
        place.symlink_to(outside)
    elif kind == "second name":
        place.hardlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.mkdir()
    before = contents(site)
    with pytest.raises(NotShownError, match=r"(is no plain file|has a second name: .*); nothing was written"):
        build(shelf, site, url="https://games.example/")
    assert contents(site) == before


def test_files_of_a_site_that_were_changed_are_written_again(shelf: Shelf, site: Path) -> None:
    before = contents(site)
    for name in ("index.html", f"games/{GAME}.html", f"games/{GAME}/log.jsonl", "de/check.html"):
        (site / name).write_bytes(before[name].replace(b"a", b"e"))
    (site / "feed.xml").unlink()
    done = build(shelf, site)
    assert (done.made, done.written, done.removed) == (0, 5, 0)
    after = contents(site)
    assert {name for name in before if after[name] != before[name]} == {BUILT}
    assert build(shelf, site).written == 0


def test_files_that_are_not_of_a_site_are_left_and_named(shelf: Shelf, site: Path) -> None:
    (site / "evil.html").write_text("mine")
    (site / "players" / "evil.html").symlink_to(site / "evil.html")
    for url in ("", "https://games.example/"):
        assert build(shelf, site, url=url).strays == ("evil.html", "players/evil.html")
    assert (site / "evil.html").read_text() == "mine"


def test_a_first_build_that_was_stopped_is_gone_on_with(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"

    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(SiteFiles, "finish", stop)
        with pytest.raises(KeyboardInterrupt):
            build(shelf, out)
    assert (out / "games" / f"{GAME}.html").is_file()
    again = build(shelf, out)
    assert (again.written > 0, again.strays) == (True, ())
    assert build(shelf, out).written == 0


def test_a_note_that_is_nested_without_end_is_none(shelf: Shelf, site: Path) -> None:
    (site / BUILT).write_bytes(b'{"files":' + b'{"x":' * 2_000)
    with pytest.raises(UsageError, match="holds other things than a site"):
        build(shelf, site)
