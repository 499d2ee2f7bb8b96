"""What a verdict says of the host, from the record alone."""

from collections.abc import Iterable
from typing import Any

from pbem.record.folder import verify_folder
from pbem.record.verdict.host import Host, read_host
from tests.record import paced, sample
from tests.vectors.forgery import put


def told(table: sample.Table, *, has_note: bool = True, checked: Iterable[int] = ()) -> Host:
    """Return what the entries of a table say of their host, where just these orders were checked."""
    return read_host(table.entries).told(has_note=has_note, checked=frozenset(checked))


def begun() -> sample.Table:
    table = sample.Table()
    table.begin()
    return table


def head(table: sample.Table) -> dict[str, Any]:
    return {"size": table.head.size, "head": table.head.hash.hex()[:32]}


def test_a_game_in_which_the_host_did_nothing() -> None:
    host = verify_folder(sample.short()).host
    assert (host.end, host.rulings, host.defaults, host.entered) == ("closed", {}, {}, {})
    assert (host.keys, host.holders, host.void_after_reveal) == ({}, {}, ())
    assert (host.orders, host.quoting, host.quoting_attested, host.is_unsigned) == (1, 0, 1, False)


def test_rulings_are_counted_by_act_and_changes_by_seat() -> None:
    host = verify_folder(sample.taken_back()).host
    assert host.rulings == {"back": 1, "substitute": 1, "vacate": 1}
    assert host.holders == {"red": 2}
    assert host.keys == {}
    assert host.defaults == {"default": 2}
    words = verify_folder(sample.words()).host
    assert (words.keys, words.holders) == ({"blue": 1}, {"red": 1})
    assert (words.rulings, words.followed) == ({"result": 1}, {"resigned": 1})


def test_orders_entered_at_the_desk_count_on_seats_that_have_a_key() -> None:
    table = begun()
    table.move("red", table.order("red", "roll").seq, text="roll")
    assert told(table).entered == {}  # red has no key
    signed = verify_folder(sample.short()).host
    entered = verify_folder(put(4, sign="desk", seen=None)).host
    assert (signed.entered, entered.entered) == ({}, {"blue": 1})
    assert (signed.quoting_attested, entered.quoting_attested) == (1, 0)


def test_a_quote_of_the_desk_is_no_player_s() -> None:
    table = begun()
    table.order("red", "roll", seen=head(table))
    host = told(table, checked=[table.entries[-1].seq])
    assert (host.orders, host.quoting, host.quoting_attested) == (1, 0, 0)


def test_the_head_of_nothing_is_no_head_that_a_player_had_seen() -> None:
    table = begun()
    seq = table.order("blue", "roll", seen={"size": 0, "head": "0" * 32}).seq
    host = told(table, checked=[seq])
    assert (host.quoting, host.quoting_attested) == (0, 0)


def test_the_gap_is_the_longest_stretch_without_a_quoted_head() -> None:
    table = begun()
    size = table.head.size
    assert told(table).gap == size
    first = table.order("blue", "roll", seen=head(table)).seq
    assert told(table, checked=[first]).gap == size
    for _ in range(size + 2):
        table.move("red", "forced", text="wait")
    assert told(table, checked=[first]).gap == size + 3
    last = table.order("blue", "roll", seen=head(table)).seq
    both = told(table, checked=[first, last])
    assert (both.gap, both.quoting, both.quoting_attested) == (size + 3, 2, 0)


def test_a_head_that_the_host_alone_attests_closes_no_gap() -> None:
    table = begun()
    first = table.order("blue", "roll", seen=head(table)).seq
    table.move("red", "forced", text="wait")
    table.order("blue", "roll", seen=head(table))
    host = told(table, checked=[first])
    assert (host.quoting, host.quoting_attested, host.gap) == (1, 1, max(first, table.head.size - first))
    assert told(table).gap == table.head.size


def test_a_game_over_without_a_note_is_told() -> None:
    files = sample.short()
    assert not verify_folder(files).host.is_unsigned
    del files["head.note"]
    assert verify_folder(files).host.is_unsigned
    letter = sample.short()["head.note"].decode()
    assert verify_folder(files, witnesses=[letter]).host.is_unsigned  # a letter is no note beside the record
    assert not told(begun(), has_note=False).is_unsigned


def test_who_was_late_and_what_stopped_clocks_is_counted() -> None:
    host = verify_folder(paced.paced()).host
    assert (host.late, host.handed_over) == ({"red": 2}, ("red",))
    assert (host.outages, host.outage_seconds) == (2, 11 * paced.HOUR)
    assert host.defaults == {"late": 3}
    assert (host.rulings["extend"], host.rulings["pause"], host.rulings["resume"]) == (1, 2, 1)


def test_a_hosted_seat_is_late_like_others() -> None:
    assert verify_folder(paced.paced_hosted()).host.late == {"blue": 1, "red": 1}


