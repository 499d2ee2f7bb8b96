"""What a folder learns of a database that others write to, too; and how it tells that it was put back."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.noticing import look_around
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.matches.state.freezing import frozen_at
from pbem.desk.store.guards.high_water import FOLDER
from pbem.desk.store.guards.seen import FILE, LastLetter, Seen
from pbem.record.log.entry import Head
from pbem.report.notice import Slip
from tests.desk.house import BLUE, GAME, furnished, head_of, legal, opened
from tests.servers.postgres import Postgres

PAIR = {"blue": "Anna", "orange": "Bruno"}


class Machines:
    """A desk on a server, as two machines have it, and the state that the server can be put back to."""

    def __init__(self, folder: Path, server: Postgres, ends: ExitStack) -> None:
        furnished("running", folder / "here", server)
        self._database = ""
        self._server = server
        self.here = ends.enter_context(opened(folder / "here"))
        (folder / "there").mkdir()
        for name in ("pbem.toml", "desk.key", "referee.key"):
            (folder / "there" / name).write_bytes((folder / "here" / name).read_bytes())
            (folder / "there" / name).chmod(0o600)
        self.there = ends.enter_context(opened(folder / "there"))

    def keep_state(self) -> None:
        """Remember how the database is now."""
        for desk in (self.here, self.there):
            desk.store.close()  # a database that is in use cannot be copied
        self._database = self.here.store.place.rpartition("/")[2]
        self._copy = self._server.new(template=self._database)

    def put_back(self) -> None:
        """Let the server come back as it was."""
        self._server.put_back(self._database, self._copy)


@pytest.fixture
def machines(cluster: Postgres, tmp_path: Path) -> Iterator[Machines]:
    with cluster.tidied(), ExitStack() as ends:
        yield Machines(tmp_path, cluster, ends)


def play(desk: Desk, number: int = 0) -> Head:
    order(desk, GAME, "Anna", legal(desk, BLUE)[number])
    return head_of(desk)


def test_at_first_it_learns_of_all_games_that_go_on(machines: Machines) -> None:
    new_game(machines.here, NewGame("fortuna", PAIR, "g2"))
    there = machines.there
    assert there.store.marks.names() == set()
    assert look_around(there) == []
    assert there.store.marks.names() == {GAME, "g2"}
    assert there.store.marks.of(GAME) == head_of(machines.here)


def test_then_it_learns_of_those_that_others_have_written_to(machines: Machines) -> None:
    look_around(machines.there)
    last = machines.there.store.seen.get()
    head = play(machines.here)
    assert look_around(machines.there) == []
    assert machines.there.store.marks.of(GAME) == head
    new = machines.there.store.seen.get()
    assert last
    assert new
    assert new.number > last.number
    assert look_around(machines.there) == []
    assert machines.there.store.seen.get() == new


def test_a_server_that_was_put_back_is_noticed_and_what_is_missing_freezes_for_all(
    machines: Machines, caplog: pytest.LogCaptureFixture
) -> None:
    look_around(machines.there)
    machines.keep_state()
    lost = play(machines.here)
    look_around(machines.there)
    machines.put_back()
    assert look_around(machines.there) == [GAME]
    assert "has gone back in time" in caplog.text
    assert machines.there.store.marks.of(GAME) == lost
    (machines.here.folder / FOLDER / GAME).unlink()
    with machines.here.store.read() as look:
        assert frozen_at(machines.here, look, GAME) == lost
    assert look_around(machines.there) == []
    assert caplog.text.count("has gone back in time") == 1


def test_it_is_noticed_though_as_much_was_written_since(machines: Machines, caplog: pytest.LogCaptureFixture) -> None:
    look_around(machines.there)
    machines.keep_state()
    lost = play(machines.here)
    look_around(machines.there)
    (machines.here.folder / FOLDER / GAME).unlink()
    machines.put_back()
    other = play(machines.here, 1)
    assert other.size >= lost.size
    assert other != lost
    assert look_around(machines.there) == [GAME]
    assert "has gone back in time" in caplog.text


def test_a_game_of_which_nothing_is_missing_goes_on(machines: Machines) -> None:
    new_game(machines.here, NewGame("fortuna", PAIR, "g2"))
    look_around(machines.there)
    machines.keep_state()
    play(machines.here)
    look_around(machines.there)
    machines.put_back()
    look_around(machines.there)
    with machines.there.store.read() as look:
        assert frozen_at(machines.there, look, "g2") is None
    order(machines.there, "g2", "Anna", legal(machines.there, BLUE, "g2")[0])


def test_a_letter_that_is_about_no_game_may_vanish(machines: Machines, caplog: pytest.LogCaptureFixture) -> None:
    with machines.here.store.write() as change:
        anna = change.people.find("Anna")
        assert anna
        number = request_slip(machines.here, change, Slip(("slip_refused",)), player=anna)
    look_around(machines.there)
    with machines.here.store.write() as change:
        change.letters.withdraw(number)
    assert look_around(machines.there) == []
    assert caplog.text == ""


@pytest.mark.parametrize("torn", [b"", b"garbage", b"0" * 94 + b"\n"])
def test_what_is_torn_says_nothing(machines: Machines, torn: bytes, caplog: pytest.LogCaptureFixture) -> None:
    look_around(machines.there)
    (machines.there.folder / FILE).write_bytes(torn)
    assert machines.there.store.seen.get() is None
    assert look_around(machines.there) == []
    assert caplog.text == ""
    assert machines.there.store.seen.get() is not None


def test_what_cannot_be_written_is_said_and_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Seen(tmp_path / "away").put(LastLetter())
    assert "seen cannot be written" in caplog.text


def test_a_desk_in_a_file_is_not_shared(tmp_path: Path) -> None:
    with opened(furnished("fresh", tmp_path / "desk")) as desk:
        assert not desk.store.is_shared
