"""Letters that somebody kept against a record: heads, receipts, mailboxes, the referee's key."""

import json
import mailbox
import os
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.host.rulings import rule_default, rule_void
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.courier import poll, send
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.checks.kept_letters import Kept, read_box, read_mail
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.exporting import export
from pbem.record.log.entry import Head
from pbem.record.notes.notes import head_text, sign
from pbem.record.notes.receipts import Receipt, receipt_text
from tests.cli.hosting import done, no, pbem
from tests.desk.house import BLUE, GAME, ORANGE, head_of, legal, match_of, opened, play, signed_mail, tamper
from tests.desk.letters.test_letters import body
from tests.record import sample
from tests.wording import DESK, mentions, text_of

pytestmark = pytest.mark.anywhere

LONG_AGO = 1_600_000_000


def letters_of(desk: Desk) -> list[bytes]:
    """Send what is due, and return every letter."""
    send(desk)
    return [path.read_bytes() for path in sorted((desk.folder / "outbox" / "new").iterdir())]


def kept(desk: Desk) -> list[Kept]:
    return [read_mail(raw) for raw in letters_of(desk)]


def held(desk: Desk, mails: list[Kept]) -> Verified:
    """Hold letters against what a stranger gets of the game."""
    return verify_files(export(desk, GAME, desk.folder.parent / "held"), mails=mails)


def put(desk: Desk, raw: bytes, came: int, name: str = "1.mail") -> None:
    """Let a mail lie in the inbox since some time."""
    path = desk.folder / "inbox" / "new" / name
    path.write_bytes(raw)
    os.utime(path, (came, came))


def last_order(desk: Desk) -> dict[str, Any]:
    with desk.store.read() as look:
        bodies = [json.loads(raw) for raw in look.records.raws(GAME)]
    return next(body for body in reversed(bodies) if body["kind"] == "order")


def test_an_order_came_when_its_mail_came_however_late_the_desk_looks(running: Desk) -> None:
    put(running, signed_mail(running, BLUE, legal(running, BLUE)[0]), LONG_AGO)
    assert poll(running, running.inbox) == 1
    assert last_order(running)["came"] == LONG_AGO


def test_a_mail_of_the_future_came_now(running: Desk) -> None:
    put(running, signed_mail(running, BLUE, legal(running, BLUE)[0]), running.now() + 10_000)
    assert poll(running, running.inbox) == 1
    order = last_order(running)
    assert order["came"] <= order["at"] <= running.now()


def test_a_sheet_from_the_pipe_came_now_although_it_is_used_later(fresh: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fresh.now()
    assert receive(fresh, signed_mail(fresh, BLUE, legal(fresh, BLUE)[0])).is_kept
    after = fresh.now()
    monkeypatch.setattr(fresh, "now", lambda: after + 500)
    assert receive(fresh, signed_mail(fresh, ORANGE, legal(fresh, ORANGE)[0])).verdict == "played"
    with fresh.store.read() as look:
        orders = [body for raw in look.records.raws(GAME) if (body := json.loads(raw))["kind"] == "order"]
    assert [order["seat"] for order in orders] == ["blue", "orange"]
    assert before <= orders[0]["came"] <= after
    assert orders[1]["came"] == after + 500 == orders[0]["at"]


def chosen(desk: Desk) -> list[Kept]:
    """Blue's choice comes and waits, orange's is played with it; returns all letters."""
    put(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0]), LONG_AGO)
    poll(desk, desk.inbox)
    receive(desk, signed_mail(desk, ORANGE, legal(desk, ORANGE)[0]))
    return kept(desk)


def test_a_receipt_is_held_against_the_order_that_used_its_sheet(fresh: Desk) -> None:
    mails = chosen(fresh)
    assert sum(len(mail.receipts) for mail in mails) == 1
    found = verify_game(fresh, GAME, mails=mails)
    assert found.ok
    assert found.witness is not None
    assert found.witness["receipts"] == {"used": 1}
    assert (found.witness["letters"], found.witness["newest"]) == (len(mails), head_of(fresh).size)


