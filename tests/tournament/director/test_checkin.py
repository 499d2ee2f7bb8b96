"""The check-in: who is awaited, when he is reminded, and who may find no room."""

import pytest

from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.acts.checkin import awaited, checked_in, is_checking_in, reminding, waiting_place
from pbem.tournament.director.errors import DirectorError
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form

UNTIL = AT + DAY


def lucky(checkin: int = AT + 3 * DAY, most: int = 2) -> Hall:
    entries = Entries(late=0, least=2, most=most, until=UNTIL)
    given = form("swiss", 2, rounds=1, starts=4)
    terms = event_terms("spring", "alea", given, players=most, rounds=1, checkin=checkin, entries=entries)
    return Hall(terms).enter("Ada", "Ben", "Cem")


def test_lucks_are_revealed_between_the_end_of_the_entries_and_that_of_the_check_in() -> None:
    event = lucky().event
    times = (UNTIL, UNTIL + 1, AT + 3 * DAY, AT + 3 * DAY + 1)
    assert [is_checking_in(event, now) for now in times] == [False, True, True, False]


def test_who_has_revealed_is_awaited_no_more_and_who_left_neither() -> None:
    event = lucky()
    event.now = UNTIL + 60
    event.reveal("Ben").withdraw("Cem")
    assert (awaited(event.event), checked_in(event.event)) == (("Ada",), ("Ben",))


def test_the_reminder_comes_a_day_before_the_end_or_at_half_time() -> None:
    assert reminding(lucky(AT + 5 * DAY).event) == AT + 4 * DAY
    assert reminding(lucky(UNTIL + 3600).event) == UNTIL + 1800


def test_who_is_before_counts_while_he_may_still_check_in() -> None:
    event = lucky()
    assert [waiting_place(event.event, name, UNTIL) for name in ("Ada", "Ben", "Cem")] == [0, 0, 1]
    event.now = UNTIL + 60
    event.reveal("Cem", "Ada")
    assert waiting_place(event.event, "Cem", event.now) == 1
    assert waiting_place(event.event, "Cem", AT + 4 * DAY) == 0  # Ben has not checked in
    event.start()
    assert waiting_place(event.event, "Cem", event.now) == 0


def test_who_found_no_room_keeps_his_place_after_the_start() -> None:
    event = lucky()
    event.now = UNTIL + 60
    event.reveal("Ada", "Ben", "Cem").start()
    assert [waiting_place(event.event, name, event.now) for name in ("Ada", "Cem")] == [0, 1]


def test_a_check_in_ends_later_than_the_entries() -> None:
    with pytest.raises(DirectorError, match="let the check-in end later than they do"):
        lucky(UNTIL)
