"""A restored record may be shorter than it was: whatever knows more freezes the game, and its players thaw it."""

import shutil
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.matches.acts.host.rulings import rule_default, rule_void
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.restored.asking_anew import freeze_restored
from pbem.desk.matches.acts.restored.thawing import thaw_by_host
from pbem.desk.matches.state.freezing import frozen
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.remaking.importing import import_entries
from pbem.desk.wording.phrases import say
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.notes.receipts import Receipt, find_receipts
from tests import wording
from tests.cli.hosting import pbem
from tests.desk.house import (
    BLUE,
    GAME,
    KEYS,
    ORANGE,
    furnished,
    head_of,
    legal,
    mail,
    match_of,
    opened,
    play,
    signed_mail,
)
from tests.desk.post.test_answers import flat, new_letters, written
from tests.desk.test_people import MALLORY_ID
from tests.wording import DESK

DATABASE = "pbem.db"


def put_back(folder: Path, copy: Path) -> None:
    """Put the database alone back, as a careless host does."""
    for path in folder.glob(f"{DATABASE}*"):
        path.unlink()
    shutil.copy(copy, folder / DATABASE)


def is_frozen(desk: Desk, game: str = GAME) -> bool:
    with desk.store.read() as look:
        return frozen(desk, look, game) is not None


def restored(desk: Desk) -> None:
    """Freeze a game as restoring does."""
    with desk.store.write() as change:
        assert freeze_restored(desk, change, match_of(desk))


@pytest.fixture
def behind(tmp_path: Path) -> tuple[Path, int]:
    """A desk whose database alone was put back, and how many entries its record had."""
    folder = furnished("running", tmp_path / "desk")
    shutil.copy(folder / DATABASE, tmp_path / "copy")
    with opened(folder) as desk:
        play(desk, 8)
        size = head_of(desk).size
        new_game(desk, NewGame("fortuna", {"blue": "Anna", "grey": "Bruno"}, "later"))
        export(desk, GAME, tmp_path / "export")
    put_back(folder, tmp_path / "copy")
    return folder, size


def test_verify_says_that_the_desk_knows_of_entries_which_the_record_lacks(behind: tuple[Path, int]) -> None:
    folder, size = behind
    for words in (("verify", GAME), ("verify", GAME, "--chain")):
        found = pbem(folder, *words)
        assert found.exit_code == 4
        assert (
            f"CANNOT CHECK: the record lacks entries: the referee has signed a head of {size} entries, " in found.output
        )


def test_verify_says_that_a_restored_record_may_have_been_longer(running: Desk) -> None:
    restored(running)
    assert "it is not known yet whether entries are missing" in pbem(running.folder, "verify", GAME).output
    thaw_by_host(running, GAME)
    assert pbem(running.folder, "verify", GAME).exit_code == 0


def test_a_mail_of_before_the_restore_is_no_answer_to_the_letter_after_it(running: Desk) -> None:
    early = [signed_mail(running, seat, "status", number=number) for number, seat in enumerate((BLUE, ORANGE))]
    restored(running)
    for raw in early:
        receive(running, raw)
    assert is_frozen(running)
    for number, seat in enumerate((BLUE, ORANGE), 7):
        receive(running, signed_mail(running, seat, "status", number=number))
    assert not is_frozen(running)
    order = signed_mail(running, BLUE, legal(running, BLUE)[0])
    restored(running)
    thaw_by_host(running, GAME)
    assert receive(running, order).verdict == "refused"


