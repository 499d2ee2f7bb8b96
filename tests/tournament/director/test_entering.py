"""Who enters an event, checks in, waits, leaves."""

from typing import Any

import pytest

from pbem.mail.block.block import Seen
from pbem.record.events.law.kinds import Entries
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Holder
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.acts.entering import enter, head_to_enter, head_to_reveal, reveal, withdraw
from pbem.tournament.director.acts.rounds import start
from pbem.tournament.director.errors import DirectorError
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form


def hall(**more: Any) -> Hall:
    given = form("swiss", 2, rounds=2, starts=2)
    return Hall(event_terms("spring", "alea", given, players=4, rounds=2, **more), rungs=256)


def lucky() -> Hall:
    event = hall(checkin=AT + 2 * DAY).enter("Ada", "Ben", "Cem")
    event.now = AT + DAY
    return event


def entries(**given: int) -> Entries:
    return Entries(**({"late": 0, "least": 2, "most": 4, "until": AT + DAY} | given))


def why(run: Any) -> str:
    with pytest.raises(DirectorError) as error:
        run()
    return str(error.value)


def test_nobody_enters_twice() -> None:
    event = hall().enter("Ada")
    assert why(lambda: event.enter("Ada")) == "'Ada' has entered before"
    assert event.event.book.head.size == 2


def test_an_entry_quotes_the_terms() -> None:
    event = hall().enter("Ada")
    for seen in (None, Seen(2, event.event.book.heads[2]), Seen(1, "0" * 32)):
        said = Source("desk", "00" * 32, "enter spring", seen)
        with pytest.raises(DirectorError):
            enter(event.clerk(), Holder("Ben", "desk"), said)
    assert event.enter("Ben").event.book.active() == ["Ada", "Ben"]


def test_entries_end() -> None:
    event = hall().enter("Ada")
    event.now = AT + DAY + 1
    assert why(lambda: event.enter("Ben")) == "'Ben' enters after the end of the entries"


def test_what_came_in_time_may_be_taken_later() -> None:
    event = hall()
    event.now = AT + 2 * DAY
    said = Source("desk", "00" * 32, "enter spring", head_to_enter(event.event), came=AT + DAY)
    event.keep(enter(event.clerk(), Holder("Ada", "desk"), said))
    assert event.event.book.active() == ["Ada"]


def test_a_key_is_one_players() -> None:
    event = hall()
    seen = head_to_enter(event.event)
    event.keep(enter(event.clerk(), Holder("Ada", "ssh:SHA256:x"), Source("ssh", "00" * 32, "", seen)))
    again = Source("ssh", "00" * 32, "", seen)
    assert (
        why(lambda: enter(event.clerk(), Holder("Ida", "ssh:SHA256:x"), again)) == "'Ida' enters with the key of 'Ada'"
    )


def test_a_luck_is_committed_to_where_it_is_asked() -> None:
    event = lucky()
    said = Source("desk", "00" * 32, "enter spring", head_to_enter(event.event))
    assert "luck" in why(lambda: enter(event.clerk(), Holder("Dora", "desk"), said))


def test_nobody_enters_when_a_luck_is_known() -> None:
    event = lucky().reveal("Ada")
    assert why(lambda: event.enter("Dora")) == "'Dora' enters after a luck was revealed"


def test_a_reveal_quotes_a_head_by_which_all_had_entered() -> None:
    event = lucky()
    early = Seen(3, event.event.book.heads[3])  # when Cem had not
    said = Source("desk", "00" * 32, "reveal", early)
    told = why(lambda: reveal(event.clerk(), "Ada", event.luck("Ada").hex(), said))
    assert told == "'Ada' reveals, and does not quote a head by which all others had entered"


def test_nobody_closes_the_entries_by_revealing_early() -> None:
    event = lucky()
    event.now = AT + DAY - 1
    assert why(lambda: event.reveal("Ada")) == "'Ada' reveals before the end of the entries"
    event.enter("Dora").now = AT + DAY
    assert event.reveal("Ada").event.book.is_revealing


