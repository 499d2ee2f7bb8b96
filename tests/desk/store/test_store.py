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
            change.people.put(zoe)
            change.people.put(anna)
        with store.read() as look:
            assert look.people.all() == (anna, zoe)
            assert look.people.find("Zoe") == zoe
            assert look.people.find("zoe") is None

    def test_added_again_are_changed(self, store: Store) -> None:
        with store.write() as change:
            change.people.put(Member("Anna"))
            change.people.put(Member("Anna", "new@x.org"))
        with store.read() as look:
            assert look.people.all() == (Member("Anna", "new@x.org"),)

    def test_are_known_by_what_they_are_now(self, store: Store) -> None:
        key = EnrolledKey("pgp:aa", "pgp", b"", ("pgp:aa", "pgp:bb"))
        first = Member("Anna Rossi", "Anna@X.org", key_id="ssh:a", key=b"damaged")
        now = Member("Anna Rossi", "new@x.org", key_id="pgp:aa", key=json.encode(key))
        then = {reached_at("anna@x.org"), signing_as("ssh:a")}
        since = {reached_at("NEW@x.org"), signing_as("pgp:aa"), signing_as("pgp:bb")}
        always = {called("anna rossi"), looking_like("ANNAROSSI")}
        with store.write() as change:
            change.people.put(first)
            change.people.put(Member("Zoe"))
            assert {what for what in then | since | always if change.people.known_by(what) == (first,)} == then | always
            change.people.put(now)
            assert {what for what in then | since | always if change.people.known_by(what) == (now,)} == since | always
            assert {what for what in then if change.people.known_by(what)} == set()
            assert change.people.known_by(reached_at("")) == ()
            assert change.people.misknown() == []

    def test_that_are_known_by_something_else_are_found_and_made_right(self, store: Store, tmp_path: Path) -> None:
        with store.write() as change:
            for name in ("Anna", "Bruno", "Carla"):
                change.people.put(Member(name, f"{name}@x.org"))
        before = rows(tmp_path)
        tamper(tmp_path, "UPDATE known_by SET what = 'mail/m@x.org' WHERE what = 'mail/anna@x.org'")
        tamper(tmp_path, "DELETE FROM known_by WHERE what = 'called/carla'")
        tamper(tmp_path, "INSERT INTO known_by (what, name) VALUES ('called/mallory', 'Mallory')")
        with store.write() as change:
            assert change.people.misknown() == ["Anna", "Carla", "Mallory"]
            change.people.know_anew(change.people.misknown())
            assert change.people.misknown() == []
        assert rows(tmp_path) == before

    def test_are_given_in_pages(self, store: Store) -> None:
        with store.write() as change:
            for name in "CADB":
                change.people.put(Member(name))
            assert [player.name for player in change.people.after("", 2)] == ["A", "B"]
            assert [player.name for player in change.people.after("B", 9)] == ["C", "D"]
            assert [change.people.count_after(name) for name in ("", "B", "D")] == [4, 2, 0]


