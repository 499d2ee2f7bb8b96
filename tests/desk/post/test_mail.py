"""Order mails: what is signed by the right key is played once; everything else changes nothing and says nothing."""

import logging
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.host.rulings import rule_substitute
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.wording.phrases import say
from pbem.mail.block import block as order_block
from pbem.mail.signed import sign_orders
from tests.desk.house import (
    BLUE,
    EVER,
    GAME,
    KEYS,
    ORANGE,
    REFEREE,
    block_of,
    head_of,
    legal,
    mail,
    match_of,
    opened,
    play,
    rows,
    signed_mail,
)
from tests.desk.post.test_answers import new_letters, written
from tests.wording import DESK, mentions

Make = Callable[[Desk], bytes]


def letters(desk: Desk) -> int:
    with desk.store.read() as look:
        return len(look.letters.due(EVER))


def good(desk: Desk, number: int = 1) -> bytes:
    """A mail that is played."""
    return signed_mail(desk, BLUE, legal(desk, BLUE)[0], number=number)


def test_a_signed_mail_is_played_and_answered(running: Desk) -> None:
    before, asked = head_of(running), letters(running)
    received = receive(running, good(running))
    assert received.verdict == "played"
    assert head_of(running).size > before.size
    assert letters(running) > asked


def test_a_block_signed_by_ssh_keygen_is_played(running: Desk, tmp_path: Path) -> None:
    key = tmp_path / "id"
    key.touch(mode=0o600)
    key.write_bytes(KEYS["Anna"].private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    text = order_block.write(block_of(running, BLUE, legal(running, BLUE)[0]))
    sign = ["ssh-keygen", "-q", "-Y", "sign", "-n", "pbem", "-f", str(key)]
    armor = subprocess.run(sign, input=text, capture_output=True, check=True).stdout
    before = head_of(running)
    assert receive(running, mail((text + armor).decode())).verdict == "played"
    assert head_of(running).size > before.size


def test_the_sender_of_a_mail_does_not_matter_only_the_key(running: Desk) -> None:
    text = sign_orders(block_of(running, BLUE, legal(running, BLUE)[0]), KEYS["Anna"])
    assert receive(running, mail(text, sender="stranger@elsewhere.net")).verdict == "played"


@pytest.mark.parametrize("envelope", [2, 1])
def test_a_mail_has_its_effect_once_whatever_its_envelope(running: Desk, folder: Path, envelope: int) -> None:
    text = sign_orders(block_of(running, BLUE, legal(running, BLUE)[0]), KEYS["Anna"])
    assert receive(running, mail(text)).verdict == "played"
    before = rows(folder)
    quoted = "hello again\n\n" + text + "\nregards\n"
    assert receive(running, mail(quoted, number=envelope, sender="b@x.org")).verdict == "known"
    assert rows(folder) == before


def test_so_it_has_when_the_desk_is_opened_anew(running: Desk, folder: Path) -> None:
    raw = good(running)
    receive(running, raw)
    running.close()
    with opened(folder) as desk:
        before = rows(folder)
        assert receive(desk, raw).verdict == "known"
        assert rows(folder) == before


def test_the_same_words_signed_by_another_key_do_not_use_up_the_mail(running: Desk) -> None:
    block = block_of(running, BLUE, legal(running, BLUE)[0])
    assert receive(running, mail(sign_orders(block, KEYS["Carla"]))).verdict == "refused"
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "played"


def test_a_substitute_may_send_the_very_words_of_the_player_before(running: Desk) -> None:
    block = block_of(running, ORANGE, "always keep vestal | any")
    assert receive(running, mail(sign_orders(block, KEYS["Bruno"]))).verdict == "played"
    rule_substitute(running, GAME, "orange", "Carla", "on holiday")
    assert receive(running, mail(sign_orders(block, KEYS["Bruno"]))).verdict == "known"
    assert receive(running, mail(sign_orders(block, KEYS["Carla"]))).verdict == "played"


def _replaced(old: str, new: str) -> Make:
    def make(desk: Desk) -> bytes:
        raw = good(desk)
        assert raw.count(old.encode()) >= 1
        return raw.replace(old.encode(), new.encode(), 1)

    return make


def _tampered(desk: Desk) -> bytes:
    signed, other = (text.encode() for text in legal(desk, BLUE)[:2])
    raw = good(desk)
    assert raw.count(signed) == 1
    return raw.replace(signed, other)


def _unsigned(desk: Desk) -> bytes:
    text = order_block.write(block_of(desk, BLUE, legal(desk, BLUE)[0])).decode()
    return mail(text)


def _signature_of_another_block(desk: Desk) -> bytes:
    one, other = (sign_orders(block_of(desk, BLUE, text), KEYS["Anna"]) for text in legal(desk, BLUE)[:2])
    mark = "-----BEGIN SSH SIGNATURE-----"
    return mail(one.partition(mark)[0] + mark + other.partition(mark)[2])


STRANGE: dict[str, Make] = {
    "nothing": lambda _: b"",
    "noise": lambda _: bytes(range(256)) * 40,
    "too long": lambda desk: good(desk) + b"\n" + b"x" * 300_000,
    "NUL bytes": lambda desk: good(desk) + b"\0",
    "no block": lambda _: mail("reserve none"),
    "unsigned": _unsigned,
    "signed by nobody enrolled": lambda desk: signed_mail(desk, BLUE, legal(desk, BLUE)[0], signer="Mallory"),
    "tampered order": _tampered,
    "tampered seat": _replaced("seat: blue", "seat: orange"),
    "tampered signature": _replaced("U1NIU0lH", "U1NIU0lG"),
    "signature of another block": _signature_of_another_block,
}


@pytest.mark.parametrize("what", STRANGE)
def test_what_no_enrolled_key_signed_changes_nothing_at_all(running: Desk, folder: Path, what: str) -> None:
    raw, before = STRANGE[what](running).replace(b"anna@", b"stranger@"), rows(folder)
    assert receive(running, raw).verdict == "ignored"
    assert rows(folder) == before


DAMAGED = set(STRANGE) - {"nothing", "noise", "no block"}


@pytest.mark.parametrize("what", sorted(DAMAGED))
def test_whose_block_is_damaged_or_unsigned_is_told_once_a_day_at_the_enrolled_address(
    running: Desk, folder: Path, what: str
) -> None:
    raw, before = STRANGE[what](running), rows(folder, "letter", "secret")
    with freeze_time("2031-02-03 12:00:00"):
        new_letters(running)
        for _ in range(3):
            assert receive(running, raw).verdict == "ignored"
        (told,) = new_letters(running)
    assert (told.player, told.seat) == ("Anna", "")
    text = " ".join(written(running, told).split())
    assert say("slip_unsigned", "en") in text
    assert "seat:" not in text
    with freeze_time("2031-02-04 11:59:00"):
        receive(running, raw)
        assert new_letters(running) == []
    with freeze_time("2031-02-04 12:01:00"):
        receive(running, raw)
        assert len(new_letters(running)) == 1
    assert rows(folder, "letter", "secret") == before


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "List-Id: <a.b>", "Return-Path: <>"])
def test_of_what_no_person_sent_nobody_is_told(running: Desk, header: str) -> None:
    new_letters(running)
    assert receive(running, f"{header}\r\n".encode() + _unsigned(running)).verdict == "ignored"
    assert new_letters(running) == []


