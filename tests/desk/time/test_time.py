"""Deadlines at a desk, by a calendar: real mails in a real Maildir, on both stores."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.errors import DeskError
from pbem.desk.heartbeat import ClockError
from pbem.desk.matches.acts.host.rulings import rule_default
from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.restored.thawing import thaw_by_host
from pbem.desk.matches.state.freezing import SHEET
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.ticking import tick
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.transports.boxes import UnreachableError
from tests import wording
from tests.desk.house import BLUE, GAME, HOLDERS, ORANGE, match_of
from tests.desk.time.calendar import BEGIN, DAY, HOUR, MINUTE, SWIFT, Calendar
from tests.servers.postgres import Postgres
from tests.wording import DESK, REFEREE, mentions, span_text, text_of, time_text


@pytest.fixture
def club(folder: Path, server: Postgres | None) -> Iterator[Calendar]:
    club = Calendar(folder, server)
    yield club
    club.close()


def chosen(club: Calendar) -> None:
    """Let both have chosen; then somebody is asked alone."""
    for number, seat in enumerate((BLUE, ORANGE)):
        club.mail(10 + number, seat, "reserve none")
    club.tick(20).tick(20 * MINUTE)


def flat(letter: str) -> str:
    """Return a letter as one line."""
    return " ".join(letter.split())


def asked(club: Calendar) -> str:
    (decision,) = match_of(club.desk).waiting()
    return decision.seat


def test_an_answer_is_held_and_then_played_with_the_time_at_which_it_could_not_be_taken_back(club: Calendar) -> None:
    club.mail(100, BLUE, "reserve none")
    club.mail(130, ORANGE, "reserve none")
    size = len(club.tick(200).raws())
    assert size == 4, "nobody sees anything yet"
    club.tick(2 * HOUR)
    moves = club.clock("move")
    assert {move["at"] for move in moves[:2]} == {BEGIN + 130 + 10 * MINUTE}
    with club.at(2 * HOUR) as desk:
        assert verify_game(desk, GAME).ok


def test_within_that_time_a_word_takes_it_back_and_others_learn_nothing(club: Calendar) -> None:
    twin_letters = len(club.tick(50).letters("Bruno"))
    club.mail(100, BLUE, "reserve none")
    club.tick(110)
    club.mail(200, BLUE, "undo")
    club.tick(210).tick(2 * HOUR)
    assert len(club.raws()) == 4
    assert len(club.letters("Bruno")) == twin_letters
    told = "".join(club.letters("Bruno"))
    assert not any(mentions(told, DESK, key) for key in ("silence_held", "silence_held_others"))


def test_the_receipt_says_when_a_sheet_came_and_until_when_it_can_be_taken_back(club: Calendar) -> None:
    club.mail(100, BLUE, "reserve none")
    club.tick(5 * MINUTE)
    (receipt,) = [letter for letter in club.letters("Anna") if "pbem/receipt/1" in letter]
    assert f"{text_of(DESK, 'arrived')}:\n    {time_text('2026-03-02 10:01')}" in receipt
    assert time_text("2026-03-02 10:11") in receipt
    assert f"\n{BEGIN + 100}\n" in receipt


def test_who_is_late_gets_the_default_at_his_deadline_however_late_anybody_looks(club: Calendar) -> None:
    chosen(club)
    seat, due = asked(club), club.due(BLUE if asked(club) == BLUE else ORANGE)
    club.run(due + HOUR - 30, every=100 * MINUTE)
    assert club.clock() == []
    club.tick(due + HOUR + 90 * MINUTE)
    (late, *_) = club.clock()
    assert (late["act"], late["seat"], late["due"], late["at"]) == ("late", seat, BEGIN + due, BEGIN + due + HOUR)
    causes = [move["cause"] for move in club.clock("move") if move["at"] == late["at"] and move["seat"] == seat]
    assert causes[0] == "late"
    with club.at(club.now) as desk:
        assert verify_game(desk, GAME).ok


def test_who_was_late_is_told_what_was_played_for_him_once(club: Calendar) -> None:
    chosen(club)
    seat = BLUE if asked(club) == BLUE else ORANGE
    name, due = HOLDERS[seat], club.due(seat)
    club.run(due + HOUR - 30, every=100 * MINUTE)
    before = len(club.letters(name))
    club.tick(due + HOUR + 60).tick(due + HOUR + 120)
    (letter,) = club.letters(name)[before:]
    assert mentions(" ".join(letter.split()), DESK, "clock_late")
    assert mentions(letter, DESK, "not_asked")


def test_a_mail_that_came_in_time_and_lies_unread_is_an_answer(club: Calendar) -> None:
    chosen(club)
    seat = BLUE if asked(club) == BLUE else ORANGE
    due = club.due(seat)
    club.run(due - 30 * MINUTE, every=100 * MINUTE)
    club.mail(due + HOUR, seat, "any")  # in the very last second of the grace
    club.tick(due + 80 * MINUTE)
    assert club.clock() == []
    assert [move["cause"] for move in club.clock("move") if move["seat"] == seat][-1] != "late"


def test_a_mail_that_came_too_late_does_not_answer_what_was_decided(club: Calendar) -> None:
    chosen(club)
    seat = BLUE if asked(club) == BLUE else ORANGE
    due = club.due(seat)
    club.run(due - 30 * MINUTE, every=100 * MINUTE)
    club.mail(due + HOUR + 1, seat, "any")
    club.tick(due + 80 * MINUTE)
    assert [entry["act"] for entry in club.clock()] == ["late"]


def test_a_silence_of_the_desk_stops_the_clocks_of_all_games(club: Calendar) -> None:
    with club.at(60):
        club.open("f2")
    club.tick(HOUR).tick(6 * HOUR)
    for game in (GAME, "f2"):
        (outage,) = [entry.body for entry in club.entries(game) if entry.body["kind"] == "clock"]
        assert (outage["from"], outage["to"], outage["seat"]) == (BEGIN + HOUR, BEGIN + 6 * HOUR, "")
    assert club.due(BLUE) == 24 * HOUR + 5 * HOUR
    club.run(12 * HOUR)
    assert len(club.clock()) == 1


def test_after_a_day_of_silence_nothing_is_written_until_the_host_says_that_the_time_is_right(club: Calendar) -> None:
    club.mail(100, BLUE, "reserve none")
    club.tick(200)
    before = club.raws()
    with pytest.raises(ClockError, match="pbem tick --confirm"):
        club.tick(3 * DAY)
    with club.at(3 * DAY) as desk, pytest.raises(ClockError):
        order(desk, GAME, "Bruno", "reserve none")
    assert club.raws() == before
    club.confirm(3 * DAY)
    club.tick(3 * DAY + 5)
    assert [entry["act"] for entry in club.clock()] == ["outage"]
    assert club.due(ORANGE) == 24 * HOUR + 3 * DAY - 200


def test_a_clock_that_jumps_far_ahead_and_back_has_done_no_harm(club: Calendar) -> None:
    club.tick(HOUR)
    with pytest.raises(ClockError, match="its clock jumped"):
        club.tick(400 * DAY)
    club.tick(2 * HOUR)
    assert club.clock() == []


def test_a_clock_that_runs_backwards_makes_no_entry_earlier_than_the_last(club: Calendar) -> None:
    chosen(club)
    club.tick(5 * MINUTE)
    with club.at(6 * MINUTE) as desk:
        rule_time(desk, GAME, "a test", act="pause", until=0)
    times = [entry.body["at"] for entry in club.entries()]
    assert times == sorted(times)
    with club.at(2 * HOUR) as desk, pytest.raises(ClockError, match=r"said .* before"):
        club.tick(-30 * HOUR)


def test_reminders_go_once_to_whoever_has_not_answered_and_to_nobody_else(club: Calendar) -> None:
    club.mail(100, BLUE, "reserve none")
    club.run(23 * HOUR, every=30 * MINUTE)
    reminded = {
        name: [one for one in club.letters(name) if mentions(one, DESK, "reminder")] for name in ("Anna", "Bruno")
    }
    assert [len(reminded[name]) for name in ("Anna", "Bruno")] == [0, 1]
    letter = " ".join(reminded["Bruno"][0].split())
    assert mentions(letter, DESK, "until", until=time_text("2026-03-03 10:00"))
    assert mentions(letter, DESK, "late_default", grace=span_text(HOUR), order="reserve none")
    assert "pbem/reminder/1 referee.example.org/f1 orange 4 " in letter


def test_a_letter_tells_banks_and_deadlines_in_the_readers_zone(folder: Path) -> None:
    club = Calendar(folder, pace=replace(SWIFT, bank="normal", rest="Sat,Sun", zone="Europe/Rome"))
    with club.at(0) as desk, desk.store.write() as change:
        anna = change.people.find("Anna")
        assert anna is not None
        change.people.put(replace(anna, zone="Europe/Rome", language="it"))
    club.tick(10)
    (letter,) = club.letters("Anna")
    assert mentions(letter, DESK, "until", "it", until=time_text("2026-03-05 10:00", "it", "Europe/Rome"))
    assert f"{text_of(DESK, 'clock', 'it')}: Anna {span_text(3 * DAY, 'it')}" in " ".join(letter.split())
    club.close()


def test_what_a_letter_says_of_others_does_not_depend_on_what_they_have_sent(tmp_path: Path) -> None:
    early = Calendar(tmp_path / "early")
    silent = early.twin(tmp_path / "silent")
    told = []
    for club in (early, silent):
        if club is early:
            club.mail(100, BLUE, "reserve none")
        club.now = 200
        club.run(20 * HOUR, every=30 * MINUTE)
        club.mail(20 * HOUR, ORANGE, "status")
        club.tick(20 * HOUR + 10)
        told.append((club.letters("Bruno"), club.raws()))
        club.close()
    assert told[0] == told[1]
    assert len(told[0][0]) > 2


@pytest.mark.sqlite
def test_the_record_does_not_depend_on_the_rhythm_of_ticks(tmp_path: Path, server: Postgres | None) -> None:
    del server
    first = Calendar(tmp_path / "first")
    twins = {every: first.twin(tmp_path / str(every)) for every in (37 * MINUTE, 110 * MINUTE)}
    sheets = [(100, BLUE), (4 * HOUR, ORANGE), (9 * HOUR, BLUE), (9 * HOUR + 400, ORANGE), (30 * HOUR, BLUE)]
    mails = []
    for came, seat in sheets:
        first.run(came, every=5 * MINUTE)
        mails.append((came, first.mail(came, seat, "any")))
    first.run(60 * HOUR, every=5 * MINUTE)
    for every, club in twins.items():
        at = 0
        for came, raw in mails:
            while at + every < came:
                at += every
                club.tick(at)
            club.put(came, raw)
        while at + every < 60 * HOUR:
            at += every
            club.tick(at)
        assert club.tick(60 * HOUR).raws() == first.raws()
        club.close()
    assert len(first.raws()) > 12
    assert {"late"} <= {str(entry["act"]) for entry in first.clock()}
    first.close()


def test_daylight_saving_time_moves_midnights_and_not_banks(folder: Path) -> None:
    club = Calendar(folder, pace=replace(SWIFT, bank="24h+1h<=48h", rest="Sun", zone="Europe/Rome"))
    # Rome puts its clocks on in the night before Sunday 29 March 2026, at 01:00 UTC.
    saturday = 26 * DAY + 2 * HOUR  # 28 March, noon UTC
    club.run(HOUR)
    club.confirm(saturday)
    club.tick(saturday + 60)
    # Eleven hours are left of Saturday in Rome, which ends at 23:00 UTC; Sunday, of 23 hours, does not count.
    assert club.due(BLUE) == saturday + 11 * HOUR + 23 * HOUR + (23 - 11) * HOUR
    club.close()


def test_a_frozen_game_is_left_alone_and_gets_its_time_back(club: Calendar) -> None:
    with club.at(HOUR) as desk, desk.store.write(GAME) as change:
        from pbem.record.notes.receipts import Receipt

        note = desk.receipt(Receipt(GAME, "blue", 4, BEGIN, "ab" * 32))
        change.secrets.put(GAME, SHEET, note.encode())
    size = len(club.run(30 * HOUR).raws())
    assert size == 4
    with club.at(30 * HOUR) as desk:
        thaw_by_host(desk, GAME)
    assert [entry["act"] for entry in club.clock()] == ["outage"]
    assert club.due(BLUE) == 54 * HOUR


def test_a_seat_that_is_asked_by_the_host_is_reported_to_him_once(folder: Path) -> None:
    club = Calendar(folder, pace=replace(SWIFT, late="ask"))
    settings = folder / "pbem.toml"
    settings.write_text(settings.read_text().replace("# host = ", "host = "))
    club.desk.close()
    from tests.desk.house import SteadyDesk

    club.desk = SteadyDesk(folder)
    club.run(30 * HOUR)
    told = [letter for letter in club.letters("you@example.org") if mentions(letter, DESK, "slip_host_late", game="f1")]
    assert len(told) == 2, "once for each seat"
    assert len(club.raws()) == 4
    club.close()


def test_a_takeback_by_mail(club: Calendar) -> None:
    chosen(club)
    first = BLUE if asked(club) == BLUE else ORANGE
    other, name = (ORANGE, "Bruno") if first == BLUE else (BLUE, "Anna")
    club.mail(HOUR, first, "any")
    club.tick(HOUR + 5).tick(2 * HOUR)
    size = len(club.raws())
    club.mail(2 * HOUR + 10, first, "undo")
    club.tick(2 * HOUR + 20)
    if len(club.raws()) == size:
        pytest.fail(club.letters("Anna" if first == BLUE else "Bruno")[-1])
    assert mentions(flat(club.letters(name)[-1]), DESK, "desk_request", word="agree", number=size)
    mine = flat(club.letters("Anna" if first == BLUE else "Bruno")[-1])
    assert mentions(mine, DESK, "desk_requested", lapses=time_text("2026-03-04 12:00"))
    club.mail(2 * HOUR + 30, other, f"agree {size}")
    club.tick(3 * HOUR)
    (ruling,) = club.clock("ruling")
    assert (ruling["act"], ruling["by"]) == ("back", [size, size + 1])
    with club.at(3 * HOUR) as desk:
        assert verify_game(desk, GAME).ok


def test_an_appeal_is_answered_by_a_ruling_that_lays_it_open(club: Calendar) -> None:
    from pbem.desk.matches.acts.host.caselaw import cases
    from pbem.desk.matches.acts.host.rulings import rule_answer

    with club.at(HOUR) as desk:
        rule_time(desk, GAME, "a test", act="pause", until=0)
    number = len(club.raws()) - 1
    club.mail(2 * HOUR, BLUE, f"appeal {number}: we never asked for it")
    club.tick(2 * HOUR + 5)
    with club.at(3 * HOUR) as desk:
        with pytest.raises(DeskError, match="is no appeal"):
            rule_answer(desk, GAME, number, "no")
        rule_answer(desk, GAME, number + 1, "you did")
        with pytest.raises(DeskError, match="answered already"):
            rule_answer(desk, GAME, number + 1, "twice")
        assert verify_game(desk, GAME).ok
        with desk.store.read() as look:
            found = cases(look, GAME)
    assert [(case.act, case.about, case.words) for case in found] == [
        ("pause", None, "a test"),
        ("appeal", number, "we never asked for it"),
        ("answer", number + 1, "you did"),
    ]
    assert "we never asked for it" in str(club.clock("ruling")[-1]["opens"])
    told = flat(" ".join(club.tick(3 * HOUR + 5).letters("Bruno")))
    paused = text_of(DESK, "desk_numbered", reason="a test", number=number)
    assert mentions(told, DESK, "ruling_pause", reason=paused)
    appeal = text_of(DESK, "desk_appeal_told", words="we never asked for it", number=number, reason="you did")
    answered = text_of(DESK, "desk_numbered", reason=appeal, number=number + 2)
    assert mentions(told, DESK, "ruling_answer", seat="Anna", reason=answered)


def test_the_host_is_told_which_number_answers_an_appeal_and_whether_it_is_private(folder: Path) -> None:
    club = Calendar(folder)
    settings = replace(club.desk.settings, referee=replace(club.desk.settings.referee, host="you@example.org"))
    club.desk.settings = settings
    with club.at(HOUR) as desk:
        rule_time(desk, GAME, "a test", act="pause", until=0)
    number = len(club.raws()) - 1
    club.mail(2 * HOUR, BLUE, f"appeal {number} private: between us")
    told = flat(club.tick(2 * HOUR + 5).letters("you@example.org")[-1])
    appeal = {"number": number, "words": "between us", "appeal": number + 1}
    assert mentions(told, DESK, "slip_host_appeal_private", game=GAME, name="Anna", **appeal)
    club.close()


def test_what_is_said_of_silence_and_of_a_held_answer_is_true_where_there_are_deadlines(club: Calendar) -> None:
    club.mail(100, BLUE, "reserve none")
    told = flat(club.tick(2 * MINUTE).letters("Anna")[-1])
    assert mentions(told, DESK, "silence_held_others")
    assert mentions(told, DESK, "kept")
    club.mail(200, BLUE, "undo")
    told = flat(club.tick(4 * MINUTE).letters("Anna")[-1])
    assert mentions(told, DESK, "silence_due")
    assert not mentions(told, DESK, "silence_asked")


def test_who_is_played_for_by_a_ruling_is_told_why_and_asked_nothing(club: Calendar) -> None:
    with club.at(100) as desk:
        rule_default(desk, GAME, (BLUE,), "she is ill")
    told = flat(club.tick(200).letters("Anna")[-1])
    assert mentions(told, REFEREE, "aside_play", reason="she is ill")
    assert not mentions(told, DESK, "kept")
    assert mentions(told, DESK, "not_asked")


def test_a_first_late_turn_warns_that_one_more_costs_the_seat(club: Calendar) -> None:
    club.mail(100, BLUE, "reserve none")
    club.run(26 * HOUR)
    told = flat(next(letter for letter in reversed(club.letters("Bruno")) if mentions(letter, DESK, "desk_done_late")))
    assert mentions(told, DESK, "desk_done_late")
    assert mentions(told, DESK, "desk_last_warning")


def test_a_reminder_has_the_date_of_its_own(club: Calendar) -> None:
    club.run(13 * HOUR)
    told = next(letter for letter in club.letters("Anna") if mentions(letter, DESK, "reminder"))
    assert "2026-03-02 22:00 UTC" in told or "2026-03-02 23:00 UTC" in told


def test_a_word_without_its_number_is_told_how_it_is_written(club: Calendar) -> None:
    for at, (sheet, why) in enumerate({
        "agree": wording.match_of(REFEREE, "agree_form"),
        "agree 10 please": wording.match_of(REFEREE, "agree_form"),
        "appeal 3 hmm": wording.match_of(REFEREE, "appeal_form"),
        "undo": wording.match_of(REFEREE, "undo_turn"),
    }.items()):  # fmt: skip
        club.mail(100 + 10 * at, BLUE, sheet)
        assert re.search(why, flat(club.tick(105 + 10 * at).letters("Anna")[-1]))


def test_a_private_appeal_stays_sealed_and_one_against_nothing_is_refused(club: Calendar) -> None:
    from pbem.desk.matches.acts.host.rulings import rule_answer

    with club.at(HOUR) as desk:
        rule_time(desk, GAME, "a test", act="pause", until=0)
    number = len(club.raws()) - 1
    club.mail(2 * HOUR, BLUE, "appeal 2: why")
    club.tick(2 * HOUR + 5)
    assert mentions(club.letters("Anna")[-1], REFEREE, "appeal_nothing")
    club.mail(3 * HOUR, BLUE, f"appeal {number} private: between us")
    club.tick(3 * HOUR + 5)
    with club.at(4 * HOUR) as desk:
        rule_answer(desk, GAME, number + 1, "thank you")
    assert club.clock("ruling")[-1]["opens"] == []


class Deaf:
    """An outbox whose server refuses letters to somebody."""

    def __init__(self, club: Calendar, address: str) -> None:
        self._box, self._address = club.desk.outbox, address

    def deliver(self, name: str, to: str, raw: bytes, /) -> None:
        if to == self._address:
            raise UnreachableError("mailbox full")
        self._box.deliver(name, to, raw)

    def close(self) -> None:
        self._box.close()


def test_who_gets_no_letters_loses_no_time_within_limits(club: Calendar) -> None:
    with club.at(10) as desk:
        send(desk, Deaf(club, "bruno@example.org"))
    for hours in range(1, 40):
        with club.at(hours * HOUR) as desk, closing(desk.inbox) as inbox:
            tick(desk, inbox)
            send(desk, Deaf(club, "bruno@example.org"))
    outages = club.clock()
    assert {outage["seat"] for outage in outages} == {"orange"}
    assert club.due(BLUE) < 25 * HOUR < club.due(ORANGE)
    club.run(40 * HOUR)
    assert club.due(ORANGE) > 40 * HOUR
    with club.at(40 * HOUR) as desk:
        assert verify_game(desk, GAME).ok


def test_who_refuses_his_letters_for_ever_is_late_in_the_end(club: Calendar) -> None:
    for hours in range(1, 24 * 9):
        with club.at(hours * HOUR) as desk, closing(desk.inbox) as inbox:
            tick(desk, inbox)
            send(desk, Deaf(club, "bruno@example.org"))
    late = [entry for entry in club.clock() if entry["act"] == "late" and entry["seat"] == "orange"]
    assert late, "three days in a row, and no more"
    assert int(str(late[0]["at"])) - BEGIN < 6 * DAY
    with club.at(24 * 9 * HOUR) as desk:
        assert verify_game(desk, GAME).ok


def test_what_silence_brings_is_told_by_the_pace(club: Calendar) -> None:
    club.mail(HOUR, BLUE, "status")
    club.tick(HOUR + 5)
    letter = " ".join(club.letters("Anna")[-1].split())
    assert mentions(letter, DESK, "silence_due")
    assert not mentions(letter, DESK, "silence_asked")


def test_where_the_host_is_asked_only_he_can_play_for_the_silent(folder: Path) -> None:
    club = Calendar(folder, pace=replace(SWIFT, late="ask"))
    club.mail(HOUR, BLUE, "status")
    club.tick(HOUR + 5)
    assert mentions(" ".join(club.letters("Anna")[-1].split()), DESK, "silence_due_ask")
    club.close()
