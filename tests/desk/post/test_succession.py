"""A new key by mail: asked for by the old one, with a token from the enrolled address, signed by both."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys import key_changes
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests.desk.house import BLUE, GAME, KEYS, REFEREE, legal, mail, match_of, rows, signed_mail
from tests.desk.post.test_answers import new_letters, written
from tests.wording import DESK, MAIL, mentions

MALLORY = write_line(public_key(KEYS["Mallory"]))
MALLORY_ID = public_key(KEYS["Mallory"]).fingerprint
ANNA_ID = public_key(KEYS["Anna"]).fingerprint
ASK = f"newkey {MALLORY}"
ANSWER = f"newkey {MALLORY_ID}"


def sheet(line: str, *, signer: str, token: str = "new", to: str = REFEREE) -> str:
    return sign_orders(Block(to, "desk", "key", token, None, (line,)), KEYS[signer])


def for_desk(line: str, *, signer: str, token: str = "new", to: str = REFEREE) -> bytes:
    return mail(sheet(line, signer=signer, token=token, to=to))


def ask(desk: Desk, *, n: int | None = None) -> str:
    """Let Anna's key ask for another one; returns the token that goes to her address."""
    new_letters(desk)
    block = Block(REFEREE, "desk", "key", "new", None, (ASK,), n)
    assert receive(desk, mail(sign_orders(block, KEYS["Anna"]))).verdict == "answered"
    (letter,) = new_letters(desk)
    assert letter.player == "Anna"
    text = written(desk, letter)
    assert f"{ANSWER};" in " ".join(text.split())
    found = re.search(r"token: ([0-9a-f]{32});", text)
    assert found
    return found[1]


def key_of_blue(desk: Desk) -> str:
    return match_of(desk).holders[BLUE].key


@pytest.mark.parametrize("order", [("Anna", "Mallory"), ("Mallory", "Anna")])
def test_both_keys_sign_the_token_in_any_order(running: Desk, order: tuple[str, str]) -> None:
    token = ask(running)
    first, second = (for_desk(ANSWER, signer=name, token=token) for name in order)
    assert receive(running, first).verdict == "answered"
    assert key_of_blue(running) == ANNA_ID
    assert mentions(" ".join(written(running, new_letters(running)[-1]).split()), DESK, "slip_half_key")
    assert receive(running, second).verdict == "answered"
    assert key_of_blue(running) == MALLORY_ID
    assert [letter.player for letter in new_letters(running)] == ["Anna"]
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0])).verdict == "ignored"
    assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0], signer="Mallory")).verdict == "played"
    assert verify_game(running, GAME).ok
    for again in (first, second):
        receive(running, again)
    assert key_of_blue(running) == MALLORY_ID


ALONE: dict[str, Callable[[str], list[bytes]]] = {
    "the request": lambda _: [],
    "the request twice": lambda _: [for_desk(ASK, signer="Anna")],
    "the old key": lambda token: [for_desk(ANSWER, signer="Anna", token=token)],
    "the new key": lambda token: [for_desk(ANSWER, signer="Mallory", token=token)],
    "the new key twice": lambda token: [for_desk(ANSWER, signer="Mallory", token=token)] * 2,
    "both without the token": lambda _: [for_desk(ANSWER, signer=name) for name in ("Anna", "Mallory")],
    "both with another token": lambda _: [
        for_desk(ANSWER, signer=name, token="0" * 32) for name in ("Anna", "Mallory")
    ],
    "another new key": lambda token: [for_desk(ANSWER, signer=name, token=token) for name in ("Anna", "Carla")],
    "another line": lambda token: [
        for_desk(ANSWER, signer="Anna", token=token),
        for_desk("newkey ssh:SHA256:other", signer="Mallory", token=token),
    ],
    "another referee": lambda token: [
        for_desk(ANSWER, signer="Anna", token=token),
        for_desk(ANSWER, signer="Mallory", token=token, to="referee.elsewhere.org"),
    ],
    "with words of others": lambda token: [
        for_desk(ANSWER, signer="Anna", token=token),
        mail("As you wished:\n\n" + sheet(ANSWER, signer="Mallory", token=token)),
    ],
}


@pytest.mark.parametrize("what", ALONE)
def test_nothing_less_changes_a_key(running: Desk, what: str) -> None:
    token = ask(running)
    for raw in ALONE[what](token):
        receive(running, raw)
    assert key_of_blue(running) == ANNA_ID


