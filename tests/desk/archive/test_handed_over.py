"""An archive that a stranger handed over: whatever lies in it, nothing outside of it is read, written or removed."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.desk.archive.adding import Came, add_export
from pbem.desk.archive.shelf.checking import check_proofs
from pbem.desk.archive.shelf.exporting import export_proven
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import CHECKPOINT, EVENTS, KEY, PAGES, PROOF, SITE_LOG, NotShownError, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.archive.site.making import Kept
from pbem.desk.archive.site.site_files import BUILT
from pbem.desk.archive.verifying import verify_archive
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.records.event_adding import add_event_export
from pbem.desk.events.records.event_shelf import KeptEvents
from pbem.desk.records.folders.files import EVIDENCE
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG
from tests.cli.hosting import done, no, pbem
from tests.desk.archive.forging import PUBLISHED, ROOT, ended_at, published, put
from tests.desk.house import GAME as FINISHED

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


@pytest.mark.parametrize("lay", [link, second_name])
@pytest.mark.parametrize(
    "name",
    [
        *("site.log", "site.checkpoint", "site.key", f"{GAME}/{LOG}", f"{EVENTS}/spring/{LOG}"),
        *(f"{GAME}/{PROOF}", f"{EVENTS}/spring/{PROOF}"),
    ],
)
def test_a_file_of_an_archive_that_is_a_link_or_a_second_name_is_not_read(
    shelf: Shelf, home: Path, name: str, lay: Lay
) -> None:
    """Neither what it leads to nor how it reads comes into a message or a site."""
    (home / "precious.txt").write_text("the secret word is xyzzy\n")
    (shelf.folder / name).unlink()
    lay(shelf.folder / name, home / "precious.txt")
    before = contents(home)
    with pytest.raises(DeskError) as refused:
        build(shelf, home.parent / "site")
    assert str(shelf.folder / name) in str(refused.value)
    assert "xyzzy" not in str(refused.value)
    work(shelf)
    assert contents(home) == before


SECRET = "the secret word is xyzzy\n"


def unsign(shelf: Shelf) -> None:
    """Let nobody have signed the log."""
    for name in (CHECKPOINT, KEY):
        (shelf.folder / name).unlink()
    for path in shelf.folder.rglob(PROOF):
        path.unlink()


def published_in(site: Path) -> bool:
    """Tell whether anything of the secret is in a site."""
    return any(b"xyzzy" in path.read_bytes() for path in site.rglob("*") if path.is_file())


@pytest.mark.parametrize("lay", [link, second_name])
@pytest.mark.parametrize("place", [GAME, f"{EVENTS}/spring"])
def test_a_proof_where_nobody_signs_is_not_published(shelf: Shelf, home: Path, place: str, lay: Lay) -> None:
    unsign(shelf)
    (home / "precious.txt").write_text(SECRET)
    lay(shelf.folder / place / PROOF, home / "precious.txt")
    with pytest.raises(NotShownError):
        build(shelf, home.parent / "site")
    assert not (home.parent / "site").exists()
    with pytest.raises(NotShownError):
        verify_archive(shelf)


@pytest.mark.parametrize("place", [GAME, f"{EVENTS}/spring"])
def test_a_proof_of_a_log_that_nobody_signs_is_told(shelf: Shelf, place: str) -> None:
    proof = (shelf.folder / place / PROOF).read_bytes()
    unsign(shelf)
    (shelf.folder / place / PROOF).write_bytes(proof)
    with pytest.raises(NotShownError, match="carry proofs that they are in a signed log"):
        build(shelf, shelf.folder.parent / "site")


def test_a_page_that_is_a_second_name_of_a_file_elsewhere_is_made_again(shelf: Shelf, home: Path) -> None:
    (home / "precious.txt").write_text(SECRET)
    place = shelf.folder / PAGES / GAME
    (place / "page.html").unlink()
    (place / "page.html").hardlink_to(home / "precious.txt")
    made, _, seen = (place / "made").read_text().partition("\n")
    found = (home / "precious.txt").stat()
    parts = [f"{found.st_size}/{found.st_mtime_ns}", *seen.split(" ")[1:]]
    (place / "made").write_text(f"{made}\n{' '.join(parts)}")
    build(shelf, home.parent / "site")
    assert not published_in(home.parent / "site")
    assert (home / "precious.txt").read_text() == SECRET


@pytest.mark.parametrize(
    ("name", "is_link"),
    [(f"{PAGES}/{GAME}", True), (GAME, True), (GAME, False), (f"{EVENTS}/spring", True), (f"{EVENTS}/spring", False)],
)
def test_a_folder_that_is_exchanged_while_a_site_is_built_is_not_published(
    shelf: Shelf, home: Path, monkeypatch: pytest.MonkeyPatch, name: str, *, is_link: bool
) -> None:
    """The attacker exchanges it when all of it was looked at."""
    place = shelf.folder / name

    def exchange(ledger: Ledger) -> None:
        check_proofs(ledger)
        place.rename(shelf.folder.parent / "before")
        fill = home / "filled"
        shutil.copytree(shelf.folder.parent / "before", fill)
        for path in fill.iterdir():
            path.write_text(SECRET)
        if is_link:
            place.symlink_to(fill)
        else:
            fill.rename(place)

    monkeypatch.setattr("pbem.desk.archive.site.building.check_proofs", exchange)
    with pytest.raises((DeskError, IntegrityError)):
        build(shelf, home.parent / "site")
    assert not published_in(home.parent / "site")


def deep(folder: Path) -> None:
    """Make folders in each other, more of them than a program can count on its stack."""
    folder.mkdir(parents=True)
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(3_000):
        os.mkdir("q", dir_fd=descriptor)
        inner = os.open("q", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)


@pytest.mark.parametrize("name", [f"{PAGES}/{GAME}/q", f".{OTHER}.unfinished"])
def test_folders_that_lie_too_deep_are_told_in_a_line(shelf: Shelf, name: str) -> None:
    outdated(shelf)
    deep(shelf.folder / name)
    try:
        work = (lambda: add_export(shelf, PUBLISHED / OTHER), lambda: build(shelf, shelf.folder.parent / "site"))
        with pytest.raises((DeskError, OSError)) as refused:
            [step() for step in work]
        assert re.search("(?i)too deep|too many", str(refused.value))
    finally:
        subprocess.run(["rm", "-rf", shelf.folder], check=True)


def test_files_that_are_too_large_are_told_in_a_line(shelf: Shelf) -> None:
    site = shelf.folder.parent / "site"
    build(shelf, site)
    os.truncate(site / BUILT, 1 << 40)
    assert "holds other things than a site" in no(2, shelf.folder.parent, "archive", "build", site)
    game = next(line.game for line in Ledger(shelf).lines if line.game.startswith("spring."))
    os.truncate(shelf.game(game) / LOG, 1 << 40)
    found = verify_archive(shelf)
    assert f"{game} has " not in str(found.wrong)
    wrong = {one.game: one.wrong for one in (*found.games, *found.events)}
    assert "bytes or more, and may have" in wrong[game]
    assert "bytes or more, and may have" in wrong[f"{EVENTS}/spring"]


@pytest.fixture
def desk(made: Path, tmp_path: Path) -> Iterator[Desk]:
    """The desk itself, with its archive."""
    shutil.copytree(made, tmp_path / "desk")
    desk = Desk(tmp_path / "desk")
    try:
        yield desk
    finally:
        desk.close()


def test_a_game_that_was_dropped_stays_so_until_it_is_put_back(desk: Desk) -> None:
    shelf = Shelf(desk.folder / "archive")
    before = shelf.files(GAME)
    shutil.rmtree(shelf.game(GAME))
    add_export(shelf, PUBLISHED / OTHER, desk)
    assert not shelf.game(GAME).exists()
    assert f"{GAME}  its folder is gone" in pbem(desk.folder, "archive", "list").stdout
    assert add_export(shelf, PUBLISHED / GAME, desk).came is Came.BACK
    assert shelf.files(GAME).keys() == before.keys()
    assert verify_archive(shelf, desk=desk).is_valid
    assert len(Ledger(shelf).records) == len(set(Ledger(shelf).records))


def test_a_game_of_which_its_proof_alone_is_left_is_put_back(desk: Desk) -> None:
    shelf = Shelf(desk.folder / "archive")
    for path in shelf.game(GAME).iterdir():
        if path.name != PROOF:
            path.unlink()
    assert f"{GAME}  its folder is gone" in pbem(desk.folder, "archive", "list").stdout
    assert add_export(shelf, PUBLISHED / GAME, desk).came is Came.BACK
    assert verify_archive(shelf, desk=desk).is_valid


def test_another_record_is_not_put_where_a_game_was_dropped(desk: Desk, tmp_path: Path) -> None:
    shelf = Shelf(desk.folder / "archive")
    shutil.rmtree(shelf.game(GAME))
    other = put(tmp_path / "other", ended_at(published(GAME), 1_900_000_000))
    with pytest.raises(NotShownError, match="is in the log with another head"):
        add_export(shelf, other, desk)
    assert not shelf.game(GAME).exists()


def test_nothing_is_written_where_a_link_stands_for_another_game(desk: Desk, home: Path) -> None:
    shelf = Shelf(desk.folder / "archive")
    shelf.game(GAME).rename(home / "before")
    shelf.game(GAME).symlink_to(home / "before")
    before = contents(shelf.folder)
    with pytest.raises(NotShownError, match=f"{GAME} is not here: .* is a link"):
        add_export(shelf, PUBLISHED / OTHER, desk)
    assert contents(shelf.folder) == before


def test_nothing_is_written_where_a_file_stands_for_the_folder_of_pages(shelf: Shelf) -> None:
    shutil.rmtree(shelf.folder / PAGES)
    (shelf.folder / PAGES).write_text("")
    before = contents(shelf.folder)
    said = no(1, shelf.folder.parent, "archive", "add", PUBLISHED / OTHER)
    assert said == f"pbem: {shelf.folder / PAGES} is no folder: take it away\n"
    assert {name for name, _ in contents(shelf.folder).items()} - {".lock"} == before.keys() - {".lock"}


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_a_log_that_is_no_plain_file_is_told(shelf: Shelf, kind: str) -> None:
    log = shelf.folder / SITE_LOG
    log.unlink()
    os.mkfifo(log) if kind == "pipe" else log.mkdir()
    for words in (["list"], ["add", PUBLISHED / OTHER], ["build", "site"], ["verify"]):
        assert no(1, shelf.folder.parent, "archive", *words) == f"pbem: {log} is no plain file\n"
    assert not log.is_file()
    assert not shelf.game(OTHER).exists()


@pytest.mark.parametrize("lay", [link, second_name, folder_in_the_way])
def test_a_game_is_exported_whatever_lies_in_the_archive(over: Desk, home: Path, lay: Lay) -> None:
    (over.folder / "archive").mkdir(exist_ok=True)
    lay(over.folder / "archive" / SITE_LOG, home / "precious.txt")
    export_proven(over, FINISHED, home.parent / "out")
    assert (home.parent / "out" / LOG).is_file()
    assert not (home.parent / "out" / PROOF).exists()


def test_folders_that_lie_too_deep_in_a_site_are_told_in_a_line(shelf: Shelf) -> None:
    site = shelf.folder.parent / "site"
    build(shelf, site)
    deep(site / "q")
    try:
        said = no(1, shelf.folder.parent, "archive", "build", site)
    finally:
        subprocess.run(["rm", "-rf", site], check=True)
    assert said == f"pbem: folders lie too deep in {site / 'q'}: take it away; nothing was written\n"
