"""What costs as much with many people and games as with few, counted in statements and rows, not in time."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.opening import NewGame, new_game
from pbem.desk.people import Holders, add_player, change_address, find_player
from pbem.desk.post.receiving import receive
from pbem.desk.post.rekeying import change_key
from pbem.desk.store.store import Player
from pbem.mail.keys import EnrolledKey
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests.desk.counting import counted
from tests.desk.house import BLUE, KEYS, furnished, legal, mail, opened, signed_mail
from tests.servers.postgres import Postgres

MALLORY = write_line(public_key(KEYS["Mallory"])).encode()


def crowd(desk: Desk, number: int) -> None:
    """Enrol people who are in no game: half of them sign by OpenPGP, and all look different."""
    with desk.store.write() as change:
        for at in range(number):
            name = f"Crowd {at:o}".translate(str.maketrans("01", "89"))  # two digits may be taken for letters
            key = EnrolledKey(f"pgp:{at:040x}", "pgp", b"", (f"pgp:{at:040x}", f"pgp:{at:016x}"))
            player = Player(name, f"{at}@crowd.example")
            change.add_player(replace(player, key_id=key.key_id, key=json.encode(key)) if at % 2 else player)


def _unsigned_orders(desk: Desk) -> None:
    block = "-----BEGIN PBEM ORDERS-----\nto: referee.example.org\ngame: f1\nend\n-----END PBEM ORDERS-----\n"
    assert receive(desk, mail(block, sender="Anna@Example.org")).verdict == "ignored"
    assert receive(desk, mail(block, sender="nobody@example.org")).verdict == "ignored"


def _openpgp_lookup(desk: Desk) -> None:
    with desk.store.read() as look:
        assert len(Holders(look)(f"pgp:{5:016x}")) == 1
        assert Holders(look)("pgp:0123456789abcdef") == []


def _called(desk: Desk) -> None:
    with desk.store.read() as look:
        assert find_player(look, "aNNA").name == "Anna"


ACTS: dict[str, Callable[[Desk], object]] = {
    "enrolling": lambda desk: add_player(desk, Player("Zoltan", "zoltan@example.org"), MALLORY),
    "another key": lambda desk: change_key(desk, "Carla", MALLORY, "lost"),
    "another address": lambda desk: change_address(desk, "Carla", "carla@example.net"),
    "an order": lambda desk: receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])),
    "orders that nobody signed": _unsigned_orders,
    "the name in an OpenPGP signature": _openpgp_lookup,
    "a name in other letters": _called,
    "a new game": lambda desk: new_game(desk, NewGame("fortuna", {"blue": "Anna", "grey": "bruno"})),
}


@pytest.mark.parametrize("act", ACTS)
def test_people_cost_nothing_to_whoever_is_not_concerned(tmp_path: Path, server: Postgres | None, act: str) -> None:
    def cost(number: int) -> tuple[int, int]:
        with opened(furnished("running", tmp_path / str(number), server)) as desk:
            crowd(desk, number)
            with counted(desk) as asked:
                ACTS[act](desk)
        return asked.both

    few = cost(10)
    assert min(few)
    assert cost(1_000) == few
