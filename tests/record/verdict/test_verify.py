"""What a report says."""

from pathlib import Path

import pytest

from pbem.record.dice.seals import is_opened_by, seal
from pbem.record.errors import IntegrityError
from pbem.record.folder import pack, split, verify_folder
from pbem.record.log.entry import Head, entry_hash, write
from pbem.record.log.kinds import Opening
from pbem.record.log.openings import Deck
from pbem.record.log.openings import read as read_opening
from pbem.record.log.openings import write as write_opening
from pbem.record.log.result import write as write_result
from pbem.record.verdict.verify import verify
from tests.record import sample

ACCEPT = Path(__file__).parents[2] / "vectors" / "accept"
SHORT = sample.short()
LINES = split(SHORT["log.jsonl"])


VOID = {
    "at": sample.AT + 999,
    "game": sample.GAME,
    "kind": "ruling",
    "act": "void",
    "reason": "no",
    "hidden": sample.HIDDEN.hex(),
}


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def head_at(size: int) -> Head:
    return Head(size, entry_hash(LINES[size - 1])) if size else Head.empty


def test_a_good_report() -> None:
    report = verify_folder(SHORT)
    assert report.ok
    assert report.entries == 8
    assert report.head == head_at(8)
    assert report.first_bad is None
    assert set(report.checks.values()) == {"ok"}


@pytest.mark.parametrize(
    ("files", "chance", "later"),
    [
        (sample.short(), "attested", set()),
        (sample.taken_back(), "attested", set()),
        (sample.void(), "none", set()),
        (sample.void_late(), "attested", set()),
        (sample.words(), "attested", set()),
        (sample.unstarted(), "none", {"luck", "decks", "result"}),
        (sample.running(), "attested", {"seals", "decks", "result"}),
        (read(ACCEPT / "host"), "host", {"decks", "result"}),
    ],
    ids=["short", "taken back", "void", "void late", "words", "unstarted", "running", "host"],
)
def test_what_waits_is_said(files: dict[str, bytes], chance: str, later: set[str]) -> None:
    report = verify_folder(files)
    assert report.ok
    assert report.chance == chance
    assert {check for check, verdict in report.checks.items() if verdict == "later"} == later
    assert "missing" not in report.checks.values()


@pytest.mark.parametrize(
    ("name", "missing"), [("openings.jsonl", {"seals", "decks"}), ("head.note", {"note"}), ("result.json", {"result"})]
)
def test_what_is_kept_back_of_a_game_that_is_over_is_missing(name: str, missing: set[str]) -> None:
    report = verify_folder({file: raw for file, raw in SHORT.items() if file != name})
    assert report.first_bad is None
    assert {check for check, verdict in report.checks.items() if verdict != "ok"} == missing
    assert {report.checks[check] for check in report.checks if report.checks[check] != "ok"} == {"missing"}


def test_a_game_that_is_over_and_not_signed_for_says_so() -> None:
    assert verify_folder({"log.jsonl": SHORT["log.jsonl"]}).checks["note"] == "missing"
    assert verify(LINES[:7]).checks["note"] == "later"


def test_whose_luck_is_in_the_dice_is_said() -> None:
    assert verify_folder(SHORT).host.luck == {"blue": "attested"}
    assert verify_folder(read(ACCEPT / "host")).host.luck == {}


def test_a_game_given_up_after_a_reveal_says_so() -> None:
    assert verify_folder(sample.void_late()).host.void_after_reveal == ("blue",)
    assert verify_folder(sample.void()).host.void_after_reveal == ()
    said = split(sample.words()["log.jsonl"])[:6]
    void = write(Head(6, entry_hash(said[-1])), VOID)
    assert verify([*said, void.raw]).host.void_after_reveal == ("blue",)


def test_the_referee_alone_opens_what_is_sealed_before_the_end() -> None:
    log = split(sample.running()["log.jsonl"])
    opened = [split(sample.void_late()["openings.jsonl"])[0]]
    assert verify(log, openings=opened, is_own=True).ok
    assert verify(log, openings=opened).first_bad == (None, "seals", "what is sealed is opened before the end")


