"""Records as files and claims: export, verify, rebuild, and what must never be found in them."""

import json
import zlib
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.acts.host.rulings import rule_default, rule_void
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.snapshots import pack_match
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.record import folder as record_folder
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Head, entry_hash, read, write
from tests.desk.house import GAME, PLAN, garble, head_of, match_of, on_disk, opened, play, rows, tamper


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_nothing_hidden_is_found_in_the_database_files(running: Desk, folder: Path) -> None:
    match = match_of(running)
    with running.store.read() as look:
        secrets = {use: look.secrets.find(GAME, use) for use in ("rungs", "hidden", "seal")}
        sealed = list(look.secrets.under(GAME, "move/").values())
    needles = {PLAN.encode(), b"always keep step", *sealed}
    packed = pack_match(match)
    for state in (packed, zlib.decompress(packed)):
        needles |= {state, state[:60], state[len(state) // 2 :][:60]}
    for secret in secrets.values():
        assert secret
        needles |= {secret[:16], secret[-16:], secret.hex().encode()}
    play(running, 2)  # so that there is a write-ahead log
    assert [
        (name, needle) for name, content in on_disk(folder).items() for needle in needles if needle in content
    ] == []


def test_card_names_of_a_hand_stand_only_in_the_public_table(running: Desk, folder: Path) -> None:
    match = match_of(running)
    cards = [card.encode() for card in match.terms.table["privileges"]]
    assert len(cards) > 5
    for name, kept in rows(folder).items():
        for row in kept:
            if name == "entry" and row[1] == 0:
                continue  # `open` holds the whole table
            for value in row:
                raw = value if isinstance(value, bytes) else str(value).encode()
                assert not [card for card in cards if card in raw], name


def test_an_export_of_a_running_game_holds_nothing_hidden(running: Desk, tmp_path: Path) -> None:
    made = files(export(running, GAME, tmp_path / "x"))
    with running.store.read() as look:
        sealed = list(look.secrets.under(GAME, "move/").values())
        hidden = [look.secrets.find(GAME, use) or b"" for use in ("hidden", "seal")]
    assert made["openings.jsonl"] == b""
    for content in made.values():
        assert not [text for text in (*sealed, PLAN.encode(), b"@example.org") if text in content]
        assert not [secret for secret in hidden if secret.hex().encode() in content]


def test_an_export_is_verified_and_made_again_over_itself(over: Desk, tmp_path: Path) -> None:
    first = files(export(over, GAME, tmp_path / "a" / "b"))
    assert first.keys() == {"log.jsonl", "openings.jsonl", "head.note", "result.json"}
    assert files(export(over, GAME, tmp_path / "a" / "b")) == first
    found = verify_files(tmp_path / "a" / "b")
    assert found.ok
    assert set(found.checks.values()) == {"ok"}
    here = verify_game(over, GAME)
    assert here.orders is not None
    assert here.orders["compared"] == here.orders["attested"]  # the sheets of bots are known here, and signed by nobody
    assert here.checks == found.checks | {"orders": "ok"}
    assert replace(here, orders=found.orders, checks=found.checks) == found


def test_a_later_export_may_replace_an_earlier_one(running: Desk, tmp_path: Path) -> None:
    export(running, GAME, tmp_path / "x")
    play(running, 4)
    export(running, GAME, tmp_path / "x")
    found = verify_files(tmp_path / "x")
    assert found.ok
    assert found.entries == head_of(running).size


def test_an_export_never_replaces_another_record_or_other_things(running: Desk, tmp_path: Path) -> None:
    new_game(running, NewGame("fortuna", {"blue": "Anna", "grey": "Bruno"}, "g2"))
    export(running, GAME, tmp_path / "x")
    before = files(tmp_path / "x")
    with pytest.raises(UsageError, match="holds another record"):
        export(running, "g2", tmp_path / "x")
    assert files(tmp_path / "x") == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary").write_text("dear diary")
    with pytest.raises(UsageError, match="holds other things"):
        export(running, GAME, tmp_path / "mine")
    with pytest.raises(UsageError, match="holds other things"):
        export(running, GAME, tmp_path / "mine" / "diary")
    with pytest.raises(DeskError, match="cannot write"):
        export(running, GAME, tmp_path / "mine" / "diary" / "below")
    assert files(tmp_path / "mine") == {"diary": b"dear diary"}


@pytest.mark.parametrize("name", ["log.jsonl", "head.note", ".log.jsonl"])
def test_an_export_does_not_write_through_a_link(running: Desk, tmp_path: Path, name: str) -> None:
    (tmp_path / "victim").write_bytes(b"")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / name).symlink_to(tmp_path / "victim")
    with pytest.raises(UsageError, match="holds other things"):
        export(running, GAME, tmp_path / "x")
    assert (tmp_path / "victim").read_bytes() == b""


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"it holds no log\.jsonl"):
        verify_files(tmp_path)
    (tmp_path / "log.jsonl").mkdir()
    with pytest.raises(UsageError, match=r"it holds no log\.jsonl"):
        verify_files(tmp_path)


