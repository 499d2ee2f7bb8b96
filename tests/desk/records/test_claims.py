"""What a verdict claims stays true although the host cheats: luck, files kept back, heads that were quoted.

The games are those of the vectors, whose rules are nobody's, or published ones, forged.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.entries import read_all
from pbem.record.folder import join, split
from pbem.record.log.entry import Head, entry_hash
from pbem.record.log.kinds import Order
from pbem.record.notes import notes
from pbem.record.verdict.host import read_host
from tests.cli.hosting import done, pbem
from tests.desk.house import ROOT
from tests.record import sample
from tests.record.test_vectors import run, verify_by_tool
from tests.vectors.forgery import Body, Files, bodies, forge, put

PUBLISHED = ROOT / "archive" / "alea-two"  # with sealed moves and decks, and no signed orders


def verified(folder: Path, files: Files) -> Verified:
    """Return what pbem says of some files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    return verify_files(folder)


def told(files: Files) -> dict[str, tuple[str, str]]:
    """Return what the small verifier says of some files, by check."""
    return {check: (verdict, words) for check, verdict, words in verify_by_tool(files)}


def quoted(table: sample.Table) -> dict[str, Any]:
    return {"size": table.head.size, "head": table.head.hash.hex()[:32]}


Sharing = Callable[[sample.Table], None]


def shared(sharing: Sharing, *, hosted: tuple[str, ...] = ()) -> Files:
    """Return a game in which luck was shared in some way, then closed."""
    table = sample.Table()
    table.announce(hosted=hosted)
    sharing(table)
    table.start()
    table.close()
    return table.pack()


def commit(table: sample.Table, **more: Any) -> None:
    word = table.order("blue", f"luck {sample.COMMITMENT}", word="luck", **more)
    table.sit("blue", "Zo\u00eb", sample.BLUE_ID, word.seq, luck=sample.COMMITMENT)


def reveal(table: sample.Table, **more: Any) -> None:
    table.order("blue", f"reveal {sample.LUCK.hex()}", word="reveal", **more)


def both(table: sample.Table) -> None:
    commit(table)
    reveal(table, seen=quoted(table))


def commit_at_desk(table: sample.Table) -> None:
    commit(table, sign="desk")
    reveal(table, seen=quoted(table))


def reveal_at_desk(table: sample.Table) -> None:
    commit(table)
    reveal(table, sign="desk", seen=quoted(table))


def reveal_nothing(table: sample.Table) -> None:
    commit(table)


def reveal_unseen(table: sample.Table) -> None:
    """Reveal without a quoted head: the host could make the opening, and its secrets, anew."""
    commit(table)
    reveal(table)


def reveal_too_soon(table: sample.Table) -> None:
    """Reveal with a head of before the commitments: another seat's could be made anew."""
    before = quoted(table)
    commit(table)
    reveal(table, seen=before)


def reveal_again(table: sample.Table) -> None:
    """Reveal without a quoted head, and then once more with one: the luck was known before."""
    commit(table)
    reveal(table)
    reveal(table, seen=quoted(table))


def test_luck_that_a_seat_signed_twice_and_bound_to_the_record_is_joint(tmp_path: Path) -> None:
    files = shared(both)
    found = verified(tmp_path, files)
    assert (found.chance, found.host["luck"]) == ("joint", {"blue": "checked"})
    assert told(files)["evidence"][1].endswith("; chance is joint: luck of blue checked")


@pytest.mark.parametrize(
    "sharing", [commit_at_desk, reveal_at_desk, reveal_nothing, reveal_unseen, reveal_too_soon, reveal_again]
)
def test_luck_that_the_host_may_have_chosen_is_attested(tmp_path: Path, sharing: Sharing) -> None:
    files = shared(sharing)
    found = verified(tmp_path, files)
    assert (found.chance, found.host["luck"]) == ("attested", {"blue": "attested"})
    assert told(files)["evidence"][1].endswith("; chance is attested: luck of blue attested")


def test_luck_that_another_key_revealed_is_attested() -> None:
    """The host gives the seat a key of his own, and reveals with it: he knew the luck, and asked nobody."""
    for key in (sample.BLUE_ID, sample.NEW_ID):
        table = sample.Table()
        table.announce()
        commit(table)
        ruling = table.rule("substitute", seat="blue", asks=[])
        table.sit("blue", "Zo\u00eb", key, ruling.seq, luck=sample.COMMITMENT)
        seen = quoted(table)
        revealed = table.order("blue", f"reveal {sample.LUCK.hex()}", word="reveal", seen=seen)
        table.start()
        entries = read_all(split(table.pack()["log.jsonl"]))
        words = {entry.seq for entry in entries if isinstance(entry.content, Order)}
        assert revealed.seq in words
        assert read_host(entries).chance(words) == ("joint" if key == sample.BLUE_ID else "attested")


