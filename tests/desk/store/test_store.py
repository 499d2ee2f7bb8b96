"""The store's contract, on every database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from sqlite3 import Connection
from threading import Thread

import pytest
from msgspec import json

from pbem.desk.errors import BrokenDeskError
from pbem.desk.settings import Referee, StoreSettings, write_settings
from pbem.desk.store.databases import sqlite
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.knowing import called, looking_like, reached_at, signing_as
from pbem.desk.store.store import Store
from pbem.desk.store.values import Due, Listed, Member, Standing, Wanted
from pbem.mail.keys import EnrolledKey
from pbem.record.log.entry import Entry, Head, write
from tests.desk.house import EVER, on_disk, rows, tamper
from tests.servers.postgres import Postgres

KEY = bytes(range(32))
SQLITE = StoreSettings().database

Opens = Callable[..., Store]


@pytest.fixture
def opens(server: Postgres | None, tmp_path: Path) -> Iterator[Opens]:
    """Open the same new database as often as one likes."""
    url = server.url(server.new()) if server else SQLITE
    write_settings(tmp_path, Referee("r", "r@x.org"), StoreSettings(url))  # for whoever works behind the store's back
    stores: list[Store] = []

    def opens(key: bytes = KEY) -> Store:
        stores.append(Store(url, tmp_path, Vault(key), create=not stores))
        return stores[-1]

    yield opens
    for store in stores:
        store.close()


@pytest.fixture
def store(opens: Opens) -> Store:
    """A new, empty store."""
    return opens()


def entries(game: str = "g", count: int = 3) -> list[Entry]:
    """A short record; for the store any entries will do."""
    head, made = Head.empty, []
    for at in range(count):
        made.append(write(head, {"at": at, "game": game, "kind": "ruling", "act": "resume", "reason": "rain"}))
        head = made[-1].head
    return made


class TestPlayers:
    def test_come_back_as_they_were_by_name(self, store: Store) -> None:
        zoe, anna = Member("Zoe", "z@x.org", "it", "ssh:z", b"a key"), Member("Anna")
        with store.write() as change:
            change.add_player(zoe)
            change.add_player(anna)
        with store.read() as look:
            assert look.players() == (anna, zoe)
            assert look.player("Zoe") == zoe
            assert look.player("zoe") is None

    def test_added_again_are_changed(self, store: Store) -> None:
        with store.write() as change:
            change.add_player(Member("Anna"))
            change.add_player(Member("Anna", "new@x.org"))
        with store.read() as look:
            assert look.players() == (Member("Anna", "new@x.org"),)

    def test_are_known_by_what_they_are_now(self, store: Store) -> None:
        key = EnrolledKey("pgp:aa", "pgp", b"", ("pgp:aa", "pgp:bb"))
        first = Member("Anna Rossi", "Anna@X.org", key_id="ssh:a", key=b"damaged")
        now = Member("Anna Rossi", "new@x.org", key_id="pgp:aa", key=json.encode(key))
        then = {reached_at("anna@x.org"), signing_as("ssh:a")}
        since = {reached_at("NEW@x.org"), signing_as("pgp:aa"), signing_as("pgp:bb")}
        always = {called("anna rossi"), looking_like("ANNAROSSI")}
        with store.write() as change:
            change.add_player(first)
            change.add_player(Member("Zoe"))
            assert {what for what in then | since | always if change.known_by(what) == (first,)} == then | always
            change.add_player(now)
            assert {what for what in then | since | always if change.known_by(what) == (now,)} == since | always
            assert {what for what in then if change.known_by(what)} == set()
            assert change.known_by(reached_at("")) == ()
            assert change.misknown() == []

    def test_that_are_known_by_something_else_are_found_and_made_right(self, store: Store, tmp_path: Path) -> None:
        with store.write() as change:
            for name in ("Anna", "Bruno", "Carla"):
                change.add_player(Member(name, f"{name}@x.org"))
        before = rows(tmp_path)
        tamper(tmp_path, "UPDATE known_by SET what = 'mail/m@x.org' WHERE what = 'mail/anna@x.org'")
        tamper(tmp_path, "DELETE FROM known_by WHERE what = 'called/carla'")
        tamper(tmp_path, "INSERT INTO known_by (what, name) VALUES ('called/mallory', 'Mallory')")
        with store.write() as change:
            assert change.misknown() == ["Anna", "Carla", "Mallory"]
            change.know_anew(change.misknown())
            assert change.misknown() == []
        assert rows(tmp_path) == before

    def test_are_given_in_pages(self, store: Store) -> None:
        with store.write() as change:
            for name in "CADB":
                change.add_player(Member(name))
            assert [player.name for player in change.players_after("", 2)] == ["A", "B"]
            assert [player.name for player in change.players_after("B", 9)] == ["C", "D"]
            assert [change.count_players_after(name) for name in ("", "B", "D")] == [4, 2, 0]


class TestTransactions:
    def test_an_exception_undoes_everything(self, store: Store) -> None:
        def fail() -> None:
            with store.write() as change:
                change.add_player(Member("Anna"))
                change.append(entries())
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        with store.read() as look:
            assert look.players() == ()
            assert look.raws("g") == []

    def test_a_look_sees_one_state_from_its_first_question_on(self, opens: Opens) -> None:
        one, other = opens(), opens()
        with one.read() as look:
            assert look.players() == ()
            with other.write() as change:
                change.add_player(Member("Anna"))
            assert look.players() == ()
        with one.read() as look:
            assert look.players() == (Member("Anna"),)

    def test_what_a_writer_read_stays_true_until_it_commits(self, opens: Opens) -> None:
        stores = opens(), opens()

        def count_on(store: Store) -> None:
            for _ in range(15):
                with store.write() as change:
                    change.add_player(Member(f"p{len(change.players())}"))

        threads = [Thread(target=count_on, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with stores[0].read() as look:
            assert {player.name for player in look.players()} == {f"p{number}" for number in range(30)}


class TestRecord:
    def test_bytes_come_back_exactly(self, store: Store) -> None:
        made = entries()
        with store.write() as change:
            change.append(made)
            change.append(entries("other", 1))
        with store.read() as look:
            assert look.raws("g") == [entry.raw for entry in made]
            assert look.raws("g", 1, 2) == [made[1].raw]
            assert [look.entry_hash("g", seq) for seq in range(4)] == [*(entry.hash for entry in made), None]
            assert look.game_ids() == ["g", "other"]

    def test_of_two_writers_of_an_entry_the_second_loses_all_it_did(self, opens: Opens) -> None:
        one, other = opens(), opens()
        with one.write() as change:
            change.append(entries())

        def come_late() -> None:
            with other.write() as change:
                change.add_player(Member("Late"))
                change.append(entries("fine", 1))
                change.append(entries()[2:])

        with pytest.raises(BrokenDeskError, match=r"(?i)unique"):
            come_late()
        with one.read() as look:
            assert look.players() == ()
            assert look.game_ids() == ["g"]
            assert look.raws("g") == [entry.raw for entry in entries()]


class TestProjections:
    def test_standings_are_kept_in_the_order_of_opening(self, store: Store) -> None:
        early, late = (
            Standing("z", "fortuna", "running", Head(3, KEY), 5, ("blue", "grey")),
            Standing("a", "toy", "over", Head(9, KEY), 7),
        )
        with store.write() as change:
            change.put_standing(late)
            change.put_standing(Standing("z", "fortuna", "seating", Head(1, bytes(32)), 5))
            change.put_standing(early)
        with store.read() as look:
            assert look.standings() == (early, late)
            assert look.standing("z") == early
            assert look.standing("Z") is None

    def test_the_newest_games_come_first_and_the_others_are_counted(self, store: Store) -> None:
        def at(opened: int, rules: str, phase: str) -> Standing:
            return Standing(f"g{opened}", rules, phase, Head(opened, KEY), opened)

        first, second, third = at(1, "toy", "over"), at(2, "toy", "running"), at(3, "alea", "running")
        twin = Standing("g33", "toy", "running", Head(3, KEY), 3)  # opened in the same second
        with store.write() as change:
            for standing in (second, third, first, twin):
                change.put_standing(standing)
            change.put_seat("g1", "red", "Anna", "desk")
            change.put_seat("g2", "red", "Anna", "desk")
            change.put_seat("g2", "blue", "Anna", "desk")
        with store.read() as look:
            assert look.newest(9) == Listed((twin, third, second, first), 0)
            assert look.newest(1) == Listed((twin,), 3)
            assert look.newest(2, Wanted(rules="toy")) == Listed((twin, second), 1)
            assert look.newest(9, Wanted(phase="over")) == Listed((first,), 0)
            assert look.newest(9, Wanted(phase="void")) == Listed((), 0)
            assert look.newest(1, Wanted("Anna")) == Listed((second,), 1)
            assert look.newest(9, Wanted("Anna", "over", "toy")) == Listed((first,), 0)
            assert look.newest(9, Wanted("Anna", "over", "alea")) == Listed((), 0)
            assert look.counts() == {("over", "toy"): 1, ("running", "toy"): 2, ("running", "alea"): 1}
            assert sorted(look.heads_in("running")) == [("g2", second.head), ("g3", third.head), ("g33", twin.head)]
            assert look.ids() == {"g1", "g2", "g3", "g33"}

    def test_games_that_something_freezes_are_found(self, store: Store) -> None:
        with store.write() as change:
            for game, use in (("a", "froze"), ("b", "frozen"), ("c", "frozen/sheet"), ("c", "frozen"), ("d", "frozeo")):
                change.add_secret(game, use, b"x")
            assert change.frozen_ids() == ["b", "c"]
            change.put_secret("b", "frozen", None)
            assert change.frozen_ids() == ["c"]

    def test_a_seat_has_one_holder(self, store: Store) -> None:
        with store.write() as change:
            change.put_seat("g", "blue", "Anna", "desk")
            change.put_seat("g", "blue", "Bruno", "desk")
            change.put_seat("h", "grey", "Bruno", "desk")
            change.put_seat("i", "grey", "Bruno", "desk")
            for game, phase in (("g", "running"), ("h", "seating"), ("i", "over")):
                change.put_standing(Standing(game, "toy", phase, Head(1, KEY), 1))
        with store.read() as look:
            assert look.seats_in_play("Anna") == []
            assert look.seats_in_play("Bruno") == [("g", "blue"), ("h", "grey")]
            assert look.seats("i") == {"grey": ("Bruno", "desk")}

    def test_the_nearest_snapshot_is_found(self, store: Store) -> None:
        with store.write() as change:
            for seq in (3, 64, 70):
                change.put_snapshot("g", seq, hash=KEY, version=1, content=b"at %d" % seq)
            change.drop_snapshot("g", 70)
        with store.read() as look:
            found = [look.snapshot("g", seq) for seq in (2, 3, 63, 1000)]
        assert found == [None, (3, KEY, 1, b"at 3"), (3, KEY, 1, b"at 3"), (64, KEY, 1, b"at 64")]

    def test_dropping_them_leaves_the_truth(self, store: Store) -> None:
        with store.write() as change:
            change.append(entries())
            change.put_standing(Standing("g", "toy", "over", Head(9, KEY), 7))
            change.put_seat("g", "blue", "Anna", "desk")
            change.put_snapshot("g", 1, hash=KEY, version=1, content=b"x")
            change.put_secret("g", "hidden", b"h")
            change.drop_projections("h")
            assert change.projected_ids() == ["g"]
            assert [len(some) for some in change.projections("g").values()] == [1, 1, 0]
            change.drop_projections("g")
        with store.read() as look:
            assert look.projections("g") == {"game": [], "seat": [], "event": []}
            assert look.projected_ids() == []
            assert look.snapshot("g", 9) is None
            assert look.secret("g", "hidden") == b"h"
            assert len(look.raws("g")) == 3


class TestSecrets:
    def test_come_back_by_use_and_by_prefix(self, store: Store) -> None:
        with store.write() as change:
            for use in ("plan/blue", "plan/grey", "plan_x", "hidden"):
                change.put_secret("g", use, use.encode())
            change.put_secret("h", "plan/blue", b"other game")
            change.put_secret("g", "plan/grey", None)
        with store.read() as look:
            assert look.secret("g", "hidden") == b"hidden"
            assert look.secret("g", "plan/grey") is None
            assert look.secrets("g", "plan/") == {"blue": b"plan/blue"}

    @pytest.mark.parametrize("statement", ["UPDATE secret SET game = 'h'", "UPDATE secret SET use = 'seal'"])
    def test_are_bound_to_their_game_and_use(self, store: Store, tmp_path: Path, statement: str) -> None:
        with store.write() as change:
            change.put_secret("g", "hidden", b"h")
        assert tamper(tmp_path, statement) == 1
        with store.read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secret("h", "hidden") or look.secret("g", "seal")

    @pytest.mark.parametrize("locked", [b"", b"\0", bytes(12), bytes(40), b"words"])
    def test_that_are_damaged_say_so(self, store: Store, tmp_path: Path, locked: bytes) -> None:
        with store.write() as change:
            change.put_secret("g", "hidden", b"h")
        assert tamper(tmp_path, "UPDATE secret SET locked = ?", locked) == 1
        with store.read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secret("g", "hidden")

    @pytest.mark.sqlite
    @pytest.mark.parametrize("locked", ["words", 7])
    def test_that_are_no_bytes_any_more_say_so(self, store: Store, tmp_path: Path, locked: str | int) -> None:
        with store.write() as change:
            change.put_secret("g", "hidden", b"h")
        assert tamper(tmp_path, "UPDATE secret SET locked = ?", locked) == 1
        with store.read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secret("g", "hidden")

    def test_are_locked_with_the_key_of_the_desk(self, opens: Opens) -> None:
        with opens().write() as change:
            change.put_secret("g", "hidden", b"h")
        with opens(bytes(32)).read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secret("g", "hidden")

    def test_never_touch_the_disk_in_clear(self, store: Store, tmp_path: Path) -> None:
        secret = b"the-hidden-thing-81726354"
        with store.write() as change:
            change.put_secret("g", "hidden", secret)
            change.put_snapshot("g", 1, hash=KEY, version=1, content=secret)
            change.add_letter(Due(0, "g", "Anna", "blue", 0, 3, 1, secret))
        with store.write() as change:
            change.put_secret("g", "hidden", b"short")  # what is deleted may stay on a free page
        assert not [name for name, content in on_disk(tmp_path).items() if secret in content]


class TestMail:
    def test_a_mail_is_known_once_noted(self, store: Store) -> None:
        with store.write() as change:
            assert not change.is_known_mail("d1")
            change.note_mail("d1", 5)
            assert change.is_known_mail("d1")
            assert not change.is_known_mail("d2")

    def test_a_letter_is_due_until_it_is_noted_as_sent_once(self, store: Store) -> None:
        with store.write() as change:
            for player in ("Zoe", "Anna"):
                change.add_letter(Due(0, "g", player, "blue", 0, 3, 1, player.encode()))
        with store.write() as change:
            first, second = change.due_letters(EVER)
            assert [first.body, second.body] == [b"Zoe", b"Anna"]
            assert change.note_sent(first.id, 9)
            assert not change.note_sent(first.id, 10)
            assert change.due_letters(EVER) == [second]

    def test_that_go_on_begin_where_the_last_one_to_the_seat_ended_sent_or_not(self, store: Store) -> None:
        with store.write() as change:
            for seat, upto in (("blue", 3), ("blue", 8), ("grey", 8), ("blue", 9)):
                change.add_letter(Due(0, "g", "Anna", seat, 0, upto, 1, b""), goes_on=True)
            change.add_letter(Due(0, "g", "Anna", "blue", 2, 3, 1, b""))
            assert [letter.since for letter in change.due_letters(EVER)] == [0, 3, 0, 8, 2]


class TestFormat:
    @pytest.mark.parametrize("found", ["1", "3", "10", "99", "", "one"])
    def test_of_another_version_is_refused(self, opens: Opens, tmp_path: Path, found: str) -> None:
        opens().close()
        assert tamper(tmp_path, "UPDATE desk SET value = ? WHERE name = 'format'", found) == 1
        before = rows(tmp_path)
        with pytest.raises(BrokenDeskError, match="use the pbem that made it"):
            opens()
        assert rows(tmp_path) == before

    def test_of_the_first_desks_becomes_todays_once_whoever_opens_it(self, opens: Opens, tmp_path: Path) -> None:
        with opens().write() as change:
            change.add_player(Member("Anna", "a@x.org"))
            change.append(entries())
        before = rows(tmp_path, "tally")
        tamper(tmp_path, "DROP TABLE tally")
        tamper(tmp_path, "UPDATE desk SET value = '4' WHERE name = 'format'")
        found: list[Store] = []
        threads = [Thread(target=lambda: found.append(opens())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 4
        assert rows(tmp_path, "tally") == before
        with found[0].read() as look:
            assert list(look.tally.missed()) == []
            assert look.raws("g") == [entry.raw for entry in entries()]

    def test_that_is_missing_is_refused(self, opens: Opens, tmp_path: Path) -> None:
        opens().close()
        tamper(tmp_path, "DELETE FROM desk")
        with pytest.raises(BrokenDeskError, match="format None"):
            opens()

    def test_a_database_of_another_kind_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(BrokenDeskError, match="sqlite:///"):
            Store("mysql://host/pbem", tmp_path, Vault(KEY))

    def test_a_missing_database_is_not_made_by_chance(self, tmp_path: Path) -> None:
        with pytest.raises(BrokenDeskError, match="missing"):
            Store(SQLITE, tmp_path, Vault(KEY))
        assert list(tmp_path.iterdir()) == []

    def test_what_is_no_database_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "pbem.db").write_bytes(b"no database at all" * 100)
        with pytest.raises(BrokenDeskError, match="not a database; restore it from a backup"):
            Store(SQLITE, tmp_path, Vault(KEY))


@pytest.mark.sqlite
class TestSQLite:
    def test_writes_ahead_and_syncs_fully_on_every_connection(self, store: Store) -> None:
        for connect in (store.read, store.write):
            with connect() as transaction:
                assert transaction._say("PRAGMA journal_mode").fetchone() == ("wal",)
                assert transaction._say("PRAGMA synchronous").fetchone() == (2,)

    @pytest.mark.parametrize("pragma", ["PRAGMA journal_mode=DELETE", "PRAGMA synchronous=1"])
    def test_that_is_not_durable_is_refused(self, opens: Opens, monkeypatch: pytest.MonkeyPatch, pragma: str) -> None:
        opens().close()
        careful = sqlite._set_up

        def careless(connection: Connection) -> None:
            careful(connection)
            connection.execute(pragma)

        monkeypatch.setattr(sqlite, "_set_up", careless)
        with pytest.raises(BrokenDeskError, match="not durable"):
            opens()


class TestProviderKeys:
    def test_each_record_is_kept_with_the_times_it_was_seen_the_latest_first(self, store: Store) -> None:
        with store.write() as change:
            change.note_provider_key("s._domainkey.x.org", b"one", at=10, until=20)
            change.note_provider_key("s._domainkey.x.org", b"two", at=30, until=40)
            change.note_provider_key("t._domainkey.x.org", b"two", at=30, until=40)
            change.note_provider_key("s._domainkey.x.org", b"one", at=50, until=60)
        with store.read() as look:
            found = look.provider_keys("s._domainkey.x.org")
            assert [(key.record, key.first, key.last, key.until) for key in found] == [
                (b"one", 10, 50, 60),
                (b"two", 30, 30, 40),
            ]
            assert look.provider_keys("u._domainkey.x.org") == ()
