"""Keys that change, and strangers who enrol by mail: what is recorded, who is told, who is not."""

import base64
import logging
import re
import subprocess
from pathlib import Path

import pytest
from freezegun import freeze_time
from msgspec import json

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.letters.writing import write_letter
from pbem.desk.matches.acts.host.rulings import rule_substitute
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.people.enrolled import add_player, enrolled, enter, find_player
from pbem.desk.post.hearing.hearers import find_hearer, hear_alone
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.store.values import Member
from pbem.mail.block.block import Block
from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.kinds import KINDS
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.signed import find_signed, sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests import wording
from tests.desk.house import (
    BLUE,
    GAME,
    KEYS,
    ORANGE,
    REFEREE,
    block_of,
    head_of,
    legal,
    mail,
    match_of,
    play,
    rows,
    signed_mail,
)
from tests.desk.letters.test_letters import body
from tests.desk.post.test_answers import new_letters, speak, written
from tests.wording import DESK, mentions

MALLORY = write_line(public_key(KEYS["Mallory"]))
MALLORY_ID = public_key(KEYS["Mallory"]).fingerprint


def entry_bodies(desk: Desk, since: int) -> list[bytes]:
    with desk.store.read() as look:
        return look.records.raws(GAME, since)


def player(desk: Desk, name: str) -> Member:
    with desk.store.read() as look:
        found = look.people.find(name)
    assert found
    return found


def test_a_new_key_is_recorded_in_every_running_game_and_told(running: Desk) -> None:
    new_game(running, NewGame("fortuna", {"grey": "Anna", "blue": "Bruno"}, "g2"))
    new_letters(running)
    before = head_of(running).size
    change_key(running, "Anna", MALLORY.encode(), "the laptop was stolen")
    assert match_of(running).holders[BLUE].key == MALLORY_ID
    assert MALLORY_ID in {holder.key for holder in match_of(running, "g2").holders.values()}
    ruling, added = entry_bodies(running, before)
    assert b'"act":"substitute"' in ruling
    assert b'"reason":"the laptop was stolen"' in ruling
    assert b'"kind":"seat"' in added
    assert f'"by":[{before}]'.encode() in added
    told = [letter for letter in new_letters(running) if not letter.seat]
    assert [letter.player for letter in told] == ["Anna"]
    assert "the laptop was stolen" in written(running, told[0])
    assert MALLORY_ID in written(running, told[0])
    assert "f1, g2" in written(running, told[0])
    old = signed_mail(running, BLUE, legal(running, BLUE)[0])
    assert receive(running, old).verdict == "ignored"
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0], signer="Mallory")).verdict == "played"
    assert verify_game(running, GAME).ok


def test_what_the_old_key_planned_is_dropped(running: Desk) -> None:
    assert receive(running, signed_mail(running, ORANGE, "always keep vestal | any")).verdict == "played"
    change_key(running, "Bruno", MALLORY.encode(), "lost")
    with running.store.read() as look:
        assert "orange" not in look.secrets.under(GAME, "plan/")
    play(running, 30)
    assert verify_game(running, GAME).ok


def test_a_revoked_key_has_no_say_and_the_host_can_go_on(running: Desk) -> None:
    new_letters(running)
    change_key(running, "Anna", b"", "lost")
    told = " ".join(written(running, new_letters(running)[-1]).split())
    assert mentions(told, DESK, "slip_games_no_key")
    assert not mentions(told, DESK, "slip_games")
    assert match_of(running).holders[BLUE].key == "desk"
    assert player(running, "Anna").key_id == ""
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0])).verdict == "ignored"
    before = head_of(running)
    play(running, 1)
    assert head_of(running) != before
    assert verify_game(running, GAME).ok


def test_the_key_of_another_is_refused_and_nothing_is_done(running: Desk, folder: Path) -> None:
    before = rows(folder)
    with pytest.raises(UsageError, match="is Bruno's already"):
        change_key(running, "Anna", write_line(public_key(KEYS["Bruno"])).encode(), "mine now")
    assert rows(folder) == before


