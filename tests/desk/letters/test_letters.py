"""Letters: asked for with the entries they tell of, rendered when sent, delivered once."""

from email import message_from_bytes
from email.message import Message
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from freezegun import freeze_time
from msgspec import json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.letters.writing import write_letter
from pbem.desk.matches.acts.host.rulings import rule_back, rule_default, rule_substitute, rule_void
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.state.positions import position
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.batch import LEASE, Sent
from pbem.desk.post.work.courier import send
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due
from pbem.desk.transports.maildir import Maildir
from pbem.desk.wording.phrases import say
from pbem.games.game import MAIL, Look, Seat
from pbem.record.errors import IntegrityError
from pbem.record.notes.notes import find_notes
from pbem.record.notes.notes import read as read_note
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING, NoticeSettled, about
from tests.desk.house import (
    BLUE,
    EVER,
    GAME,
    HOLDERS,
    ORANGE,
    PLAN,
    REFEREE,
    garble,
    head_of,
    legal,
    match_of,
    opened,
    play,
    signed_mail,
    tamper,
)
from tests.painting import painted_as_it_is
from tests.wording import DESK, mentions, text_of


def names_of(match: Match) -> dict[Seat, str]:
    return {seat: match.holders[seat].name for seat in match.seats}


def due(desk: Desk) -> list[Due]:
    with desk.store.read() as look:
        return look.letters.due(EVER)


def news(desk: Desk) -> Due:
    """Return a letter that answers no sheet."""
    return replace(due(desk)[-1], body=json.encode(NOTHING))


def outbox(desk: Desk) -> Maildir:
    return Maildir(desk.folder / "outbox")


def delivered(desk: Desk) -> dict[str, bytes]:
    return {mail.id: mail.raw or b"" for mail in outbox(desk).waiting()}


def body(raw: bytes, kind: str = "text/plain") -> str:
    message: Message[Any, Any] = message_from_bytes(raw)
    part = next(part for part in message.walk() if part.get_content_type() == kind)
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


def test_a_new_game_is_told_to_everybody(fresh: Desk) -> None:
    assert [(letter.player, letter.seat) for letter in due(fresh)] == [("Anna", "blue"), ("Bruno", "orange")]


def test_letters_go_to_the_enrolled_address_with_the_signed_head(fresh: Desk) -> None:
    assert send(fresh) == Sent(2)
    one, two = delivered(fresh).values()
    assert message_from_bytes(one)["To"].endswith("<anna@example.org>")
    assert message_from_bytes(two)["To"].endswith("<bruno@example.org>")
    for raw in (one, two):
        assert message_from_bytes(raw)["Auto-Submitted"] == "auto-generated"
        notes = list(find_notes(body(raw)))
        assert [read_note(note, fresh.public_key, REFEREE) for note in notes] == [(GAME, head_of(fresh))]


def test_the_same_request_gives_the_same_letter_at_any_time(running: Desk, folder: Path) -> None:
    asked = due(running)[-6:]
    with running.store.read() as look:
        first = [write_letter(running, look, letter) for letter in asked]
    play(running, 10)
    running.close()
    tamper(folder, "DELETE FROM snapshot")
    with opened(folder) as desk, freeze_time("2040-01-01"), desk.store.read() as look:
        assert [write_letter(desk, look, letter) for letter in asked] == first


def test_a_letter_holds_the_board_as_text_and_as_a_picture(running: Desk) -> None:
    with running.store.read() as look:
        letter = news(running)
        with painted_as_it_is():
            raw = write_letter(running, look, letter)
        match = position(running, look, GAME, letter.upto - 1)
    view = match.game.view(match.state, Seat(letter.seat))
    board = match.game.board(view, "en", has_players=False).strip("\n")
    assert "\r\n".join(line.rstrip() for line in board.splitlines()) in body(raw)
    html = body(raw, "text/html")
    assert "<svg" not in html
    [picture] = [part for part in message_from_bytes(raw).walk() if part.get_content_type() == "image/png"]
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html
    assert match.game.describe(view, Look("en", MAIL, names_of(match))) in unescape(html)
    png = picture.get_payload(decode=True)
    assert isinstance(png, bytes)
    assert png.startswith(b"\x89PNG")
    assert len(png) < 120_000