def test_a_record_that_says_another_time_than_the_receipt_is_not_valid(fresh: Desk) -> None:
    chosen(fresh)
    order = json.loads(next(raw for raw in raws(fresh) if b'"kind":"order"' in raw))
    with fresh.store.read() as look:
        digest = str(json.loads(look.secrets.under(GAME, "order/")[str(order["seq"])])["digest"])
    lie = fresh.receipt(Receipt(GAME, "blue", 4, LONG_AGO - 1, digest))
    found = verify_game(fresh, GAME, mails=[Kept(receipts=(lie,))])
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (order["seq"], "note")
    assert f"came at {LONG_AGO - 1}" in found.first_bad["why"]


def raws(desk: Desk) -> list[bytes]:
    with desk.store.read() as look:
        return look.records.raws(GAME)


def test_a_sheet_that_waits_is_not_used_yet(running: Desk, tmp_path: Path) -> None:
    first = signed_mail(running, ORANGE, "always keep vestal | any")
    assert receive(running, first).is_kept
    waiting = kept(running)
    found = verify_game(running, GAME, mails=waiting)
    assert found.witness is not None
    assert found.witness["receipts"] == {"replaced": 1, "waiting": 1}  # the plan of before is given up
    made = export(running, GAME, tmp_path / "x")
    shown = verify_files(made, mails=waiting)
    assert shown.witness is not None
    assert shown.witness["receipts"] == {"waiting": 2}  # a stranger cannot tell which


def test_a_sheet_that_a_ruling_set_aside_is_told(running: Desk) -> None:
    head = head_of(running)
    receipt = Receipt(GAME, str(BLUE), head.size, running.now(), "ab" * 32)
    rule_default(running, GAME, (str(BLUE),), "no answer came")
    found = held(running, [Kept(receipts=(running.receipt(receipt),))])
    assert found.ok
    assert found.witness is not None
    assert [one["fate"] for one in found.witness["unmet"]] == ["overruled"]


def test_an_export_of_a_running_game_says_that_no_order_of_it_is_compared(running: Desk, tmp_path: Path) -> None:
    export(running, GAME, tmp_path / "x")
    found = verify_files(tmp_path / "x")
    assert found.ok
    assert found.orders is not None
    assert found.orders["checked"] == 0
    assert found.orders["attested"] > 10


def test_a_finished_game_tells_which_sheets_were_replaced_and_which_never_used(over: Desk) -> None:
    lost = over.receipt(Receipt(GAME, "blue", 4, LONG_AGO, "ab" * 32))
    replaced = held(over, [Kept(receipts=(lost,))])
    assert replaced.witness is not None
    assert replaced.witness["receipts"] == {"replaced": 1}
    last = over.receipt(Receipt(GAME, "blue", head_of(over).size - 1, over.now() + 9, "ab" * 32))
    unused = held(over, [Kept(receipts=(last,))])
    assert unused.witness is not None
    assert [one["fate"] for one in unused.witness["unmet"]] == ["unused"]


def test_a_receipt_of_a_larger_record_shows_that_entries_are_missing(running: Desk) -> None:
    size = head_of(running).size
    ahead = running.receipt(Receipt(GAME, "blue", size + 1, LONG_AGO, "ab" * 32))
    found = held(running, [Kept(receipts=(ahead,))])
    assert found.first_bad is not None
    assert "entries are missing" in found.first_bad["why"]


def test_a_head_in_any_letter_of_the_box_that_is_not_the_records_makes_it_invalid(running: Desk) -> None:
    forged = running.note(GAME, Head(9, bytes(32)))
    found = held(running, [*kept(running), Kept(notes=(forged,))])
    assert found.first_bad is not None
    assert found.first_bad["why"] == "the referee signed another head of size 9"


def test_what_a_stranger_signed_is_counted_unless_nothing_else_is_there(running: Desk, tmp_path: Path) -> None:
    other = Desk.create(tmp_path / "other", name=running.settings.referee.name, address="x@example.org")
    forged = Kept(notes=(other.note(GAME, Head(9, bytes(32))),))
    other.close()
    found = held(running, [*kept(running), forged])
    assert found.ok
    assert found.witness is not None
    assert found.witness["unsigned"] == 1
    alone = held(running, [forged])
    assert alone.first_bad is not None
    assert "none is of the key in its record" in alone.first_bad["why"]