def test_a_broken_chain_leaves_the_rest_undecided() -> None:
    report = verify([*LINES[:5], LINES[6]], note=SHORT["head.note"].decode())
    assert report.entries == 5
    assert report.head == head_at(5)
    assert report.first_bad is not None
    assert report.first_bad[:2] == (5, "chain")
    assert report.checks["chain"] == "failed"
    assert set(report.checks.values()) == {"failed", "later"}


def test_the_first_bad_entry_is_named_whatever_check_found_it() -> None:
    files = SHORT | {"openings.jsonl": b"[]\n", "result.json": b"{}\n"}
    report = verify_folder(files)
    assert report.checks["bytes"] == report.checks["result"] == "failed"
    assert report.checks["chain"] == report.checks["note"] == "ok"
    assert report.first_bad is not None
    assert report.first_bad[:2] == (None, "bytes")


@pytest.mark.parametrize("size", range(9))
def test_every_head_of_the_chain_may_witness(size: int) -> None:
    report = verify(LINES, witnesses=[sample.note(head_at(size))])
    assert report.ok
    assert report.checks["note"] == ("ok" if size == len(LINES) else "missing")  # an older head is not the last one
    assert verify(LINES[:-1], witnesses=[sample.note(head_at(min(size, 7)))]).ok


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (Head(3, bytes(32)), "another head of size 3"),
        (Head(9, bytes(32)), "entries are missing"),
        (Head(0, b"1" * 32), "size 0"),
    ],
)
def test_a_witness_of_another_chain_says_no(head: Head, why: str) -> None:
    report = verify(LINES, witnesses=[sample.note(head_at(2)), sample.note(head)])
    assert report.first_bad is not None
    assert report.first_bad.check == "note"
    assert why in report.first_bad.why


def test_no_record_is_not_a_good_record() -> None:
    report = verify([], note=SHORT["head.note"].decode())
    assert not report.ok
    assert (report.entries, report.head, report.chance) == (0, Head.empty, "none")


@pytest.mark.parametrize(
    "raw", [b"null", b"[]", b"7", b'"deck"', b"", b"\xff", b"{}", b'{"deck":1}', b'{"cards":["a"],"deck":"x/1"}']
)
def test_what_is_no_opening_is_refused(raw: bytes) -> None:
    report = verify(LINES, openings=[raw])
    assert report.checks["bytes"] == "failed"
    assert report.first_bad is not None
    assert report.first_bad.why.startswith("openings line 1: ")


@pytest.mark.parametrize(
    "line", [Opening(seq=3, salt="ab" * 32, text="bid ☘\n"), Deck(deck="main/1", cards=("a", "b"), order=("b", "a"))]
)
def test_an_opening_is_read_back(line: Opening | Deck) -> None:
    assert read_opening(write_opening(line)) == line


def test_an_opening_fits_its_own_seal_only() -> None:
    opening = Opening(seq=3, salt="ab" * 32, text="bid 3")
    sealed = seal("g", 3, bytes.fromhex(opening.salt), "bid 3").hex()
    assert is_opened_by(opening, "g", sealed)
    assert not is_opened_by(opening, "other", sealed)
    assert not is_opened_by(Opening(seq=4, salt=opening.salt, text="bid 3"), "g", sealed)
    assert not is_opened_by(Opening(seq=3, salt=opening.salt, text="bid 4"), "g", sealed)
    assert not is_opened_by(Opening(seq=3, salt="cd" * 32, text="bid 3"), "g", sealed)


def test_a_folder_of_a_game_under_way_has_no_result() -> None:
    table = sample.Table()
    table.begin()
    assert set(pack(table.entries, [], "note\n")) == {"log.jsonl", "openings.jsonl", "head.note"}
    with pytest.raises(ValueError, match="not closed"):
        write_result(table.entries)


def test_a_result_names_the_last_holders() -> None:
    raw = sample.taken_back()["result.json"]
    assert b'"seats":{"blue":"Zo\xc3\xab","red":"Ida"}' in raw


def test_a_cut_file_is_not_read() -> None:
    assert split(b"a\nb\n") == [b"a", b"b"]
    assert split(b"") == []
    assert split(b"a\nb")[-1] == b"b\n"


def test_errors_can_be_told_apart() -> None:
    error = IntegrityError(3, "seals", "torn")
    assert (error.seq, error.check, error.why) == (3, "seals", "torn")
