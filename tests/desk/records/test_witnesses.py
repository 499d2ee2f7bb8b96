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
from pbem.desk.post.courier import poll, send
from pbem.desk.post.receiving import receive
from pbem.desk.records.export import export
from pbem.desk.records.letters import Kept, read_box, read_mail
from pbem.desk.records.verify import Verified, verify_files, verify_game
from pbem.record.entry import Head
from pbem.record.receipts import Receipt
from tests.cli.hosting import done, no, pbem
from tests.desk.house import BLUE, GAME, ORANGE, head_of, legal, match_of, opened, play, signed_mail, tamper
from tests.desk.letters.test_letters import body

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
        bodies = [json.loads(raw) for raw in look.raws(GAME)]
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
        orders = [body for raw in look.raws(GAME) if (body := json.loads(raw))["kind"] == "order"]
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
        digest = str(json.loads(look.secrets(GAME, "order/")[str(order["seq"])])["digest"])
    lie = fresh.receipt(Receipt(GAME, "blue", 4, LONG_AGO - 1, digest))
    found = verify_game(fresh, GAME, mails=[Kept(receipts=(lie,))])
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (order["seq"], "note")
    assert f"came at {LONG_AGO - 1}" in found.first_bad["why"]


def raws(desk: Desk) -> list[bytes]:
    with desk.store.read() as look:
        return look.raws(GAME)


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
    assert all("orange      none yet" in text or "blue        none yet" in text for text in texts(fresh))
    receive(fresh, signed_mail(fresh, ORANGE, legal(fresh, ORANGE)[0]))
    quoted = f"{before.size} {before.hash.hex()[:32]}"
    assert any(f"blue        {quoted}" in text for text in texts(fresh))
    assert any(f"blue: {before.size} <code" in text and quoted[2:] in text for text in texts(fresh, "text/html"))
    with opened(fresh.folder) as again:
        assert match_of(again).quoted == match_of(fresh).quoted  # out of the snapshots too


def texts(desk: Desk, kind: str = "text/plain") -> list[str]:
    return [body(raw, kind) for raw in letters_of(desk)]


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Teste che altri"), ("fr", "Têtes que d'autres"), ("de", "Köpfe, die andere")]
)
def test_they_do_so_in_four_languages(fresh: Desk, folder: Path, language: str, said: str) -> None:
    assert tamper(folder, "UPDATE player SET language = ?", language) > 0
    assert any(said in text for text in texts(fresh))
    assert any(said in unescape(text) for text in texts(fresh, "text/html"))