def test_a_request_must_stand_alone_in_its_mail(running: Desk) -> None:
    new_letters(running)
    asked = sheet(ASK, signer="Anna")
    quoted = "".join(f"> {line}\n" for line in asked.splitlines())
    for number, text in enumerate((f"Hello\n{asked}", f"{asked}\n-- \nAnna\n", f"> {MALLORY}\n{asked}", quoted)):
        assert receive(running, mail(text, number=number)).verdict in ("refused", "known")
    (told,) = new_letters(running)
    assert mentions(" ".join(written(running, told).split()), MAIL, "not_alone")
    assert "token:" not in written(running, told)


def test_a_token_is_good_for_a_week(running: Desk) -> None:
    with freeze_time("2031-02-03"):
        token = ask(running)
    with freeze_time("2031-02-11"):
        for name in ("Anna", "Mallory"):
            receive(running, for_desk(ANSWER, signer=name, token=token))
    assert key_of_blue(running) == ANNA_ID


def test_nobody_learns_who_holds_a_key_by_asking_for_it(running: Desk, folder: Path) -> None:
    bruno = write_line(public_key(KEYS["Bruno"]))
    answers = []
    for line in (f"newkey {bruno}", ASK):
        new_letters(running)
        assert receive(running, for_desk(line, signer="Anna")).verdict == "answered"
        (told,) = new_letters(running)
        answers.append(re.sub(r"token: \S+;|newkey \S+;", "", " ".join(written(running, told).split())))
    assert answers[0] == answers[1]
    before = rows(folder, "mail", "letter", "secret", "evidence")
    assert "Bruno" not in answers[0]
    assert rows(folder, "mail", "letter", "secret", "evidence") == before


def test_a_key_that_is_enrolled_meanwhile_is_not_enrolled_twice(running: Desk) -> None:
    token = ask(running)
    receive(running, for_desk(ANSWER, signer="Anna", token=token))
    change_key(running, "Carla", MALLORY.encode(), "quicker")
    new_letters(running)
    assert receive(running, for_desk(ANSWER, signer="Mallory", token=token)).verdict == "refused"
    assert key_of_blue(running) == ANNA_ID
    assert [letter.player for letter in new_letters(running)] == ["Carla"]


def steal(desk: Desk, times: int) -> list[str]:
    """Let whoever stole Anna's key ask for keys of his own; returns what became of each request."""
    keys = (Ed25519PrivateKey.from_private_bytes(bytes([number + 1]) * 32) for number in range(times))
    lines = (f"newkey {write_line(public_key(key))}" for key in keys)
    return [receive(desk, for_desk(line, signer="Anna")).verdict for line in lines]


def answer_both(desk: Desk, token: str) -> None:
    for name in ("Anna", "Mallory"):
        receive(desk, for_desk(ANSWER, signer=name, token=token))


@pytest.mark.parametrize("times", [1, 3, ANSWERS_AN_HOUR])
def test_who_stole_the_old_key_does_not_void_the_token_of_its_owner(running: Desk, times: int) -> None:
    token = ask(running)
    assert "answered" in steal(running, times)
    answer_both(running, token)
    assert key_of_blue(running) == MALLORY_ID


def test_who_asks_again_for_the_same_key_is_sent_the_same_token(running: Desk) -> None:
    with freeze_time("2031-02-03"):
        token = ask(running)
    with freeze_time("2031-02-08"):
        assert ask(running, n=2) == token
    with freeze_time("2031-02-14"):
        answer_both(running, token)
    assert key_of_blue(running) == MALLORY_ID


def test_asking_again_does_not_undo_what_was_signed_with_the_token(running: Desk) -> None:
    token = ask(running)
    receive(running, for_desk(ANSWER, signer="Anna", token=token))
    assert ask(running, n=2) == token
    receive(running, for_desk(ANSWER, signer="Mallory", token=token))
    assert key_of_blue(running) == MALLORY_ID


def test_of_many_requests_the_oldest_without_an_answer_are_forgotten(
    running: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_changes, "MOST_OPEN", 3)
    with freeze_time("2031-02-03 12:00"):
        token = ask(running)
        receive(running, for_desk(ANSWER, signer="Mallory", token=token))
    with freeze_time("2031-02-03 13:00"):
        steal(running, 9)
    with running.store.read() as look:
        assert len(look.secrets.under("", "newkey/Anna/")) == 3
    receive(running, for_desk(ANSWER, signer="Anna", token=token))
    assert key_of_blue(running) == MALLORY_ID
    with running.store.read() as look:
        assert len(look.secrets.under("", "newkey/Anna/")) == 2


def test_what_was_asked_with_the_old_key_ends_with_it(running: Desk) -> None:
    token = ask(running)
    steal(running, 3)
    answer_both(running, token)
    receive(running, mail("hello"))
    with running.store.read() as look:
        assert not look.secrets.under("", "newkey/")