def test_who_is_only_told_that_a_sheet_came_gets_no_picture(running: Desk) -> None:
    asked = replace(
        due(running)[-1], body=json.encode((*about("understood", "play water"), NoticeSettled(is_decided=False)))
    )
    with running.store.read() as look:
        raw = write_letter(running, look, asked)
    assert b"image/png" not in raw


def test_what_two_see_alike_is_painted_once(running: Desk) -> None:
    with running.store.read() as look:
        kept = running.pictures.get(picture_name(running, look))
        assert running.pictures.get(picture_name(running, look)) is kept is not None


def picture_name(desk: Desk, look: Transaction) -> str:
    raw = write_letter(desk, look, news(desk))
    return next(part["Content-ID"].strip("<>") for part in message_from_bytes(raw).walk() if part["Content-ID"])


def test_mail_programs_can_sort_letters_and_say_how_to_get_no_more(running: Desk) -> None:
    with running.store.read() as look:
        message = message_from_bytes(write_letter(running, look, due(running)[-1]))
    assert message["List-Id"] == f"<{GAME}.{REFEREE}>"
    link = urlsplit("".join(message["List-Unsubscribe"].split()).strip("<>"))
    assert (link.scheme, link.path) == ("mailto", "referee@example.org")
    assert parse_qs(link.query)["body"][0].splitlines()[-1] == "help;"


@pytest.mark.sqlite
def test_letters_on_the_past_and_of_games_that_are_over_say_it_too(over: Desk) -> None:
    last = due(over)[-1]
    for letter in (last, replace(last, since=9, upto=10, body=json.encode(about("past", "9")))):
        with over.store.read() as look:
            message = message_from_bytes(write_letter(over, look, letter))
        link = urlsplit("".join(message["List-Unsubscribe"].split()).strip("<>"))
        lines = parse_qs(link.query)["body"][0].splitlines()
        assert (lines[2], lines[-1]) == (f"seat: {letter.seat};", "help;")


@pytest.mark.parametrize("at", range(3, 12))
def test_a_look_at_the_past_tells_what_that_entry_was(running: Desk, at: int) -> None:
    asked = replace(due(running)[-1], since=at, upto=at + 1, body=json.encode(about("past", str(at))))
    with running.store.read() as look:
        told = body(write_letter(running, look, asked))
    assert say("nothing_happened", "en") not in told
    assert f"{say('past', 'en')}:\r\n    {at}" in told


def test_each_letter_is_written_once(running: Desk) -> None:
    count = len(due(running))
    assert send(running) == Sent(count)
    before = delivered(running)
    assert len(before) == count
    assert send(running) == Sent()
    assert delivered(running) == before


