"""Rounds at a desk: drawn once, started once, ended by the clock; what stopped in between goes on when done again."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.course.ending import close_event
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.playing_out import ROUND_OVER
from pbem.desk.events.course.replacing import give_seat
from pbem.desk.events.course.rounds import draw_round, rehearse_round, start_round
from pbem.desk.events.course.ruling import rule
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.matches.acts.host.rulings import rule_void
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.times.pacing import PaceWish, make_pace
from pbem.desk.settings import read_settings
from pbem.games.found import named
from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.acts import ruling
from tests.desk.events.arena import CUP, DAY, MEMBERS, Arena, form
from tests.record.events.verifiers import by_package
from tests.wording import DESK, mentions


class StopError(Exception):
    """The desk stops here, as by a power cut."""


@contextmanager
def stopping(desk: Desk, after: int) -> Iterator[None]:
    """Let a desk stop in the middle of its n-th change: that one comes to nothing, the earlier ones stay."""
    write, left = desk.store.write, [after]

    @contextmanager
    def stopped(*args: Any) -> Iterator[Any]:
        with write(*args) as change:
            yield change
            left[0] -= 1
            if left[0] < 0:
                raise StopError

    desk.store.write = stopped  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        desk.store.write = write  # type: ignore[method-assign]


def test_a_second_draw_and_a_second_start_change_nothing(arena: Arena) -> None:
    arena.begun(*MEMBERS[:4])
    size, games = arena.size(), arena.playing()
    assert not draw_round(arena.desk, CUP).is_new
    assert start_round(arena.desk, CUP) == []
    assert (arena.size(), arena.playing()) == (size, games)


@pytest.mark.sqlite
def test_a_clock_that_is_set_back_after_a_draw_makes_no_game_older_than_it(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    arena.enter(*MEMBERS[:4])
    arena.later(days=1, hours=1)
    draw_round(arena.desk, CUP)
    arena.club.clock.tick(timedelta(minutes=-5))
    assert len(start_round(arena.desk, CUP)) == 2
    found = by_package(arena.export(tmp_path / "cup"))
    assert found.first_bad is None


@pytest.mark.sqlite
def test_whatever_stops_between_two_steps_goes_on_when_it_is_done_again(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    arena.enter(*MEMBERS)
    arena.later(days=1, hours=1)
    stops = 0
    while not arena.playing() or len(arena.playing()) < 3:
        with stopping(arena.desk, stops % 2):
            try:
                draw_round(arena.desk, CUP)
                start_round(arena.desk, CUP)
            except StopError:
                stops += 1
    assert stops > 2
    event = arena.event()
    assert [entry.game for entry in event.book.rounds[0].tables] == ["cup.1.1.1", "cup.1.2.1", "cup.1.3.1"]
    found = by_package(arena.export(tmp_path / "cup"))
    assert (found.ok, found.first_bad) == (True, None)


def test_a_rehearsal_writes_nothing_and_is_not_the_draw(arena: Arena) -> None:
    arena.open()
    people = arena.people(12)
    arena.enter(*people)
    size = arena.size()
    tried = {str([table.seats for table in rehearse_round(arena.desk, CUP).tables]) for _ in range(3)}
    assert len(tried) == 3
    assert arena.size() == size
    arena.later(days=2)
    drawn = draw_round(arena.desk, CUP).event.book.rounds[0]
    assert str([table.seats for table in drawn.tables]) not in tried


class TestRefused:
    def test_too_few_players(self, arena: Arena) -> None:
        arena.open()
        arena.enter("Anna")
        arena.later(days=2)
        size = arena.size()
        with pytest.raises(DeskError) as error:
            draw_round(arena.desk, CUP)
        assert str(error.value) == (
            "cup cannot go on: 1 player: a table takes 2 at least; "
            "`pbem tournament rule cancel cup --reason TEXT` gives it up"
        )
        assert arena.size() == size

    def test_a_draw_before_the_entries_are_closed(self, arena: Arena) -> None:
        arena.open()
        arena.enter(*MEMBERS)
        with pytest.raises(DeskError, match="before its entries close, 20"):
            draw_round(arena.desk, CUP)
        assert arena.event().book.phase == "entering"

    def test_an_event_without_seats_for_all(self, arena: Arena) -> None:
        with pytest.raises(DeskError) as error:
            arena.open(form=form(table=5, rounds=2))
        assert str(error.value) == "tables of 5 players: the game takes 2, 3, 4"
        with arena.desk.store.read() as look:
            assert look.events.all() == ()

    def test_entering_twice(self, arena: Arena) -> None:
        arena.open()
        arena.enter("Anna")
        size = arena.size()
        with pytest.raises(DeskError) as error:
            arena.enter("Anna")
        assert str(error.value) == "'Anna' has entered before"
        assert arena.size() == size

    def test_entering_too_late(self, arena: Arena) -> None:
        arena.open()
        arena.later(days=2)
        with pytest.raises(DeskError, match="'Anna' enters after the end of the entries"):
            arena.enter("Anna")

    def test_closing_with_games_open(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        size = arena.size()
        with pytest.raises(DeskError) as error:
            close_event(arena.desk, CUP)
        assert str(error.value) == "cup has 2 games open, the first is cup.1.1.1: nothing is closed"
        assert arena.size() == size

    def test_closing_before_the_last_round(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.decide_all()
        with pytest.raises(DeskError, match="round 2 is not drawn"):
            close_event(arena.desk, CUP)

    def test_a_game_that_is_called_like_a_table_of_an_event(self, arena: Arena) -> None:
        arena.open()
        with pytest.raises(DeskError, match="there is an event 'cup': choose another id"):
            arena.club.open({"blue": "Anna", "orange": "Bruno"}, game="cup.1.1.1")

    def test_an_event_whose_tables_are_called_like_a_game(self, arena: Arena) -> None:
        arena.club.open({"blue": "Anna", "orange": "Bruno"}, game="cup.1.1.1")
        with pytest.raises(DeskError, match="there is a game of that id"):
            arena.open()

    def test_playing_out_a_game_that_does_not_end_by_its_defaults(self, arena: Arena) -> None:
        with pytest.raises(DeskError, match="games of fortuna do not end by their default moves"):
            arena.open(unfinished="default")

    def test_a_pace_that_cannot_end_before_its_round(self, arena: Arena) -> None:
        pace = make_pace(arena.desk, named("fortuna"), PaceWish("slow"))
        with pytest.raises(DeskError, match=r"round 1 is .* days too short for a game"):
            arena.open(pace=pace)


def test_who_leaves_between_draw_and_start_is_replaced_by_who_waits(arena: Arena) -> None:
    arena.open(entries=Entries(late=0, least=2, most=4, until=arena.desk.now() + DAY))
    arena.enter(*MEMBERS[:5])
    arena.later(days=2)
    draw_round(arena.desk, CUP)
    assert arena.event().book.waiting == ("Elsa",)
    say_here(arena.desk, CUP, "Bruno", EventWord("withdraw"))
    start_round(arena.desk, CUP)
    seats = [name for table in arena.event().book.rounds[0].tables for name in table.seats]
    assert sorted(seats) == ["Anna", "Carla", "Dieter", "Elsa"]
    assert arena.event().book.waiting == ()


def test_without_anybody_who_waits_the_table_starts_short(arena: Arena) -> None:
    arena.open(form=form(table=3, rounds=2, starts=4))
    arena.enter(*MEMBERS)
    arena.later(days=2)
    draw_round(arena.desk, CUP)
    say_here(arena.desk, CUP, "Bruno", EventWord("withdraw"))
    start_round(arena.desk, CUP)
    sizes = sorted(len(arena.club.match(game).seats) for game in arena.playing())
    assert sizes == [2, 3]
    assert arena.finish().book.phase == "closed"


def test_a_table_without_a_seat_to_spare_starts_with_one_that_is_vacant(arena: Arena, tmp_path: Path) -> None:
    arena.open(form=form(rounds=1, starts=4), rounds=(arena.desk.now() + 11 * DAY,))
    arena.enter("Anna", "Bruno")
    arena.later(days=2)
    draw_round(arena.desk, CUP)
    say_here(arena.desk, CUP, "Bruno", EventWord("withdraw"))
    assert start_round(arena.desk, CUP) == ["cup.1.1.1"]
    holders = arena.club.match("cup.1.1.1").holders
    seats = frozenset(str(seat) for seat, held in holders.items() if held.name == "Anna")
    play_bots(arena.desk, "cup.1.1.1", Bots("greedy", seats, Random(1), 10_000))
    arena.club.tick()
    assert arena.finish().book.phase == "closed"
    found = by_package(arena.export(tmp_path / "cup"))
    assert (found.ok, found.first_bad) == (True, None)
    assert found.director["in_games"] == {"vacate": 1}


def test_nobody_has_more_games_at_once_than_the_terms_say_and_others_follow(arena: Arena) -> None:
    arena.begun(*MEMBERS[:3], form=form("allmeet"), rounds=(arena.desk.now() + 11 * DAY,), most_games=1)
    opened = 0
    while playing := arena.playing():
        names = [held.name for game in playing for held in arena.club.match(game).holders.values()]
        assert len(set(names)) == len(names)
        opened += len(playing)
        arena.decide_all()
    assert opened == len(arena.event().book.rounds[0].tables) > 1


def test_a_round_ends_at_its_instant_and_games_are_played_out(arena: Arena, tmp_path: Path) -> None:
    arena.begun(*MEMBERS[:4], rules="praetor", unfinished="default")
    arena.later(days=9)
    assert len(arena.playing()) == 2
    arena.later(days=1)
    assert arena.playing() == []
    results = [table.result for table in arena.event().book.rounds[0].tables]
    assert [result.how for result in results if result] == ["played", "played"]
    moves = [raw for raw in arena.club.entries("cup.1.1.1") if b'"cause":"ruling"' in raw]
    assert moves
    assert any(ROUND_OVER.encode() in raw for raw in arena.club.entries("cup.1.1.1"))
    found = by_package(arena.export(tmp_path / "cup"))
    assert (found.ok, found.first_bad) == (True, None)
    assert found.director["in_games"]["play"] > 0


def test_players_are_told_of_what_was_played_out_in_one_letter(arena: Arena) -> None:
    arena.begun(*MEMBERS[:2], rules="praetor", unfinished="default")
    arena.letters()
    arena.later(days=11)
    about_game = [one for one in arena.letters()["Anna"] if "cup.1.1.1" in one.subject]
    assert len(about_game) == 1


@pytest.mark.sqlite
def test_the_director_is_told_once_what_he_is_to_do(arena: Arena) -> None:
    toml = arena.desk.folder / "pbem.toml"
    toml.write_text(toml.read_text().replace('# host = "you@example.org"', 'host = "director@example.org"'))
    arena.desk.settings = read_settings(arena.desk.folder)
    arena.open(unfinished="director")
    arena.enter(*MEMBERS[:2])
    arena.later(days=1, hours=1)
    arena.later(hours=1)
    assert [mentions(one.flat, DESK, "slip_event_ready", count="2") for one in arena.letters()["host"]] == [True]
    draw_round(arena.desk, CUP)
    start_round(arena.desk, CUP)
    arena.later(days=11)
    arena.later(hours=1)
    assert arena.playing() == ["cup.1.1.1"]
    assert [
        mentions(one.flat, DESK, "slip_event_overdue", event="cup", games="cup.1.1.1")
        for one in arena.letters()["host"]
    ] == [True]
    arena.decide_all()
    assert arena.playing() == []
    assert [mentions(one.flat, DESK, "slip_event_next", round="1") for one in arena.letters()["host"]] == [True]


@pytest.mark.sqlite
def test_the_director_is_told_once_that_too_few_are_left(arena: Arena) -> None:
    toml = arena.desk.folder / "pbem.toml"
    toml.write_text(toml.read_text().replace('# host = "you@example.org"', 'host = "director@example.org"'))
    arena.desk.settings = read_settings(arena.desk.folder)
    arena.open("small")
    arena.begun(*MEMBERS[:2])
    arena.later(hours=1)
    told = [one.flat for one in arena.letters()["host"]]
    assert [mentions(one, DESK, "slip_event_stuck", event="small", title="The small") for one in told].count(True) == 1
    for name in MEMBERS[:2]:
        say_here(arena.desk, CUP, name, EventWord("withdraw"))
    arena.decide_all()
    arena.later(hours=1)
    told = [one.flat for one in arena.letters()["host"]]
    assert [mentions(one, DESK, "slip_event_stuck", event="cup", title="The cup") for one in told] == [True]


@pytest.mark.sqlite
def test_how_far_a_draw_and_the_opening_of_games_are_is_told(arena: Arena) -> None:
    arena.open()
    arena.enter(*MEMBERS)
    arena.later(days=2)
    shuffles: list[tuple[int, int]] = []
    draw_round(arena.desk, CUP, progress=lambda done, of: shuffles.append((done, of)))
    assert shuffles == [(done, 4) for done in range(5)]
    tables: list[tuple[int, int]] = []
    start_round(arena.desk, CUP, lambda done, of: tables.append((done, of)))
    assert tables == [(done, 3) for done in range(4)]


class TestVoid:
    def test_a_void_game_is_replayed(self, arena: Arena, tmp_path: Path) -> None:
        arena.begun(*MEMBERS[:4])
        rule_void(arena.desk, "cup.1.1.1", "it cannot go on")
        arena.club.tick()
        rule(arena.desk, CUP, lambda clerk: ruling.replay(clerk, Place(1, 1), reason="once more"))
        assert start_round(arena.desk, CUP) == ["cup.1.1.2"]
        assert arena.finish().book.phase == "closed"
        found = by_package(arena.export(tmp_path / "cup"))
        assert (found.ok, found.first_bad) == (True, None)
        assert found.director["voids"]

    def test_or_not_counted(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        rule_void(arena.desk, "cup.1.1.1", "it cannot go on")
        arena.club.tick()
        arena.decide_all()
        assert draw_round(arena.desk, CUP).is_new
        played = {line.player: line.played for line in arena.event().standings()}
        assert sorted(played.values()) == [0, 0, 1, 1]


def test_a_seat_is_given_to_somebody_else_in_the_event_and_in_its_game(arena: Arena, tmp_path: Path) -> None:
    arena.open(entries=Entries(late=0, least=2, most=4, until=arena.desk.now() + DAY))
    arena.enter(*MEMBERS[:5])
    arena.later(days=2)
    draw_round(arena.desk, CUP)
    start_round(arena.desk, CUP)
    place = next(place for place, table in arena.event().book.places() if "Anna" in table.seats)
    give_seat(arena.desk, CUP, place, "Anna", "Elsa", reason="a no-show")
    game = place.id(CUP)
    assert "Elsa" in [held.name for held in arena.club.match(game).holders.values()]
    event = arena.finish()
    assert event.book.phase == "closed"
    found = by_package(arena.export(tmp_path / "cup"))
    assert (found.ok, found.first_bad) == (True, None)


@pytest.mark.sqlite
def test_nobody_is_replaced_whose_orders_lie_unread_in_the_inbox(arena: Arena) -> None:
    arena.begun("Anna", "Bruno", "Carla", entries=Entries(late=0, least=2, most=2, until=arena.desk.now() + DAY))
    (place,) = [place for place, _table in arena.event().book.places()]
    game = place.id(CUP)
    seat = next(seat for seat, held in arena.club.match(game).holders.items() if held.name == "Anna")
    arena.club.put(arena.club.ordered("Anna", seat, game=game))
    words = ["tournament", "rule", "replace", CUP, "1.1", "Anna", "Carla", "--reason", "no-show"]
    done = CliRunner().invoke(main, ["--desk", str(arena.desk.folder), *words])
    assert done.exit_code == 1
    assert f"an order of Anna waits in {game}" in done.stderr
    assert "Anna" in [held.name for held in arena.club.match(game).holders.values()]


@pytest.mark.sqlite
def test_who_has_ordered_something_is_no_no_show_whether_it_was_played_or_waits(arena: Arena) -> None:
    arena.open(entries=Entries(late=0, least=2, most=2, until=arena.desk.now() + DAY))
    arena.enter("Anna", "Bruno", "Carla")
    arena.later(days=2)
    draw_round(arena.desk, CUP)
    start_round(arena.desk, CUP)
    (place,) = [place for place, _table in arena.event().book.places()]
    game = place.id(CUP)
    seats = {held.name: seat for seat, held in arena.club.match(game).holders.items()}
    said = arena.club.order("Anna", seats["Anna"], game=game)
    assert said.startswith("kept: "), said  # both choose at once, and Bruno has not
    size = arena.size()
    with pytest.raises(DeskError, match=r"an order of Anna waits in cup\.1\.1\.1"):
        give_seat(arena.desk, CUP, place, "Anna", "Carla", reason="no-show")
    assert arena.club.order("Bruno", seats["Bruno"], game=game).startswith("played: ")
    with pytest.raises(DeskError, match="Anna has ordered something"):
        give_seat(arena.desk, CUP, place, "Anna", "Carla", reason="no-show")
    assert (arena.size(), "Anna" in arena.event().book.rounds[0].tables[0].seats) == (size, True)


def test_a_no_show_at_his_first_move_is_replaced_without_penalty(arena: Arena) -> None:
    pace = make_pace(arena.desk, named("fortuna"), PaceWish("24h+1h<=24h", grace="1h", hold="0s"))
    now = arena.desk.now()
    arena.open(
        pace=pace,
        entries=Entries(late=0, least=2, most=2, until=now + DAY),
        form=form(rounds=1, starts=4),
        rounds=(now + 90 * DAY,),
    )
    arena.enter("Anna", "Bruno", "Carla")
    arena.club.later(hours=25)
    draw_round(arena.desk, CUP)
    start_round(arena.desk, CUP)
    arena.club.later(hours=30)
    book = arena.event().book
    assert "Carla" in book.rounds[0].tables[0].seats
    assert book.penalties == ()
    held = [one.name for one in arena.club.match("cup.1.1.1").holders.values()]
    assert sorted(held) == sorted(book.rounds[0].tables[0].seats)
