"""Draws, tables, results, the end: what comes when, and what each depends on."""

from random import Random
from typing import Any

import pytest

from pbem.record.events.law.chance import Place, draw_slot
from pbem.record.events.law.kinds import Entries
from pbem.referee.acts import rulings
from pbem.tournament import chance
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.acts.rounds import close, draw, rehearse
from pbem.tournament.director.acts.tables import open_table, sittings, take_result
from pbem.tournament.director.due import due
from pbem.tournament.director.errors import DirectorError
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form

NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay")


def hall(rounds: int = 2, table: int = 2, **more: Any) -> Hall:
    entries = Entries(late=rounds, least=2, most=8, until=AT + DAY)
    given = form("swiss", table, rounds=rounds, starts=2)
    terms = event_terms("spring", "alea", given, players=8, rounds=rounds, **({"entries": entries} | more))
    return Hall(terms, rungs=512)


def started(*names: str, **more: Any) -> Hall:
    return hall(**more).enter(*(names or NAMES)).start()


def why(run: Any) -> str:
    with pytest.raises(DirectorError) as error:
        run()
    return str(error.value)


def drawn(event: Hall, number: int) -> set[str]:
    round_ = event.event.book.rounds[number - 1]
    return set(round_.busy)


def test_slots_of_draws_have_one_name() -> None:
    assert [draw_slot(2, 1), "lots/1"] == [chance.draw_slot(2, 1), chance.lots_slot(1)]


def test_nothing_is_drawn_before_the_start_or_twice() -> None:
    event = hall().enter(*NAMES)
    assert why(lambda: draw(event.clerk())) == "the event has not started yet: nothing is drawn"
    event.start().draw()
    assert why(lambda: draw(event.clerk())) == "round 1 is not over: table 1 has no result"


def test_a_rehearsal_uses_other_chance_and_writes_nothing() -> None:
    event = started()
    head = event.event.book.head
    draws = [rehearse(event.event, bytes([seed] * 32)) for seed in range(8)]
    tried = {tuple(table.seats for table in drawn.tables) for drawn in draws}
    assert event.event.book.head == head
    assert len(tried) > 1
    real = tuple(table.seats for table in event.draw().event.book.rounds[0].tables)
    assert tried != {real}


def test_who_leaves_before_the_cut_is_not_drawn() -> None:
    event = started().draw().open_all().adjudicate("spring.1.1.1", 2, 1).adjudicate("spring.1.2.1", 2, 1)
    event.withdraw("Ada").adjudicate("spring.1.3.1", 2, 1).draw()
    assert "Ada" not in drawn(event, 2)
    line = next(line for line in event.event.standings() if line.player == "Ada")
    assert line.withdrew == 2


def test_what_comes_after_the_cut_counts_from_the_next_round() -> None:
    event = started(rounds=3).draw().open_all().adjudicate_all().withdraw("Ada").enter("Gus").draw()
    assert "Ada" in drawn(event, 2)
    assert "Gus" not in drawn(event, 2)
    event.open_all().adjudicate_all().draw()
    assert "Ada" not in drawn(event, 3)
    assert "Gus" in drawn(event, 3)


def test_a_round_is_drawn_again_by_a_ruling_and_then_counts_who_left() -> None:
    event = started().draw()
    first = event.event.book.rounds[0]
    event.withdraw("Ada").rule(ruling.redraw, 1).draw()
    second = event.event.book.rounds[0]
    assert (first.attempt, second.attempt) == (1, 2)
    assert "Ada" not in drawn(event, 1)
    assert [roll["slot"] for roll in event.entries[-1].body["chance"]] == ["draw 1/2"]


def test_a_round_that_has_begun_is_not_drawn_again() -> None:
    event = started().draw().open_all()
    assert why(lambda: event.rule(ruling.redraw, 1)) == "round 1 has begun, and is not drawn again"


def test_a_table_gets_its_game_once_and_no_other() -> None:
    event = started().draw()
    sitting, other = sittings(event.event)[:2]
    played = event.open(sitting)
    assert why(lambda: open_table(event.clerk(), played.entries)).startswith("table 1 of round 1 has a game already")
    lucky = event.begin(event.terms_of(other), event.secrets_of(sitting))
    assert "do not follow from the event's secret" in why(lambda: open_table(event.clerk(), lucky.entries))


def test_a_game_of_another_event_is_refused() -> None:
    event, other = started().draw(), started("Xia", "Yan", "Zoe").draw()
    game = other.open(sittings(other.event)[0])
    told = why(lambda: open_table(event.clerk(), game.entries))
    assert "draw that stands" in told or "others sat down" in told


def test_a_result_is_that_of_a_finished_game_once() -> None:
    event = started().draw().open_all()
    played = event.games["spring.1.1.1"]
    assert why(lambda: take_result(event.clerk(), played.entries)) == "game 'spring.1.1.1' is not over"
    event.adjudicate("spring.1.1.1", 5, 3)
    assert "has a result already" in why(lambda: take_result(event.clerk(), played.entries))