class TestMark:
    def test_stops_orders_at_the_desk(self, behind: tuple[Path, int]) -> None:
        folder, size = behind
        with opened(folder) as desk:
            before = head_of(desk)
            with pytest.raises(RefusedError, match=wording.match_of(DESK, "desk_frozen", size=size)):
                order(desk, GAME, "Anna", legal(desk, BLUE)[0])
            with pytest.raises(RefusedError, match=wording.match_of(DESK, "desk_frozen", size=size)):
                play(desk, 1)
            with pytest.raises(DeskError, match=wording.match_of(DESK, "desk_frozen", size=size)):
                rule_default(desk, GAME, (), "no use")
            assert receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])).verdict == "refused"
            assert head_of(desk) == before

    def test_lets_the_game_go_on_when_the_rest_was_imported(self, behind: tuple[Path, int], tmp_path: Path) -> None:
        folder, size = behind
        with opened(folder) as desk:
            import_entries(desk, tmp_path / "export")
            assert head_of(desk).size == size
            assert not is_frozen(desk)
            assert not wording.mentions(written(desk, new_letters(desk)[-1]), DESK, "frozen")
            play(desk, 2)
            assert verify_game(desk, GAME).ok

    def test_is_told_when_the_game_is_declared_void(self, behind: tuple[Path, int]) -> None:
        folder, size = behind
        with opened(folder) as desk:
            rule_void(desk, GAME, "the disk died")
            with desk.store.read() as look:
                assert f"a head of {size} entries".encode() in look.records.raws(GAME)[-1]
            assert not is_frozen(desk)
        with opened(folder) as desk:
            assert not is_frozen(desk)

    def test_keeps_the_id_of_a_game_that_is_gone(self, behind: tuple[Path, int]) -> None:
        seats = {"blue": "Anna", "grey": "Bruno"}
        with opened(behind[0]) as desk:
            with pytest.raises(UsageError, match="before the database was restored"):
                new_game(desk, NewGame("fortuna", seats, "later"))
            assert new_game(desk, NewGame("fortuna", seats)).id == "fortuna-1"

    def test_of_the_record_as_it_is_freezes_nothing(self, running: Desk) -> None:
        play(running, 3)
        assert running.store.marks.of(GAME) == head_of(running)
        with opened(running.folder) as other:
            assert not is_frozen(other)
            play(other, 1)

    def test_set_by_another_after_a_look_began_freezes_nothing(self, running: Desk) -> None:
        with opened(running.folder) as other, other.store.read() as look:
            assert look.games.find(GAME)
            play(running, 2)
            assert frozen(other, look, GAME) is None


class TestReceipts:
    def lost_sheet(self, tmp_path: Path, *, at_desk: bool) -> tuple[Path, str]:
        """A desk that lost a sheet which only waited, and the receipt for it."""
        folder = furnished("fresh", tmp_path / "desk")
        shutil.copy(folder / DATABASE, tmp_path / "copy")
        with opened(folder) as desk:
            new_letters(desk)
            if at_desk:
                order(desk, GAME, "Anna", "reserve none")
            else:
                receive(desk, signed_mail(desk, BLUE, "reserve none"))
            (letter,) = new_letters(desk)
            (receipt,) = find_receipts(written(desk, letter))
            receive(desk, mail(receipt))
            assert not is_frozen(desk)
            order(desk, GAME, "Anna", "clear")
            receive(desk, mail(receipt, number=2))
            assert not is_frozen(desk)
        put_back(folder, tmp_path / "copy")
        return folder, receipt

    @pytest.mark.parametrize("at_desk", [True, False])
    def test_of_ours_for_a_sheet_we_do_not_know_freeze(self, tmp_path: Path, *, at_desk: bool) -> None:
        folder, receipt = self.lost_sheet(tmp_path, at_desk=at_desk)
        with opened(folder) as desk:
            quoted = "\n".join(f"> {line}" for line in receipt.splitlines())
            assert receive(desk, mail(f"where is it?\n\n{quoted}\n")).verdict == "ignored"
            assert is_frozen(desk)
            with pytest.raises(RefusedError, match=wording.match_of(DESK, "desk_frozen_sheet", game=GAME, seat=BLUE)):
                order(desk, GAME, "Bruno", "reserve none")

    def test_count_no_more_once_everybody_was_asked_anew(self, tmp_path: Path) -> None:
        folder, receipt = self.lost_sheet(tmp_path, at_desk=False)
        with opened(folder) as desk:
            receive(desk, mail(receipt))
            new_letters(desk)
            thaw_by_host(desk, GAME)
            assert {due.player for due in new_letters(desk)} == {"Anna", "Bruno"}
            receive(desk, mail(receipt, number=2))
            assert not is_frozen(desk)
            for seat in (BLUE, ORANGE):
                assert receive(desk, signed_mail(desk, seat, "reserve none")).verdict == "played"
            assert verify_game(desk, GAME).ok

    def test_of_others_or_changed_freeze_nothing(self, tmp_path: Path) -> None:
        folder, receipt = self.lost_sheet(tmp_path, at_desk=False)
        stranger = Desk.create(tmp_path / "other", name="referee.example.org", address="x@example.org")
        forged = stranger.receipt(Receipt(GAME, "blue", 1, 9, "00" * 32))
        stranger.close()
        with opened(folder) as desk:
            unknown = desk.receipt(Receipt("nowhere", "blue", 1, 9, "00" * 32))
            for number, text in enumerate((forged, receipt.replace("\nblue\n", "\norange\n"), unknown)):
                assert list(find_receipts(text)) == [text]
                receive(desk, mail(text, number=number))
                assert not is_frozen(desk)


