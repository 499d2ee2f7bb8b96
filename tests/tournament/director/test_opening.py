"""Opening an event: what can be held, and what is refused in a clear line."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.found import named
from pbem.record.events.law.chance import secret_commitment
from pbem.record.events.law.kinds import Entries
from pbem.record.log.pace import Pace
from pbem.tournament.director.acts.opening import longest_game, open_event
from pbem.tournament.director.errors import DirectorError
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form

SWISS = form("swiss", 4, 3, rounds=2, starts=4)
PACE = Pace(
    add=DAY,
    bank=2 * DAY,
    cap=4 * DAY,
    grace=0,
    hold=0,
    late="default",
    lates=2,
    leave=0,
    offsets=((0, 0),),
    outage=3600,
    rest=(),
    zone="UTC",
)


def terms(**more: Any) -> Any:
    return event_terms("spring", "fortuna", SWISS, players=16, rounds=2, **more)


def refused(**more: Any) -> tuple[str, ...]:
    hall = Hall(terms())
    with pytest.raises(DirectorError) as error:
        open_event(replace(terms(), **more), hall.secrets, AT)
    return error.value.faults


def test_the_terms_are_in_the_record() -> None:
    hall = Hall(terms())
    told = hall.entries[0].body
    assert told["seats"] == ["blue", "grey", "orange", "purple"]
    assert told["secret"] == secret_commitment("spring", hall.secrets.event).hex()
    assert told["rules"] == {"key": "fortuna", "version": named("fortuna").meta.version}
    assert (told["luck"], told["checkin"]) == ("none", told["entries"]["until"])
    assert hall.event.form == SWISS


def test_a_luck_is_asked_where_there_is_a_check_in() -> None:
    hall = Hall(terms(checkin=AT + 2 * DAY))
    assert (hall.entries[0].body["luck"], hall.entries[0].body["checkin"]) == ("asked", AT + 2 * DAY)


def test_tables_must_be_of_a_size_that_the_game_takes() -> None:
    assert refused(form=form("swiss", 5, rounds=2)) == ("tables of 5 players: the game takes 2, 3, 4",)


def test_as_many_rounds_end_as_there_are() -> None:
    assert refused(rounds=(AT + 9 * DAY,)) == ("the form has 2 rounds, and 1 end",)


def test_an_option_must_be_one() -> None:
    assert "setup" in refused(options={"setup": "upside down"})[0]


def test_nobody_comes_late_to_a_design() -> None:
    late = Entries(late=1, least=2, most=8, until=AT + DAY)
    faults = refused(form=form("allmeet", 4), rounds=(AT + 9 * DAY,), entries=late)
    assert faults == ("nobody can enter late where the form is allmeet",)


def test_an_id_must_leave_room_for_tables() -> None:
    assert refused(id="spring.1") == ("'spring.1' is no event's id",)


def test_a_pace_that_cannot_end_before_its_round_is_refused() -> None:
    fortuna = named("fortuna")
    assert longest_game(fortuna, 4, PACE) == 4 * (2 + 8) * DAY
    faults = refused(pace=PACE)
    assert faults[0].startswith("round 1 is 29 days too short for a game")
    long = tuple(AT + 60 * DAY * number for number in (1, 2))
    opened = open_event(replace(terms(), pace=PACE, rounds=long), Hall(terms()).secrets, AT)
    assert opened.entries[0].body["pace"]["bank"] == 2 * DAY