def test_a_result_tells_places_and_victory_points_in_the_order_of_seats() -> None:
    event = started().draw().open_all()
    event.adjudicate("spring.1.1.1", 3, 5)
    told = event.entries[-1].body
    assert (told["how"], told["places"], told["points"]) == ("adjudicated", [2, 1], [3, 5])
    assert told["head"] == event.games["spring.1.1.1"].entries[-1].hash.hex()


def test_whoever_finished_a_seat_is_named() -> None:
    event = started().draw().open_all()
    seats = event.event.book.rounds[0].tables[0].seats
    event.substitute("spring.1.1.1", seats[0], "Somebody").adjudicate("spring.1.1.1", 3, 5)
    assert event.entries[-1].body["substitutes"] == [[seats[0], "Somebody"]]


def test_a_void_game_counts_for_nothing_and_is_replayed_by_a_ruling() -> None:
    event = started().draw().open_all().void("spring.1.1.1")
    assert event.event.history.rounds[0].tables[0].is_void
    event.rule(ruling.replay, Place(1, 1))
    assert [sitting.id for sitting in sittings(event.event)] == ["spring.1.1.2"]
    event.open_all().adjudicate("spring.1.1.2", 1, 2)
    assert event.event.history.rounds[0].tables[0].result is not None


def test_tables_wait_for_players_who_have_enough_games() -> None:
    given = form("allmeet", 2)
    event = Hall(event_terms("all", "alea", given, players=8, rounds=1, most_games=1), rungs=256)
    event.enter("Ada", "Ben", "Cem", "Dora").start().draw()
    together = sittings(event.event)
    assert len(together) == 2
    assert len({player for sitting in together for player in sitting.players.values()}) == 4
    event.open_all()
    assert sittings(event.event) == ()
    event.adjudicate(together[0].id, 2, 1)
    assert sittings(event.event) == () or len(sittings(event.event)) == 1
    assert len(due(event.event, event.now).playing) == 1


def test_nothing_is_closed_with_games_open() -> None:
    event = started(rounds=1).draw().open_all()
    assert why(lambda: close(event.clerk())) == "round 1, table 1 has no result"
    event.adjudicate_all().keep(close(event.clerk()))
    assert event.event.book.phase == "closed"
    assert why(lambda: close(event.clerk())) == "the event was closed before: there is nothing to close"


def test_an_event_is_not_closed_before_its_last_round() -> None:
    event = started().draw().open_all().adjudicate_all()
    assert why(lambda: close(event.clerk())) == "round 2 is not drawn"


def test_what_is_due_follows_from_the_record_and_the_time() -> None:
    event = hall(rounds=1).enter("Ada", "Ben")
    assert not due(event.event, AT).can_start
    assert due(event.event, AT + DAY).can_start
    event.start()
    assert due(event.event, event.now).can_draw
    event.draw()
    assert [sitting.id for sitting in due(event.event, event.now).to_open] == ["spring.1.1.1"]
    event.open_all()
    end = event.event.book.ends[0]
    assert due(event.event, end - 1).overdue == ()
    assert [id_ for _place, id_ in due(event.event, end).overdue] == ["spring.1.1.1"]
    event.rule(ruling.extend, 1, end + DAY)
    assert due(event.event, end).overdue == ()
    event.adjudicate_all()
    assert due(event.event, end).can_close


@pytest.mark.parametrize("seed", range(6))
def test_scores_do_not_depend_on_the_order_in_which_results_come(seed: int) -> None:
    order = [f"spring.1.{table}.1" for table in (1, 2, 3)]
    Random(seed).shuffle(order)
    event = started(rounds=1).draw().open_all()
    for id_ in order:
        event.adjudicate(id_, *((7, 3), (4, 4), (2, 9))[int(id_.split(".")[2]) - 1])
    event.keep(close(event.clerk()))
    plain = started(rounds=1).draw().open_all()
    for id_, points in zip(sorted(order), ((7, 3), (4, 4), (2, 9)), strict=True):
        plain.adjudicate(id_, *points)
    plain.keep(close(plain.clerk()))
    assert event.entries[-1].body["standings"] == plain.entries[-1].body["standings"]


def test_a_crash_changes_nothing_what_was_written_is_all_there_is() -> None:
    event = started().draw().open_all().adjudicate("spring.1.1.1", 3, 1)
    event.withdraw("Ada").rule(ruling.penalize, "Ben", 1, 60)
    again = event.again()
    assert again == event.event
    one, other = event.draw_of(again), event.draw_of(event.event)
    assert one == other


def test_a_clock_that_is_set_back_opens_no_game_before_its_draw() -> None:
    event = started().draw()
    event.now -= 1
    assert "opened before its table was drawn" in why(event.open_all)


def test_a_result_is_as_old_as_the_end_of_its_game_where_a_clock_was_set_back() -> None:
    event = started().draw().open_all()
    played = event.games["spring.1.1.1"]
    ended = event.now + 60
    played.keep(rulings.void(played.scribe(ended), reason="rain"))
    event.result("spring.1.1.1")
    assert event.entries[-1].content.at == ended
