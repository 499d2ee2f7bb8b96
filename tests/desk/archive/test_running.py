"""Running games on the site: what the public may see, rebuilt after each turn, and not a byte of what is hidden."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.shelf import SHELF, SITE_LOG, NotShownError, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.archive.site.running import Rebuilding, live_games
from pbem.desk.archive.site.wording import environment
from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.work.daemon import Daemon
from pbem.desk.settings import ArchiveSettings
from pbem.report.site.card import Card, Played
from pbem.report.site.live import Live, show_live
from pbem.report.site.rendering import Signed, Site
from tests.desk.archive.forging import PUBLISHED
from tests.desk.archive.test_building import read
from tests.desk.house import GAME, HOLDERS, PLAN, match_of, play
from tests.games.fortuna.hidden import scramble
from tests.wording import SITE, text_of

pytestmark = pytest.mark.sqlite
PAIR = (Played("blue", "Anna", 1, 9), Played("orange", "Bruno", 2, 8))
CARD = Card("f0", "fortuna", 1, 0, 0, 9, 1, PAIR, "00" * 32, "referee", "host")


def pages_of(live: Live) -> dict[str, str]:
    """Return every page of a site that a running game stands on."""
    site = Site(environment(), [CARD], Signed(), live=[live])
    return {place: text for place, text in site.pages(lambda _game: live.emblem) if GAME in text}


def only(desk: Desk) -> Live:
    (live,) = live_games(desk)
    return live


def test_a_running_game_stands_on_the_site_in_four_languages(running: Desk, tmp_path: Path) -> None:
    shelf = Shelf(running.folder / SHELF)
    add_export(shelf, PUBLISHED / "praetor-two", running)
    build(shelf, tmp_path / "out", desk=running, live=live_games(running))
    for folder in ("", "it/", "fr/", "de/"):
        path = tmp_path / "out" / folder / "running" / f"{GAME}.html"
        reading, html = read(path), path.read_text(encoding="utf-8")
        assert (reading.faults, reading.open) == ([], [])
        assert len(set(reading.ids)) == len(reading.ids)
        assert html.count("<svg") > 2
        assert 'class="pill going"' in html
        assert all(
            (path.parent / link.partition("#")[0]).is_file() for link in reading.links if not link.startswith("#")
        )
        assert f'running/{GAME}.html"' in (tmp_path / "out" / folder / "index.html").read_text(encoding="utf-8")
    english = (tmp_path / "out" / "running" / f"{GAME}.html").read_text(encoding="utf-8")
    assert text_of(SITE, "running_pill") in english
    assert HOLDERS[match_of(running).waiting()[0].seat] in english[english.index('class="waits"') :]
    again = build(shelf, tmp_path / "out", desk=running, live=live_games(running))
    assert again.written == 0
    assert build(shelf, tmp_path / "out", desk=running).removed == 4


def test_a_turn_writes_the_pages_it_is_on_and_comes_to_the_same_as_a_whole_build(running: Desk, tmp_path: Path) -> None:
    shelf = Shelf(running.folder / SHELF)
    add_export(shelf, PUBLISHED / "praetor-two", running)
    build(shelf, tmp_path / "one", desk=running, live=live_games(running))
    play(running, 2)
    live = live_games(running)
    assert 4 <= build(shelf, tmp_path / "one", desk=running, live=live).written <= 8
    build(shelf, tmp_path / "other", desk=running, live=live)
    files = [
        {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}
        for place in (tmp_path / "one", tmp_path / "other")
    ]
    assert files[0].keys() == files[1].keys()
    assert [name for name in files[0] if files[0][name] != files[1][name]] in ([], [".built.json"])


def test_what_is_hidden_changes_no_byte(running: Desk) -> None:
    live, match = only(running), match_of(running)
    before = pages_of(live)
    assert len(before) >= 8
    others = [scramble(match.game, match.state, None, Random(number)) for number in range(6)]
    assert any(other != match.state for other in others)
    for other in others:
        assert pages_of(show_live(replace(match, state=other), live.reports)) == before


def test_what_waits_at_the_desk_changes_no_byte(fresh: Desk) -> None:
    before = pages_of(only(fresh))
    order(fresh, GAME, "Anna", "reserve none")  # kept until all have chosen
    order(fresh, GAME, "Bruno", f"always keep step | any # {PLAN}")
    assert match_of(fresh).head.size == only(fresh).entries
    assert pages_of(only(fresh)) == before
    assert PLAN not in "".join(before.values())


def test_the_daemon_rebuilds_the_site_after_each_turn(running: Desk) -> None:
    add_export(Shelf(running.folder / SHELF), PUBLISHED / "praetor-two", running)
    running.settings = replace(running.settings, archive=ArchiveSettings(site="site"))
    page = running.folder / "site" / "running" / f"{GAME}.html"
    done: list[str] = []
    looks = 0

    def after() -> None:
        nonlocal looks
        looks += 1
        rebuild()
        if not page.exists():
            return  # its first pages are being made by another process
        done.append(page.read_text(encoding="utf-8"))
        if len(done) == 2:
            play(running, 1)
        if match_of(running).head.hash.hex() in done[-1] and len(done) > 2:
            daemon.stop()

    daemon = Daemon(running, every=0.01, after=after)
    with Rebuilding(running) as rebuild:
        daemon.run()
    assert done[0] == done[1] != done[-1]
    assert looks > len(done)  # mail was read meanwhile


def test_who_stops_meanwhile_stops_the_making_of_pages_too(running: Desk) -> None:
    add_export(Shelf(running.folder / SHELF), PUBLISHED / "praetor-two", running)
    running.settings = replace(running.settings, archive=ArchiveSettings(site="site"))
    with Rebuilding(running) as rebuild:
        rebuild()
        maker = rebuild.maker
        assert maker
        assert maker.poll() is None
    assert maker.poll() is not None


def test_a_log_that_is_lost_is_said_by_the_daemon_too(running: Desk) -> None:
    shelf = Shelf(running.folder / SHELF)
    add_export(shelf, PUBLISHED / "praetor-two", running)
    (shelf.folder / SITE_LOG).unlink()
    running.settings = replace(running.settings, archive=ArchiveSettings(site="site"))
    with Rebuilding(running) as rebuild:
        rebuild()
        assert rebuild.maker
        rebuild.maker.wait()
        with pytest.raises(NotShownError, match="is gone or empty"):
            rebuild()


def test_a_game_that_is_over_is_not_among_them(over: Desk) -> None:
    assert list(live_games(over)) == []
