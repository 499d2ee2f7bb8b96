"""Whole games of every title, played from the text of letters alone; and letters through the eyes of those who pry."""

from html import unescape
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.desk.fonts import painter
from pbem.games.game import LANGUAGES, AnyGame, Happening, Seat, Unread
from pbem.report.page import Eyes, MatchInfo, MatchTime, Progress, TurnPage
from pbem.report.render import COLUMNS, MOST_BYTES, html, text
from pbem.report.turn import turn_page
from tests.games.fate import Fate
from tests.report.correspondent import choose, offers
from tests.report.press import NOTE, press
from tests.report.reader import Reader
from tests.report.test_games import hidden, load, seats_of
from tests.wording import DESK, text_of

TITLES = ("pbem.games.fortuna", "pbem.games.alea", "pbem.games.praetor")
REPLY = ("to: referee.example.org;", "game: ides;", "seat: blue;", "token: 9f1c27d0a1b2c3d4;", f"seen: 57 {'3f' * 16};")
MOST_LINES = 48
UNTIL = "Thu 19 Nov 2026, 18:00 UTC"
HOSTILE = (
    "<img src=x onerror=1>",
    "\u202eevil\u2066\x07",
    "A" * 300,
    "👩‍🚀 ☃ 🎲",
    "-----BEGIN PBEM ORDERS-----",
    "{{ say }}",
)


def letter(game: AnyGame, state: Any, seat: Seat | None, **given: Any) -> TurnPage:
    """Return the letter that somebody gets in a position."""
    names = given.get("names") or ("Anna", "Bruno", "Chloé", "Dieter", "Elena")
    info = MatchInfo(
        id="ides",
        names=dict(zip(seats_of(game), names, strict=False)),
        size=44,
        head="ab" * 32,
        note=NOTE,
        at=1_700_000_000,
        table=game.table(),
        reply=REPLY,
        sign="dkim",
        address="referee@example.org",
        time=MatchTime(until=UNTIL, grace="", is_asking=False, banks={}, leaves={}, awaited={}),
    )
    progress = Progress(given.get("happenings", ()), game.waiting(state), game.outcome(state), given.get("before"))
    eyes = Eyes(seat, given.get("language", "en"), is_mailed=given.get("is_mailed", False), has_picture=False)
    return turn_page(game, info, game.view(state, seat), eyes, progress)


@pytest.mark.parametrize("place", TITLES)
def test_a_whole_game_is_played_from_its_letters_alone(place: str) -> None:
    game, random, fate = load(place), Random(7), Fate(7)
    step = game.setup(seats=seats_of(game), options={}, table=game.table(), chance=fate)
    asked = 0
    while waiting := game.waiting(step.state):
        decision = waiting[0]
        view = game.view(step.state, decision.seat)
        move = game.default(view)
        if decision.ask:
            written = text(press(), letter(game, step.state, decision.seat, happenings=step.happenings))
            assert len(offers(written)) <= MOST_LINES
            order = choose(written, random)
            move = game.parse(view, order)
            assert not isinstance(move, Unread), (order, written)
            assert game.check(view, move) is None, (order, written)
            asked += 1
        step = game.play(step.state, decision.seat, move, fate)
    assert asked > 40
    assert game.outcome(step.state) is not None


def walk(game: AnyGame, seed: int, every: int) -> list[tuple[Any, Any, list[Happening]]]:
    """Return positions here and there in a game of greedy players: each with an earlier one, and what led on to it."""
    random, fate = Random(seed), Fate(seed)
    step = game.setup(seats=seats_of(game), options={}, table=game.table(), chance=fate)
    found, since, news, count = [], step.state, list(step.happenings), 0
    while waiting := game.waiting(step.state):
        seat = waiting[0].seat
        step = game.play(step.state, seat, game.bots["greedy"](game.view(step.state, seat), random), fate)
        news += step.happenings
        count += 1
        if count % every == 0:
            found.append((since, step.state, news))
            since, news = step.state, []
    return [*found, (since, step.state, news)]