class TestRestored:
    def test_goes_on_when_every_player_quotes_just_our_head(self, running: Desk) -> None:
        restored(running)
        assert receive(running, signed_mail(running, ORANGE, "status")).verdict == "answered"
        assert is_frozen(running)
        assert receive(running, signed_mail(running, ORANGE, "status", "board")).verdict == "answered"
        assert is_frozen(running)
        new_letters(running)
        before = head_of(running)
        assert receive(running, signed_mail(running, BLUE, legal(running, BLUE)[0])).verdict == "played"
        assert not is_frozen(running)
        assert head_of(running).size > before.size
        with running.store.read() as look:
            assert look.secrets.under(GAME, "plan/") == {}
        assert {due.player for due in new_letters(running)} == {"Anna", "Bruno"}

    def test_does_not_go_on_by_an_older_head_or_none(self, running: Desk) -> None:
        restored(running)
        with running.store.read() as look:
            older = look.records.hash_of(GAME, 39)
        assert older
        for seat in (BLUE, ORANGE):
            receive(running, signed_mail(running, seat, "status", other={"seen": f"40 {older.hex()}"}))
        assert is_frozen(running)

    def test_is_frozen_for_good_by_a_longer_record(self, tmp_path: Path) -> None:
        later = furnished("running", tmp_path / "later")
        old = Path(shutil.copytree(later, tmp_path / "old"))
        with opened(later) as desk:
            play(desk, 6)
            note = desk.note(GAME, head_of(desk))
            export(desk, GAME, tmp_path / "export")
        with opened(old) as desk:
            restored(desk)
            receive(desk, signed_mail(desk, ORANGE, "status"))
            receive(desk, mail(note))
            receive(desk, signed_mail(desk, BLUE, "status"))
            with pytest.raises(DeskError, match=wording.match_of(DESK, "desk_frozen")):
                thaw_by_host(desk, GAME)
            import_entries(desk, tmp_path / "export")
            with desk.store.read() as look:
                found = frozen(desk, look, GAME)
            assert found
            assert (found.head, found.unheard) == (None, (BLUE, ORANGE))  # who was heard spoke of a shorter record
            for seat in (BLUE, ORANGE):
                receive(desk, signed_mail(desk, seat, "status"))
            assert not is_frozen(desk)
            assert verify_game(desk, GAME).ok

    def test_that_ended_meanwhile_is_not_frozen_any_more(self, tmp_path: Path) -> None:
        later = furnished("fresh", tmp_path / "later")
        old = Path(shutil.copytree(later, tmp_path / "old"))
        with opened(later) as desk:
            play(desk, 100_000, kind="greedy")
            export(desk, GAME, tmp_path / "export")
        with opened(old) as desk:
            restored(desk)
            assert import_entries(desk, tmp_path / "export")[0].phase == "over"
            assert not is_frozen(desk)

    def test_records_a_key_that_changed_meanwhile(self, running: Desk) -> None:
        restored(running)
        change_key(running, "Anna", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
        assert match_of(running).holders[BLUE].key != MALLORY_ID
        thaw_by_host(running, GAME)
        assert match_of(running).holders[BLUE].key == MALLORY_ID
        assert verify_game(running, GAME).ok

    def test_hears_no_key_that_its_record_does_not_know_yet(self, running: Desk) -> None:
        restored(running)
        change_key(running, "Anna", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
        assert receive(running, signed_mail(running, ORANGE, "status")).verdict == "answered"
        new_letters(running)
        raw, before = signed_mail(running, BLUE, "status", signer="Mallory"), head_of(running)
        assert receive(running, raw).verdict == "refused"
        (told,) = new_letters(running)
        assert say("desk_other_key", "en", game=GAME) in flat(written(running, told))
        assert (is_frozen(running), head_of(running)) == (True, before)  # Anna was not heard by it
        thaw_by_host(running, GAME)
        assert receive(running, raw).verdict == "answered"  # the record knows that key now

    def test_is_not_thawed_if_it_is_not_frozen(self, running: Desk) -> None:
        with pytest.raises(DeskError, match="f1 is not frozen"):
            thaw_by_host(running, GAME)
