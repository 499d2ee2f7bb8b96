"""Any position a game ever had, and reports on any part of it."""

from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
from pbem.desk.letters.writing import environment
from pbem.desk.matches.acts.host.rulings import rule_back
from pbem.desk.matches.state.positions import current, position
from pbem.desk.matches.state.snapshots import EVERY, pack_match
from pbem.desk.records.folders.entries import entries_of
from pbem.games.game import Seat
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import entry_hash
from pbem.referee.audit.audit import replay
from pbem.referee.match.match import Match
from pbem.report import render
from pbem.report.page import Eyes
from tests.desk.house import BLUE, GAME, ORANGE, head_of, match_of, opened, play, tamper


def straight(desk: Desk) -> list[Match]:
    """Every match of a game by following its record from the start, no store, no cache, every move by the law."""
    with desk.store.read() as look:
        moves = {int(seq): text.decode() for seq, text in look.secrets.under(GAME, "move/").items()}
        steps = replay(entries_of(look, GAME), hidden=look.secrets.find(GAME, "hidden"), opened=moves.get)
        return [followed.match for _entry, followed in steps]


def same(one: Match, other: Match) -> bool:
    return one.head == other.head and one.terms == other.terms and pack_match(one) == pack_match(other)


def history(desk: Desk, *, forgetful: bool) -> list[Match]:
    with desk.store.read() as look:
        found = []
        for seq in range(look.games.find(GAME).head.size):  # type: ignore[union-attr]
            if forgetful:
                desk.remembered.clear()
            found.append(position(desk, look, GAME, seq))
        return found


@pytest.mark.parametrize("forgetful", [True, False])
def test_every_position_is_that_of_a_straight_replay(running: Desk, *, forgetful: bool) -> None:
    expected = straight(running)
    found = history(running, forgetful=forgetful)
    assert len(found) == len(expected) > 100
    assert [at for at, (one, other) in enumerate(zip(found, expected, strict=True)) if not same(one, other)] == []


def test_so_are_those_of_a_finished_game_and_its_last_move_is_not_played_again(over: Desk) -> None:
    assert all(map(same, history(over, forgetful=True), straight(over)))
    size = head_of(over).size
    with over.store.read() as look:
        kept = look.records.snapshot(GAME, size - 1)
    assert kept is not None
    assert kept[0] == size - 2


def test_so_is_every_position_after_going_back(running: Desk) -> None:
    size = head_of(running).size
    rule_back(running, GAME, size // 2, "a slip of the pen")
    play(running, 12)
    running.remembered.clear()
    expected = straight(running)
    assert expected[size].state == expected[size // 2].state
    assert all(map(same, history(running, forgetful=True), expected))


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM snapshot",
        "UPDATE snapshot SET locked = x'00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'",
        "UPDATE snapshot SET locked = x''",
        "UPDATE snapshot SET version = 999",
        "UPDATE snapshot SET hash = x'00'",
        "UPDATE snapshot SET seq = seq - 1",
    ],
)
def test_snapshots_are_a_cache_that_may_be_lost_or_damaged(running: Desk, folder: Path, damage: str) -> None:
    expected = straight(running)
    running.close()
    assert tamper(folder, damage) >= 2
    with opened(folder) as desk:
        assert all(map(same, history(desk, forgetful=True), expected))
        assert play(desk, 1).head.size > len(expected)


@pytest.mark.parametrize("forged", ['{"kind":"open"}', "no entry", ' {"a":1}'])
@pytest.mark.parametrize("fits", [True, False])
def test_an_opening_that_was_written_over_is_a_broken_record(
    running: Desk, folder: Path, forged: str, *, fits: bool
) -> None:
    raw = forged.encode()
    hash_ = entry_hash(raw) if fits else bytes(32)
    assert tamper(folder, "UPDATE entry SET raw = ?, hash = ? WHERE seq = 0", raw, hash_) == 1
    running.remembered.clear()
    with running.store.read() as look, pytest.raises(IntegrityError):
        position(running, look, GAME, 20)


def test_snapshots_are_few(running: Desk, folder: Path) -> None:
    with running.store.read() as look:
        size = current(running, look, GAME).head.size
        kept = {found[0] for seq in range(size) if (found := look.records.snapshot(GAME, seq))}
    assert size - max(kept) <= EVERY
    assert 2 <= len(kept) <= size // EVERY + 1


@pytest.mark.parametrize("seq", [-1, 10_000, 2**62, 2**70])
def test_an_entry_that_is_not_there_is_refused(running: Desk, seq: int) -> None:
    with running.store.read() as look, pytest.raises(UsageError, match="has no entry"):
        position(running, look, GAME, seq)


def test_a_game_that_is_not_there_is_refused(running: Desk) -> None:
    with running.store.read() as look, pytest.raises(UsageError, match="there is no game 'f2' here"):
        position(running, look, "f2", 0)


@pytest.mark.parametrize("seat", [None, BLUE, ORANGE])
@pytest.mark.parametrize("language", ["en", "de"])
def test_there_is_a_report_for_every_eye_at_every_tenth_entry(running: Desk, seat: Seat | None, language: str) -> None:
    size = match_of(running).head.size
    hidden = _hidden_from(running, seat)
    for at in range(3, size, 10):
        with running.store.read() as look:
            match = position(running, look, GAME, at)
            since = since_last_turn(look, match, seat)
            page = make_page(running, look, Stretch(GAME, since, at + 1), Eyes(seat, language))
            again = make_page(running, look, Stretch(GAME, since, at + 1), Eyes(seat, language))
        text, html = render.text(environment(running.folder), page), render.html(environment(running.folder), page)
        assert again == page
        for told in (text, html):
            assert match.head.hash.hex()[:32] in told
            assert ("token:" in told) == (seat is not None)
            assert not [secret for secret in hidden if secret in told]


def _hidden_from(desk: Desk, seat: Seat | None) -> list[str]:
    """The texts of the sealed moves that others made."""
    with desk.store.read() as look:
        moves = {int(seq): text.decode() for seq, text in look.secrets.under(GAME, "move/").items()}
        entries = entries_of(look, GAME)
    hidden = [text for seq, text in moves.items() if entries[seq].body["seat"] != seat]
    assert len(moves) >= 2
    return hidden


def test_before_the_start_there_is_nothing_to_report(running: Desk) -> None:
    with running.store.read() as look, pytest.raises(UsageError, match="had not started"):
        make_page(running, look, Stretch(GAME, 0, 2))