@pytest.fixture(params=["maildir", "mbox", "folder"])
def box(request: pytest.FixtureRequest, running: Desk, tmp_path: Path) -> Path:
    """All letters of a game in a mailbox, with mails that are bad, of others, or too large."""
    other = running.note("f2", Head(9, bytes(32))).encode()
    odd = [
        b"",
        b"\xff\0" * 400,
        b"Content-Type: multipart/mixed; boundary=a\n\n--a\n" * 5000,
        b"Subject: x\n\n" + other,
    ]
    mails = [*letters_of(running), *odd, b"x" * 300_000]
    path = tmp_path / "box"
    if request.param == "mbox":
        filled = mailbox.mbox(path)
        for raw in mails:
            filled.add(raw)
        filled.close()
        return path
    place = path / "cur" if request.param == "maildir" else path
    place.mkdir(parents=True)
    for number, raw in enumerate(mails):
        (place / f"{number}.eml").write_bytes(raw)
    return path


def test_a_whole_mailbox_is_held_against_a_game_an_export_and_an_archive(
    box: Path, running: Desk, folder: Path, tmp_path: Path
) -> None:
    export(running, GAME, tmp_path / "archive" / GAME)
    running.close()
    size = len(read_box(box))
    for what in ((GAME,), (tmp_path / "archive" / GAME,)):
        said = done(folder, "verify", *what, "--mailbox", box)
        assert f"letters    7 of {size} mails of this game" in said
        assert "1 of other games" in said
        assert said.splitlines()[-1].startswith("valid: ")
    said = done(folder, "verify", tmp_path / "archive", "--mailbox", box)
    assert said.startswith(f"{GAME}: valid: ")
    assert f"letters    7 of {size} mails" in said
    found = json.loads(done(folder, "verify", tmp_path / "archive", "--mailbox", box, "--json"))
    assert (found["ok"], list(found["games"])) == (True, [GAME])
    assert found["games"][GAME]["witness"]["others"] == 1


def test_a_mailbox_finds_a_record_that_was_cut_short(running: Desk, folder: Path, tmp_path: Path) -> None:
    made = export(running, GAME, tmp_path / "x")
    play(running, 1)
    (tmp_path / "box").mkdir()
    for number, raw in enumerate(letters_of(running)):
        (tmp_path / "box" / f"{number}.eml").write_bytes(raw)
    running.close()
    result = pbem(folder, "verify", made, "--mailbox", tmp_path / "box")
    assert result.exit_code == 1
    assert "entries are missing" in result.stdout


