"""Events in an archive: verified with all their games before anything is written, in the log, and as pages."""

import re
import shutil
import zipfile
from html import unescape
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import EVENTS, PROOF, SITE_LOG, NotCheckedError, NotShownError, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.archive.site.making import Kept
from pbem.desk.archive.site.wording import environment, phrases
from pbem.desk.archive.verifying import verify_archive
from pbem.desk.events.course.ruling import rule
from pbem.desk.events.records.event_adding import add_event, add_event_export
from pbem.desk.events.records.event_shelf import read_shelved
from pbem.games.game import LANGUAGES
from pbem.record.events.law.log import read_event
from pbem.record.notes.checkpoints import check_proof, read_key, read_proof
from pbem.report.site.events import place_of_event, show_event
from pbem.report.site.rendering import Signed, Site
from pbem.tournament.director.acts.ruling import penalize
from tests.desk.archive.forging import ROOT
from tests.desk.archive.test_building import pages, read
from tests.desk.club.society import society
from tests.desk.events.arena import CUP, Arena
from tests.record.events.verifiers import by_package, by_tool
from tests.wording import SITE, mentions, text_of

ACCEPTED, REJECTED = (ROOT / "tests" / "vectors" / "events" / name for name in ("accept", "reject"))
FOLDERS = ("", "it/", "fr/", "de/")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "archive")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that holds an event of four, with a penalty, and one that was cancelled; and its site."""
    place = tmp_path_factory.mktemp("events")
    with society(place / "desk", None) as club:
        arena = Arena(club)
        arena.begun("Anna", "Bruno", "Carla", "Dieter", title=f"The {SCRIPT} cup")
        arena.decide_all()
        rule(arena.desk, CUP, lambda clerk: penalize(clerk, "Dieter", 1, 60, reason=f"Wrote {SCRIPT} to a table"))
        arena.finish()
        shelf = Shelf(place / "desk" / "archive")
        add_event(shelf, arena.desk, CUP)
        add_event_export(shelf, ACCEPTED / "cancelled", arena.desk)
        build(shelf, place / "site", url="https://games.example/")
    return place


@pytest.fixture
def mine(home: Path, tmp_path: Path) -> Shelf:
    """A copy of that archive, to do things to."""
    shutil.copytree(home / "desk" / "archive", tmp_path / "mine")
    return Shelf(tmp_path / "mine")


def contents(shelf: Shelf) -> list[str]:
    found = (path.name for path in shelf.folder.rglob("*"))
    return sorted(name for name in found if name != ".lock")


def test_an_event_is_added_with_its_games_byte_by_byte(shelf: Shelf) -> None:
    source = ACCEPTED / "short"
    added = add_event_export(shelf, source)
    assert (added.event, added.is_new, added.place) == ("spring", True, 3)
    assert added.games == ("spring.1.1.1", "spring.1.2.1")
    for path in source.rglob("*"):
        if path.is_file():
            parts = path.relative_to(source).parts
            there = (
                shelf.folder.joinpath(*parts[1:])
                if parts[0] == "games"
                else shelf.folder / EVENTS / "spring" / path.name
            )
            assert there.read_bytes() == path.read_bytes()
    assert [line.game for line in Ledger(shelf).records] == [*added.games, "events/spring"]


def test_the_same_event_is_there_once_and_its_games_may_have_come_before(shelf: Shelf) -> None:
    add_export(shelf, ACCEPTED / "short" / "games" / "spring.1.2.1")
    assert add_event_export(shelf, ACCEPTED / "short").is_new
    again = add_event_export(shelf, ACCEPTED / "short")
    assert (again.is_new, again.place) == (False, 3)
    assert Ledger(shelf).games == ("spring.1.2.1", "spring.1.1.1")


@pytest.mark.parametrize(
    "name", sorted(path.name for path in REJECTED.iterdir() if path.name.startswith(("dice", "draw", "game", "line")))
)
def test_no_forged_event_leaves_a_trace(shelf: Shelf, name: str) -> None:
    with pytest.raises(NotShownError, match=r"is not valid: .*nothing was added"):
        add_event_export(shelf, REJECTED / name)
    assert contents(shelf) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("entering", "is not over"),
        ("beacon", "is not over"),
        ("full", "full.2.1.1 is not over"),  # it was discounted while it ran
    ],
)
def test_an_event_that_is_not_over_is_refused(shelf: Shelf, name: str, why: str) -> None:
    with pytest.raises(NotShownError, match=why):
        add_event_export(shelf, ACCEPTED / name)
    assert contents(shelf) == []


def test_an_event_with_a_time_that_no_calendar_shows_is_refused(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.desk.archive.shelf.checking.LATEST", 86_400)
    with pytest.raises(NotShownError, match=r"short is not shown: entry 0: .*; nothing was added"):
        add_event_export(shelf, ACCEPTED / "short")
    assert contents(shelf) == []


@pytest.mark.parametrize("change", ["no game", "stray game", "link", "odd name", "other record"])
def test_an_event_whose_games_are_not_its_games_is_refused(shelf: Shelf, tmp_path: Path, change: str) -> None:
    source = tmp_path / "short"
    shutil.copytree(ACCEPTED / "short", source)
    first = source / "games" / "spring.1.1.1"
    if change == "no game":
        shutil.rmtree(first)
    elif change == "stray game":
        shutil.copytree(ROOT / "archive" / "alea-two", source / "games" / "alea-two")
    elif change == "link":
        first.rename(tmp_path / "elsewhere")
        first.symlink_to(tmp_path / "elsewhere")
    elif change == "odd name":
        first.rename(source / "games" / "..short")
    else:
        shutil.copytree(ACCEPTED / "heats" / "games" / "cup.1.1.1", shelf.folder / "spring.1.1.1")
    before = contents(shelf)
    kind = NotCheckedError if change == "no game" else NotShownError
    with pytest.raises(kind):
        add_event_export(shelf, source)
    assert contents(shelf) == before


def test_the_log_covers_events_and_proves_them(home: Path) -> None:
    shelf = Shelf(home / "desk" / "archive")
    ledger = Ledger(shelf)
    assert [line.event for line in ledger.events] == [CUP, "brief"]
    assert ledger.checkpoint is not None
    assert ledger.checkpoint.size == len(ledger.records) == len(ledger.games) + 2
    _, public = read_key(shelf.read("site.key"))
    for line in ledger.records:
        check_proof(read_proof((shelf.game(line.game) / PROOF).read_text()), line.head, public)


def test_an_archive_with_events_is_valid_on_the_shelf_and_as_a_site(home: Path) -> None:
    for shelf in (Shelf(home / "desk" / "archive"), Shelf(home / "site", is_site=True)):
        found = verify_archive(shelf)
        assert found.is_valid, found
        assert [event.game for event in found.events] == ["events/cup", "events/brief"]


@pytest.mark.parametrize("change", ["dropped", "unnamed", "broken", "unsigned draw", "a game of it"])
def test_what_was_done_to_an_event_is_named(mine: Shelf, tmp_path: Path, change: str) -> None:
    place = mine.game("events/cup")
    if change == "dropped":
        shutil.rmtree(place)
    elif change == "unnamed":
        lines = mine.read(SITE_LOG).splitlines(keepends=True)
        mine.write(SITE_LOG, "".join(line for line in lines if "events/cup" not in line))
    elif change == "broken":
        (place / "log.jsonl").write_bytes((place / "log.jsonl").read_bytes()[:-30])
    elif change == "unsigned draw":
        (place / "head.note").unlink()
    else:
        shutil.rmtree(mine.game(f"{CUP}.1.1.1"))
    found = verify_archive(mine)
    assert found.is_valid == (change == "unsigned draw")  # which cannot be checked any more
    told = {event.game: event.wrong or event.cannot for event in found.events if event.wrong or event.cannot}
    assert found.unchecked == (change in ("unsigned draw", "a game of it"))
    if change == "unnamed":
        assert any("some were dropped" in why for why in found.wrong)
        assert "events/cup" in found.loose
    else:
        assert list(told) == ["events/cup"]
    with pytest.raises(NotShownError, match="nothing was written"):
        build(mine, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_an_event_of_a_future_format_cannot_be_checked_and_all_else_is(mine: Shelf, tmp_path: Path) -> None:
    log = mine.game("events/cup") / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"format":2', b'"format":3', 1))
    found = verify_archive(mine)
    assert {event.game: bool(event.cannot) for event in found.events} == {"events/cup": True, "events/brief": False}
    assert (found.is_valid, found.unchecked, all(game.entries for game in found.games)) == (True, 1, True)
    with pytest.raises(NotCheckedError, match=r"events/cup cannot be checked: .*; nothing was written"):
        build(mine, tmp_path / "site")


def test_the_page_of_an_event_tells_all_of_it_in_four_languages(home: Path) -> None:
    for folder in FOLDERS:
        html = (home / "site" / folder / "events" / "cup.html").read_text(encoding="utf-8")
        assert html.count('class="card panel" id="r') == 4  # two rounds of two tables
        assert len(re.findall(r'href="(?:\.\./)+games/cup\.\d\.\d\.1\.html', html)) == 4
        assert html.count("draw 1/1: ") == html.count("draw 2/1: ") == 1
        assert "pbem verify cup" in html
        assert html.count("<svg") > 1
        assert "Wrote &lt;script&gt;alert(1)&lt;/script&gt; to a table" in html
    english = (home / "site" / "events" / "cup.html").read_text(encoding="utf-8")
    assert f"{text_of(SITE, 'event_act_penalty')}: " in english.replace("</b>", "")
    assert "Anna" in english[english.index('class="standings') : english.index('class="cross')]


def test_pages_of_events_are_sound_and_lead_to_what_is_there(home: Path) -> None:
    found = pages(home / "site")
    assert sum(path.parent.name == "events" for path in found) == 3 * len(FOLDERS)
    for path in found:
        reading = read(path)
        assert (reading.faults, reading.open) == ([], []), path
        assert len(set(reading.ids)) == len(reading.ids), path
        for link in reading.links:
            target, _, fragment = link.partition("#")
            assert not target.startswith(("http:", "https:")), (path, link)
            if target:
                assert (path.parent / target).is_file(), (path, link)
            elif fragment.startswith("r"):
                assert fragment in reading.ids, (path, link)
        assert SCRIPT not in path.read_text(encoding="utf-8"), path


def test_games_and_people_lead_to_their_events(home: Path) -> None:
    front = (home / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="events/cup.html#r1t1"' in front
    assert '<option value="cup">' in front
    assert "../events/cup.html" in (home / "site" / "players" / "anna.html").read_text(encoding="utf-8")
    assert "https://games.example/events/cup.html" in (home / "site" / "sitemap.xml").read_text(encoding="utf-8")


def test_who_left_by_the_directors_word_alone_stands_among_his_acts(home: Path) -> None:
    shelf = Shelf(home / "desk" / "archive")
    log = read_event((ACCEPTED / "full" / "log.jsonl").read_bytes().splitlines())
    source = replace(read_shelved(shelf, Ledger(shelf).events[0]), log=log)
    shown = show_event(source, language="en", say=phrases().spoken("en"))
    assert [act.about for act in shown.acts if act.act == text_of(SITE, "event_act_left")] == ["Fay"]


def test_a_replay_leads_to_its_event(home: Path) -> None:
    replay = (home / "site" / "games" / "cup.1.1.1.html").read_text(encoding="utf-8")
    assert '<a href="../events/cup.html">cup</a>' in replay


def test_a_game_whose_event_is_elsewhere_leads_to_a_page_that_says_so(home: Path, shelf: Shelf, tmp_path: Path) -> None:
    add_export(shelf, home / "desk" / "archive" / "cup.1.1.1")
    build(shelf, tmp_path / "site")
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="events/cup.html#r1t1"' in front
    for folder, language in zip(FOLDERS, LANGUAGES, strict=True):
        html = (tmp_path / "site" / folder / "events" / "cup.html").read_text(encoding="utf-8")
        assert mentions(unescape(html), SITE, "event_not_here", language)
        assert "games/cup.1.1.1.html" in html
    assert not (tmp_path / "site" / "events" / "index.html").exists()


def test_a_game_that_an_event_does_not_know_is_not_called_its_own(home: Path) -> None:
    shelf = Shelf(home / "desk" / "archive")
    ledger, kept = Ledger(shelf), Kept(shelf)
    source = next(one for one in (read_shelved(shelf, line) for line in ledger.events) if one.log.books[-1].id == CUP)
    cards = [card for card in map(kept.card, ledger.games) if card.event == CUP]
    strange = replace(cards[0], game="cup.1.1.9")
    site = Site(environment(), [strange, *cards], Signed("", ""), events=[source])
    html = dict(site.pages(lambda game: kept.emblem(cards[0].game if game == strange.game else game)))[
        "events/cup.html"
    ]
    said = html[html.index(text_of(SITE, "event_strangers")) :]
    assert 'href="../games/cup.1.1.9.html' in said[: said.index("</p>")]
    assert "cup.1.1.1" not in said[: said.index("</p>")]
    assert not mentions((home / "site" / "events" / "cup.html").read_text(encoding="utf-8"), SITE, "event_strangers")


@pytest.mark.parametrize("called", ["index", "Index"])
def test_an_event_that_is_called_like_the_list_of_all_has_a_page_of_its_own(home: Path, called: str) -> None:
    shelf = Shelf(home / "desk" / "archive")
    ledger = Ledger(shelf)
    source = read_shelved(shelf, ledger.events[0])
    book = source.log.books[-1]
    book = replace(book, terms=replace(book.terms, game=called))
    source = replace(source, log=replace(source.log, books=(book,)))
    kept = Kept(shelf)
    cards = [replace(card, event=called) for card in map(kept.card, ledger.games) if card.event == CUP]
    made = list(Site(environment(), cards, Signed("", ""), events=[source]).pages(kept.emblem))
    names = [name.casefold() for name, _ in made]
    assert len(set(names)) == len(names)
    page = place_of_event(called)
    assert page in dict(made)
    assert f'href="{page}#r1t1"' in dict(made)["index.html"]
    assert f'href="../{page}"' in dict(made)["events/index.html"]


def test_an_event_is_downloaded_whole_and_valid_by_both_verifiers(home: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(home / "site" / "events" / "cup.zip") as pack:
        pack.extractall(tmp_path)
    found = by_package(tmp_path / "cup")
    assert (found.ok, found.cannot, len(found.games)) == (True, None, 4)
    assert {verdict for _, verdict, _ in by_tool(tmp_path / "cup")} == {"ok"}


def test_an_unchanged_archive_with_events_is_built_by_touching_nothing(mine: Shelf, tmp_path: Path) -> None:
    build(mine, tmp_path / "site")
    again = build(mine, tmp_path / "site")
    assert (again.made, again.written, again.removed) == (0, 0, 0)


def test_no_game_can_be_called_like_the_folder_of_events(shelf: Shelf) -> None:
    from pbem.desk.archive.adding import check_name

    check_name("event")
    with pytest.raises(NotShownError, match="has no place"):
        check_name("Events")
