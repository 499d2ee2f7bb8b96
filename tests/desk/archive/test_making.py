"""Pages that were made already: whatever is not as it was made is made again."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import PAGES, NotShownError, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.archive.site.making import CARD, MADE, Kept, mark
from pbem.desk.archive.site.wording import environment
from pbem.desk.events.records.event_adding import add_event_export
from pbem.desk.events.records.event_shelf import KeptEvents
from pbem.report.site.rendering import Signed, Site
from tests.desk.archive.forging import PUBLISHED, ROOT
from tests.wording import SITE, text_of

GAME = "praetor-two"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A shelf with a game and its page."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf") / "archive")
    add_export(shelf, PUBLISHED / GAME)
    build(shelf, shelf.folder.parent / "site")
    return shelf


@pytest.fixture
def shelf(made: Shelf, tmp_path: Path) -> Shelf:
    shutil.copytree(made.folder, tmp_path / "archive")
    return Shelf(tmp_path / "archive")


def renamed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Evil"))


def five(path: Path) -> None:
    path.write_bytes(b"5\n")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    (path / "inner").mkdir(parents=True)


def link(path: Path) -> None:
    path.rename(path.parents[2] / "elsewhere")
    path.symlink_to(path.parents[2] / "elsewhere")


def not_ascii(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (CARD, renamed),
        ("page.html", renamed),
        ("moves.de.html", renamed),
        ("emblem.json", five),
        (CARD, five),
        (CARD, pipe),
        (CARD, folder),
        (CARD, link),
        (CARD, Path.unlink),
        (MADE, pipe),
        (MADE, not_ascii),
        ("", shutil.rmtree),
    ],
)
def test_what_was_changed_among_pages_is_made_again(
    made: Shelf, shelf: Shelf, tmp_path: Path, name: str, change: Callable[[Path], object]
) -> None:
    pages = Path(PAGES) / GAME
    before = {path.name: path.read_bytes() for path in (made.folder / pages).iterdir() if path.name != MADE}
    change(shelf.folder / pages / name)
    assert build(shelf, tmp_path / "site").made == 1
    after = {path.name: path.read_bytes() for path in (shelf.folder / pages).iterdir() if path.name != MADE}
    assert after == before
    assert b"Anna" in (tmp_path / "site" / "index.html").read_bytes()
    assert not any(path.is_symlink() for path in (shelf.folder / pages).iterdir())


@pytest.mark.parametrize(
    ("there", "forged"),
    [
        (rb"(?s).*", b"{}"),
        (rb"(?s).*", b""),
        (rb"^.", b"\xff"),
        (rb'"game":"', b'"game":"../'),
        (rb'"rules":"', b'"rules":"no-'),
    ],
)
def test_a_card_that_was_forged_with_its_digest_gives_no_site(
    shelf: Shelf, tmp_path: Path, there: bytes, forged: bytes
) -> None:
    kept, line = Kept(shelf), Ledger(shelf).lines[0]
    place = shelf.folder / PAGES / GAME / CARD
    card, count = re.subn(there, forged, place.read_bytes(), count=1)
    assert count == 1
    place.write_bytes(card)
    kept.note(GAME, mark(shelf.files(GAME), line.head))
    assert kept.is_current(GAME, line.head)
    with pytest.raises(NotShownError, match=r"card\.json is not what was made: throw .* away"):
        build(shelf, tmp_path / "site")


def test_pages_that_are_only_newer_are_not_made_again(shelf: Shelf) -> None:
    line = Ledger(shelf).lines[0]
    kept = Kept(shelf)
    for path in kept.page(GAME).parent.iterdir():
        os.utime(path)
    assert kept.is_current(line.game, line.head)


@pytest.mark.parametrize("change", [pipe, folder, not_ascii])
def test_what_was_noted_of_an_event_is_read_only_as_a_plain_file(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    shelf = Shelf(tmp_path / "archive")
    add_event_export(shelf, ROOT / "tests" / "vectors" / "events" / "accept" / "short")
    kept = KeptEvents(Ledger(shelf))
    kept.check(lambda *_: None)
    verified = shelf.folder / PAGES / "events" / "spring" / "verified"
    mark = verified.read_bytes()
    change(verified)
    kept.check(lambda *_: None)
    assert verified.read_bytes() == mark


def test_who_left_a_game_to_somebody_is_not_forgotten(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "archive")
    add_export(shelf, PUBLISHED / "praetor-substitute")
    line = Ledger(shelf).lines[0]
    kept = Kept(shelf)
    kept.make(line.game, line.head)
    card = kept.card(line.game)
    assert {one.name: one.earlier for one in card.people} == {"Elena": ("Anna",), "Bruno": (), "Chloe": ()}
    pages = dict(Site(environment(), [card], Signed("", "")).pages(kept.emblem))
    anna = pages["players/anna.html"]
    assert text_of(SITE, "player_left") in anna
    assert f"{text_of(SITE, 'player_games', count=0)}, {text_of(SITE, 'player_won', count=0)}" in anna
    assert "praetor-substitute" in anna
    assert text_of(SITE, "player_left") not in pages["players/elena.html"]
    assert re.search(r'\["blue","Elena",\d,\d+,"Anna"\]', pages["index.html"])  # by which a search finds it
    nobody = replace(card, people=tuple(replace(one, name="") if one.seat == "blue" else one for one in card.people))
    german = dict(Site(environment(), [nobody], Signed("", "")).pages(kept.emblem))
    assert "(Blau)" in german["de/titles/praetor.html"]