def test_a_box_that_is_none_is_wrong_usage(running: Desk, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    running.close()
    assert "there is no mailbox" in no(2, folder, "verify", GAME, "--mailbox", tmp_path / "nowhere")
    assert "holds no mail" in no(2, folder, "verify", GAME, "--mailbox", tmp_path / "empty")
    assert "leave one of the two out" in no(2, folder, "verify", GAME, "--chain", "--mailbox", tmp_path / "empty")
    with pytest.raises(UsageError):
        read_box(tmp_path / "empty")


@pytest.mark.parametrize("chain", [(), ("--chain",)])
def test_a_key_pins_the_referee(running: Desk, folder: Path, tmp_path: Path, chain: tuple[str, ...]) -> None:
    key = running.public_key.hex()
    made = export(running, GAME, tmp_path / "x")
    running.close()
    (tmp_path / "key").write_text(f"{key}\n", encoding="ascii")
    for what in (GAME, made):
        for given in (key, key.upper(), tmp_path / "key"):
            said = done(folder, "verify", what, "--key", given, *chain)
            assert said.splitlines()[-1].startswith("linked: " if chain else "valid: ")
        result = pbem(folder, "verify", what, "--key", "ab" * 32, *chain)
        assert result.exit_code == 1
        assert result.stdout == f"NOT VALID: entry 0: the record is of another referee's key: {key}\n"
    (tmp_path / "key").write_text("no key", encoding="ascii")
    assert "is no key of a referee" in no(2, folder, "verify", GAME, "--key", tmp_path / "key")


def test_letters_name_the_newest_heads_that_others_quoted_in_the_record_and_none_of_a_sheet_that_waits(
    fresh: Desk,
) -> None:
    before = match_of(fresh).head
    receive(fresh, signed_mail(fresh, BLUE, legal(fresh, BLUE)[0]))
    assert match_of(fresh).quoted == {}
    none = text_of(DESK, "quoted_none")
    assert all(f"orange      {none}" in text or f"blue        {none}" in text for text in texts(fresh))
    receive(fresh, signed_mail(fresh, ORANGE, legal(fresh, ORANGE)[0]))
    quoted = f"{before.size} {before.hash.hex()[:32]}"
    assert any(f"blue        {quoted}" in text for text in texts(fresh))
    assert any(f"blue: {before.size} <code" in text and quoted[2:] in text for text in texts(fresh, "text/html"))
    with opened(fresh.folder) as again:
        assert match_of(again).quoted == match_of(fresh).quoted  # out of the snapshots too


def texts(desk: Desk, kind: str = "text/plain") -> list[str]:
    return [body(raw, kind) for raw in letters_of(desk)]


@pytest.mark.parametrize("language", ["it", "fr", "de"])
def test_they_do_so_in_four_languages(fresh: Desk, folder: Path, language: str) -> None:
    assert tamper(folder, "UPDATE player SET language = ?", language) > 0
    assert any(mentions(text, DESK, "quoted", language) for text in texts(fresh))
    assert any(mentions(unescape(text), DESK, "quoted", language) for text in texts(fresh, "text/html"))


def written(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    return folder


def renamed(desk: Desk, key: bytes, *names: str) -> Kept:
    """Return a letter about the same game under other referees' names."""
    return Kept(tuple(sign(key, name, head_text(name, GAME, head_of(desk))) for name in names))


def test_a_record_made_anew_under_another_name_by_the_same_key_is_not_valid(running: Desk) -> None:
    private = bytes.fromhex((running.folder / "referee.key").read_text(encoding="ascii"))
    found = held(running, [*kept(running), renamed(running, private, "old.example.org")])
    assert found.first_bad is not None
    assert found.first_bad["check"] == "note"
    assert "signed letters on a game of this id as 'old.example.org'" in found.first_bad["why"]


@pytest.fixture
def foreign(running: Desk, tmp_path: Path) -> Path:
    """A box with letters on a game of the same id, by a referee of another name and key."""
    (tmp_path / "foreign").mkdir()
    for number in range(2):
        text = renamed(running, bytes(range(32)), "old.example.org").notes[0]
        (tmp_path / "foreign" / f"{number}.eml").write_bytes(b"Subject: x\n\n" + text.encode())
    return tmp_path / "foreign"


def test_letters_of_a_namesake_do_not_make_a_record_valid(
    running: Desk, folder: Path, foreign: Path, tmp_path: Path
) -> None:
    made, key = export(running, GAME, tmp_path / "x"), running.public_key.hex()
    running.close()
    for what in (GAME, made):
        result = pbem(folder, "verify", what, "--mailbox", foreign)
        assert result.exit_code == 4
        assert "2 are about a game of this id by 'old.example.org': not this record" in result.stdout
        assert result.stdout.splitlines()[-1].startswith("CANNOT CHECK: no letter is of this record")
        found = json.loads(pbem(folder, "verify", what, "--mailbox", foreign, "--json").stdout)
        assert (found["ok"], found["witness"]["namesakes"]) == (False, {"old.example.org": 2})
        assert found["witness"]["others"] == 0
    said = done(folder, "verify", made, "--mailbox", foreign, "--key", key)
    assert "not this record" in said


def test_beside_letters_of_its_own_a_namesakes_are_told_aloud(
    running: Desk, folder: Path, foreign: Path, tmp_path: Path
) -> None:
    for number, raw in enumerate(letters_of(running)):
        (foreign / f"own-{number}.eml").write_bytes(raw)
    made = export(running, GAME, tmp_path / "x")
    running.close()
    last = done(folder, "verify", made, "--mailbox", foreign).splitlines()[-1]
    assert last.startswith("valid: ")
    assert last.endswith("; but 2 letters are about a game of this id by another referee")


def test_notes_of_another_key_are_told_in_the_last_line(running: Desk, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    name = running.settings.referee.name
    forged = renamed(running, bytes(range(32)), name).notes[0]
    for number, raw in enumerate([*letters_of(running), b"Subject: x\n\n" + forged.encode()]):
        (tmp_path / "box" / f"{number}.eml").write_bytes(raw)
    made = export(running, GAME, tmp_path / "x")
    running.close()
    last = done(folder, "verify", made, "--mailbox", tmp_path / "box").splitlines()[-1]
    assert last.endswith("; but 1 note on this game is of another key")


def receipt_of(size: int, came: int = sample.AT + 231) -> Kept:
    """Return the receipt for blue's only sheet of the short game."""
    line = json.loads(sample.short()["evidence.jsonl"])
    receipt = Receipt(sample.GAME, "blue", size, came, json.loads(line["text"])["digest"])
    return Kept(receipts=(sign(sample.PRIVATE, sample.REFEREE, receipt_text(sample.REFEREE, receipt)),))


@pytest.mark.parametrize("size", [4, 5])  # before the order, and when its move was still to come
def test_a_sheet_that_was_used_after_its_receipt(tmp_path: Path, size: int) -> None:
    found = verify_files(written(tmp_path / "x", sample.short()), mails=[receipt_of(size)])
    assert found.first_bad is None
    assert found.witness is not None
    assert found.witness["receipts"] == {"used": 1}


def test_a_sheet_that_was_used_up_before_its_receipt_contradicts_the_record(tmp_path: Path) -> None:
    found = verify_files(written(tmp_path / "x", sample.short()), mails=[receipt_of(6)])
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (4, "note")
    assert "was not used up at size 6 by the referee's receipt" in found.first_bad["why"]


def test_a_sheet_that_came_otherwise_is_found_also_before_its_receipt(tmp_path: Path) -> None:
    found = verify_files(written(tmp_path / "x", sample.short()), mails=[receipt_of(6, came=sample.AT)])
    assert found.first_bad is not None
    assert f"came at {sample.AT} by the referee's receipt" in found.first_bad["why"]


def test_a_receipt_for_the_rest_of_a_sheet_contradicts_nothing(running: Desk) -> None:
    first = legal(running, BLUE)[0]
    assert receive(running, signed_mail(running, BLUE, first, "next", "always any")).verdict == "played"
    mails = kept(running)
    size = head_of(running).size
    assert any("pbem/receipt/1" in note and f"\n{size}\n" in note for mail in mails for note in mail.receipts)
    found = verify_game(running, GAME, mails=mails)
    assert found.ok
    rule_void(running, GAME, "the host is ill")
    here = verify_game(running, GAME, mails=mails)
    assert here.ok
    shown = held(running, mails)
    assert shown.first_bad is None


def test_of_a_sealed_sheet_the_time_tells_whether_it_was_used_after_its_receipt(tmp_path: Path) -> None:
    files = sample.short()
    del files["evidence.jsonl"]
    folder = written(tmp_path / "x", files)
    for size, became in ((4, "sealed"), (5, "sealed"), (6, "unused")):
        found = verify_files(folder, mails=[receipt_of(size)])
        assert found.witness is not None
        assert found.witness["receipts"] == {became: 1}


def test_a_private_key_is_not_taken_for_the_public_one(over: Desk, tmp_path: Path) -> None:
    export(over, GAME, tmp_path / "x")
    said = no(2, over.folder, "verify", tmp_path / "x", "--key", over.folder / "referee.key")
    assert f"the public one is {over.public_key.hex()}" in said
