"""Acts of the director: what each does, when it is refused, and what the verdict says of it."""

from typing import Any

import pytest

from pbem.record.events.checks.acts import Acting, Director
from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Entries
from pbem.record.events.law.log import read_event
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.acts.rounds import close
from pbem.tournament.director.errors import DirectorError
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form

NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus")


def hall(most: int = 6, table: int = 3) -> Hall:
    """Two tables of three, and Gus waits."""
    entries = Entries(late=2, least=2, most=most, until=AT + DAY)
    given = form("swiss", table, rounds=2, starts=2)
    terms = event_terms("spring", "alea", given, players=8, rounds=2, entries=entries)
    return Hall(terms, rungs=512).enter(*NAMES).start().draw()


def seats(event: Hall, table: int = 1) -> tuple[str, ...]:
    return event.event.book.rounds[-1].tables[table - 1].seats


def why(run: Any) -> str:
    with pytest.raises(DirectorError) as error:
        run()
    return str(error.value)


def verdict(event: Hall) -> Director:
    return Acting(read_event([entry.raw for entry in event.entries])).told(has_note=True)


def test_who_waits_gets_the_seat_of_somebody_who_left() -> None:
    event = hall()
    leaver = seats(event)[1]
    event.withdraw(leaver).rule(ruling.replace_player, Place(1, 1), leaver, "Gus", reason="left before it began")
    assert seats(event)[1] == "Gus"
    assert event.event.book.waiting == ()
    event.open_all().adjudicate_all().draw()
    assert leaver not in event.event.book.rounds[1].busy
    assert "Gus" in event.event.book.rounds[1].busy
    points = {str(line.player): line.played for line in event.event.standings()}
    assert (points["Gus"], points[leaver]) == (1, 0)


def test_a_table_starts_short_when_nobody_waits() -> None:
    event = hall()
    event.rule(ruling.replace_player, Place(1, 1), seats(event)[0], "")
    assert len(seats(event)) == 2
    event.open_all().adjudicate("spring.1.1.1", 5, 3)
    assert event.games["spring.1.1.1"].match.seats == ("grey", "brown")
    told = why(lambda: event.rule(ruling.replace_player, Place(1, 2), seats(event, 2)[0], ""))
    assert told.startswith("a table has no seat less")


def test_a_no_show_is_replaced_in_the_game_and_in_the_event() -> None:
    event = hall().open_all()
    missing = seats(event)[2]
    event.substitute("spring.1.1.1", missing, "Gus").rule(ruling.replace_player, Place(1, 1), missing, "Gus")
    event.adjudicate("spring.1.1.1", 3, 2, 9)
    assert event.entries[-1].body["substitutes"] == []
    assert event.event.standings()[0].player == "Gus"


def test_a_seat_that_was_played_is_not_taken_over_with_its_points() -> None:
    event = hall().open_all()
    played = event.games["spring.1.1.1"]
    while not any(entry.body["kind"] == "order" for entry in played.entries):
        played.play(event.now, most=1)
    seat = next(entry.body["seat"] for entry in played.entries if entry.body["kind"] == "order")
    player = played.match.holders[seat].name
    event.substitute("spring.1.1.1", player, "Gus").rule(ruling.replace_player, Place(1, 1), player, "Gus")
    assert "who had begun to play" in why(lambda: event.adjudicate("spring.1.1.1", 3, 2, 1))


def test_nobody_who_plays_replaces_another() -> None:
    event = hall()
    assert why(lambda: event.rule(ruling.replace_player, Place(1, 1), seats(event)[0], seats(event, 2)[0])).endswith(
        "does not wait for a seat: name somebody on the waiting list, or without a table in this round"
    )


def test_a_result_is_changed_by_a_ruling_and_told() -> None:
    event = hall().open_all().adjudicate("spring.1.1.1", 9, 5, 1)
    event.rule(ruling.rule_result, Place(1, 1), (3, 1, 2), reason="a wrong count")
    result = event.event.history.rounds[0].tables[0].result
    assert result is not None
    assert (result.how, result.places, result.points) == ("adjudicated", (3, 1, 2), ())
    told = verdict(event)
    assert [(deed.act, deed.about, deed.before, deed.reason) for deed in told.acts] == [
        ("result", "round 1, table 1, places 3 1 2", 2, "a wrong count")
    ]
    assert why(lambda: event.rule(ruling.rule_result, Place(1, 2), (1, 2, 3))) == "table 2 of round 1 has no result"
    assert "cannot be" in why(lambda: event.rule(ruling.rule_result, Place(1, 1), (1, 1, 2)))