def test_a_desk_that_lost_its_last_entries_is_not_valid(running: Desk, folder: Path) -> None:
    assert verify_game(running, GAME).ok
    assert tamper(folder, "DELETE FROM entry WHERE seq >= ?", head_of(running).size - 2) == 2
    found = verify_game(running, GAME)
    assert not found.ok
    assert found.first_bad
    assert found.first_bad["check"] == "note"


@pytest.mark.parametrize("with_cache", [True, False])
def test_a_changed_entry_is_found_and_named(running: Desk, folder: Path, *, with_cache: bool) -> None:
    raw = rows(folder)["entry"][40][3]
    changed = raw.replace(b'"at":1', b'"at":2')
    assert changed != raw
    if not with_cache:
        tamper(folder, "DELETE FROM snapshot")
        running.remembered.clear()
    assert tamper(folder, "UPDATE entry SET raw = ? WHERE seq = 40", changed) == 1
    found = verify_game(running, GAME)
    assert not found.ok
    assert found.first_bad
    assert found.first_bad["seq"] == 41
    assert found.entries == 41


def test_a_witness_that_saw_another_record_is_believed(running: Desk) -> None:
    note = running.note(GAME, Head(50, bytes(32)))
    found = verify_game(running, GAME, witnesses=[note])
    assert not found.ok
    assert found.first_bad
    assert found.first_bad["check"] == "note"
    with running.store.read() as look:
        seen = look.records.hash_of(GAME, 49)
    assert seen
    assert verify_game(running, GAME, witnesses=[running.note(GAME, Head(50, seen))]).ok


def rewritten(source: Path, changes: dict[str, object]) -> Iterable[bytes]:
    """The log of an export with another opening, its chain made anew as its forger would."""
    head, old = Head.empty, Head.empty
    for raw in record_folder.split((source / "log.jsonl").read_bytes()):
        entry = read(old, raw)
        body = {**entry.body, **(changes if entry.seq == 0 else {})}
        made = write(head, body)
        head, old = made.head, entry.head
        yield made.raw


@pytest.mark.parametrize(
    "changes",
    [
        {"table": {}},
        {"table": {"version": 1, "privileges": 7}},
        {"options": {"setup": "{}"}},
        {"options": {"nothing": "such"}},
    ],
)
def test_a_forged_opening_is_an_answer_not_a_crash(over: Desk, tmp_path: Path, changes: dict[str, object]) -> None:
    made = export(over, GAME, tmp_path / "x")
    (made / "log.jsonl").write_bytes(record_folder.join(rewritten(made, changes)))
    (made / "head.note").unlink()
    (made / "result.json").unlink()
    found = verify_files(made)
    assert not found.ok
    assert found.first_bad
    assert found.first_bad["check"] == "rules"


@pytest.mark.parametrize(
    "rules",
    [
        {"key": "chess", "version": 1},
        {"key": "../fortuna", "version": 1},
        {"key": "fortuna", "version": 999},
    ],
)
def test_rules_that_are_not_here_cannot_be_checked(over: Desk, tmp_path: Path, rules: dict[str, object]) -> None:
    made = export(over, GAME, tmp_path / "x")
    (made / "log.jsonl").write_bytes(record_folder.join(rewritten(made, {"rules": rules})))
    (made / "head.note").unlink()
    (made / "result.json").unlink()
    found = verify_files(made)
    assert not found.ok
    assert found.first_bad is None
    assert found.cannot
    assert found.checks["rules"] == "cannot"
    assert found.checks["chain"] == "ok"