def test_a_head_that_a_new_key_is_said_to_quote_closes_no_gap() -> None:
    table = sample.Table()
    table.begin()
    word = table.order("blue", f"newkey {sample.NEW_ID}", word="newkey", seen=quoted(table))
    table.sit("blue", "Zo\u00eb", sample.NEW_ID, word.seq, luck=sample.COMMITMENT)
    entries = read_all(split(table.pack()["log.jsonl"]))
    assert read_host(entries).told(has_note=True, checked={word.seq}).quoting == 0


def test_orders_entered_for_a_seat_whose_key_was_taken_away_are_counted() -> None:
    table = sample.Table()
    table.begin()
    ruling = table.rule("substitute", seat="blue", asks=[])
    table.sit("blue", "Zo\u00eb", "desk", ruling.seq, luck=sample.COMMITMENT)
    table.order("blue", "roll", sign="desk")
    table.order("red", "roll", sign="desk")
    entries = read_all(split(table.pack()["log.jsonl"]))
    found = read_host(entries).told(has_note=True)
    assert (found.entered, found.keys) == ({"blue": 1}, {"blue": 1})


def test_luck_committed_to_in_the_first_entry_of_a_seat_is_attested(tmp_path: Path) -> None:
    files = sample.short()
    assert verified(tmp_path, files).chance == "attested"
    assert "chance is attested" in told(files)["evidence"][1]


def test_the_luck_of_a_seat_that_reads_the_desk_makes_no_chance_joint(tmp_path: Path) -> None:
    files = shared(both, hosted=("blue",))
    found = verified(tmp_path, files)
    assert (found.chance, found.host["luck"]) == ("attested", {"blue": "checked"})
    assert told(files)["evidence"][1].endswith("; chance is attested: luck of blue checked")


def test_luck_whose_evidence_is_kept_back_is_attested(tmp_path: Path) -> None:
    files = shared(both)
    del files["evidence.jsonl"]
    assert verified(tmp_path, files).chance == "attested"
    assert "chance is attested" in told(files)["evidence"][1]


def made_anew(files: Files) -> Files:
    """Return a game as its host opens it once more when he knows all luck, with what was signed for the other one."""
    return put(0, files, options={"length": "long"}) | {"evidence.jsonl": files["evidence.jsonl"]}


def test_a_game_opened_anew_on_signed_luck_is_joint_no_more(tmp_path: Path) -> None:
    again = verified(tmp_path / "unseen", made_anew(shared(reveal_unseen)))
    assert again.first_bad is None  # nobody signed what he had seen
    assert again.chance == "attested"
    caught = verified(tmp_path / "both", made_anew(shared(both))).first_bad
    assert caught is not None
    assert caught["check"] == "evidence"
    assert told(made_anew(shared(both)))["evidence"][0] == "FAILED"


def copied(target: Path, *without: str) -> Path:
    shutil.copytree(PUBLISHED, target)
    for name in without:
        (target / name).unlink()
    return target


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("openings.jsonl", {"seals", "decks", "rules", "position"}),
        ("head.note", {"note"}),
        ("result.json", {"result"}),
    ],
)
def test_a_file_of_a_finished_game_that_is_kept_back_is_missed(tmp_path: Path, name: str, missing: set[str]) -> None:
    folder = copied(tmp_path / "x", name)
    found = verify_files(folder)
    assert {check for check, verdict in found.checks.items() if verdict == "missing"} == missing
    assert not found.ok
    assert found.first_bad is None
    assert found.cannot is not None
    assert found.cannot.startswith(f"{name} is missing: ")
    said = pbem(tmp_path, "verify", folder)
    assert said.exit_code == 4
    assert said.stdout.splitlines()[-1] == f"CANNOT CHECK: {found.cannot}"
    ran = run(folder)
    assert ran.returncode == 4
    gone = {line.split()[1] for line in ran.stdout.splitlines() if line.startswith("missing ")}
    assert gone == missing - {"rules", "position"}


def test_what_is_wrong_is_said_before_what_is_missing(tmp_path: Path) -> None:
    folder = copied(tmp_path / "x", "openings.jsonl")
    (folder / "result.json").write_bytes(b"{}\n")
    assert pbem(tmp_path, "verify", folder).exit_code == 1
    assert run(folder).returncode == 1


def test_a_game_that_needs_no_openings_is_valid_without_them(tmp_path: Path) -> None:
    files = sample.void()
    del files["openings.jsonl"]
    found = verified(tmp_path, files)
    assert "missing" not in found.checks.values()
    assert "missing" not in {verdict for verdict, _ in told(files).values()}


def test_the_small_verifier_does_not_say_that_all_decks_are_there(tmp_path: Path) -> None:
    folder = copied(tmp_path / "x")
    lines = split((folder / "openings.jsonl").read_bytes())
    (folder / "openings.jsonl").write_bytes(join(line for line in lines if b'"deck"' not in line))
    assert pbem(tmp_path, "verify", folder).exit_code == 1  # by the rules
    assert "0 decks as they stand; only the rules know which were drawn from" in run(folder).stdout