def test_a_seat_that_changes_hands_for_another_reason_was_not_late_too_often() -> None:
    table = paced.Paced()
    table.begin_paced()
    table.wait("03-29 16:00").late("blue", "03-29 10:00", "red 1")
    ruling = table.rule("substitute", seat="blue", asks=[["red", "1"]])
    table.sit("blue", "Ida", "desk", ruling.seq)
    host = told(table)
    assert (host.late, host.holders, host.handed_over) == ({"blue": 1}, {"blue": 1}, ())


def test_who_left_before_the_start_held_the_seat_all_the_same() -> None:
    host = verify_folder(paced.joined()).host
    assert host.holders == {"red": 2}
    assert (host.rulings, host.followed) == ({}, {"resigned": 1})
    assert host.entered == {}


def test_what_players_agreed_to_or_resigned_is_no_ruling_of_the_host() -> None:
    host = verify_folder(sample.all_said()).host
    assert host.rulings == {"answer": 2, "result": 1}
    assert host.followed == {"agreed": 1, "resigned": 1}
    assert (host.appeals, host.appeals_unanswered) == (2, 0)


def test_what_the_clock_brings_about_is_no_ruling_of_the_host() -> None:
    host = verify_folder(paced.paced()).host
    assert (host.followed, host.handed_over) == ({"late": 1}, ("red",))
    assert "substitute" not in host.rulings
    assert host.renewed == 0


def late_twice() -> paced.Paced:
    """Return a table at which red was late twice, and Ida sits instead of Rufus."""
    table = paced.Paced()
    table.begin_paced(rest=[], asks="red 1", lates=1)
    table.wait("03-29 16:00").late("red", "03-29 10:00", "red 2")
    table.sit("red", "Ida", "desk", table.rule("substitute", seat="red", asks=[["red", "2"]], reason="late").seq)
    return table


def put_in(table: paced.Paced, name: str) -> None:
    table.sit("red", name, "desk", table.rule("substitute", seat="red", asks=[["red", "2"]]).seq)


def test_a_seat_that_goes_back_to_who_was_late_is_not_given_by_the_host() -> None:
    table = late_twice()
    put_in(table, "Rufus")
    host = told(table)
    assert (host.rulings, host.followed, host.renewed) == ({}, {"late": 1, "returned": 1}, 0)


def test_a_seat_that_goes_to_somebody_else_or_after_a_move_is_given_by_the_host() -> None:
    table = late_twice()
    put_in(table, "Mara")
    host = told(table)
    assert (host.rulings, host.followed, host.renewed) == ({"substitute": 1}, {"late": 1}, 1)
    table = late_twice()
    table.answer("red", "03-29 17:00", "red 2")
    put_in(table, "Rufus")
    assert (told(table).rulings, told(table).renewed) == ({"substitute": 1}, 1)


def test_a_key_of_the_same_player_begins_no_deadline_anew() -> None:
    table = late_twice()
    ruling = table.rule("substitute", seat="red", asks=[["red", "2"]])
    table.sit("red", "Ida", sample.NEW_ID, ruling.seq)
    assert (told(table).rulings, told(table).renewed) == ({"substitute": 1}, 0)


def test_every_deadline_that_going_back_begins_anew_is_counted() -> None:
    table = paced.Paced()
    table.begin_paced(asks="blue 1")
    for number in range(6):  # as often as the friend of a host would need it
        table.wait(f"03-28 {10 + number}:00").rule("back", to=3, by=[], asks=[["blue", "1"]])
    assert (told(table).rulings, told(table).renewed) == ({"back": 6}, 6)
    table.rule("back", to=3, by=[], asks=[["blue", "1"], ["red", "1"]])
    assert told(table).renewed == 8


def test_where_there_is_no_pace_no_deadline_begins_anew() -> None:
    host = verify_folder(sample.taken_back()).host
    assert (host.rulings["back"], host.renewed) == (1, 0)


def test_an_end_because_nobody_was_left_is_no_ruling_of_the_host() -> None:
    table = begun()
    for seat in ("blue", "red"):
        word = table.order(seat, "resign", word="resign")
        table.sit(seat, "", "", table.rule("vacate", seat=seat, by=[word.seq], asks=[]).seq)
    table.rule("void", hidden=sample.HIDDEN.hex())
    host = told(table)
    assert (host.end, host.rulings, host.followed) == ("void", {}, {"deserted": 1, "resigned": 2})


def test_appeals_that_nobody_answered_are_counted() -> None:
    table = begun()
    ruling = table.rule("play", seat="red")
    first = table.order("blue", f"appeal {ruling.seq}: why", word="appeal")
    table.order("red", f"appeal {ruling.seq}: why", word="appeal")
    assert (told(table).appeals, told(table).appeals_unanswered) == (2, 2)
    table.rule("answer", to=first.seq, opens=[])
    assert (told(table).appeals, told(table).appeals_unanswered) == (2, 1)
