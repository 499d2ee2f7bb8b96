"""Pages of an event, and what is said of people: exact, escaped, in four languages; ratings by what was played."""

import csv
import io
import json
from xml.etree import ElementTree

import pytest

from pbem.desk.club.members import rename
from pbem.desk.errors import DeskError
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.rating import ratings_here, reliability_here
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.course.ruling import rule
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.pages import write_page
from pbem.desk.matches.acts.host.rulings import rule_substitute
from pbem.report.event import as_csv
from pbem.report.notice import Part
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.showing import (
    finished_ahead,
    points_in_words,
    scores_by_round,
    standings_after,
    with_moves,
)
from tests.desk.events.arena import CUP, DAY, MEMBERS, Arena, form
from tests.wording import DESK, mentions, text_of


@pytest.mark.parametrize(
    ("parts", "told"),
    [(0, "0"), (120, "1"), (60, "1/2"), (900, "7 1/2"), (-40, "-1/3"), (-160, "-1 1/3"), (1, "1/120")],
)
def test_points_are_told_exactly(parts: int, told: str) -> None:
    assert points_in_words(parts) == told


def test_a_cell_that_a_spreadsheet_would_run_is_text() -> None:
    rows = [["=1+1", "+x", "@y", "-z", "-3", "Anna, the first"]]
    assert list(csv.reader(io.StringIO(as_csv(rows)))) == [["'=1+1", "'+x", "'@y", "'-z", "-3", "Anna, the first"]]


def test_a_table_in_a_letter_has_columns() -> None:
    part = Part(("Standings",), rows=(("rank", "player", "points"), ("1", "Anna", "12"), ("10", "Bo", "7 1/2")))
    assert part.aligned == ("rank  player  points", "   1  Anna        12", "  10  Bo       7 1/2")


