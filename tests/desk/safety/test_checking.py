"""What is damaged is named: every table, every kind of damage that a disk or a hand can do."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.desk.safety.checking import check, unmarked
from tests.cli.hosting import pbem
from tests.desk.house import BLUE, GAME, HOLDERS, ORANGE, furnished, head_of, legal, opened, play, signed_mail, tamper
from tools import damage

PROVIDER_KEY = b"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="


@pytest.fixture
def busy(tmp_path: Path) -> Path:
    """The folder of a desk that has something in every table."""
    folder = furnished("running", tmp_path / "desk")
    with opened(folder) as desk:
        assert receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])).verdict == "played"
        with desk.store.write() as change:
            change.secrets.put(GAME, "n/blue", b"{}")
        assert check(desk) == []
    return folder


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("UPDATE entry SET raw = replace(raw, 'blue', 'bleu') WHERE seq = 50", "entry"),
        ("UPDATE entry SET hash = x'00' WHERE seq = 17", "entry"),
        ("DELETE FROM entry WHERE seq = 30", "entry"),
        ("DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)", "entry"),
        ("DELETE FROM entry", "entry"),
        ("UPDATE game SET phase = 'over'", "game"),
        ("UPDATE game SET opened = opened + 1", "game"),
        ("INSERT INTO game VALUES ('ghost', 'fortuna', 'running', 1, x'00', 0, '')", "game"),
        ("UPDATE seat SET name = 'Mallory' WHERE seat = 'blue'", "seat"),
        ("DELETE FROM seat WHERE seat = 'blue'", "seat"),
        ("INSERT INTO seat VALUES ('ghost', 'blue', 'Anna', 'desk')", "seat"),
        ("UPDATE snapshot SET locked = x'00'", "snapshot"),
        ("UPDATE snapshot SET hash = zeroblob(32)", "snapshot"),
        ("UPDATE snapshot SET version = version + 1", "snapshot"),
        ("UPDATE secret SET locked = zeroblob(60) WHERE use = 'rungs'", "secret"),
        (
            "UPDATE secret SET use = 'move/9' WHERE use = (SELECT min(use) FROM secret WHERE use LIKE 'move/%')",
            "secret",
        ),
        ("DELETE FROM secret WHERE use = 'rungs'", "secret"),
        ("DELETE FROM secret WHERE use = 'hidden'", "entry"),
        ("DELETE FROM secret WHERE use LIKE 'order/%'", "entry"),
        ("UPDATE evidence SET locked = zeroblob(90)", "evidence"),
        ("UPDATE evidence SET digest = 'x' || digest", "evidence"),
        ("DELETE FROM evidence", "entry"),
        ("UPDATE mail SET digest = 'no digest'", "mail"),
        ("UPDATE mail SET player = 'Nobody'", "mail"),
        ("UPDATE mail SET at = at * 1000", "mail"),
        ("UPDATE letter SET upto = upto + 1 WHERE id = 3", "letter"),
        ("UPDATE letter SET player = 'Bruno' WHERE player = 'Anna'", "letter"),
        ("UPDATE letter SET seat = 'orange' WHERE seat = 'blue'", "letter"),
        ("UPDATE letter SET since = upto + 5 WHERE id = 3", "letter"),
        ("UPDATE letter SET locked = zeroblob(50) WHERE id = 3", "letter"),
        ("UPDATE letter SET tries = -1 WHERE id = 3", "letter"),
        ("UPDATE letter SET upto = 'words' WHERE id = 3", "letter"),
        ("UPDATE letter SET since = 'words' WHERE id = 3", "letter"),
        ("UPDATE player SET key = x'7b7d' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET key_id = 'ssh:other' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET language = 'xx'", "player"),
        ("UPDATE player SET address = 'nowhere' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET publishes = 7", "player"),
        ("UPDATE known_by SET what = 'mail/mallory@x.org' WHERE what = 'mail/anna@example.org'", "known_by"),
        ("UPDATE known_by SET name = 'Carla' WHERE what LIKE 'key/%' AND name = 'Anna'", "known_by"),
        ("DELETE FROM known_by WHERE name = 'Anna'", "known_by"),
        ("INSERT INTO known_by VALUES ('called/mallory', 'Anna')", "known_by"),
        ("UPDATE known_by SET what = x'ff' WHERE what = 'called/anna'", "known_by"),
    ],
)
def test_what_a_hand_changed_is_named_by_its_table(busy: Path, statement: str, table: str) -> None:
    assert tamper(busy, statement) >= 1
    with opened(busy) as desk:
        assert table in {found.table for found in check(desk)}


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("DELETE FROM secret WHERE use = 'plan/orange'", "secret"),
        ("DELETE FROM secret WHERE use = 'n/blue'", "secret"),
        ("DELETE FROM secret WHERE use LIKE 'sheet/%'", "secret"),
        ("DELETE FROM letter WHERE sent = 0", "letter"),
        ("DELETE FROM letter WHERE id = (SELECT max(id) FROM letter)", "letter"),
        ("DELETE FROM letter WHERE id = (SELECT min(id) FROM letter)", "letter"),
        ("UPDATE letter SET sent = at WHERE sent = 0", "letter"),
        ("UPDATE letter SET sent = 0 WHERE id = (SELECT max(id) FROM letter WHERE sent != 0)", "letter"),
        ("UPDATE letter SET since = since - 1 WHERE sent = 0 AND since > 0", "letter"),
        ("DELETE FROM mail", "mail"),
        ("UPDATE mail SET at = at - 1", "mail"),
        ("UPDATE mail SET player = 'Bruno'", "mail"),
        ("INSERT INTO mail SELECT substr(digest, 2) || substr(digest, 1, 1), at + 1, player, 0 FROM mail", "mail"),
        ("DELETE FROM evidence", "evidence"),
        ("DELETE FROM player WHERE name = 'Carla'", "player"),
        ("DELETE FROM player WHERE name = 'Dora'", "player"),
        ("UPDATE player SET address = 'mallory@example.org' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET publishes = 1 - publishes WHERE name = 'Anna'", "player"),
        ("UPDATE player SET language = 'de' WHERE name = 'Dora'", "player"),
        ("DELETE FROM desk WHERE name = 'backup'", "desk"),
        ("DELETE FROM provider_key", "provider_key"),
        ("UPDATE provider_key SET first = first - 1", "provider_key"),
        ("DELETE FROM tally WHERE lane = ''", "tally"),
        ("DELETE FROM tally WHERE lane = 'f1'", "tally"),
        ("UPDATE tally SET sums = zeroblob(80) WHERE lane = 'f1'", "tally"),
        ("UPDATE tally SET sums = (SELECT sums FROM tally WHERE lane = 'f1') WHERE lane = ''", "tally"),
        ("UPDATE tally SET lane = 'f2' WHERE lane = 'f1'", "tally"),
    ],
)
def test_a_row_that_is_gone_or_not_the_one_that_was_written_is_named(busy: Path, statement: str, table: str) -> None:
    with opened(busy) as desk:
        with desk.store.write() as change:
            change.mails.note_provider_key("k._domainkey.example.org", PROVIDER_KEY, at=5, until=9)
            change.facts.put("backup", "7")
        assert check(desk) == []
    assert tamper(busy, statement) >= 1
    with opened(busy) as desk:
        assert table in {found.table for found in check(desk)}


def test_a_game_that_is_gone_with_all_its_rows_is_named(busy: Path) -> None:
    tamper(busy, "DELETE FROM game WHERE id = 'f1'")
    for table in ("entry", "seat", "snapshot", "secret", "letter"):
        tamper(busy, f"DELETE FROM {table} WHERE game = 'f1'")
    tamper(busy, "DELETE FROM tally WHERE lane = 'f1'")
    (busy / "marks" / "f1").unlink()
    with opened(busy) as desk:
        assert "tally: 0 rows are there, and 1 should be" in {found.line for found in check(desk)}


def test_the_end_of_a_record_that_is_gone_is_named_without_its_mark(busy: Path) -> None:
    with opened(busy) as desk:
        size = head_of(desk).size
    (busy / "marks" / "f1").unlink()
    tamper(busy, "DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)")
    with opened(busy) as desk:
        assert f"entry: f1: {size - 1} rows are there, and {size} should be" in {found.line for found in check(desk)}


@pytest.mark.parametrize(
    ("table", "where"),
    [
        ("secret", "use = 'plan/orange'"),
        ("secret", "use = 'n/blue'"),
        ("player", "name = 'Anna'"),
        ("player", "name = 'Carla'"),
    ],
)
def test_an_older_row_that_was_put_back_is_named(busy: Path, tmp_path: Path, table: str, where: str) -> None:
    older = tmp_path / "older.db"
    tamper(busy, "VACUUM INTO ?", str(older))
    with opened(busy) as desk:
        order(desk, GAME, HOLDERS[ORANGE], "always keep step | any # another plan")
        with desk.store.write() as change:
            change.secrets.put(GAME, "n/blue", b"[]")
            for name in ("Anna", "Carla"):
                player = change.people.find(name)
                assert player is not None
                change.people.put(replace(player, address=f"{name.lower()}@example.com"))
        before = [found.line for found in check(desk)]
    with closing(sqlite3.connect(busy / "pbem.db", isolation_level=None)) as database:
        database.execute("ATTACH ? AS older", (str(older),))
        database.execute(f"REPLACE INTO {table} SELECT * FROM older.{table} WHERE {where}")
    with opened(busy) as desk:
        assert (before, {found.table for found in check(desk)}) == ([], {table})


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        (
            "CREATE TRIGGER t AFTER INSERT ON letter BEGIN DELETE FROM letter WHERE id = new.id; END",
            "letter: the trigger t does not belong there",
        ),
        ("CREATE VIEW v AS SELECT * FROM player", "v: the view v does not belong there"),
        ("CREATE TABLE notes (name TEXT)", "notes: the table notes does not belong there"),
        ("CREATE INDEX more ON mail (at)", "mail: the index more does not belong there"),
        ("DROP INDEX letter_told", "letter: the index letter_told is missing"),
        ("DROP TABLE evidence", "evidence: the table evidence is missing"),
        ("ALTER TABLE mail ADD COLUMN more TEXT", "mail: the table mail is not made as it should be"),
    ],
)
def test_what_the_database_is_made_of_is_checked(busy: Path, statement: str, line: str) -> None:
    tamper(busy, statement)
    with opened(busy) as desk:
        assert line in {found.line for found in check(desk)}


def test_letters_that_a_trigger_took_away_are_missed(busy: Path) -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON letter BEGIN DELETE FROM letter WHERE id = new.id; END"
    tamper(busy, trigger)
    with opened(busy) as desk:
        play(desk, 3)
    tamper(busy, "DROP TRIGGER t")
    with opened(busy) as desk:
        assert {found.table for found in check(desk)} == {"letter"}


_TEXTS = (
    ("entry", "game"),
    ("game", "id"),
    ("game", "asked"),
    ("seat", "game"),
    ("snapshot", "game"),
    ("secret", "game"),
    ("letter", "game"),
    ("player", "name"),
    ("player", "address"),
    ("known_by", "name"),
    ("tally", "lane"),
)


@pytest.mark.parametrize("kind", ["BLOB", "TEXT"])
@pytest.mark.parametrize(("table", "column"), _TEXTS)
def test_a_byte_that_is_no_text_is_told_in_a_line(busy: Path, table: str, column: str, kind: str) -> None:
    with closing(sqlite3.connect(busy / "pbem.db")) as database, database:
        first = f"SELECT min(rowid) FROM {table}"
        database.execute(f"UPDATE {table} SET {column} = CAST(x'66ff31' AS {kind}) WHERE rowid = ({first})")
    checked = pbem(busy, "check")
    assert checked.exit_code == 1
    assert "damaged: " in checked.stdout
    rebuilt = pbem(busy, "rebuild")
    assert len(rebuilt.stderr.splitlines()) <= 1
    assert rebuilt.exit_code in (0, 1, 3)
    assert (rebuilt.exit_code == 3) == bool(rebuilt.stderr)
    for command in (("status",), ("game", "list")):
        assert len(pbem(busy, *command).stderr.splitlines()) <= 1


@pytest.mark.parametrize("torn", [b"", b"0000", b"x" * 91, bytes(91)])
def test_a_mark_that_cannot_be_read_is_named(busy: Path, torn: bytes) -> None:
    (busy / "marks" / GAME).write_bytes(torn)
    with opened(busy) as desk:
        why = "it cannot be read; if the record is whole, remove the file"
        assert [found.line for found in check(desk)] == [f"marks: {GAME}: {why}"]
        assert unmarked(desk) == []


def test_a_mark_of_another_game_is_named(busy: Path) -> None:
    (busy / "marks" / "f2").write_bytes((busy / "marks" / GAME).read_bytes())
    with opened(busy) as desk:
        assert [found.line.split(":")[:2] for found in check(desk)] == [["marks", " f2"]]


def test_a_missing_mark_is_told_and_is_no_damage(busy: Path) -> None:
    (busy / "marks" / GAME).unlink()
    with opened(busy) as desk:
        assert (check(desk), unmarked(desk)) == ([], [GAME])
        play(desk, 1)
        assert unmarked(desk) == []


def test_a_check_while_others_write_finds_nothing(busy: Path) -> None:
    is_over = Event()

    def write_on() -> None:
        with opened(busy) as other:
            while not is_over.is_set():
                play(other, 1)
                new_game(other, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}))

    writer = Thread(target=write_on)
    writer.start()
    try:
        with opened(busy) as desk:
            found = [damage for _ in range(5) for damage in check(desk)]
    finally:
        is_over.set()
        writer.join()
    assert found == []


def test_rebuilding_takes_rows_as_they_are_and_says_what_was_missed(busy: Path) -> None:
    tamper(busy, "DELETE FROM player WHERE name = 'Carla'")
    tamper(busy, "DELETE FROM secret WHERE use = 'plan/orange'")
    tamper(busy, "UPDATE tally SET sums = zeroblob(80) WHERE lane = ''")
    with opened(busy) as desk:
        count = len(desk_secrets(desk))
        assert [found for found in rebuild(desk) if not found.startswith("tally")] == [
            f"secret: f1: {count} rows are there, and {count + 1} should be",
            "known_by: Carla",
        ]
        assert check(desk) == []
        assert rebuild(desk) == []
        play(desk, 3)
        assert check(desk) == []


def desk_secrets(desk: Desk) -> dict[str, bytes]:
    """All secrets of the game."""
    with desk.store.read() as look:
        return look.secrets.all(GAME)


@pytest.mark.parametrize("sums", ["zeroblob(80)", "zeroblob(0)", "'words'", "7"])
def test_a_game_whose_tally_is_damaged_goes_on(busy: Path, sums: str) -> None:
    tamper(busy, f"UPDATE tally SET sums = {sums} WHERE lane = 'f1'")
    with opened(busy) as desk:
        size = head_of(desk).size
        play(desk, 2)
        assert head_of(desk).size > size
        assert {found.table for found in check(desk)} == {"tally"}


@pytest.mark.sqlite
def test_a_record_that_is_behind_its_mark_is_named(running: Desk, folder: Path, tmp_path: Path) -> None:
    size = head_of(running).size
    running.close()
    raw = (folder / "pbem.db").read_bytes()
    with opened(folder) as desk:
        play(desk, 2)
        later = head_of(desk).size
    (folder / "pbem.db").write_bytes(raw)
    with opened(folder) as desk:
        assert head_of(desk).size == size
        assert [found.line for found in check(desk)] == [
            f"entry: {GAME}: {later} entries were here once; `pbem import` brings back what is missing"
        ]


def test_checking_tells_how_far_it_is(running: Desk) -> None:
    told: list[tuple[int, int]] = []
    assert check(running, lambda done, of: told.append((done, of))) == []
    assert told == [(0, 1)]


def test_checking_changes_nothing(busy: Path) -> None:
    before = (busy / "pbem.db").read_bytes()
    with opened(busy) as desk:
        check(desk)
    assert (busy / "pbem.db").read_bytes() == before


def test_no_damaged_page_goes_unnamed(tmp_path: Path) -> None:
    tally = damage.campaign(tmp_path / "desk", times=32, seed=3)
    assert tally.total() == 32
    assert sum(count for what, count in tally.items() if what.endswith("named")) > 20


def test_the_campaign_itself_sees_what_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(damage, "said", lambda _folder: [])
    with pytest.raises(damage.UnnamedError, match="nothing was said"):
        damage.campaign(tmp_path / "desk", times=20, seed=3)