def test_a_table_that_is_not_counted_is_void_for_good() -> None:
    event = hall().open_all().rule(ruling.discount, Place(1, 1)).adjudicate("spring.1.2.1", 3, 2, 1)
    assert event.event.history.rounds[0].tables[0].is_void
    assert why(lambda: event.rule(ruling.replay, Place(1, 1))) == "table 1 of round 1 is not counted any more"
    event.draw()
    assert len(event.event.book.rounds) == 2


def test_a_penalty_takes_parts_of_a_point() -> None:
    event = hall().open_all().adjudicate_all()
    before = {str(line.player): line.points for line in event.event.standings()}
    event.rule(ruling.penalize, "Ada", 1, 90)
    after = {str(line.player): line.points for line in event.event.standings()}
    assert after == before | {"Ada": before["Ada"] - 90}
    assert why(lambda: event.rule(ruling.penalize, "Zita", 1, 90)) == "'Zita' has not entered"
    assert why(lambda: event.rule(ruling.penalize, "Ada", 2, 90)) == "round 2 is not drawn"


def test_an_appeal_is_sealed_until_its_answer_opens_it() -> None:
    event = hall()
    seq = event.appeal("Ada", "the table is too small")
    assert "too small" not in event.entries[seq].raw.decode()
    event.rule(ruling.answer, seq, reason="it is not", said=event.words[seq])
    assert "too small" in event.entries[-1].raw.decode()
    assert why(lambda: event.rule(ruling.answer, seq)) == f"entry {seq} is no appeal, or was answered"


def test_who_is_taken_out_is_not_drawn_any_more() -> None:
    event = hall().open_all().rule(ruling.put_out, "Ada").adjudicate_all().draw()
    assert "Ada" not in event.event.book.rounds[1].busy
    assert why(lambda: event.rule(ruling.put_out, "Ada")) == "'Ada' is not in the event"


def test_a_round_is_only_made_longer() -> None:
    event = hall()
    end = event.event.book.ends[0]
    assert why(lambda: event.rule(ruling.extend, 1, end)) == (
        "round 1 ends 2023-11-26 22:13:20 UTC already: name a later time"
    )
    assert event.rule(ruling.extend, 1, end + 1).event.book.ends[0] == end + 1


def test_an_event_that_is_given_up_publishes_its_secret_and_ends() -> None:
    event = hall().rule(ruling.cancel, reason="the flood")
    assert event.entries[-1].body["secret"] == event.secrets.event.hex()
    assert why(lambda: event.rule(ruling.cancel)) == "the event was cancelled before"
    assert verdict(event).end == "cancelled"


def test_the_verdict_tells_whose_luck_was_left_out() -> None:
    given = form("swiss", 2, rounds=1)
    event = Hall(event_terms("summer", "alea", given, players=8, rounds=1, checkin=AT + 2 * DAY), rungs=256)
    event.enter("Ada", "Ben", "Cem", "Dora")
    event.now = AT + DAY
    event.reveal("Ada", "Ben", "Dora").withdraw("Dora").start()
    told = verdict(event)
    assert (told.unrevealed, told.left_after_reveal) == (("Cem",), ("Dora",))
    assert told.luck == {"Ada": "attested", "Ben": "attested"}


def test_a_penalty_stands_when_its_round_is_drawn_anew() -> None:
    event = hall().rule(ruling.penalize, "Ada", 1, 90).rule(ruling.redraw, 1)
    assert event.event.standings()[-1].player == "Ada"
    event.draw().open_all().adjudicate_all().draw().open_all().adjudicate_all().keep(close(event.clerk()))
    told = verdict(event)
    assert told.rulings == {"penalty": 1, "redraw": 1}


def test_the_verdict_tells_voids_replays_late_entries_and_redraws() -> None:
    event = hall(most=8).rule(ruling.redraw, 1).draw().open_all()
    event.void("spring.1.1.1").rule(ruling.replay, Place(1, 1)).open_all().enter("Hal").adjudicate_all()
    event.draw().open_all().adjudicate_all().keep(close(event.clerk()))
    told = verdict(event)
    assert (told.voids, told.replays, told.redraws, told.late) == (("spring.1.1.1",), ("spring.1.1.2",), (1,), ("Hal",))
    assert set(told.adjudicated) == {id_ for id_ in event.games if id_ != "spring.1.1.1"}
    assert told.rulings == {"redraw": 1, "replay": 1}