@pytest.mark.sqlite
class TestPages:
    def test_standings_in_every_form_say_the_same(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.finish()
        rows = list(csv.DictReader(io.StringIO(write_page(arena.desk, CUP, "csv"))))
        told = json.loads(write_page(arena.desk, CUP, "json"))["standings"]
        assert [(row["player"], int(row["points_in_120ths"])) for row in rows] == [
            (line["player"], line["points"]) for line in told
        ]
        assert sum(line["points"] for line in told) == 2 * 2 * 8 * 120  # two rounds, two tables, 5 and 3 points
        assert sorted(line["rank"] for line in told) == [1, 2, 3, 4]
        text = write_page(arena.desk, CUP, "text").splitlines()
        assert text[0].split()[:3] == ["rank", "player", "points"]
        assert [line.split()[1] for line in text[1:]] == [line["player"] for line in told]

    def test_who_finished_ahead_of_whom(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:2])
        arena.decide("cup.1.1.1", winner="Bruno")
        arena.club.tick()
        assert finished_ahead(arena.event()) == {("Anna", "Bruno"): (0, 1), ("Bruno", "Anna"): (1, 1)}
        rows = list(csv.reader(io.StringIO(write_page(arena.desk, CUP, "csv", is_cross=True))))
        assert rows == [["player", "Bruno", "Anna"], ["Bruno", "", "1/1"], ["Anna", "0/1", ""]]

    def test_what_moved_is_told(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.decide_all()
        draw_round(arena.desk, CUP)
        start_round(arena.desk, CUP)
        for game in arena.playing():
            arena.decide(game, winner=max(held.name for held in arena.club.match(game).holders.values()))
        arena.club.tick()
        event = arena.event()
        before = {line.player: line.rank for line in standings_after(event, 1)}
        for shown in with_moves(event, event.standings()):
            assert shown.moved == before[shown.line.player] - shown.line.rank
        assert any(shown.moved for shown in with_moves(event, event.standings()))
        scores = scores_by_round(event)
        assert {player: parts[-1] for player, parts in scores.items()} == {
            line.player: line.points for line in event.standings()
        }

    @pytest.mark.parametrize("language", ["en", "fr", "de"])
    def test_the_page_is_in_every_language_and_escapes_what_people_wrote(self, arena: Arena, language: str) -> None:
        arena.begun(*MEMBERS[:4], title="<script>alert(1)</script> & co")
        arena.decide_all()
        rule(arena.desk, CUP, lambda clerk: ruling.penalize(clerk, "Anna", 1, 60, reason="<b>bold</b>"))
        page = write_page(arena.desk, CUP, "html", language=language)
        assert mentions(page, DESK, "event_ahead", language)
        assert "<script" not in page
        assert "<b>bold" not in page
        assert "&lt;script&gt;" in page
        assert f'<html lang="{language}">' in page

    def test_the_plot_is_a_drawing_with_everybody_in_it(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        arena.decide_all()
        drawing = ElementTree.fromstring(write_page(arena.desk, CUP, "svg"))
        words = [one.text for one in drawing.iter() if one.tag.endswith("}text")]
        assert set(MEMBERS[:4]) <= set(words)

    def test_before_the_first_draw_there_is_none(self, arena: Arena) -> None:
        arena.open()
        with pytest.raises(DeskError, match="nothing is drawn"):
            write_page(arena.desk, CUP, "text")


@pytest.mark.sqlite
class TestPeople:
    def test_only_what_was_played_to_its_end_is_rated(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:4])
        first, last = arena.playing()
        arena.play(first)
        arena.decide(last)
        arena.club.tick()
        rated = ratings_here(arena.desk)["fortuna", 2]
        assert sorted(rated) == sorted(held.name for held in arena.club.match(first).holders.values())
        assert {one.games for one in rated.values()} == {1}

    def test_a_game_that_the_end_of_a_round_ended_is_not_rated(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:2], rules="praetor", unfinished="default")
        arena.later(days=11)
        assert arena.playing() == []
        assert ratings_here(arena.desk) == {}

    def test_who_left_a_game_is_told_from_who_finished_it(self, arena: Arena) -> None:
        arena.begun(*MEMBERS[:2])
        (game,) = arena.playing()
        match = arena.club.match(game)
        left, stayed = (match.holders[seat].name for seat in match.seats)
        rule_substitute(arena.desk, game, match.seats[0], "Carla", "gone")
        arena.play(game)
        arena.club.tick()
        known = reliability_here(arena.desk)
        assert (known[left].left, known[left].finished) == (1, 0)
        assert (known[stayed].left, known[stayed].finished) == (0, 1)
        assert known[stayed].on_time > 0
        assert ratings_here(arena.desk) == {}

    def test_who_has_entered_is_not_renamed_while_the_event_goes_on(self, arena: Arena) -> None:
        arena.open()
        arena.enter("Fritz")
        with pytest.raises(DeskError, match="Fritz has entered cup, and cannot be renamed meanwhile"):
            rename(arena.desk, "Fritz", "Fritzi")


@pytest.mark.sqlite
def test_a_table_of_three_shares_what_places_are_worth(arena: Arena) -> None:
    now = arena.desk.now()
    arena.begun(*MEMBERS[:3], form=form("allmeet", 3, 3), rounds=(now + 30 * DAY,))
    while arena.playing():
        arena.decide_all()
    lines = arena.event().standings()
    tables = len(arena.event().book.rounds[0].tables)
    assert sum(line.points for line in lines) == tables * (5 + 3 + 2) * 120


@pytest.mark.sqlite
def test_who_withdrew_is_told_so_on_the_page(arena: Arena) -> None:
    arena.begun(*MEMBERS[:4])
    say_here(arena.desk, CUP, "Bruno", EventWord("withdraw"))
    arena.decide_all()
    draw_round(arena.desk, CUP)
    assert f"({text_of(DESK, 'event_left', 'it')})" in write_page(arena.desk, CUP, "html", language="it")