def test_a_void_game_has_no_result_to_wait_for(tmp_path: Path) -> None:
    assert verified(tmp_path, sample.void()).checks["result"] == "ok"
    assert told(sample.void())["result"][0] == "ok"


def test_a_letter_is_no_note_on_the_end_of_a_record(tmp_path: Path) -> None:
    files = sample.short()
    old = split(files["log.jsonl"])[:4]
    del files["head.note"]
    folder = tmp_path / "x"
    verified(folder, files)
    found = verify_files(folder, witnesses=[sample.note(Head(4, entry_hash(old[-1])))])
    assert found.checks["note"] == "missing"


def running_unsigned(target: Path) -> Path:
    files = sample.running()
    del files["head.note"]
    verified(target, files)
    return target


@pytest.mark.parametrize("chain", [(), ("--chain",)])
def test_a_pinned_key_that_signed_nothing_pins_nothing(tmp_path: Path, chain: tuple[str, ...]) -> None:
    folder = copied(tmp_path / "x")
    key = json.loads(split((folder / "log.jsonl").read_bytes())[0])["key"]
    assert "note       ok\n" in done(tmp_path, "verify", folder, "--key", key, *chain)
    (folder / "head.note").unlink()
    said = pbem(tmp_path, "verify", folder, "--key", key, *chain)
    assert said.exit_code == 4
    assert "head.note is missing: nobody signed for the record" in said.stdout
    unsigned = running_unsigned(tmp_path / "y")
    said = pbem(tmp_path, "verify", unsigned, "--key", sample.PUBLIC.hex(), *chain)
    assert said.exit_code == 4
    assert "head.note is missing: nobody signed for the record" in said.stdout


def test_the_chain_alone_is_not_called_valid(tmp_path: Path) -> None:
    said = done(tmp_path, "verify", PUBLISHED, "--chain")
    assert said.splitlines()[-1].startswith("linked: ")


def quoting() -> Files:
    """Return a game with a head that blue signed, and one that the host wrote into an order which he attests."""
    table = sample.Table()
    table.begin()
    first = table.order("blue", "roll", seen=quoted(table))
    table.move("blue", first.seq, text="roll")
    table.order("blue", "roll", seen=quoted(table), is_shown=False)
    for _ in range(5):
        table.move("red", "forced", text="wait")
    table.close()
    return table.pack()


def test_heads_that_the_host_may_have_quoted_himself_are_counted_apart(tmp_path: Path) -> None:
    host = verified(tmp_path, quoting()).host
    assert (host["quoting"], host["quoting_attested"]) == (1, 1)
    assert host["gap"] == 9  # from blue's head of size 4 to the end
    said = pbem(tmp_path, "verify", tmp_path).stdout
    assert "1 order quotes a head that the player had seen; the longest stretch without one: 9 entries" in said
    assert "1 attested order quotes one too" in said


def forged(folder: Path, change: Callable[[list[Body], Files], None]) -> Path:
    """Return a published game as a forger makes it anew, under a key of his own."""
    files = {path.name: path.read_bytes() for path in PUBLISHED.iterdir()}
    entries = bodies(files)
    entries[0] |= {"key": sample.PUBLIC.hex(), "referee": sample.REFEREE}
    change(entries, files)
    made = forge(files, entries)
    raws = split(made["log.jsonl"])
    head = Head(len(raws), entry_hash(raws[-1]))
    text = notes.head_text(sample.REFEREE, entries[0]["game"], head)
    made["head.note"] = notes.sign(sample.PRIVATE, sample.REFEREE, text).encode()
    verified(folder, made)
    return folder


def opened_in_play(entries: list[Body], files: Files) -> None:
    """Let the last move open the first sealed one."""
    lines = split(files["openings.jsonl"])
    last = next(entry for entry in reversed(entries) if entry["kind"] == "move")
    last["opens"] = [json.loads(lines[0])]
    files["openings.jsonl"] = join(lines[1:])


def test_a_sealed_move_may_be_opened_in_play_alone(tmp_path: Path) -> None:
    folder = forged(tmp_path / "x", opened_in_play)
    assert run(folder).returncode == 0
    found = verify_files(folder)
    assert found.first_bad is None
    assert set(found.checks.values()) == {"ok"}


@pytest.mark.parametrize("is_other", [True, False])
def test_two_histories_of_one_game_in_an_archive_are_not_both_valid(tmp_path: Path, *, is_other: bool) -> None:
    whole = sample.taken_back()
    log = split(whole["log.jsonl"])
    second = sample.short()["log.jsonl"] if is_other else join(log[:6])
    for name, files in (("one", whole), ("two", {"log.jsonl": second})):
        (tmp_path / "x" / name).mkdir(parents=True)
        for file, raw in files.items():
            (tmp_path / "x" / name / file).write_bytes(raw)
    result = pbem(tmp_path, "verify", tmp_path / "x")
    assert ("two histories of one game" in result.output) is is_other
    assert (result.exit_code == 1) is is_other