def test_another_luck_is_not_taken() -> None:
    event = lucky()
    said = Source("desk", "00" * 32, "reveal", head_to_reveal(event.event))
    assert "not what was committed to" in why(lambda: reveal(event.clerk(), "Ada", "00" * 32, said))


def test_who_does_not_check_in_is_not_drawn() -> None:
    event = lucky().reveal("Ada", "Cem").start()
    assert event.event.book.terms.luck == "asked"
    assert [one.player for one in event.event.entrants] == ["Ada", "Cem"]
    assert event.entries[-1].body["luck"] == [event.luck("Ada").hex(), event.luck("Cem").hex()]


def test_the_start_waits_for_the_check_in() -> None:
    event = lucky().reveal("Ada", "Cem")
    assert "before its check-in ends" in why(lambda: start(event.clerk()))


def test_who_finds_no_room_waits() -> None:
    event = hall().enter("Ada", "Ben", "Cem", "Dora", "Emil").start()
    assert event.event.book.waiting == ("Emil",)
    assert list(event.event.book.players) == ["Ada", "Ben", "Cem", "Dora"]


def test_too_few_do_not_start() -> None:
    event = hall(entries=entries(least=3)).enter("Ada", "Ben")
    event.now = AT + DAY
    assert why(lambda: start(event.clerk())) == "2 players: the event takes 3 at least"


def test_a_second_start_changes_nothing() -> None:
    event = hall().enter("Ada", "Ben").start()
    head = event.event.book.head
    assert why(lambda: start(event.clerk())) == "the event was started before"
    assert event.event.book.head == head


def test_a_public_number_is_entered_where_one_is_named() -> None:
    event = hall(beacon="the lottery of 2 May").enter("Ada", "Ben")
    event.now = AT + DAY
    assert why(lambda: start(event.clerk())).endswith("is not entered: the lottery of 2 May")
    one = hall(beacon="the lottery of 2 May").enter("Ada", "Ben").start("17")
    other = hall(beacon="the lottery of 2 May").enter("Ada", "Ben").start("18")
    assert one.event.book.key != other.event.book.key


def test_luck_makes_other_draws() -> None:
    one, other = lucky().reveal("Ada", "Ben", "Cem").start(), lucky().reveal("Ada", "Ben").start()
    assert one.event.book.key != other.event.book.key


def test_who_withdraws_before_the_start_is_not_drawn() -> None:
    event = hall().enter("Ada", "Ben", "Cem").withdraw("Ben").start()
    assert list(event.event.book.players) == ["Ada", "Cem"]


def test_nobody_withdraws_who_is_not_there() -> None:
    event = hall().enter("Ada", "Ben").withdraw("Ben")
    assert why(lambda: event.withdraw("Ben")) == "'Ben' is not in the event any more"
    assert why(lambda: event.withdraw("Zita")) == "'Zita' has not entered"


def test_somebody_who_waits_may_withdraw_or_enter_late() -> None:
    event = hall(entries=entries(most=2, late=2)).enter("Ada", "Ben", "Cem", "Dora").start()
    event.withdraw("Cem")
    assert list(event.event.book.waiting) == ["Dora"]
    assert why(lambda: event.enter("Dora")) == "the event is full"
    event.withdraw("Ada").enter("Dora")
    assert list(event.event.book.waiting) == []
    assert event.event.book.active() == ["Ben", "Dora"]


def test_nobody_is_taken_out_when_a_luck_is_known() -> None:
    event = lucky().reveal("Ada")
    assert "between the first reveal and the start" in why(lambda: event.rule(ruling.put_out, "Ben"))


def test_a_signature_must_be_of_the_players_kind() -> None:
    event = hall().enter("Ada")
    for sign, told in (("ssh", "no key of the kind"), ("pgp", "takes no words")):
        said = Source(sign, "00" * 32, "withdraw spring")
        with pytest.raises(DirectorError, match=told):
            withdraw(event.clerk(), "Ada", said)
