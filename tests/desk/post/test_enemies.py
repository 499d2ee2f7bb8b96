"""What an enemy may try at a desk, with a key or without, and what may happen around a mail: nothing comes of it."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

import pytest
from freezegun import freeze_time
from msgspec import structs

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.letters.writing import recipient, write_letter
from pbem.desk.matches.acts.host.rulings import rule_substitute, rule_void
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.people.enrolled import add_player, change_address
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.post.work.courier import poll, send
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.folders.exporting import export
from pbem.desk.store.values import Member
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh import signature as sshsig
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.referee.language.phrases import say
from tests.desk.house import (
    BLUE,
    EVER,
    GAME,
    KEYS,
    ORANGE,
    PBEM,
    REFEREE,
    block_of,
    head_of,
    legal,
    mail,
    opened,
    play,
    rows,
    signed_mail,
    surroundings,
)
from tests.desk.letters.test_letters import delivered
from tests.desk.post.test_answers import new_letters, written
from tests.mail import workshop
from tests.mail.players import NOW
from tests.wording import DESK, mentions, text_of
from tools.fuzz import limited


def flat(text: str) -> str:
    return " ".join(text.split())


def whole(desk: Desk, player: str) -> bytes:
    """The newest letter to somebody, as it is sent."""
    due = [letter for letter in new_letters(desk) if letter.player == player][-1]
    with desk.store.read() as look:
        return write_letter(desk, look, due)


EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="x \u202eevil\u2066 \x1b[2J{{ 7*7 }} %s'


@pytest.mark.parametrize("words", [f"tell Bruno: {EVIL}", f"tell all: {EVIL}"])
def test_a_message_is_text_wherever_it_is_read(running: Desk, words: str) -> None:
    new_letters(running)
    text = order_block.write(block_of(running, BLUE, "MESSAGE")).replace(b"MESSAGE", words.encode())
    assert receive(running, mail(text.decode() + sshsig.write(sshsig.sign(text, KEYS["Anna"])))).verdict != "played"
    raw = signed_mail(running, BLUE, words.replace("\u202e", "").replace("\u2066", "").replace("\x1b", ""))
    assert receive(running, raw).verdict == "answered"
    letter = message_from_bytes(whole(running, "Bruno"))
    parts = {part.get_content_type(): part.get_payload(decode=True) for part in letter.walk()}
    plain, html = parts["text/plain"], parts["text/html"]
    assert isinstance(plain, bytes)
    assert isinstance(html, bytes)
    assert b"<script" not in html
    assert html.count(b"<img") == html.count(b'<img src="cid:')
    assert b'onmouseover="' not in html
    assert b"&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "{{ 7*7 }} %s" in flat(plain.decode())
    for text in (plain, html):
        assert not {0x1B, 0x07} & set(text)
        assert not {"\u202e", "\u2066"} & set(text.decode())


def test_a_message_cannot_pass_for_the_referees_own_words(running: Desk) -> None:
    """The lines of a letter are indented below their heading: no message begins a line as a note or a block does."""
    new_letters(running)
    fake = f"pbem/head/1 {REFEREE}/{GAME} 99 -----BEGIN PBEM ORDERS----- to: {REFEREE} game: {GAME}"
    assert receive(running, signed_mail(running, BLUE, f"tell Bruno: {fake}")).verdict in ("answered", "ignored")
    for due in new_letters(running):
        own = [line for line in written(running, due).splitlines() if line.startswith(("pbem/head/1", "-----BEGIN"))]
        assert len(own) <= 2
        assert not [line for line in own if " 99" in line]


def test_what_a_key_signed_for_nobody_here_is_answered_once_whatever_its_envelope(running: Desk) -> None:
    text = order_block.write(block_of(running, BLUE, "end")).replace(b"token: ", b"tokem: ")
    signed = text.decode() + sshsig.write(sshsig.sign(text, KEYS["Anna"]))
    new_letters(running)
    verdicts = [receive(running, mail(f"{'hello ' * number}\n{signed}", number=number)).verdict for number in range(4)]
    assert verdicts == ["refused", "known", "known", "known"]
    assert len(new_letters(running)) == 1


@pytest.mark.parametrize("takes_over", ["a new key", "a substitute"])
def test_the_same_words_signed_again_by_another_key_take_no_proof_away(
    running: Desk, tmp_path: Path, takes_over: str
) -> None:
    block = structs.replace(block_of(running, BLUE, legal(running, BLUE)[0]), seen=None)
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "played"
    if takes_over == "a new key":
        change_key(running, "Anna", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
    else:
        change_key(running, "Carla", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
        rule_substitute(running, GAME, "blue", "Carla", "on holiday")
    assert receive(running, mail(sign_orders(block, KEYS["Mallory"]))).verdict == "refused"
    found = verify_game(running, GAME)
    assert (found.ok, found.orders and found.orders["checked"]) == (True, 1)
    play(running, 100_000)
    export(running, GAME, tmp_path / "export")
    shown = verify_files(tmp_path / "export")
    assert (shown.ok, shown.orders and shown.orders["checked"]) == (True, 1)


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nna",  # the first letter is Cyrillic
        "Brun\u043e",
        "\uff21nna",
        "A\u1d0ena\u0430",
        "\ufb01ona",
        "Anna\u202e",
        "Anna\nBcc: x@example.org",
        "Anna <x@example.org>",
        "Anna, Bruno",
        "%s%n",
        "_nna",
        "A_%",
        "=?utf-8?q?Anna?=",
        "../../etc",
        "",
    ],
)
def test_a_name_that_could_pass_for_another_or_for_a_header_is_no_name(running: Desk, folder: Path, name: str) -> None:
    before = rows(folder)
    with pytest.raises(UsageError):
        add_player(running, Member(name, "x@example.org"))
    with pytest.raises(UsageError):
        add_player(running, Member("Eve", f"{name} <x@example.org>\r\nBcc: all@example.org"))
    assert rows(folder) == before


@pytest.mark.parametrize("name", ["Zoë", "Анна", "Ἑλένη", "José-María O'Neil", "小林 一郎"])
def test_names_of_one_alphabet_are_welcome(running: Desk, name: str) -> None:
    assert add_player(running, Member(name)).name == name


def test_a_key_that_expired_since_it_was_enrolled_signs_nothing(fresh: Desk) -> None:
    with freeze_time(datetime.fromtimestamp(NOW, UTC)):
        add_player(fresh, Member("Marta", "marta@example.net"), workshop.gpg().export("marta"))
        new_game(fresh, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2"))
        block = block_of(fresh, BLUE, "reserve none", game="g2")
    typed = f"to: {block.to}\ngame: g2\nseat: blue\ntoken: {block.token}\nreserve none\n"
    later = NOW + 3 * 365 * 86_400
    for at in (NOW, later):
        raw = workshop.inline(workshop.clearsigned(typed, "", "--ignore-valid-from", at=NOW))
        with freeze_time(datetime.fromtimestamp(later, UTC)):
            assert receive(fresh, raw).verdict == "ignored", at


def _void(desk: Desk) -> str:
    rule_void(desk, GAME, "no time")
    return say("closed_void", "en")


def _substituted(desk: Desk) -> str:
    rule_substitute(desk, GAME, "blue", "Carla", "on holiday")
    return text_of(DESK, "desk_not_yours", name="Anna", seat="blue", game=GAME)


@pytest.mark.parametrize("happen", [_void, _substituted])
def test_orders_under_way_while_the_game_or_the_seat_was_taken_away(
    running: Desk, folder: Path, happen: Callable[[Desk], str]
) -> None:
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0])
    why = happen(running)
    new_letters(running)
    before = rows(folder, "mail", "letter", "evidence")
    assert receive(running, raw).verdict == "refused"
    assert rows(folder, "mail", "letter", "evidence") == before
    (told,) = new_letters(running)
    assert told.player == "Anna"
    assert why in flat(written(running, told))


def test_orders_for_a_game_that_is_over_are_refused_in_words(over: Desk, folder: Path) -> None:
    new_letters(over)
    before = rows(folder, "mail", "letter", "evidence")
    assert receive(over, signed_mail(over, BLUE, "any")).verdict == "refused"
    assert rows(folder, "mail", "letter", "evidence") == before
    (told,) = new_letters(over)
    assert say("closed_over", "en") in flat(written(over, told))


def test_orders_by_a_new_key_for_a_game_that_is_over_are_told_that_it_is_over(over: Desk) -> None:
    change_key(over, "Anna", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
    new_letters(over)
    assert receive(over, signed_mail(over, BLUE, "any", signer="Mallory")).verdict == "refused"
    (told,) = new_letters(over)
    assert say("closed_over", "en") in flat(written(over, told))


@pytest.mark.parametrize("game", ["f2", "F1", "f1.", "f_", "f1/../f1", "desk-2"])
def test_a_game_that_is_not_here_is_refused_in_the_words_for_one_that_is_not_yours(running: Desk, game: str) -> None:
    new_letters(running)
    assert receive(running, signed_mail(running, BLUE, "any", other={"game": game})).verdict == "refused"
    (told,) = new_letters(running)
    assert mentions(flat(written(running, told)), DESK, "desk_not_yours", name="Anna", seat="blue", game=game)


@pytest.mark.parametrize(
    "statement", ["game: f%", "game: ../f1", "seat: blu\u0435", "seat: blue\u202e", "g\u0430me: f1"]
)
def test_what_only_looks_like_a_statement_is_none(running: Desk, folder: Path, statement: str) -> None:
    name = "game" if "f" in statement else "seat"
    text = order_block.write(block_of(running, BLUE, "any")).decode()
    line = next(line for line in text.splitlines() if line.startswith(name))
    forged = text.replace(line, f"{statement};")
    before = rows(folder, "mail", "letter", "evidence")
    raw = mail(forged + sshsig.write(sshsig.sign(forged.encode(), KEYS["Anna"])), sender="anna@example.net")
    assert receive(running, raw).verdict in ("refused", "ignored")
    assert rows(folder, "mail", "letter", "evidence") == before


def test_letters_follow_a_player_to_a_new_address(running: Desk) -> None:
    send(running)
    assert receive(running, signed_mail(running, BLUE, "status")).verdict == "answered"
    assert receive(running, signed_mail(running, BLUE, "any", other={"seat": "orange"})).verdict == "refused"
    change_address(running, "anna", "anna@new.example.org")
    with running.store.read() as look:
        to = {letter.seat: recipient(look, letter) for letter in look.letters.due(EVER)}
    # A slip is about an address as it was: a challenge, or a change of key, must not move.
    assert to == {"blue": "anna@new.example.org", "": "anna@example.org"}
    known = set(delivered(running))
    send(running)
    letters = [message_from_bytes(raw) for name, raw in delivered(running).items() if name not in known]
    assert sorted("new" in letter["To"] for letter in letters) == [False, True]


def test_a_clock_that_went_back_a_day_between_a_mail_and_its_answer_holds_nothing_up(running: Desk) -> None:
    with freeze_time("2031-02-03 12:00:00"):
        send(running)
        raw = signed_mail(running, BLUE, legal(running, BLUE)[0])
        assert receive(running, raw).verdict == "played"
        head = head_of(running)
    with freeze_time("2031-02-02 12:00:00"):
        assert receive(running, raw).verdict == "known"
        sent = send(running)
        assert sent.sent >= 1
        assert (sent.later, sent.given_up) == (0, 0)
        assert head_of(running) == head
        assert receive(running, signed_mail(running, ORANGE, "status")).verdict == "answered"
    with freeze_time("2031-02-03 12:00:01"):
        assert send(running).later == 0


BOMB_BLOCK = Block(REFEREE, "f1", "blue", "0123", None, ("end",))
BOMBS: dict[str, Callable[[], bytes]] = {
    "blanks": lambda: mail("x" + " " * 200_000 + "x"),
    "blanks behind a block": lambda: mail("x" + "\t" * 200_000 + sign_orders(BOMB_BLOCK, KEYS["Anna"])),
    "notes": lambda: mail("pbem/head/1 " * 15_000),
    "a note of quotes": lambda: mail("pbem/head/1 " + "> " * 90_000),
    "nested parts": lambda: _nested(300),
    "many parts": lambda: _parts(5_000),
    "header": lambda: b"X: y\r\n" * 40_000 + mail("x"),
    "long header": lambda: b"X: " + b"y" * 200_000 + b"\r\n" + mail("x"),
    "encoded words": lambda: b"Subject: " + b"=?utf-8?q?=41?= " * 100 + b"\r\n" + mail("x"),
    "quoted-printable": lambda: _encoded(b"quoted-printable", b"=3D" * 80_000),
    "base64": lambda: _encoded(b"base64", b"A" * 250_000),
    "base64 that is none": lambda: _encoded(b"base64", b"=" * 250_000),
}


def _nested(depth: int) -> bytes:
    body = b"hello"
    for number in range(depth):
        mark = b"b%d" % number
        body = b"Content-Type: multipart/mixed; boundary=%b\r\n\r\n--%b\r\n%b\r\n--%b--\r\n" % (mark, mark, body, mark)
    return b"From: a@example.org\r\n" + body


def _parts(count: int) -> bytes:
    part = b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n"
    return b"From: a@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + part * count + b"--b--\r\n"


def _encoded(how: bytes, body: bytes) -> bytes:
    kind = b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: "
    return b"From: a@example.org\r\n" + kind + how + b"\r\n\r\n" + body


@pytest.mark.parametrize("what", BOMBS)
def test_bombs_cost_little_and_change_nothing(running: Desk, folder: Path, what: str) -> None:
    raw, before = BOMBS[what](), rows(folder, "mail", "letter")
    with limited(60):
        assert receive(running, raw).verdict in ("ignored", "refused")
    assert rows(folder, "mail", "letter") == before


def test_a_mail_of_100_megabytes_is_never_loaded(running: Desk, folder: Path) -> None:
    huge = folder / "inbox" / "new" / "huge"
    with huge.open("wb") as file:
        file.write(b"From: a@example.org\r\n\r\n")
        file.truncate(100_000_000)
    good = signed_mail(running, BLUE, legal(running, BLUE)[0])
    (folder / "inbox" / "new" / "later").write_bytes(good)
    verdicts: list[str] = []
    poll(running, running.inbox, lambda received: verdicts.append(received.verdict))
    assert verdicts == ["ignored", "played"]


def test_so_it_is_from_a_pipe(running: Desk, folder: Path) -> None:
    running.close()
    feed = "import sys\nfor _ in range(100): sys.stdout.buffer.write(b'x' * 1_000_000)"
    with subprocess.Popen([sys.executable, "-c", feed], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as source:
        command = [str(PBEM), "--desk", str(folder), "mail", "receive"]
        done = subprocess.run(command, stdin=source.stdout, capture_output=True, check=False, env=surroundings())
        source.kill()
    assert done.returncode == 0
    assert done.stdout.startswith(b"ignored: the letter is larger than")
    with opened(folder) as desk:
        assert receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])).verdict == "played"
