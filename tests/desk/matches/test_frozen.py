"""Letters are witnesses: a record that lost or changed entries is caught, frozen, and completed by an import."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.matches.acts.host.rulings import rule_default, rule_void
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.state.freezing import frozen_at, meet_notes
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.post.work.courier import send
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.remaking.importing import import_entries
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.log.entry import Head
from pbem.record.notes.notes import find_notes
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
    rows,
    signed_mail,
)
from tests.desk.letters.test_letters import body, delivered
from tests.desk.post.test_answers import new_letters, written
from tests.desk.test_people import MALLORY_ID
from tests.wording import DESK, REFEREE, mentions, text_of


@pytest.fixture
def lost(tmp_path: Path) -> tuple[Path, Path, bytes]:
    """A desk restored from an old backup; the desk as it was before; a letter of the time in between, as delivered."""
    later = furnished("running", tmp_path / "later")
    old = Path(shutil.copytree(later, tmp_path / "old"))
    with opened(later) as desk:
        send(desk)
        known = set(delivered(desk))
        play(desk, 12)
        send(desk)
        letters = [raw for name, raw in sorted(delivered(desk).items()) if name not in known]
        export(desk, GAME, tmp_path / "export")
    assert letters
    return old, tmp_path / "export", letters[-1]


def quoted(raw: bytes) -> str:
    """A letter as a mail program quotes it."""
    return "Look at this!\n\n" + "\n".join(f"> {line}" for line in body(raw).splitlines())


def flat(text: str) -> str:
    return " ".join(text.split())


def test_verify_with_a_saved_letter_finds_a_record_cut_short(lost: tuple[Path, Path, bytes], tmp_path: Path) -> None:
    old, _export, letter = lost
    (tmp_path / "old.eml").write_bytes(letter)
    assert pbem(old, "verify", GAME).exit_code == 0
    found = pbem(old, "verify", GAME, "--witness", tmp_path / "old.eml")
    assert found.exit_code == 1
    assert "entries are missing" in found.stdout


def test_verify_with_a_saved_letter_finds_a_record_written_anew(lost: tuple[Path, Path, bytes], tmp_path: Path) -> None:
    old, _export, letter = lost
    (tmp_path / "old.eml").write_bytes(letter)
    with opened(old) as desk:
        order(desk, GAME, "Anna", legal(desk, BLUE)[-1])
        play(desk, 40)
        export(desk, GAME, tmp_path / "forged")
    for what in (GAME, tmp_path / "forged"):
        assert pbem(old, "verify", what).exit_code == 0
        found = pbem(old, "verify", what, "--witness", tmp_path / "old.eml")
        assert found.exit_code == 1
        assert "the referee signed another head of size" in found.stdout


@pytest.mark.parametrize("size", [5, 100_000])
def test_a_head_that_is_not_ours_is_refused_loudly(running: Desk, caplog: pytest.LogCaptureFixture, size: int) -> None:
    new_letters(running)
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0], "dance", other={"seen": f"{size} {'0' * 64}"})
    assert receive(running, raw).verdict == "refused"
    (told,) = new_letters(running)
    assert mentions(written(running, told), REFEREE, "foreign_head", size=size)
    assert "'dance'" in written(running, told)
    assert f"f1: a player quotes a head of {size} entries that this record does not have" in caplog.text


def test_a_letter_forwarded_whole_is_a_witness(lost: tuple[Path, Path, bytes], tmp_path: Path) -> None:
    old, _export, letter = lost
    head = b"From: anna@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nsee below\r\n"
    forwarded = head + b"--b\r\nContent-Type: message/rfc822\r\n\r\n" + letter + b"\r\n--b--\r\n"
    (tmp_path / "forwarded.eml").write_bytes(forwarded)
    found = pbem(old, "verify", GAME, "--witness", tmp_path / "forwarded.eml")
    assert found.exit_code == 1
    assert "entries are missing" in found.stdout


def test_a_key_that_changed_while_a_game_was_frozen_is_recorded_after_the_import(
    lost: tuple[Path, Path, bytes],
) -> None:
    old, source, letter = lost
    with opened(old) as desk:
        receive(desk, mail(quoted(letter)))
        change_key(desk, "Anna", write_line(public_key(KEYS["Mallory"])).encode(), "lost")
        match, _count = import_entries(desk, source)
        assert match_of(desk).holders[BLUE].key == match.holders[BLUE].key == MALLORY_ID
        assert head_of(desk) == match.head
        assert verify_game(desk, GAME).ok


def test_a_note_of_ours_that_the_record_lacks_freezes_the_game(lost: tuple[Path, Path, bytes]) -> None:
    old, _export, letter = lost
    noted = max(int(note.split("\n")[1]) for note in find_notes(body(letter)))
    with opened(old) as desk:
        new_letters(desk)
        before = head_of(desk)
        assert receive(desk, mail(quoted(letter), sender="anybody@example.net")).verdict == "ignored"
        raw = signed_mail(desk, BLUE, legal(desk, BLUE)[0])
        assert receive(desk, raw).verdict == "refused"
        (told,) = new_letters(desk)
        frozen = wording.match_of(DESK, "desk_frozen", game=GAME, size=noted)
        assert len(re.findall(frozen, written(desk, told))) == 1
        with pytest.raises(RefusedError, match=frozen):
            order(desk, GAME, "Anna", legal(desk, BLUE)[0])
        with pytest.raises(DeskError, match=frozen):
            rule_default(desk, GAME, (), "no use")
        change_key(desk, "Anna", b"", "lost")
        assert head_of(desk) == before
        new_letters(desk)
        assert receive(desk, signed_mail(desk, ORANGE, "status")).verdict == "answered"
        (told,) = new_letters(desk)
        assert re.search(rf"{text_of(DESK, 'frozen')}: {frozen}", flat(written(desk, told)))
    assert re.search(frozen, pbem(old, "game", "show", GAME).stdout)


def test_a_frozen_game_whose_entries_are_lost_is_declared_void_and_says_so(
    lost: tuple[Path, Path, bytes], tmp_path: Path
) -> None:
    old, source, letter = lost
    with opened(old) as desk:
        receive(desk, mail(quoted(letter)))
        new_letters(desk)
    (tmp_path / "old.eml").write_bytes(letter)
    assert pbem(old, "game", "void", GAME, "--reason", "the disk died").exit_code == 0
    with opened(old) as desk:
        told = new_letters(desk)
        assert {due.player for due in told} == {"Anna", "Bruno"}
        size = max(int(note.split("\n")[1]) for note in find_notes(body(letter)))
        for due in told:
            assert f"the disk died (the referee had signed a head of {size} entries" in flat(written(desk, due))
        assert match_of(desk).phase == "void"
        assert verify_game(desk, GAME).ok
        before = head_of(desk)
        receive(desk, mail(quoted(letter), number=2))
        assert receive(desk, signed_mail(desk, BLUE, "end")).verdict == "refused"
        assert mentions(written(desk, new_letters(desk)[-1]), REFEREE, "closed_void")
        with pytest.raises(DeskError, match="another history"):
            import_entries(desk, source)
        assert head_of(desk) == before
    assert pbem(old, "verify", GAME, "--witness", tmp_path / "old.eml").exit_code == 1
    assert "frozen" not in pbem(old, "game", "show", GAME).stdout


def test_a_game_that_is_not_frozen_is_declared_void_without_more_words(running: Desk) -> None:
    rule_void(running, GAME, "no time")
    with running.store.read() as look:
        assert b'"reason":"no time"' in look.records.raws(GAME)[-1]


def test_notes_of_others_and_notes_we_have_freeze_nothing(running: Desk, folder: Path, tmp_path: Path) -> None:
    send(running)
    ours = max(delivered(running).items())[1]
    stranger = Desk.create(tmp_path / "other", name="referee.example.org", address="x@example.org")
    forged = stranger.note(GAME, head_of(running))
    stranger.close()
    before = rows(folder)
    for text in (quoted(ours), forged, forged.replace("pbem/head/1 referee.example.org/f1\n", "pbem/head/1 a/f1\n")):
        receive(running, mail(text))
    assert rows(folder) == before
    assert list(find_notes(forged))


def test_an_import_brings_the_entries_back_and_the_game_goes_on(lost: tuple[Path, Path, bytes]) -> None:
    old, source, letter = lost
    with opened(old) as desk:
        receive(desk, mail(quoted(letter)))
        size = head_of(desk).size
        new_letters(desk)
        match, count = import_entries(desk, source)
        assert match.head.size == size + count > size
        assert head_of(desk) == match.head
        assert {due.player for due in new_letters(desk)} == {"Anna", "Bruno"}
        assert import_entries(desk, source)[1] == 0
        with desk.store.read() as look:
            assert look.secrets.find(GAME, "frozen") is None
            assert look.secrets.under(GAME, "plan/") == {}
        play(desk, 30)
        assert head_of(desk).size > match.head.size
        assert verify_game(desk, GAME).ok


def test_an_import_finds_sealed_moves_again(tmp_path: Path) -> None:
    later = furnished("fresh", tmp_path / "later")
    old = Path(shutil.copytree(later, tmp_path / "old"))
    with opened(later) as desk:
        play(desk, 60)
        with desk.store.read() as look:
            sealed = look.secrets.under(GAME, "move/")
        export(desk, GAME, tmp_path / "export")
    assert sealed
    with opened(old) as desk:
        import_entries(desk, tmp_path / "export")
        with desk.store.read() as look:
            assert look.secrets.under(GAME, "move/") == sealed
        play(desk, 20)
        assert verify_game(desk, GAME).ok


def test_only_what_continues_our_own_chain_is_imported(lost: tuple[Path, Path, bytes], tmp_path: Path) -> None:
    old, source, _letter = lost
    changes: dict[str, Callable[[Path], object]] = {
        "no note": lambda folder: (folder / "head.note").unlink(),
        "a bad note": lambda folder: (folder / "head.note").write_text("x"),
        "cut": lambda folder: (folder / "log.jsonl").write_bytes((source / "log.jsonl").read_bytes()[:-9]),
        "shorter": lambda folder: (folder / "log.jsonl").write_bytes(
            b"".join((source / "log.jsonl").read_bytes().splitlines(keepends=True)[:-1])
        ),
    }
    for name, change in changes.items():
        copy = Path(shutil.copytree(source, tmp_path / name))
        change(copy)
        before = rows(old)
        with opened(old) as desk, pytest.raises(DeskError):
            import_entries(desk, copy)
        assert rows(old) == before, name
    with opened(old) as desk:
        order(desk, GAME, "Anna", legal(desk, BLUE)[-1])
        with pytest.raises(DeskError, match="another history"):
            import_entries(desk, source)


def test_a_game_that_is_not_here_is_not_imported(lost: tuple[Path, Path, bytes], tmp_path: Path) -> None:
    Desk.create(tmp_path / "empty", name="r", address="r@example.org").close()
    with opened(tmp_path / "empty") as empty, pytest.raises(UsageError, match="there is no game 'f1' here"):
        import_entries(empty, lost[1])


def test_importing_is_a_command(lost: tuple[Path, Path, bytes]) -> None:
    old, source, _letter = lost
    with opened(old) as desk:
        assert match_of(desk).phase == "running"
    assert "entries imported" in pbem(old, "import", source).stdout
    assert pbem(old, "verify", GAME).exit_code == 0
    assert pbem(old, "import", old).exit_code == 2


def test_of_many_heads_in_a_mail_the_largest_freezes_the_game_once(running: Desk) -> None:
    sizes = (7, 900, 30)
    notes = [running.note(GAME, Head(size, bytes([size % 256]) * 32)) for size in sizes]
    assert meet_notes(running, notes) == [GAME]
    with running.store.read() as look:
        found = frozen_at(running, look, GAME)
    assert found
    assert found.size == max(sizes)