class Crash(Exception):  # noqa: N818 - it is what happens, not what we raise
    """The process dies here."""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_crash_around_the_delivery_neither_loses_nor_doubles_a_letter(
    fresh: Desk, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    deliver = Maildir.deliver

    def crash(self: Maildir, name: str, to: str, raw: bytes) -> None:
        if moment == "after":
            deliver(self, name, to, raw)
        raise Crash

    with fresh.store.read() as look:
        expected = {write_letter(fresh, look, letter).replace(b"\r\n", b"\n") for letter in look.letters.due(EVER)}
    monkeypatch.setattr(Maildir, "deliver", crash)
    with freeze_time(tick=True) as clock:
        for _ in range(3):
            with pytest.raises(Crash):
                send(fresh)
            assert len(due(fresh)) == 2
            clock.tick(LEASE + 1)
        monkeypatch.setattr(Maildir, "deliver", deliver)
        assert send(fresh) == Sent(2)
    assert len(delivered(fresh)) == 2
    assert set(delivered(fresh).values()) == expected


def test_a_letter_taken_after_such_a_crash_is_not_put_there_again(fresh: Desk) -> None:
    with fresh.store.read() as look:
        letter = look.letters.due(EVER)[0]
        raw = write_letter(fresh, look, letter)
    outbox(fresh).deliver(f"{letter.at}.{letter.id}.pbem", "", raw)
    (taken,) = outbox(fresh).waiting()
    outbox(fresh).done(taken)
    assert send(fresh) == Sent(2)
    assert len(delivered(fresh)) == 1


def test_of_two_senders_one_delivers_what_it_took_in_hand(fresh: Desk, folder: Path) -> None:
    class Late(Maildir):
        def deliver(self, name: str, to: str, raw: bytes) -> None:
            """While a letter is on its way, somebody else sends what is due."""
            with opened(folder) as other:
                assert send(other) == Sent()
            super().deliver(name, to, raw)

    assert send(fresh, Late(folder / "outbox")) == Sent(2)
    assert len(delivered(fresh)) == 2
    assert due(fresh) == []


def test_one_broken_game_does_not_hold_up_the_letters_of_others(fresh: Desk, folder: Path) -> None:
    new_game(fresh, NewGame("fortuna", {"grey": "Anna", "blue": "Bruno"}, "g2"))
    garble(folder, b'"seq":0', b'"seq":1', "game = 'f1' AND seq = 0")
    fresh.remembered.clear()
    with pytest.raises(IntegrityError):
        send(fresh)
    assert [letter.game for letter in due(fresh)] == [GAME, GAME]
    assert len(delivered(fresh)) == 2


def test_a_player_without_an_address_is_not_written_to(fresh: Desk) -> None:
    new_game(fresh, NewGame("fortuna", {"grey": "Dora", "blue": "Bruno"}, "g2"))
    assert [letter.player for letter in due(fresh) if letter.game == "g2"] == ["Bruno"]
    send(fresh)
    assert not [raw for raw in delivered(fresh).values() if b"Dora" in raw.partition(b"\n\n")[0]]


def test_a_letter_tells_nobody_the_plan_or_the_sealed_choice_of_another(running: Desk) -> None:
    with running.store.read() as look:
        sealed = [text.decode() for text in look.secrets.under(GAME, "move/").values()]
    first = len(HOLDERS) + 1  # the entry that starts the game
    every = [
        Due(0, GAME, name, seat, upto - 1, upto, 0, json.encode(NOTHING))
        for upto in range(first + 1, head_of(running).size)
        for seat, name in HOLDERS.items()
    ]
    told: dict[str, str] = {"Anna": "", "Bruno": ""}
    with running.store.read() as look:
        for letter in (*every, *due(running)):
            raw = write_letter(running, look, letter)
            told[letter.player] += body(raw) + body(raw, "text/html")
    assert PLAN not in told["Anna"] + told["Bruno"]
    assert "always keep step" in told["Bruno"]
    assert "always keep step" not in told["Anna"]
    for text in sealed:
        assert [text in words for words in told.values()].count(True) == 1


def test_the_answer_says_what_was_played(running: Desk) -> None:
    send(running)
    before = set(delivered(running))
    chosen = legal(running, BLUE)[0]
    receive(running, signed_mail(running, BLUE, chosen))
    send(running)
    fresh_letters = [raw for name, raw in delivered(running).items() if name not in before]
    mine = [raw for raw in fresh_letters if "anna@" in message_from_bytes(raw)["To"]]
    assert len(mine) == 1
    assert chosen in body(mine[0])


@freeze_time("2031-02-03 04:05:06")
def test_a_letter_bears_the_time_at_which_it_was_asked_for(running: Desk) -> None:
    order(running, GAME, "Anna", legal(running, BLUE)[0])
    asked = due(running)[-1]
    assert asked.at == 1927857906
    with freeze_time("2031-03-01"), running.store.read() as look:
        raw = write_letter(running, look, asked)
    assert message_from_bytes(raw)["Date"] == "Mon, 03 Feb 2031 04:05:06 +0000"


def test_every_ruling_is_told_to_every_seat(running: Desk) -> None:
    def told() -> list[str]:
        with running.store.write() as change:
            found = change.letters.due(EVER)
            for letter in found:
                change.letters.note_sent(letter.id, 1)
        return [letter.player for letter in found]

    told()
    rule_default(running, GAME, (), "no answer for a week")
    assert told() == ["Anna", "Bruno"]
    rule_back(running, GAME, 100, "a slip of the pen")
    assert told() == ["Anna", "Bruno"]
    rule_substitute(running, GAME, "orange", "Carla", "on holiday")
    assert told() == ["Anna", "Carla", "Bruno"]  # who is told why he plays no longer
    rule_void(running, GAME, "the box is lost")
    assert told() == ["Anna", "Carla"]


def newest(desk: Desk, player: str) -> str:
    """Everything the newest letter to a player says, in both its forms."""
    asked = [letter for letter in due(desk) if letter.player == player][-1]
    with desk.store.read() as look:
        raw = write_letter(desk, look, asked)
    return " ".join((body(raw) + body(raw, "text/html")).split())


def test_a_letter_of_a_running_game_says_how_to_answer(running: Desk) -> None:
    assert mentions(newest(running, "Anna"), DESK, "answer")
    assert "token:" in newest(running, "Anna")


def test_a_letter_of_a_finished_game_says_nothing_of_answering(over: Desk) -> None:
    told = newest(over, "Anna")
    assert mentions(told, DESK, "result")
    assert not mentions(told, DESK, "answer")
    assert "token:" not in told


def test_who_has_left_a_game_is_not_told_how_to_answer(running: Desk) -> None:
    receive(running, signed_mail(running, BLUE, "resign"))
    assert not mentions(newest(running, "Anna"), DESK, "answer")


def test_a_letter_of_a_void_game_says_so_and_why_whenever_it_is_written(running: Desk) -> None:
    rule_void(running, GAME, "the box is lost")
    send(running)
    receive(running, signed_mail(running, BLUE, "status"))
    told = newest(running, "Anna")
    assert told.count(text_of(DESK, "void_reason", reason="the box is lost")) == 2
    assert not mentions(told, DESK, "answer")
    assert "token:" not in told
    assert not mentions(told, DESK, "asked")


def test_a_game_void_before_its_start_is_told_so(fresh: Desk) -> None:
    seats = {str(seat): name for seat, name in HOLDERS.items()}
    new_game(fresh, NewGame("fortuna", seats, "g", luck=True))
    rule_void(fresh, "g", "the box is lost")
    told = newest(fresh, "Anna")
    assert told.count(text_of(DESK, "slip_void", game="g", reason="the box is lost")) == 2
    assert "the box is lost" in told
    assert "token:" not in told


def test_who_is_played_by_a_bot_gets_one_letter_of_the_whole_run(fresh: Desk) -> None:
    send(fresh)
    begun = head_of(fresh).size
    play(fresh, 40)
    asked = due(fresh)
    assert [(letter.player, letter.since, letter.upto) for letter in asked] == [
        ("Anna", begun, head_of(fresh).size),
        ("Bruno", begun, head_of(fresh).size),
    ]


def test_who_waits_for_a_bot_is_written_to_when_it_is_his_turn(running: Desk) -> None:
    order(running, GAME, "Bruno", "clear")
    send(running)
    play_bots(running, GAME, Bots("random", frozenset({"blue"}), Random(1), 40))
    assert match_of(running).decision_of(ORANGE)
    assert [letter.player for letter in due(running)] == ["Bruno", "Anna"]


def test_who_resigns_is_told_so_once(running: Desk) -> None:
    send(running)
    receive(running, signed_mail(running, ORANGE, "resign"))
    assert match_of(running).holders[ORANGE].name == ""
    assert [letter.player for letter in due(running)].count("Bruno") == 1
    send(running)
    if match_of(running).decision_of(BLUE):
        order(running, GAME, HOLDERS[BLUE], legal(running, BLUE)[0])
    assert "Bruno" not in [letter.player for letter in due(running)]


def test_a_mail_that_cannot_be_written_stays_due(fresh: Desk) -> None:
    (outbox(fresh).folder / "tmp").rmdir()
    with pytest.raises(Exception, match=r"cannot write mail into .*outbox"):
        send(fresh)
    assert len(due(fresh)) == 2
    (outbox(fresh).folder / "tmp").mkdir()
    assert send(fresh) == Sent(2)