def test_of_words_that_order_nothing_nobody_is_told(running: Desk) -> None:
    new_letters(running)
    letter = f"> game: f1;\n> seat: blue;\n> token: 1;\n> to: {REFEREE};\n"
    answer = f"Thank you!\n\nOn Monday 3 Feb, the referee wrote:\n{letter}"
    for text in ("Thank you!", answer, answer.replace("> ", "")):
        assert receive(running, mail(text)).verdict == "ignored"
    assert new_letters(running) == []


def _of(signer: str = "", **other: str) -> Make:
    return lambda desk: signed_mail(desk, BLUE, legal(desk, BLUE)[0], signer=signer, other=other)


MISDIRECTED: dict[str, Make] = {
    "signed by the other player": _of(signer="Bruno"),
    "signed by a player of no seat": _of(signer="Carla"),
    "of another game": _of(game="f2"),
    "a path for a game": _of(game="a/../../etc/passwd"),
    "of another seat": _of(seat="orange"),
    "of a seat that is not there": _of(seat="grey"),
}


@pytest.mark.parametrize("what", MISDIRECTED)
def test_what_its_signer_may_not_order_changes_no_record_and_only_he_is_told(
    running: Desk, folder: Path, what: str
) -> None:
    raw, before, asked = MISDIRECTED[what](running), rows(folder, "mail", "letter"), letters(running)
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter") == before
    with running.store.read() as look:
        (told,) = look.letters.due(EVER)[asked:]
    signer = {"signed by the other player": "Bruno", "signed by a player of no seat": "Carla"}.get(what, "Anna")
    assert (told.player, told.seat) == (signer, "")
    assert mentions(told.body.decode(), DESK, "desk_not_yours", name=signer)