def test_a_certificate_that_claims_the_key_of_another_is_refused(running: Desk, folder: Path) -> None:
    own = EnrolledKey("pgp:aa11", "pgp", b"", ("pgp:aa11", "pgp:bb22"))
    thief = EnrolledKey("pgp:cc33", "pgp", b"", ("pgp:cc33", "pgp:bb22"))
    with running.store.write() as change:
        enter(running, change, Member("Eve", key_id=own.key_id, key=json.encode(own)))
    before = rows(folder)
    with pytest.raises(UsageError, match="is Eve's already"), running.store.write() as change:
        enter(running, change, Member("Mallory", key_id=thief.key_id, key=json.encode(thief)))
    assert rows(folder) == before


def test_games_that_are_over_keep_the_key_they_had_and_answer_the_new_one(over: Desk) -> None:
    before = head_of(over)
    change_key(over, "Anna", MALLORY.encode(), "a better one")
    assert head_of(over) == before
    assert receive(over, signed_mail(over, BLUE, "status", signer="Mallory")).verdict == "answered"
    assert receive(over, signed_mail(over, BLUE, "end", signer="Mallory")).verdict == "refused"


def test_whose_new_key_a_game_does_not_take_is_told(fresh: Desk, caplog: pytest.LogCaptureFixture) -> None:
    add_player(fresh, Member("Eve", "eve@example.org"))
    add_player(fresh, Member("Fritz"))
    new_game(fresh, NewGame("fortuna", {"blue": "Eve", "grey": "Bruno"}, "g5", accepts=("ssh", "pgp")))
    new_game(fresh, NewGame("fortuna", {"blue": "Eve", "grey": "Fritz"}, "g6", accepts=("pgp",)))
    new_letters(fresh)
    change_key(fresh, "Eve", MALLORY.encode(), "a better one")
    told = next(letter for letter in new_letters(fresh) if not letter.seat)
    assert mentions(" ".join(written(fresh, told).split()), DESK, "slip_closed", closed="g6")
    assert "g6 takes no orders signed by the new key of Eve" in caplog.text
    with pytest.raises(DeskError, match="g6 takes no orders signed by the kind of key that Anna has"):
        rule_substitute(fresh, "g6", "grey", "Anna", "on holiday")


def _for_desk(*orders: str, signer: str, token: str = "new", sender: str = "a@example.com", to: str = REFEREE) -> bytes:
    return mail(sign_orders(Block(to, "desk", "key", token, None, orders), KEYS[signer]), sender=sender)


def test_a_key_that_is_revoked_while_its_mail_is_read_names_no_other(running: Desk, folder: Path) -> None:
    anna, letter = player(running, "Anna"), read_letter(_for_desk(f"newkey {MALLORY}", signer="Anna"))
    assert isinstance(letter, Letter)
    signed = find_signed(letter, Keyring([enrolled(anna)]), now=running.now(), accepts=KINDS)
    assert isinstance(signed, Signed)
    change_key(running, "Anna", b"", "stolen")
    before = rows(folder)
    sheet = SignedSheet(signed, anna, 0, is_person=True)
    with running.store.read() as look:
        hearer, about = find_hearer(look, sheet)
    assert hear_alone(running, sheet, hearer, about).verdict == "ignored"
    assert rows(folder) == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("newkey ssh-ed25519 AAAA", wording.match_of(DESK, "desk_bad_key")),
        ("newkey", wording.match_of(DESK, "desk_which_key")),
        ("newkey dkim anna@example.org", wording.match_of(DESK, "desk_no_address")),
    ],
)
def test_a_change_of_key_that_cannot_be_made_is_answered(running: Desk, folder: Path, line: str, why: str) -> None:
    before = rows(folder, "mail", "letter", "evidence")
    new_letters(running)
    assert receive(running, _for_desk(line, signer="Anna")).verdict == "refused"
    (told,) = new_letters(running)
    assert re.search(why, written(running, told))
    assert rows(folder, "mail", "letter", "evidence") == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("newkey ssh-ed25519 AAAA", wording.match_of(DESK, "desk_bad_key", "de")),
        ("newkey pgp A!", wording.match_of(DESK, "desk_no_base64", "de")),
        ("newkey", wording.match_of(DESK, "desk_which_key", "de")),
        ("newkey dkim anna@example.org", wording.match_of(DESK, "desk_no_address", "de")),
        ("status", wording.match_of(DESK, "club_unknown", "de")),
    ],
)
def test_why_a_key_cannot_be_changed_is_told_in_the_players_language(
    running: Desk, folder: Path, line: str, why: str
) -> None:
    speak(folder, "Anna", "de")
    new_letters(running)
    assert receive(running, _for_desk(line, signer="Anna")).verdict == "refused"
    (told,) = new_letters(running)
    assert re.search(why, written(running, told))


