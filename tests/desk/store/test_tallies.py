"""Tallies: whatever is done to a store by its own means, its rows are those that were counted."""

from pathlib import Path

import pytest

from pbem.desk.store.guards.row_digests import Missed
from pbem.desk.store.store import Store
from pbem.desk.store.values import Due, Member
from tests.desk.house import behind, rows, tamper
from tests.desk.store.test_store import Opens, entries, opens, store

__all__ = ["opens", "store"]


def missed(store: Store) -> list[Missed]:
    """What is not as it was counted."""
    with store.read() as look:
        return list(look.tally.missed())


def letter(game: str = "g", at: int = 5) -> Due:
    """A letter to a seat, or a slip."""
    return Due(0, game, "Anna", "blue" if game else "", 0, 3, at, b"words")


def fill(store: Store) -> None:
    """Write something into every table that is counted, change it, and take some of it away again."""
    with store.write() as change:
        change.records.append(entries())
        change.records.append(entries("h", 1))
        for name in ("Anna", "Bruno", "Anna"):
            change.people.put(Member(name, f"{name}@x.org", publishes=name == "Bruno"))
        for game in ("", "g", "h"):
            change.secrets.add(game, "hidden", b"h")
            change.secrets.put(game, "plan/blue", b"one")
            change.secrets.put(game, "plan/blue", b"two")
            change.secrets.put(game, "plan/grey", b"one")
            change.secrets.put(game, "plan/grey", None)
            change.secrets.put(game, "plan/none", None)
        for digest in ("aa", "bb"):
            change.mails.note(digest, 5, player="Anna", is_answered=digest == "aa")
        change.mails.forget("aa")
        change.mails.forget("none")
        change.mails.put_evidence("aa ssh:x", b"one")
        change.mails.put_evidence("aa ssh:x", b"two")
        change.facts.put("backup", "1")
        change.facts.put("backup", "2")
        for at in (5, 6):
            change.mails.note_provider_key("k.example.org", b"key", at=at, until=at + 1)
        for game in ("", "g"):
            change.letters.add(letter(game))
            change.letters.add(letter(game, 6), goes_on=True)


def test_what_the_store_itself_does_is_counted(store: Store) -> None:
    assert missed(store) == []
    fill(store)
    assert missed(store) == []
    with store.write() as change:
        claimed, _damaged = change.letters.claim(9, now=9, until=99)
        assert len(claimed) > 1
        for due in claimed[1:]:
            assert change.letters.note_sent(due.id, 9)
            assert not change.letters.note_sent(due.id, 9)
        change.letters.give_up(due.id)
    assert missed(store) == []


def test_what_was_undone_is_not_counted(store: Store) -> None:
    def fail() -> None:
        with store.write() as change:
            change.records.append(entries())
            change.secrets.put("g", "plan/blue", b"one")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert missed(store) == []


@pytest.mark.parametrize("table", ["desk", "player", "entry", "secret", "mail", "evidence", "provider_key", "letter"])
def test_any_row_that_is_gone_is_missed(store: Store, tmp_path: Path, table: str) -> None:
    fill(store)
    with behind(tmp_path) as run:
        kept = list(run(f"SELECT * FROM {table}"))
    assert kept
    for number in range(len(kept)):
        fill_with(tmp_path, table, kept[:number] + kept[number + 1 :])
        assert {one.table for one in missed(store)} == {table}
        fill_with(tmp_path, table, kept)
        assert missed(store) == []


def fill_with(folder: Path, table: str, kept: list[tuple[object, ...]]) -> None:
    """Let a table hold these rows and no others."""
    tamper(folder, f"DELETE FROM {table}")
    for row in kept:
        tamper(folder, f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)


def test_rows_that_two_games_exchanged_are_missed_in_both(store: Store, tmp_path: Path) -> None:
    fill(store)
    for was, becomes in (("g", "x"), ("h", "g"), ("x", "h")):
        tamper(tmp_path, "UPDATE secret SET game = ? WHERE game = ? AND use = 'plan/blue'", becomes, was)
    assert [one.line for one in missed(store)] == [
        "secret: g: what is there is not what was written",
        "secret: h: what is there is not what was written",
    ]


def test_each_game_has_its_own_and_a_writer_of_games_does_not_touch_the_desks(store: Store, tmp_path: Path) -> None:
    fill(store)
    before = dict(rows(tmp_path)["tally"])
    assert sorted(before) == ["", "g", "h"]
    with store.write() as change:
        change.secrets.put("h", "plan/blue", b"three")
        change.mails.note("cc", 7)
        change.mails.put_evidence("cc ssh:x", b"three")
        change.letters.add(letter("", 8))
    after = dict(rows(tmp_path)["tally"])
    assert [lane for lane in after if after[lane] != before[lane]] == ["h"]
    assert missed(store) == []


def test_a_tally_of_another_key_or_another_game_is_none(opens: Opens, tmp_path: Path) -> None:
    fill(opens())
    assert {one.table for one in missed(opens(bytes(32)))} == {"tally"}
    tamper(tmp_path, "UPDATE tally SET sums = (SELECT sums FROM tally WHERE lane = 'g') WHERE lane = 'h'")
    assert [one.line for one in missed(opens())] == ["tally: h: not what was written there, or with another desk.key"]


def test_counting_anew_takes_rows_as_they_are(store: Store, tmp_path: Path) -> None:
    fill(store)
    tamper(tmp_path, "DELETE FROM secret WHERE use = 'plan/blue'")
    tamper(tmp_path, "DELETE FROM tally WHERE lane = 'h'")
    tamper(tmp_path, "UPDATE tally SET sums = x'00' WHERE lane = 'g'")
    assert missed(store) != []
    with store.write() as change:
        change.tally.begin_anew()
    assert missed(store) == []
    fill_more(store)
    assert missed(store) == []


def fill_more(store: Store) -> None:
    """Write on."""
    with store.write() as change:
        change.secrets.put("h", "plan/blue", b"three")
        change.records.append(entries("i", 1))
        change.mails.note("cc", 7)