class TestTransactions:
    def test_an_exception_undoes_everything(self, store: Store) -> None:
        def fail() -> None:
            with store.write() as change:
                change.people.put(Member("Anna"))
                change.records.append(entries())
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        with store.read() as look:
            assert look.people.all() == ()
            assert look.records.raws("g") == []

    def test_a_look_sees_one_state_from_its_first_question_on(self, opens: Opens) -> None:
        one, other = opens(), opens()
        with one.read() as look:
            assert look.people.all() == ()
            with other.write() as change:
                change.people.put(Member("Anna"))
            assert look.people.all() == ()
        with one.read() as look:
            assert look.people.all() == (Member("Anna"),)

    def test_what_a_writer_read_stays_true_until_it_commits(self, opens: Opens) -> None:
        stores = opens(), opens()

        def count_on(store: Store) -> None:
            for _ in range(15):
                with store.write() as change:
                    change.people.put(Member(f"p{len(change.people.all())}"))

        threads = [Thread(target=count_on, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with stores[0].read() as look:
            assert {player.name for player in look.people.all()} == {f"p{number}" for number in range(30)}


class TestRecord:
    def test_bytes_come_back_exactly(self, store: Store) -> None:
        made = entries()
        with store.write() as change:
            change.records.append(made)
            change.records.append(entries("other", 1))
        with store.read() as look:
            assert look.records.raws("g") == [entry.raw for entry in made]
            assert look.records.raws("g", 1, 2) == [made[1].raw]
            assert [look.records.hash_of("g", seq) for seq in range(4)] == [*(entry.hash for entry in made), None]
            assert look.records.ids() == ["g", "other"]

    def test_of_two_writers_of_an_entry_the_second_loses_all_it_did(self, opens: Opens) -> None:
        one, other = opens(), opens()
        with one.write() as change:
            change.records.append(entries())

        def come_late() -> None:
            with other.write() as change:
                change.people.put(Member("Late"))
                change.records.append(entries("fine", 1))
                change.records.append(entries()[2:])

        with pytest.raises(BrokenDeskError, match=r"(?i)unique"):
            come_late()
        with one.read() as look:
            assert look.people.all() == ()
            assert look.records.ids() == ["g"]
            assert look.records.raws("g") == [entry.raw for entry in entries()]


class TestProjections:
    def test_standings_are_kept_in_the_order_of_opening(self, store: Store) -> None:
        early, late = (
            Standing("z", "fortuna", "running", Head(3, KEY), 5, ("blue", "grey")),
            Standing("a", "toy", "over", Head(9, KEY), 7),
        )
        with store.write() as change:
            change.games.put(late)
            change.games.put(Standing("z", "fortuna", "seating", Head(1, bytes(32)), 5))
            change.games.put(early)
        with store.read() as look:
            assert look.games.all() == (early, late)
            assert look.games.find("z") == early
            assert look.games.find("Z") is None

    def test_the_newest_games_come_first_and_the_others_are_counted(self, store: Store) -> None:
        def at(opened: int, rules: str, phase: str) -> Standing:
            return Standing(f"g{opened}", rules, phase, Head(opened, KEY), opened)

        first, second, third = at(1, "toy", "over"), at(2, "toy", "running"), at(3, "alea", "running")
        twin = Standing("g33", "toy", "running", Head(3, KEY), 3)  # opened in the same second
        with store.write() as change:
            for standing in (second, third, first, twin):
                change.games.put(standing)
            change.games.put_seat("g1", "red", "Anna", "desk")
            change.games.put_seat("g2", "red", "Anna", "desk")
            change.games.put_seat("g2", "blue", "Anna", "desk")
        with store.read() as look:
            assert look.games.newest(9) == Listed((twin, third, second, first), 0)
            assert look.games.newest(1) == Listed((twin,), 3)
            assert look.games.newest(2, Wanted(rules="toy")) == Listed((twin, second), 1)
            assert look.games.newest(9, Wanted(phase="over")) == Listed((first,), 0)
            assert look.games.newest(9, Wanted(phase="void")) == Listed((), 0)
            assert look.games.newest(1, Wanted("Anna")) == Listed((second,), 1)
            assert look.games.newest(9, Wanted("Anna", "over", "toy")) == Listed((first,), 0)
            assert look.games.newest(9, Wanted("Anna", "over", "alea")) == Listed((), 0)
            assert look.games.counts() == {("over", "toy"): 1, ("running", "toy"): 2, ("running", "alea"): 1}
            assert sorted(look.games.heads_in("running")) == [
                ("g2", second.head),
                ("g3", third.head),
                ("g33", twin.head),
            ]
            assert look.games.ids() == {"g1", "g2", "g3", "g33"}

    def test_games_that_something_freezes_are_found(self, store: Store) -> None:
        with store.write() as change:
            for game, use in (("a", "froze"), ("b", "frozen"), ("c", "frozen/sheet"), ("c", "frozen"), ("d", "frozeo")):
                change.secrets.add(game, use, b"x")
            assert change.secrets.frozen_games() == ["b", "c"]
            change.secrets.put("b", "frozen", None)
            assert change.secrets.frozen_games() == ["c"]

    def test_a_seat_has_one_holder(self, store: Store) -> None:
        with store.write() as change:
            change.games.put_seat("g", "blue", "Anna", "desk")
            change.games.put_seat("g", "blue", "Bruno", "desk")
            change.games.put_seat("h", "grey", "Bruno", "desk")
            change.games.put_seat("i", "grey", "Bruno", "desk")
            for game, phase in (("g", "running"), ("h", "seating"), ("i", "over")):
                change.games.put(Standing(game, "toy", phase, Head(1, KEY), 1))
        with store.read() as look:
            assert look.games.seats_in_play("Anna") == []
            assert look.games.seats_in_play("Bruno") == [("g", "blue"), ("h", "grey")]
            assert look.games.seats("i") == {"grey": ("Bruno", "desk")}

    def test_the_nearest_snapshot_is_found(self, store: Store) -> None:
        with store.write() as change:
            for seq in (3, 64, 70):
                change.records.put_snapshot("g", seq, hash=KEY, version=1, content=b"at %d" % seq)
            change.records.drop_snapshot("g", 70)
        with store.read() as look:
            found = [look.records.snapshot("g", seq) for seq in (2, 3, 63, 1000)]
        assert found == [None, (3, KEY, 1, b"at 3"), (3, KEY, 1, b"at 3"), (64, KEY, 1, b"at 64")]

    def test_dropping_them_leaves_the_truth(self, store: Store) -> None:
        with store.write() as change:
            change.records.append(entries())
            change.games.put(Standing("g", "toy", "over", Head(9, KEY), 7))
            change.games.put_seat("g", "blue", "Anna", "desk")
            change.records.put_snapshot("g", 1, hash=KEY, version=1, content=b"x")
            change.secrets.put("g", "hidden", b"h")
            change.games.drop_projections("h")
            assert change.games.projected_ids() == ["g"]
            assert [len(some) for some in change.games.projections("g").values()] == [1, 1, 0]
            change.games.drop_projections("g")
        with store.read() as look:
            assert look.games.projections("g") == {"game": [], "seat": [], "event": []}
            assert look.games.projected_ids() == []
            assert look.records.snapshot("g", 9) is None
            assert look.secrets.find("g", "hidden") == b"h"
            assert len(look.records.raws("g")) == 3


class TestSecrets:
    def test_come_back_by_use_and_by_prefix(self, store: Store) -> None:
        with store.write() as change:
            for use in ("plan/blue", "plan/grey", "plan_x", "hidden"):
                change.secrets.put("g", use, use.encode())
            change.secrets.put("h", "plan/blue", b"other game")
            change.secrets.put("g", "plan/grey", None)
        with store.read() as look:
            assert look.secrets.find("g", "hidden") == b"hidden"
            assert look.secrets.find("g", "plan/grey") is None
            assert look.secrets.under("g", "plan/") == {"blue": b"plan/blue"}

    @pytest.mark.parametrize("statement", ["UPDATE secret SET game = 'h'", "UPDATE secret SET use = 'seal'"])
    def test_are_bound_to_their_game_and_use(self, store: Store, tmp_path: Path, statement: str) -> None:
        with store.write() as change:
            change.secrets.put("g", "hidden", b"h")
        assert tamper(tmp_path, statement) == 1
        with store.read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secrets.find("h", "hidden") or look.secrets.find("g", "seal")

    @pytest.mark.parametrize("locked", [b"", b"\0", bytes(12), bytes(40), b"words"])
    def test_that_are_damaged_say_so(self, store: Store, tmp_path: Path, locked: bytes) -> None:
        with store.write() as change:
            change.secrets.put("g", "hidden", b"h")
        assert tamper(tmp_path, "UPDATE secret SET locked = ?", locked) == 1
        with store.read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secrets.find("g", "hidden")

    @pytest.mark.sqlite
    @pytest.mark.parametrize("locked", ["words", 7])
    def test_that_are_no_bytes_any_more_say_so(self, store: Store, tmp_path: Path, locked: str | int) -> None:
        with store.write() as change:
            change.secrets.put("g", "hidden", b"h")
        assert tamper(tmp_path, "UPDATE secret SET locked = ?", locked) == 1
        with store.read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secrets.find("g", "hidden")

    def test_are_locked_with_the_key_of_the_desk(self, opens: Opens) -> None:
        with opens().write() as change:
            change.secrets.put("g", "hidden", b"h")
        with opens(bytes(32)).read() as look, pytest.raises(BrokenDeskError, match=r"desk\.key"):
            look.secrets.find("g", "hidden")

    def test_never_touch_the_disk_in_clear(self, store: Store, tmp_path: Path) -> None:
        secret = b"the-hidden-thing-81726354"
        with store.write() as change:
            change.secrets.put("g", "hidden", secret)
            change.records.put_snapshot("g", 1, hash=KEY, version=1, content=secret)
            change.letters.add(Due(0, "g", "Anna", "blue", 0, 3, 1, secret))
        with store.write() as change:
            change.secrets.put("g", "hidden", b"short")  # what is deleted may stay on a free page
        assert not [name for name, content in on_disk(tmp_path).items() if secret in content]


class TestMail:
    def test_a_mail_is_known_once_noted(self, store: Store) -> None:
        with store.write() as change:
            assert not change.mails.is_known("d1")
            change.mails.note("d1", 5)
            assert change.mails.is_known("d1")
            assert not change.mails.is_known("d2")

    def test_a_letter_is_due_until_it_is_noted_as_sent_once(self, store: Store) -> None:
        with store.write() as change:
            for player in ("Zoe", "Anna"):
                change.letters.add(Due(0, "g", player, "blue", 0, 3, 1, player.encode()))
        with store.write() as change:
            first, second = change.letters.due(EVER)
            assert [first.body, second.body] == [b"Zoe", b"Anna"]
            assert change.letters.note_sent(first.id, 9)
            assert not change.letters.note_sent(first.id, 10)
            assert change.letters.due(EVER) == [second]

    def test_that_go_on_begin_where_the_last_one_to_the_seat_ended_sent_or_not(self, store: Store) -> None:
        with store.write() as change:
            for seat, upto in (("blue", 3), ("blue", 8), ("grey", 8), ("blue", 9)):
                change.letters.add(Due(0, "g", "Anna", seat, 0, upto, 1, b""), goes_on=True)
            change.letters.add(Due(0, "g", "Anna", "blue", 2, 3, 1, b""))
            assert [letter.since for letter in change.letters.due(EVER)] == [0, 3, 0, 8, 2]


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
            change.people.put(Member("Anna", "a@x.org"))
            change.records.append(entries())
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
            assert look.records.raws("g") == [entry.raw for entry in entries()]

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
                assert transaction._ground.say("PRAGMA journal_mode").fetchone() == ("wal",)
                assert transaction._ground.say("PRAGMA synchronous").fetchone() == (2,)

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
            change.mails.note_provider_key("s._domainkey.x.org", b"one", at=10, until=20)
            change.mails.note_provider_key("s._domainkey.x.org", b"two", at=30, until=40)
            change.mails.note_provider_key("t._domainkey.x.org", b"two", at=30, until=40)
            change.mails.note_provider_key("s._domainkey.x.org", b"one", at=50, until=60)
        with store.read() as look:
            found = look.mails.provider_keys("s._domainkey.x.org")
            assert [(key.record, key.first, key.last, key.until) for key in found] == [
                (b"one", 10, 50, 60),
                (b"two", 30, 30, 40),
            ]
            assert look.mails.provider_keys("u._domainkey.x.org") == ()
