"""`pbem run` on PostgreSQL: servers that go away and come back, as they were or restored; and several machines."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.freezing import frozen_at
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.desk.store.databases.postgres import PATIENCE
from pbem.desk.store.guards.high_water import Marks
from pbem.desk.transports.maildir import Maildir
from pbem.mail.signed import sign_orders
from tests.desk.house import (
    BLUE,
    EVER,
    GAME,
    KEYS,
    ORANGE,
    block_of,
    furnished,
    head_of,
    legal,
    mail,
    opened,
    rows,
    signed_mail,
)
from tests.desk.transports.test_crew import unsent
from tests.desk.transports.test_run import is_sound, order, running
from tests.servers.machine import until
from tests.servers.postgres import Postgres

SEVERAL = pytest.mark.parametrize("workers", [1, 3])
GAMES = ("g1", "g2", "g3", "g4")


@pytest.fixture
def postgres(cluster: Postgres) -> Iterator[Postgres]:
    """A server with databases for this test alone."""
    with cluster.tidied():
        yield cluster


@pytest.fixture
def folder(tmp_path: Path, postgres: Postgres) -> Path:
    """The folder of a desk where blue is asked; every letter of its past was sent."""
    desk = furnished("running", tmp_path / "desk", postgres)
    with opened(desk) as opened_desk, opened_desk.store.write() as change:
        for letter in change.letters.due(EVER):
            change.letters.note_sent(letter.id, 1)
    return desk


def _waiting(folder: Path) -> list[str]:
    return Maildir(folder / "inbox").names()


def database_of(folder: Path) -> str:
    with opened(folder) as desk:
        return desk.store.place.rpartition("/")[2]


def drop_in(folder: Path, name: str, raw: bytes) -> None:
    Maildir(folder / "inbox").deliver(name, "", raw)


@SEVERAL
def test_a_server_that_goes_away_is_waited_for(folder: Path, postgres: Postgres, workers: int) -> None:
    raw = order(folder)
    with running(folder, every=0.1, workers=workers) as run:
        with postgres.away():
            drop_in(folder, "1", raw)
            run.wait_for("cannot be used: ")
        run.wait_for("played: f1, blue: ")
        with opened(folder) as desk:
            until(lambda: not _waiting(folder) and unsent(desk) == 0, "all letters")
    assert run.said.count("played: ") == 1
    assert is_sound(folder)


@SEVERAL
def test_one_that_comes_back_as_it_was_long_ago_gets_no_second_history(
    folder: Path, postgres: Postgres, workers: int
) -> None:
    database = database_of(folder)
    copy = postgres.new(template=database)
    with opened(folder) as desk:
        first, second = (signed_mail(desk, BLUE, text) for text in legal(desk, BLUE)[:2])
        before = head_of(desk)
    with running(folder, every=0.1, workers=workers) as run:
        drop_in(folder, "1", first)
        run.wait_for("played: f1, blue: ")
        with opened(folder) as desk:
            after = head_of(desk)
        postgres.put_back(database, copy)
        drop_in(folder, "2", second)
        run.wait_for("refused: f1: the sheet cannot be used")
    with opened(folder) as desk, desk.store.read() as look:
        assert head_of(desk) == before
        assert frozen_at(desk, look, GAME) == after


def test_a_machine_that_wrote_nothing_notices_too_and_tells_all_others(
    folder: Path, tmp_path: Path, postgres: Postgres
) -> None:
    with opened(folder) as desk:
        new_game(desk, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "g1"))
        first, second = (signed_mail(desk, BLUE, text) for text in legal(desk, BLUE)[:2])
        other_game = mail(sign_orders(block_of(desk, BLUE, legal(desk, BLUE, "g1")[0], game="g1"), KEYS["Anna"]))
        before = head_of(desk)
    database = database_of(folder)
    copy = postgres.new(template=database)
    idle, new = (_another_machine(folder, tmp_path / name) for name in ("idle", "new"))
    with running(idle, every=0.1) as run:
        with running(folder, every=0.1) as writing:
            drop_in(folder, "1", first)
            writing.wait_for("played: f1, blue: ")
            with opened(folder) as desk:
                after = head_of(desk)
        until(lambda: Marks(idle).of(GAME) == after, "the mark of what another machine wrote")
        postgres.put_back(database, copy)
        run.wait_for("has gone back in time: ")
        run.wait_for("f1 is frozen: ")
        drop_in(idle, "2", other_game)
        run.wait_for("kept: g1, blue: ")
    with opened(new) as desk, desk.store.read() as look:
        assert head_of(desk) == before
        assert frozen_at(desk, look, GAME) == after
        assert frozen_at(desk, look, "g1") is None
    with running(new, every=0.1) as run:
        drop_in(new, "3", second)
        run.wait_for("refused: f1: the sheet cannot be used")


def _another_machine(folder: Path, other: Path) -> Path:
    """The folder of a desk as it is set up on another machine."""
    return Path(shutil.copytree(folder, other, ignore=shutil.ignore_patterns("marks", "seen")))


def test_the_server_soon_misses_a_machine_that_lost_its_power(folder: Path) -> None:
    with opened(folder) as desk, desk.store.database.look(lambda run: run) as run:
        idle, interval, count = (
            int(run(f"SHOW tcp_keepalives_{what}").fetchone()[0]) for what in ("idle", "interval", "count")
        )
    assert idle + interval * count <= PATIENCE


def test_two_machines_share_the_work(folder: Path, tmp_path: Path, postgres: Postgres) -> None:
    mails = []
    with opened(folder) as desk:
        for game in GAMES:
            new_game(desk, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, game))
            for seat, name in ((BLUE, "Anna"), (ORANGE, "Bruno")):
                texts = (legal(desk, seat, game)[0], "always keep vestal | any", "always keep step | any")
                mails += [mail(sign_orders(block_of(desk, seat, text, game=game), KEYS[name])) for text in texts]
    other = _another_machine(folder, tmp_path / "other")
    machines = (folder, other)
    with ExitStack() as ends:
        runs = [ends.enter_context(running(machine, every=0.1, workers=2)) for machine in machines]
        for number, raw in enumerate(mails):
            drop_in(machines[number % 2], f"{number:03}", raw)
            if number % 5 == 0:
                drop_in(machines[1 - number % 2], f"{number:03}", raw)
        until(lambda: not any(_waiting(machine) for machine in machines), "empty inboxes")
        with opened(folder) as desk:
            until(lambda: unsent(desk) == 0, "all letters")
    said = runs[0].said + runs[1].said
    dealt_with = sum(said.count(f" {verdict}: ") for verdict in ("kept", "played", "refused"))
    assert dealt_with == len(mails) == len(rows(folder)["mail"])
    letters = [path for machine in machines for path in (machine / "outbox" / "new").iterdir()]
    ids = [str(message_from_bytes(path.read_bytes())["Message-ID"]) for path in letters]
    assert len(ids) == len(set(ids)) == sum(row[-1] > 1 for row in rows(folder)["letter"])
    for machine in machines:
        _check(machine)


def _check(machine: Path) -> None:
    """Everything is sound, and the marks of a machine are in the records."""
    with opened(machine) as desk, desk.store.read() as look:
        assert all(verify_game(desk, game).ok for game in (GAME, *GAMES))
        assert rebuild(desk) == []
        marks = dict(Marks(machine).all())
        assert marks
        for game, head in marks.items():
            assert look.records.hash_of(game, head.size - 1) == head.hash
            assert frozen_at(desk, look, game) is None
