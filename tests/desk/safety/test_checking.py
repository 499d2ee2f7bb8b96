"""What is damaged is named: every table, every kind of damage that a disk or a hand can do."""

from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.post.receiving import receive
from pbem.desk.safety.checking import check
from tests.desk.house import BLUE, GAME, furnished, head_of, legal, opened, play, signed_mail, tamper
from tools import damage


@pytest.fixture
def busy(tmp_path: Path) -> Path:
    """The folder of a desk that has something in every table."""
    folder = furnished("running", tmp_path / "desk")
    with opened(folder) as desk:
        assert receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])).verdict == "played"
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
        ("UPDATE player SET key = x'7b7d' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET key_id = 'ssh:other' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET language = 'xx'", "player"),
        ("UPDATE player SET address = 'nowhere' WHERE name = 'Anna'", "player"),
        ("UPDATE player SET publishes = 7", "player"),
    ],
)
def test_what_a_hand_changed_is_named_by_its_table(busy: Path, statement: str, table: str) -> None:
    assert tamper(busy, statement) >= 1
    with opened(busy) as desk:
        assert table in {found.table for found in check(desk)}


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
    tally = damage.campaign(tmp_path / "desk", times=48, seed=3)
    assert tally.total() == 48
    assert sum(count for what, count in tally.items() if what.endswith("named")) > 30


def test_the_campaign_itself_sees_what_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(damage, "said", lambda _folder: [])
    with pytest.raises(damage.UnnamedError, match="nothing was said"):
        damage.campaign(tmp_path / "desk", times=20, seed=3)
