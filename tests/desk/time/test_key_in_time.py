"""A new key by mail, in a game with deadlines: as of when the mails came, and what was due before is done before."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.desk.matches.state.plans import is_kept, plans_of
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests.desk.house import BLUE, GAME, KEYS, ORANGE, REFEREE, mail, match_of
from tests.desk.time.calendar import BEGIN, HOUR, MINUTE, Calendar
from tests.servers.postgres import Postgres

NEW = KEYS["Mallory"]
NEW_ID = public_key(NEW).fingerprint


@pytest.fixture
def club(folder: Path, server: Postgres | None) -> Iterator[Calendar]:
    club = Calendar(folder, server)
    yield club
    club.close()


def signed(key: Ed25519PrivateKey, token: str, line: str) -> bytes:
    return mail(sign_orders(Block(REFEREE, "desk", "key", token, None, (line,)), key))


def ask(club: Calendar) -> str:
    """Let Anna's key ask for another one; returns the token that goes to her address."""
    club.put(HOUR, signed(KEYS["Anna"], "new", f"newkey {write_line(public_key(NEW))}"))
    club.tick(HOUR + 1)
    found = re.search(r"token: ([0-9a-f]{32});", club.letters("Anna")[-1])
    assert found
    return found[1]


@pytest.mark.parametrize("looked", [2 * HOUR + 41 * MINUTE, 2 * HOUR + 90 * MINUTE])
def test_a_new_key_is_written_as_of_its_second_signature_and_after_what_was_due(club: Calendar, looked: int) -> None:
    token = ask(club)
    club.tick(2 * HOUR - 1)
    club.mail(2 * HOUR, BLUE, "reserve none")
    club.mail(2 * HOUR + 10, ORANGE, "reserve none")
    for came, key in ((2 * HOUR + 30 * MINUTE, KEYS["Anna"]), (2 * HOUR + 40 * MINUTE, NEW)):
        club.put(came, signed(key, token, f"newkey {NEW_ID}"))
    club.tick(looked)
    assert match_of(club.desk).holders[BLUE].key == NEW_ID
    (word,) = [entry.body for entry in club.entries() if entry.body.get("word") == "newkey"]
    assert (word["came"], word["at"]) == (BEGIN + 2 * HOUR + 30 * MINUTE, BEGIN + 2 * HOUR + 40 * MINUTE)
    moves = club.clock("move")[:2]
    assert [move["at"] for move in moves] == [BEGIN + 2 * HOUR + 10 * MINUTE + 10] * 2
    assert all(isinstance(move["cause"], int) for move in moves)
    assert max(int(str(move["seq"])) for move in moves) < word["seq"]
    with club.at(looked) as desk:
        assert verify_game(desk, GAME).ok


def test_a_key_that_the_host_enters_makes_nobody_late_whose_answer_lies_unread(club: Calendar) -> None:
    with club.at(HOUR) as desk:
        rule_time(desk, GAME, "ill", act="extend", seat=ORANGE, due=BEGIN + 48 * HOUR)
    late = club.tick(HOUR).due(BLUE) + HOUR
    club.run(late - HOUR, every=100 * MINUTE)
    club.mail(late - 10, BLUE, "reserve none")
    with club.at(late + 30 * MINUTE) as desk:
        change_key(desk, "Bruno", write_line(public_key(NEW)).encode(), "a new machine")
    club.tick(late + 31 * MINUTE)
    assert club.clock() == []
    with club.desk.store.read() as look:
        assert is_kept(match_of(club.desk), BLUE, plans_of(look, GAME)[BLUE])
    with club.at(club.now) as desk:
        assert verify_game(desk, GAME).ok
