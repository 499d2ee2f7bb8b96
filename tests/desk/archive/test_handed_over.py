"""An archive that a stranger handed over: whatever lies in it, nothing outside of it is read, written or removed."""

import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.desk.archive.adding import Came, add_export
from pbem.desk.archive.building import build
from pbem.desk.archive.event_adding import add_event_export
from pbem.desk.archive.event_shelf import KeptEvents
from pbem.desk.archive.ledger import Ledger
from pbem.desk.archive.making import Kept
from pbem.desk.archive.shelf import EVENTS, PAGES, NotShownError, Shelf
from pbem.desk.archive.verifying import verify_archive
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.records.files import EVIDENCE
from pbem.record.folder import LOG
from tests.cli.hosting import done, no
from tests.desk.archive.forging import PUBLISHED, ROOT, published

GAME, OTHER, JOINT = "praetor-two", "fortuna-two", "fortuna-joint"
CUP = ROOT / "tests" / "vectors" / "events" / "accept" / "short"

Lay = Callable[[Path, Path], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk whose signed archive has a game with its page, an event, and the desk's memory of both."""
    desk = Desk.create(tmp_path_factory.mktemp("made") / "desk", name="r.example", address="r@example.org")
    shelf = Shelf(desk.folder / "archive")
    try:
        add_export(shelf, PUBLISHED / GAME, desk)
        add_event_export(shelf, CUP, desk)
        make_pages(shelf)
    finally:
        desk.close()
    return desk.folder


@pytest.fixture
def shelf(made: Path, tmp_path: Path) -> Shelf:
    """The archive of that desk as somebody else gets it."""
    shutil.copytree(made / "archive", tmp_path / "handed" / "archive")
    return Shelf(tmp_path / "handed" / "archive")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder of the victim's own, with folders called like those of an archive."""
    for name in (GAME, OTHER, EVENTS, f"{EVENTS}/spring", PAGES, "games"):
        (tmp_path / "home" / name / "deep").mkdir(parents=True, exist_ok=True)
        (tmp_path / "home" / name / "deep" / "diary.txt").write_text("mine")
        (tmp_path / "home" / name / LOG).write_text("mine")
    (tmp_path / "home" / "precious.txt").write_text("mine")
    return tmp_path / "home"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def make_pages(shelf: Shelf) -> None:
    """Make the page of the one game, and look at the event, as whoever builds a site does first."""
    ledger = Ledger(shelf)
    Kept(shelf).make(GAME, ledger.head(GAME) or b"")
    KeptEvents(ledger).check(lambda *_: None)


def work(shelf: Shelf) -> None:
    """Do everything that an archive can be asked for; a no is an answer."""
    with suppress(DeskError):
        make_pages(shelf)
    with suppress(DeskError):
        add_export(shelf, PUBLISHED / OTHER)
    with suppress(DeskError):
        add_event_export(shelf, CUP)
    with suppress(DeskError):
        verify_archive(shelf)


def outdated(shelf: Shelf) -> None:
    """Let all pages be made again."""
    for path in (shelf.folder / PAGES).rglob("made"):
        path.unlink()
    for path in (shelf.folder / PAGES).rglob("verified"):
        path.unlink()


@pytest.mark.parametrize(
    "name", [".", PAGES, EVENTS, GAME, OTHER, f"{EVENTS}/spring", f"{PAGES}/{GAME}", f"{PAGES}/{EVENTS}"]
)
def test_a_link_in_the_place_of_a_folder_leads_nobody_out(shelf: Shelf, home: Path, name: str) -> None:
    if name.startswith(PAGES):
        outdated(shelf)
    place = shelf.folder / name
    if place.exists():
        place.rename(shelf.folder.parent / "before")
    place.symlink_to(home / name)
    before = contents(home)
    work(shelf)
    assert contents(home) == before


@pytest.mark.parametrize("name", [".", PAGES, EVENTS])
def test_a_link_that_all_games_share_is_named_and_nothing_is_done(shelf: Shelf, home: Path, name: str) -> None:
    place = shelf.folder / name
    place.rename(shelf.folder.parent / "before")
    place.symlink_to(home / name)
    asked: tuple[Callable[[], object], ...] = (
        lambda: add_export(shelf, PUBLISHED / OTHER),
        lambda: add_event_export(shelf, CUP),
        lambda: build(shelf, shelf.folder.parent / "site"),
        lambda: verify_archive(shelf),
        lambda: Ledger(shelf),
        lambda: Kept(shelf),
    )
    for ask in asked:
        with pytest.raises(NotShownError) as refused:
            ask()
        assert str(refused.value).startswith(f"{place} is a link, and links of an archive are not followed")
    for words in (["list"], ["add", PUBLISHED / OTHER], ["build", home.parent / "site"], ["verify"]):
        assert f"{place} is a link" in no(1, shelf.folder.parent, "archive", *words)
    assert not (home.parent / "site").exists()


def test_an_archive_may_be_verified_by_a_link_of_the_users_own(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "by-link").symlink_to(shelf.folder)
    said = done(tmp_path, "archive", "verify", tmp_path / "by-link")
    assert "valid; " in said.splitlines()[-1]


@pytest.mark.parametrize("name", [OTHER, GAME])
def test_a_game_to_which_a_link_leads_is_named_when_it_is_added(shelf: Shelf, home: Path, name: str) -> None:
    place = shelf.folder / name
    shutil.rmtree(place, ignore_errors=True)
    place.symlink_to(home / "nowhere")
    with pytest.raises(NotShownError, match=f"{name} is not here: {place} is a link"):
        add_export(shelf, PUBLISHED / name)
    assert not (home / "nowhere").exists()


def link(place: Path, target: Path) -> None:
    place.symlink_to(target)


def dangling(place: Path, target: Path) -> None:
    place.symlink_to(target.with_name("not-there.txt"))


def second_name(place: Path, target: Path) -> None:
    place.hardlink_to(target)


def folder_in_the_way(place: Path, target: Path) -> None:
    place.mkdir()
    (place / "deep").symlink_to(target.parent)


LAYS = pytest.mark.parametrize("lay", [link, dangling, second_name, folder_in_the_way])


@LAYS
def test_a_log_is_written_and_signed_through_nothing_that_lies_there(made: Path, home: Path, lay: Lay) -> None:
    shutil.copytree(made, home.parent / "desk")
    shelf = Shelf(home.parent / "desk" / "archive")
    (shelf.folder / GAME / "archive.tlog-proof").unlink()
    names = ("site.log", "site.checkpoint", "site.key", f"{GAME}/archive.tlog-proof", OTHER)
    lay_all(shelf, names, lambda place: lay(place, home / "precious.txt"))
    before = contents(home)
    desk = Desk(home.parent / "desk")
    try:
        assert add_export(shelf, PUBLISHED / OTHER, desk).is_new
    finally:
        desk.close()
    assert contents(home) == before
    assert verify_archive(shelf).is_valid
    assert shelf.files(OTHER) | published(OTHER) == shelf.files(OTHER)


def lay_all(shelf: Shelf, names: Sequence[str], lay: Callable[[Path], object]) -> None:
    """Lay something where each of these might be written before it takes its place."""
    for name in names:
        path = shelf.folder / name
        lay(path.with_name(f".{path.name}.unfinished"))


@LAYS
def test_more_of_signed_orders_is_written_through_nothing_that_lies_there(tmp_path: Path, home: Path, lay: Lay) -> None:
    shelf = Shelf(tmp_path / "archive")
    shutil.copytree(PUBLISHED / JOINT, tmp_path / JOINT)
    (tmp_path / JOINT / EVIDENCE).unlink()
    add_export(shelf, tmp_path / JOINT)
    lay_all(shelf, [f"{JOINT}/{EVIDENCE}"], lambda place: lay(place, home / "precious.txt"))
    before = contents(home)
    assert add_export(shelf, PUBLISHED / JOINT).came is Came.FULLER
    assert contents(home) == before
    assert shelf.files(JOINT)[EVIDENCE] == (PUBLISHED / JOINT / EVIDENCE).read_bytes()


@LAYS
def test_pages_are_made_through_nothing_that_lies_there(shelf: Shelf, home: Path, lay: Lay) -> None:
    outdated(shelf)
    names = [f"{PAGES}/{GAME}/{name}" for name in ("page.html", "card.json", "moves.de.html", "made")]
    lay_all(shelf, [*names, f"{PAGES}/{EVENTS}/spring/verified"], lambda place: lay(place, home / "precious.txt"))
    for name in names:
        (shelf.folder / name).unlink(missing_ok=True)
        lay(shelf.folder / name, home / "precious.txt")
    before = contents(home)
    make_pages(shelf)
    assert contents(home) == before
    assert Kept(shelf).is_current(GAME, Ledger(shelf).head(GAME) or b"")


@pytest.mark.parametrize(
    ("lay", "why"),
    [
        (link, "it is a link, and no link is followed here"),
        (dangling, "it is a link, and no link is followed here"),
        (folder_in_the_way, "Is a directory"),
        (lambda place, _target: os.mkfifo(place), "it is no plain file"),
    ],
)
def test_a_lock_that_is_no_plain_file_is_refused_and_its_target_stays(
    shelf: Shelf, home: Path, lay: Lay, why: str
) -> None:
    lock = shelf.folder / ".lock"
    lock.unlink()
    lay(lock, home / "precious.txt")
    before = contents(home)
    said = no(2, shelf.folder.parent, "archive", "add", PUBLISHED / OTHER)
    assert said == f"pbem: cannot write {lock}: {why}\n"
    assert contents(home) == before
    assert not shelf.game(OTHER).exists()


def test_a_lock_that_is_a_second_name_of_another_file_cuts_nothing_off(shelf: Shelf, home: Path) -> None:
    (shelf.folder / ".lock").unlink()
    (shelf.folder / ".lock").hardlink_to(home / "precious.txt")
    assert add_export(shelf, PUBLISHED / OTHER).is_new
    assert (home / "precious.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["site.log", "site.checkpoint", "site.key", f"{GAME}/{LOG}", f"{EVENTS}/spring/{LOG}"])
def test_a_file_of_an_archive_that_is_a_link_is_not_read(shelf: Shelf, home: Path, name: str) -> None:
    """Neither what it leads to nor how it reads comes into a message or a site."""
    (home / "precious.txt").write_text("the secret word is xyzzy\n")
    (shelf.folder / name).unlink()
    (shelf.folder / name).symlink_to(home / "precious.txt")
    before = contents(home)
    with pytest.raises(DeskError) as refused:
        build(shelf, home.parent / "site")
    assert str(shelf.folder / name) in str(refused.value)
    assert "xyzzy" not in str(refused.value)
    work(shelf)
    assert contents(home) == before