@pytest.mark.parametrize("place", TITLES)
def test_letters_of_a_whole_game_fit_and_say_whose_turn_it_is_in_the_first_line(place: str) -> None:
    game = load(place)
    for number, (before, state, news) in enumerate(walk(game, 3, 9)):
        language = LANGUAGES[number % 4]
        asked = {decision.seat for decision in game.waiting(state) if decision.ask}
        for seat in (*seats_of(game), None):
            view = game.view(before, seat)
            page = letter(game, state, seat, happenings=news, before=view, language=language)
            written, plain = html(press(), page), text(press(), page)
            assert len(written.encode()) < MOST_BYTES
            assert Reader(written).open == []
            assert max(map(len, plain.partition(NOTE)[0].splitlines())) <= COLUMNS
            assert (UNTIL in " ".join(plain.partition("\n\n")[0].split())) == (seat in asked)


@pytest.mark.parametrize("place", TITLES)
def test_a_whole_game_told_at_once_fits_a_letter(place: str) -> None:
    game = load(place)
    everything = [happening for _, _, news in walk(game, 5, 1000) for happening in news]
    _, state, _ = walk(game, 5, 1000)[-1]
    page = letter(game, state, seats_of(game)[0], happenings=everything)
    assert len(html(press(), page).encode()) < MOST_BYTES


@pytest.mark.parametrize("place", TITLES)
def test_whatever_is_hidden_changes_no_byte_of_a_letter_nor_of_its_picture(place: str) -> None:
    game, random = load(place), Random(4)
    for number, (before, state, news) in enumerate(walk(game, 4, 23)):
        for seat in (*seats_of(game)[:2], None):
            other = hidden(place).scramble(game, state, seat, random)
            view = game.view(before, seat)
            heard = [happening for happening in news if happening.is_known_to(seat)]
            given = {"before": view, "language": LANGUAGES[number % 4], "is_mailed": True}
            page = letter(game, state, seat, happenings=news, **given)
            twin = letter(game, other, seat, happenings=heard, **given)
            assert text(press(), page) == text(press(), twin)
            assert html(press(), page) == html(press(), twin)
            assert page.picture is not None
            assert page.picture == twin.picture


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_harmless_and_the_letter_holds(name: str) -> None:
    game = load("pbem.games.fortuna")
    before, state, news = walk(game, 6, 40)[0]
    seat = game.waiting(state)[0].seat
    names = (name,) * 4
    view = game.view(before, seat)
    page = letter(game, state, seat, happenings=news, before=view, names=names, is_mailed=True)
    written, plain = html(press(), page), text(press(), page)
    read = Reader(written)
    assert read.open == []
    assert not {attribute for attribute, _ in read.attributes if attribute.startswith("on")}
    assert len(written.encode()) < MOST_BYTES
    assert "BEGIN PBEM" not in plain.replace("-BEGIN PBEM", "")
    assert not any(mark in written + plain for mark in "\u202e\u2066\x07")
    assert max(map(len, plain.partition(NOTE)[0].splitlines())) <= COLUMNS
    assert page.picture is not None
    assert painter().png(page.picture.drawing).startswith(b"\x89PNG")


def test_rulings_are_never_folded_away() -> None:
    from pbem.report.page import RulingLine

    game = load("pbem.games.fortuna")
    before, state, news = walk(game, 6, 40)[0]
    page = letter(game, state, None, happenings=news, before=game.view(before, None))
    page = replace(page, rulings=(RulingLine("ruling_play", "Bruno", "no answer"),))
    written = html(press(), page)
    told = text_of(DESK, "ruling_play", seat="Bruno", reason="no answer")
    assert told in unescape(written.partition("<details")[0])
    assert f"! {told}" in " ".join(text(press(), page).split())
