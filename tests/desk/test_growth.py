"""What costs as much with many people and games as with few, counted in statements and rows, not in time."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.letters.pages import LOOKED_BACK, since_last_turn
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.entry_peek import glance
from pbem.desk.people.enrolled import Holders, add_player, change_address, find_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.challenges import still_waiting
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.safety.status import status
from pbem.desk.store.values import Member, Standing, Wanted
from pbem.games.game import Seat
from pbem.mail.keys import EnrolledKey
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.log.entry import Head
from tests.desk.counting import counted
from tests.desk.house import BLUE, KEYS, furnished, legal, mail, match_of, opened, signed_mail
from tests.desk.test_people import _for_desk, _request
from tests.servers.postgres import Postgres

MALLORY = write_line(public_key(KEYS["Mallory"])).encode()


def crowd(desk: Desk, number: int) -> None:
    """Enrol people who are in no game: half of them sign by OpenPGP, and all look different."""
    with desk.store.write() as change:
        for at in range(number):
            name = f"Crowd {at:o}".translate(str.maketrans("01", "89"))  # two digits may be taken for letters
            key = EnrolledKey(f"pgp:{at:040x}", "pgp", b"", (f"pgp:{at:040x}", f"pgp:{at:016x}"))
            player = Member(name, f"{at}@crowd.example")
            change.people.put(replace(player, key_id=key.key_id, key=json.encode(key)) if at % 2 else player)


def welcoming(folder: Path) -> Path:
    """Let strangers enrol by mail."""
    settings = folder / "pbem.toml"
    settings.write_text(settings.read_text().replace("enrol = false", "enrol = true"))
    return folder


def _unsigned_orders(desk: Desk) -> None:
    block = "-----BEGIN PBEM ORDERS-----\nto: referee.example.org\ngame: f1\nend\n-----END PBEM ORDERS-----\n"
    assert receive(desk, mail(block, sender="Anna@Example.org")).verdict == "ignored"
    assert receive(desk, mail(block, sender="nobody@example.org")).verdict == "ignored"


def _openpgp_lookup(desk: Desk) -> None:
    with desk.store.read() as look:
        assert len(Holders(look)(f"pgp:{5:016x}")) == 1
        assert Holders(look)("pgp:0123456789abcdef") == []


def _stranger(desk: Desk) -> None:
    assert receive(desk, _request()).verdict == "answered"
    with desk.store.write() as change:
        (waiting,) = still_waiting(change, desk.now()).values()
    assert receive(desk, _for_desk("confirm", signer="Mallory", token=waiting.token)).verdict == "answered"
    with desk.store.read() as look:
        assert look.people.find("Mallory Rossi")


def _called(desk: Desk) -> None:
    with desk.store.read() as look:
        assert find_player(look, "aNNA").name == "Anna"


ACTS: dict[str, Callable[[Desk], object]] = {
    "enrolling": lambda desk: add_player(desk, Member("Zoltan", "zoltan@example.org"), MALLORY),
    "another key": lambda desk: change_key(desk, "Carla", MALLORY, "lost"),
    "another address": lambda desk: change_address(desk, "Carla", "carla@example.net"),
    "an order": lambda desk: receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])),
    "orders that nobody signed": _unsigned_orders,
    "the name in an OpenPGP signature": _openpgp_lookup,
    "a name in other letters": _called,
    "a new game": lambda desk: new_game(desk, NewGame("fortuna", {"blue": "Anna", "grey": "bruno"})),
    "a stranger who asks to be enrolled": _stranger,
}


@pytest.mark.parametrize("act", ACTS)
def test_people_cost_nothing_to_whoever_is_not_concerned(tmp_path: Path, server: Postgres | None, act: str) -> None:
    def cost(number: int) -> tuple[int, int]:
        with opened(welcoming(furnished("running", tmp_path / str(number), server))) as desk:
            crowd(desk, number)
            with counted(desk) as asked:
                ACTS[act](desk)
        return asked.both

    few = cost(10)
    assert min(few)
    assert cost(1_000) == few


def archive(desk: Desk, number: int) -> None:
    """Let a desk have games that were over long ago."""
    with desk.store.write() as change:
        for at in range(1, number + 1):
            game = f"old-{at}"
            change.games.put(Standing(game, "fortuna", "over", Head(9, bytes(32)), at))
            change.games.put_seat(game, "blue", "Dora", "desk")
            change.games.put_seat(game, "grey", f"Gone {at}", "desk")
            change.secrets.put(game, "seal", bytes(32))
    desk.store.marks.set({f"old-{at}": Head(9, bytes(32)) for at in range(1, number + 1)})


def _list_games(desk: Desk) -> None:
    with desk.store.read() as look:
        assert len(look.games.newest(5).shown) == 5
        assert len(look.games.newest(5, Wanted(phase="running")).shown) == 1
        assert len(look.games.newest(5, Wanted(player="Anna")).shown) == 1


GAME_ACTS: dict[str, Callable[[Desk], object]] = {
    "an order": ACTS["an order"],
    "enrolling": ACTS["enrolling"],
    "another key": lambda desk: change_key(desk, "Anna", MALLORY, "lost"),
    "another key of somebody who played in them": lambda desk: change_key(desk, "Dora", MALLORY, "lost"),
    "a new game": lambda desk: new_game(desk, NewGame("fortuna", {"blue": "Anna", "grey": "bruno"}, "new")),
    "lists of games": _list_games,
}


@pytest.mark.parametrize("act", GAME_ACTS)
def test_games_cost_nothing_to_others(tmp_path: Path, server: Postgres | None, act: str) -> None:
    def cost(number: int) -> tuple[int, int]:
        with opened(furnished("running", tmp_path / str(number), server)) as desk:
            archive(desk, number)
            with counted(desk) as asked:
                GAME_ACTS[act](desk)
        return asked.both

    few = cost(10)
    assert min(few)
    assert cost(1_000) == few


def test_the_status_asks_for_no_more_than_the_names_of_ended_games(tmp_path: Path, server: Postgres | None) -> None:
    def cost(number: int) -> tuple[int, int]:
        with opened(furnished("running", tmp_path / str(number), server)) as desk:
            archive(desk, number)
            with counted(desk) as asked:
                assert status(desk).phases == {"over": number, "running": 1}
        return asked.statements, asked.rows - number

    assert cost(1_000) == cost(10)


@pytest.mark.parametrize("seat", [BLUE, None])
def test_where_a_report_begins_is_found_from_the_end_of_a_record(over: Desk, seat: Seat | None) -> None:
    match = match_of(over)
    assert match.head.size > 4 * LOOKED_BACK
    with counted(over) as asked, over.store.read() as look:
        since = since_last_turn(look, match, seat)
        raws = look.records.raws(match.id)
    assert match.head.size < asked.rows <= match.head.size + 2 * LOOKED_BACK
    orders = [at for at, gist in enumerate(map(glance, raws)) if gist.kind == "order" and seat in (None, gist.seat)]
    assert since == orders[-1]


def test_a_report_to_a_seat_that_never_ordered_begins_with_the_record(fresh: Desk) -> None:
    with fresh.store.read() as look:
        assert since_last_turn(look, match_of(fresh), BLUE) == 0
