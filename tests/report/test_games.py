"""Reports of real games, from the first move to the last: every seat's and the public one."""

import re
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from pbem.games.game import LANGUAGES, AnyGame, Decision, Happening, Outcome, Seat
from pbem.report.page import Eyes, MatchInfo, Progress, Question, TurnPage
from pbem.report.render import COLUMNS, MOST_BYTES, MOST_DRAWN, html, text
from pbem.report.turn import turn_page
from tests.games.fate import Fate
from tests.report.press import NOTE, press
from tests.report.reader import assert_stands_alone

GAMES = ("tests.games.toy", "pbem.games.fortuna")
FEW = 8


class Moment(NamedTuple):
    """A position, and what led to it."""

    state: Any
    happenings: tuple[Happening, ...]
    decisions: tuple[Decision, ...]
    outcome: Outcome | None


def load(place: str) -> AnyGame:
    game: AnyGame = import_module(place).GAME
    return game


def hidden(place: str) -> Any:
    return import_module(f"tests.games.{place.rpartition('.')[2]}.hidden")


def seats_of(game: AnyGame) -> tuple[Seat, ...]:
    return tuple(map(Seat, game.meta.seats[: max(game.meta.players)]))


def moments(game: AnyGame, seed: int) -> Iterator[Moment]:
    """Play a game at random to its end and stop after each move."""
    random, fate = Random(seed), Fate(seed)
    step = game.setup(seats=seats_of(game), options={}, table=game.table(), chance=fate)
    while waiting := game.waiting(step.state):
        yield Moment(step.state, step.happenings, waiting, None)
        seat = waiting[0].seat
        move = random.choice(list(game.moves(game.view(step.state, seat))))
        step = game.play(step.state, seat, move, fate)
    yield Moment(step.state, step.happenings, (), game.outcome(step.state))


def some_moments(game: AnyGame, seed: int) -> list[Moment]:
    """Return about thirty moments of a game, the first and the last among them."""
    every = list(moments(game, seed))
    return [*every[: -1 : len(every) // 30 + 1], every[-1]]


def report(game: AnyGame, moment: Moment, seat: Seat | None, language: str) -> TurnPage:
    names = dict(zip(seats_of(game), ("Anna", "Bruno", "Chloé", "Dieter", "Elena"), strict=False))
    info = MatchInfo("ides", names, 44, "ab" * 32, NOTE, 1_700_000_000, game.table())
    progress = Progress(moment.happenings, moment.decisions, moment.outcome)
    return turn_page(game, info, game.view(moment.state, seat), Eyes(seat, language), progress)


def pages(game: AnyGame, seed: int) -> Iterator[TurnPage]:
    for number, moment in enumerate(some_moments(game, seed)):
        for seat in (*seats_of(game), None):
            yield report(game, moment, seat, LANGUAGES[number % 4])


@pytest.mark.parametrize("place", GAMES)
def test_the_text_of_a_whole_game_is_at_most_76_columns_wide(place: str) -> None:
    for page in pages(load(place), 1):
        lines = text(press(), page).partition(NOTE)[0].splitlines()
        assert max(map(len, lines)) <= COLUMNS, page


@pytest.mark.parametrize("place", GAMES)
def test_every_page_of_a_whole_game_is_whole_and_without_its_drawings_fits_a_letter(place: str) -> None:
    for page in pages(load(place), 2):
        written = html(press(), page)
        assert_stands_alone(written)
        assert len(written.encode()) < MOST_DRAWN / 1.5
        assert 'class="d d-board d-wide"' in written
        assert 'class="d d-board d-narrow"' in written
        assert len(html(press(), replace(page, board_svg="")).encode()) < MOST_BYTES


def numbered(question: Question | None) -> Iterator[tuple[int, str]]:
    """Yield the orders that a question gives with their numbers, in lines of their own or several in one."""
    for line in (line for group in question.groups for line in group.lines) if question else ():
        if line.number:
            yield line.number, line.text
        else:
            yield from ((int(number), order) for number, order in re.findall(r"(?:^|, )(\d+) ([^,]+)", line.text))


@pytest.mark.parametrize("place", GAMES)
def test_who_is_asked_finds_the_number_of_every_legal_order(place: str) -> None:
    game = load(place)
    for moment in some_moments(game, 3):
        for decision in moment.decisions:
            question = report(game, moment, decision.seat, "en").question
            assert (question is not None) == decision.ask
            legal = [game.write(move, "en") for move in game.moves(game.view(moment.state, decision.seat))]
            for number, order in numbered(question):
                assert legal[number - 1] == order
            if question and len(legal) <= FEW:
                assert len(list(numbered(question))) == len(legal)


@pytest.mark.parametrize("place", GAMES)
def test_a_report_tells_nothing_that_is_hidden_from_its_reader(place: str) -> None:
    game, random = load(place), Random(4)
    for moment in some_moments(game, 4):
        for seat in (*seats_of(game), None):
            other = moment._replace(state=hidden(place).scramble(game, moment.state, seat, random))
            for render in (html, text):
                page, twin = (report(game, each, seat, "it") for each in (moment, other))
                assert render(press(), page) == render(press(), twin)


@pytest.mark.parametrize("place", GAMES)
def test_the_last_report_holds_the_result(place: str) -> None:
    *_, last = pages(load(place), 5)
    assert last.result is not None
    assert last.result.columns[0].rank == 1
    assert last.question is None