def test_a_running_export_is_checked_by_the_rules_as_far_as_nothing_is_hidden(running: Desk, tmp_path: Path) -> None:
    made = export(running, GAME, tmp_path / "x")
    assert verify_files(made).checks["rules"] == "later"
    log = record_folder.split((made / "log.jsonl").read_bytes())
    seq = next(at for at, raw in enumerate(log) if b'"kind":"start"' in raw)
    start = json.loads(log[seq])
    forged = write(Head(seq, entry_hash(log[seq - 1])), start | {"asks": []})
    (made / "log.jsonl").write_bytes(record_folder.join([*log[:seq], forged.raw]))
    (made / "head.note").unlink()
    assert verify_files(made).first_bad == {
        "seq": seq,
        "check": "rules",
        "why": "`asks` does not name those whom the rules wait for",
    }


def test_a_void_game_lays_everything_open(running: Desk, tmp_path: Path) -> None:
    rule_void(running, GAME, "the host is ill")
    found = verify_files(export(running, GAME, tmp_path / "x"))
    assert found.ok
    assert found.checks["rules"] == found.checks["decks"] == found.checks["seals"] == "ok"
    assert found.host["rulings"] == {"void": 1}
    assert verify_game(running, GAME).ok


def test_rebuilding_finds_no_difference(running: Desk, folder: Path) -> None:
    rule_default(running, GAME, (), "no answer")
    before = rows(folder, "snapshot")
    assert rebuild(running) == []
    assert rows(folder, "snapshot") == before
    assert verify_game(running, GAME).ok


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE game SET phase = 'over'", ["game: f1"]),
        ("UPDATE game SET size = 7, head = x'00'", ["game: f1"]),
        ("UPDATE game SET asked = 'orange'", ["game: f1"]),
        ("DELETE FROM game", ["game: f1"]),
        ("INSERT INTO game VALUES ('ghost', 'fortuna', 'running', 1, x'00', 0, '')", ["game: ghost"]),
        ("UPDATE seat SET name = 'Mallory' WHERE seat = 'blue'", ["seat: f1"]),
        ("DELETE FROM seat", ["seat: f1"]),
        ("INSERT INTO seat VALUES ('ghost', 'blue', 'Anna', 'desk')", ["seat: ghost"]),
        ("INSERT INTO snapshot VALUES ('ghost', 1, x'00', 1, x'00')", []),
        ("UPDATE snapshot SET locked = x'00'", []),
        ("DELETE FROM snapshot", []),
        ("UPDATE entry SET hash = x'00' WHERE seq = 17", ["entry: f1 17"]),
        (
            "UPDATE entry SET hash = (SELECT hash FROM entry WHERE seq = 3) WHERE seq IN (4, 5)",
            ["entry: f1 4", "entry: f1 5"],
        ),
    ],
)
def test_rebuilding_repairs_what_was_damaged_and_says_so(
    running: Desk, folder: Path, damage: str, told: list[str]
) -> None:
    before, match = rows(folder, "snapshot"), match_of(running)
    running.close()
    assert tamper(folder, damage) >= 1
    with opened(folder) as desk:
        assert rebuild(desk) == told
        assert rows(folder, "snapshot") == before
        assert match_of(desk) == match
        assert rebuild(desk) == []


def test_rebuilding_stops_at_a_broken_record_and_changes_nothing(running: Desk, folder: Path) -> None:
    garble(folder, b'"kind"', b'"kinn"', "seq = 50")
    tamper(folder, "DELETE FROM seat")
    before = rows(folder)
    with pytest.raises(IntegrityError):
        rebuild(running)
    assert rows(folder) == before


@pytest.mark.parametrize("damaged", ["hash", "raw"])
def test_rebuilding_does_not_vouch_for_a_last_entry_that_is_not_what_was_hashed(
    running: Desk, folder: Path, damaged: str
) -> None:
    last = "seq = (SELECT max(seq) FROM entry)"
    if damaged == "hash":
        assert tamper(folder, f"UPDATE entry SET hash = x'00' WHERE {last}") == 1
    else:
        garble(folder, b'"at":1', b'"at":2', last)
    before = rows(folder)
    with pytest.raises(IntegrityError, match="not those that were hashed"):
        rebuild(running)
    assert rows(folder) == before