def _request(name: str = "Mallory Rossi", *, signer: str = "Mallory", key: str = MALLORY, **other: str) -> bytes:
    sender = other.pop("sender", "mallory@example.net")
    asked = (f"enrol {name}", f"mail {sender}", "language it", f"key {key}")
    return _for_desk(*asked, signer=signer, sender="somebody@example.com", **other)


def _challenge(desk: Desk) -> str:
    (letter,) = new_letters(desk)
    assert (letter.player, letter.seat, letter.game) == ("", "", "")
    with desk.store.read() as look:
        raw = write_letter(desk, look, letter)
    assert b"To: mallory@example.net" in raw
    text = body(raw)
    assert "Rossi" not in text
    found = re.search(r"token: ([0-9a-f]{32});", text)
    assert found
    return found[1]


def test_a_stranger_enrols_by_answering_the_challenge(welcoming: Desk) -> None:
    assert receive(welcoming, _request()).verdict == "answered"
    token = _challenge(welcoming)
    with welcoming.store.read() as look:
        assert look.people.find("Mallory Rossi") is None
    assert receive(welcoming, _for_desk("confirm", signer="Mallory", token=token)).verdict == "answered"
    added = player(welcoming, "Mallory Rossi")
    assert (added.address, added.language, added.key_id) == ("mallory@example.net", "it", MALLORY_ID)
    (told,) = new_letters(welcoming)
    assert mentions(written(welcoming, told), DESK, "slip_welcome", "it", name="Mallory Rossi")
    new_game(welcoming, NewGame("fortuna", {"blue": "Mallory Rossi", "grey": "Bruno"}, "g2"))
    chosen = sign_orders(block_of(welcoming, BLUE, "copri nessuno", game="g2"), KEYS["Mallory"])
    assert receive(welcoming, mail(chosen)).verdict == "played"


def test_nobody_enrols_where_the_host_does_not_allow_it(running: Desk, folder: Path) -> None:
    before = rows(folder)
    assert receive(running, _request()).verdict == "ignored"
    assert rows(folder) == before


