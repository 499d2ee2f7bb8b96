"""The files beside a record: the note on its last head, notes on earlier ones, the result."""

import pytest

from pbem.record.folder import verify_folder
from pbem.record.log.entry import Head
from pbem.record.notes import notes
from tests.record.law.judging import judged
from tests.record.sample import GAME, HIDDEN, PRIVATE, REFEREE, Table, note, secret


def played(*, is_over: bool = True) -> Table:
    table = Table()
    table.begin()
    table.move("blue", "default", text="pass", asks=[])
    if is_over:
        table.close()
    return table


def head_at(table: Table, size: int) -> Head:
    return Head(size, table.entries[size - 1].hash)


def with_note(table: Table, text: str) -> dict[str, bytes]:
    return table.pack() | {"head.note": text.encode()}


def test_the_note_states_the_last_head_and_no_other() -> None:
    table = played()
    size = table.head.size
    assert judged(with_note(table, note(table.head))) is None
    for other in (head_at(table, size - 1), Head(size + 1, table.head.hash), Head(size, secret("other"))):
        assert judged(with_note(table, note(other))) == (None, "note")


def test_the_note_is_signed_by_the_referee_for_this_game() -> None:
    table = played()
    assert judged(with_note(table, note(table.head, secret("thief")))) == (None, "note")
    elsewhere = notes.sign(PRIVATE, REFEREE, notes.head_text(REFEREE, "autumn-2", table.head))
    assert judged(with_note(table, elsewhere)) == (None, "note")
    of_another = notes.sign(PRIVATE, REFEREE, notes.head_text("referee.example.com", GAME, table.head))
    assert judged(with_note(table, of_another)) == (None, "note")


@pytest.mark.parametrize(("back", "verdict"), [(0, "ok"), (1, "missing")])
def test_a_witness_of_the_last_head_stands_for_the_note(back: int, verdict: str) -> None:
    table = played()
    files = table.pack()
    del files["head.note"]
    witness = note(head_at(table, table.head.size - back))
    found = verify_folder(files, witnesses=[witness])
    assert (found.first_bad, found.checks["note"]) == (None, verdict)


def test_a_witness_of_a_longer_record_says_that_entries_are_missing() -> None:
    table = played()
    ahead = note(Head(table.head.size + 1, secret("ahead")))
    found = verify_folder(table.pack(), witnesses=[note(head_at(table, 3)), ahead])
    assert found.first_bad is not None
    assert found.first_bad[:2] == (None, "note")


def test_a_witness_of_another_head_says_that_the_record_is_another() -> None:
    table = played()
    found = verify_folder(table.pack(), witnesses=[note(Head(3, secret("other")))])
    assert found.first_bad is not None
    assert found.first_bad[:2] == (None, "note")


def test_without_a_note_it_is_later_until_the_end_and_missing_after_it() -> None:
    for is_over, verdict in ((False, "later"), (True, "missing")):
        files = played(is_over=is_over).pack()
        del files["head.note"]
        assert verify_folder(files).checks["note"] == verdict


def test_the_result_repeats_the_record() -> None:
    files = played().pack()
    raw = files["result.json"]
    assert judged(files) is None
    assert judged(files | {"result.json": raw.replace(b"7", b"8")}) == (None, "result")
    assert judged(files | {"result.json": raw[:-1]}) == (None, "result")
    assert judged(files | {"result.json": raw + raw}) == (None, "result")


def test_the_result_is_there_when_the_game_was_played_to_its_end() -> None:
    files = played().pack()
    result = files.pop("result.json")
    assert verify_folder(files).checks["result"] == "missing"
    assert verify_folder(played(is_over=False).pack()).checks["result"] == "later"
    early = played(is_over=False).pack() | {"result.json": result}
    assert judged(early) == (None, "result")


def test_a_game_that_was_given_up_has_no_result() -> None:
    table = played(is_over=False)
    table.rule("void", hidden=HIDDEN.hex())
    assert verify_folder(table.pack()).checks["result"] == "ok"
    assert judged(table.pack() | {"result.json": played().pack()["result.json"]}) == (None, "result")