def test_orders_for_another_referee_are_refused_in_words(running: Desk, folder: Path) -> None:
    raw, before = _of(to="referee.elsewhere.org")(running), rows(folder, "mail", "letter")
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter") == before
    with running.store.read() as look:
        told = look.letters.due(EVER)[-1]
        assert told.player == "Anna"
    assert mentions(written(running, told), DESK, "desk_other_referee", to="referee.elsewhere.org", referee=REFEREE)


def test_a_token_of_another_turn_is_refused(running: Desk, folder: Path) -> None:
    before = rows(folder, "mail", "letter", "evidence")
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0], other={"token": "0123456789abcdef"})
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter", "evidence") == before


def test_a_sheet_of_an_old_turn_is_refused(fresh: Desk, folder: Path) -> None:
    old = signed_mail(fresh, BLUE, legal(fresh, BLUE)[-1])
    first = match_of(fresh).decision_of(BLUE)
    assert first
    match = play(fresh, 2)
    while match.turns[BLUE] == first.turn or not match.decision_of(BLUE):
        match = play(fresh, 1)
    before = rows(folder, "mail", "letter", "evidence")
    assert receive(fresh, old).verdict == "refused"
    assert rows(folder, "mail", "letter", "evidence") == before


def test_a_head_that_is_not_ours_is_refused(running: Desk, folder: Path) -> None:
    before = rows(folder, "mail", "letter", "evidence")
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0], other={"seen": f"5 {'0' * 64}"})
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter", "evidence") == before


def test_who_has_left_a_seat_cannot_order_for_it(running: Desk, folder: Path) -> None:
    rule_substitute(running, GAME, "blue", "Carla", "on holiday")
    raw, before = signed_mail(running, BLUE, legal(running, BLUE)[0]), rows(folder, "mail", "letter")
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter") == before
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0], signer="Carla")).verdict == "played"


def test_a_wrong_sheet_gets_one_letter_with_all_its_problems(running: Desk, folder: Path) -> None:
    before, asked = rows(folder, "mail", "letter", "evidence"), letters(running)
    raw = signed_mail(running, BLUE, "fly 2 moons", legal(running, BLUE)[0], "sing 1 song")
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter", "evidence") == before
    with running.store.read() as look:
        due = look.letters.due(EVER)
    assert len(due) == asked + 1
    assert (due[-1].player, due[-1].seat) == ("Anna", "blue")
    assert b"fly 2 moons" in due[-1].body
    assert b"sing 1 song" in due[-1].body
    assert receive(running, raw).verdict == "known"
    assert letters(running) == asked + 1


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.y>"])
def test_a_machine_is_not_told_what_was_wrong(running: Desk, header: str) -> None:
    asked = letters(running)
    raw = signed_mail(running, BLUE, "fly to the moon")
    assert receive(running, header.encode() + b"\r\n" + raw).verdict == "refused"
    assert letters(running) == asked


def test_private_words_are_neither_logged_nor_returned(running: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    while not (match_of(running).waiting()[0].private):
        play(running, 1)
    decision = match_of(running).waiting()[0]
    chosen = legal(running, decision.seat)[0]
    received = receive(running, signed_mail(running, decision.seat, chosen))
    assert received.verdict == "played"
    wrong = receive(running, signed_mail(running, ORANGE, "build a secret zeppelin"))
    assert wrong.verdict == "refused"
    told = [received.why, wrong.why, caplog.text]
    assert not [text for text in told if chosen in text or "zeppelin" in text or "@example.org" in text]
    assert "(sealed)" in received.why


def test_a_plan_by_mail_is_kept_and_told_to_nobody_else(running: Desk) -> None:
    before = head_of(running)
    received = receive(running, signed_mail(running, ORANGE, "always keep vestal | any"))
    assert received.verdict == "played"
    assert "vestal" not in received.why
    assert head_of(running) == before
    with running.store.read() as look:
        assert b"always keep vestal | any" in look.secrets.under(GAME, "plan/")["orange"]
        assert look.letters.due(EVER)[-1].player == "Bruno"


@freeze_time("2031-02-03 04:05:06")
def test_the_record_has_the_time_of_the_desk(running: Desk) -> None:
    before = head_of(running).size
    receive(running, good(running))
    with running.store.read() as look:
        added = look.records.raws(GAME, before)
    assert added
    assert all(b'"at":1927857906' in raw for raw in added)


@freeze_time("1999-12-31")
def test_a_clock_that_went_back_stops_nothing(running: Desk) -> None:
    before = head_of(running).size
    order(running, GAME, "Anna", legal(running, BLUE)[0])
    assert head_of(running).size > before