REFUSED = {
    "signed by another key than it names": lambda: _request(signer="Carla"),
    "unsigned": lambda: mail(f"enrol Eve; key {MALLORY};", sender="mallory@example.net"),
    "for another referee": lambda: _request(to="referee.elsewhere.org"),
    "no address": lambda: _for_desk("enrol Eve", f"key {MALLORY}", signer="Mallory", sender="mallory@example.net"),
    "not alone in its mail": lambda: _request().replace(b"-----BEGIN PBEM", b"Hello,\r\n-----BEGIN PBEM", 1),
    "an address that is enrolled": lambda: _request(sender="bruno@example.org"),
    "a name that is none": lambda: _request("{{7*7}}"),
    "no key": lambda: _for_desk("enrol Eve", signer="Mallory", sender="mallory@example.net"),
    "a confirmation of nothing": lambda: _for_desk("confirm", signer="Mallory", sender="mallory@example.net"),
    "from a robot": lambda: b"Auto-Submitted: auto-generated\r\n" + _request(),
    "from a list": lambda: b"List-Id: <a.b>\r\n" + _request(),
    "a bounce": lambda: b"Return-Path: <>\r\n" + _request(),
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_strangers_meet_silence(
    welcoming: Desk, folder: Path, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    caplog.set_level(logging.DEBUG)
    before = rows(folder, "mail", "letter", "evidence") if what.startswith("signed by") else rows(folder)
    # Carla is enrolled: what she signs for the desk is answered to her, never to the address in the mail.
    assert receive(welcoming, REFUSED[what]()).verdict == ("refused" if what.startswith("signed by") else "ignored")
    now = rows(folder, "mail", "letter", "evidence") if what.startswith("signed by") else rows(folder)
    assert now == before
    assert "@example" not in caplog.text
    assert {letter.player for letter in new_letters(welcoming)} <= {"Carla"}


def test_a_wrong_token_does_not_enrol_and_a_second_request_is_not_challenged(welcoming: Desk) -> None:
    receive(welcoming, _request())
    _challenge(welcoming)
    assert receive(welcoming, _for_desk("confirm", signer="Mallory", token="0" * 32)).verdict == "ignored"
    assert receive(welcoming, _request("Other Name")).verdict == "ignored"
    assert new_letters(welcoming) == []
    with welcoming.store.read() as look:
        assert look.people.find("Mallory Rossi") is None


def test_a_challenge_ends_after_a_week(welcoming: Desk) -> None:
    with freeze_time("2031-02-03"):
        receive(welcoming, _request())
    token = _challenge(welcoming)
    with freeze_time("2031-02-11"):
        assert receive(welcoming, _for_desk("confirm", signer="Mallory", token=token)).verdict == "ignored"
        assert receive(welcoming, _request("Second Try")).verdict == "answered"


def test_a_name_taken_is_told_only_to_an_address_that_was_proved(welcoming: Desk) -> None:
    receive(welcoming, _request("ANNA"))
    token = _challenge(welcoming)
    assert receive(welcoming, _for_desk("confirm", signer="Mallory", token=token)).verdict == "answered"
    (told,) = new_letters(welcoming)
    assert mentions(written(welcoming, told), DESK, "desk_name_taken", "it", name="Anna")
    assert player(welcoming, "Anna").key_id != MALLORY_ID


def test_an_openpgp_user_enrols_too(welcoming: Desk, tmp_path: Path) -> None:
    home = tmp_path / "gnupg"
    home.mkdir(mode=0o700)

    def gpg(*words: str, text: bytes = b"") -> bytes:
        command = ["gpg", "--homedir", str(home), "--batch", "--pinentry-mode", "loopback", "--passphrase", "", *words]
        return subprocess.run(command, input=text, capture_output=True, check=True).stdout

    gpg("--quick-generate-key", "Mallory <mallory@example.net>", "ed25519", "sign", "never")
    key = base64.b64encode(gpg("--export", "mallory@example.net")).decode()
    head = f"to: {REFEREE}\ngame: desk\nseat: new\n"
    sheet = f"{head}token: new\nenrol Mallory\nmail mallory@example.net\nkey pgp {key}\n"
    clear = gpg("--clearsign", text=sheet.encode()).decode()
    assert receive(welcoming, mail(clear, sender="mallory@example.net")).verdict == "answered"
    token = _challenge(welcoming)
    clear = gpg("--clearsign", text=f"{head}token: {token}\nconfirm\n".encode()).decode()
    assert receive(welcoming, mail(clear, sender="mallory@example.net")).verdict == "answered"
    assert player(welcoming, "Mallory").key_id.startswith("pgp:")
    subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "all"], check=False, capture_output=True)


def test_whoever_is_not_found_is_told_a_few_names_of_many(fresh: Desk) -> None:
    def others() -> str:
        with pytest.raises(UsageError) as refused, fresh.store.read() as look:
            find_player(look, "Eve")
        return str(refused.value)

    assert others() == "there is no player 'Eve' here; there is Anna, Bruno, Carla, Dora"
    with fresh.store.write() as change:
        for number in range(16):
            change.people.put(Member(f"Person {number:02}"))
    assert others().endswith(", Person 14, Person 15")
    with fresh.store.write() as change:
        change.people.put(Member("Zoe"))
    assert others().endswith(", Person 14, Person 15, and others: `pbem player list`")
