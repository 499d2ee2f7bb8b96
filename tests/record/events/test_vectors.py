"""Every vector of an event, by the package and by tools/verify_event.py."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.referee.match.match import Holder
from pbem.tournament.director.acts.tables import open_table, table_terms
from pbem.tournament.director.due import due
from tests.record.events.verifiers import ROOT, TOOL, by_package, by_tool, written
from tests.record.sample import BLUE_KEY
from tests.tournament.director.hall import Hall, event_terms, form
from tests.vectors.events.make import accepted, rejected

VECTORS = ROOT / "tests" / "vectors" / "events"
ACCEPT = sorted((VECTORS / "accept").iterdir())
REJECT = sorted((VECTORS / "reject").iterdir())
ALONE = ("bytes", "entrants", "luck", "rules")  # which the small verifier tells with others, or not


def read_all(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_there_are_vectors() -> None:
    assert len(ACCEPT) >= 8
    assert len(REJECT) >= 150


def test_the_folders_are_what_is_made_today() -> None:
    assert {folder.name: read_all(folder) for folder in ACCEPT} == accepted()
    made = {name: files | {"why.txt": f"{verdict}\n{why}\n".encode()} for name, verdict, why, files in rejected()}
    assert {folder.name: read_all(folder) for folder in REJECT} == made


@pytest.mark.parametrize("folder", ACCEPT, ids=lambda folder: folder.name)
def test_accepts(folder: Path) -> None:
    found = by_package(folder)
    assert (found.ok, found.first_bad, found.cannot) == (True, None, None)
    told = {check: verdict for check, verdict, _ in by_tool(folder)}
    assert told == {check: verdict for check, verdict in found.checks.items() if check not in ALONE}


@pytest.mark.parametrize("folder", REJECT, ids=lambda folder: folder.name)
def test_rejects_for_the_reason_given(folder: Path) -> None:
    seq, check, *_ = (folder / "why.txt").read_text().split("\n")[0].split()
    found = by_package(folder)
    assert not found.ok
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (None if seq == "-" else int(seq), check)
    assert found.checks[check] == "failed"


@pytest.mark.parametrize("folder", REJECT, ids=lambda folder: folder.name)
def test_tool_rejects_for_the_reason_given(folder: Path) -> None:
    seq, check = (folder / "why.txt").read_text().split("\n")[0].split()
    failed = [(name, words) for name, verdict, words in by_tool(folder) if verdict == "FAILED"]
    assert failed
    name, words = failed[0]
    assert name == check
    assert words.startswith(f"entry {seq}: ") == (seq != "-")


@pytest.mark.parametrize("folder", ACCEPT, ids=lambda folder: folder.name)
def test_both_tell_the_same_of_every_ruling(folder: Path) -> None:
    words = words_of(folder)
    for deed in by_package(folder).director["acts"]:
        again = " (again)" if deed["attempt"] > 1 else ""
        when = f"before draw {deed['before']}{again}" if deed["before"] else "no draw came after"
        assert f"{when}: {deed['act']}" in words
    for left in by_package(folder).director["leavings"]:
        assert f"before draw {left['before']}: {left['player']} withdrew, entered at the desk" in words


@pytest.mark.parametrize("folder", ACCEPT, ids=lambda folder: folder.name)
def test_both_tell_of_chance_of_lucks_of_latecomers_and_of_games(folder: Path) -> None:
    found = by_package(folder)
    told = set(words_of(folder).split("; "))
    director = found.director
    assert (f"chance: {found.chance}" in told) == (found.chance != "none")
    assert {f"{name} did not check in" for name in director["unrevealed"]} <= told
    assert {f"{name} left when a luck may have been known" for name in director["left_after_reveal"]} <= told
    left_out = len(director["unrevealed"]) + len(director["left_after_reveal"])
    assert (f"so there were 2^{left_out} possible draws" in told) == bool(left_out)
    assert {f"{name} entered after the start" for name in director["late"]} <= told
    assert {f"{name} has no key" for name in director["keyless"]} <= told
    assert {words for words in told if words.startswith("given up")} == {
        f"given up when the luck of {name} was known" for name in director["given_up"]
    }
    for how, name in (("void", "voids"), ("adjudicated", "adjudicated"), ("played once more", "replays")):
        assert {words for words in told if words.endswith(f" was {how}")} == {
            f"{id_} was {how}" for id_ in director[name]
        }


def test_both_tell_who_sat_down_with_another_key(tmp_path: Path) -> None:
    terms = event_terms("spring", "alea", form("swiss", 2, rounds=1, starts=2), players=2, rounds=1)
    event = Hall(terms, signers={"Ada": BLUE_KEY}).enter("Ada", "Ben").start().draw()
    (sitting,) = due(event.event, event.now).to_open
    holders = {name: Holder(name, "desk") for name in ("Ada", "Ben")}
    played = event.begin(table_terms(event.event, sitting, holders), event.secrets_of(sitting))
    event.keep(open_table(event.clerk(), played.entries))
    folder = written(tmp_path / "spring", event.files())
    assert by_package(folder).director["rekeyed"] == ("Ada",)
    told = [words for words in words_of(folder).split("; ") if "another key" in words]
    assert told == ["Ada sat down with another key than he entered with"]


def words_of(folder: Path) -> str:
    """Return what the small verifier tells of an event and its games."""
    (words,) = [words for check, _, words in by_tool(folder) if check == "games"]
    return words


def test_each_ruling_is_told_with_the_draw_that_came_next() -> None:
    draws = [(deed["act"], deed["before"], deed["attempt"]) for deed in _acts("full")]
    assert draws[:2] == [("redraw", 1, 2), ("replace", 2, 1)]
    assert draws[-1] == ("discount", 3, 1)
    assert [(deed["act"], deed["before"]) for deed in _acts("cancelled")][-1] == ("cancel", 0)


def test_a_ruling_says_how_much_and_until_when_in_peoples_words() -> None:
    about = {deed["act"]: deed["about"] for deed in _acts("full")}
    assert about["penalty"] == "round 1, Gus, points 1/2"
    assert about["extend"] == "round 2, until 2023-12-07 22:13:20 UTC"


def _acts(name: str) -> list[dict[str, Any]]:
    return list(by_package(VECTORS / "accept" / name).director["acts"])


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", TOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_tool_says_ok_line_by_line() -> None:
    done = run(VECTORS / "accept" / "short")
    assert (done.returncode, done.stderr) == (0, "")
    names = "chain ladder draws seals evidence tables scores games note result"
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [["ok", name] for name in names.split()]


def test_tool_says_no_in_one_clear_line() -> None:
    done = run(VECTORS / "reject" / "entry-twice")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("FAILED  entrants entry 3: ")
    assert len(done.stdout.splitlines()) == 1


def test_tool_says_when_there_is_no_folder() -> None:
    done = run(VECTORS / "nowhere")
    assert (done.returncode, done.stderr) == (2, "")
    assert len(done.stdout.splitlines()) == 1


def test_tool_says_what_is_missing(tmp_path: Path) -> None:
    folder = VECTORS / "accept" / "short"
    for path in ("log.jsonl", "head.note", "result.json"):
        (tmp_path / path).write_bytes((folder / path).read_bytes())
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (4, "")
    assert "missing games    spring.1.1.1 is missing, or cannot be checked" in done.stdout


def test_tool_has_short_lines_and_stands_alone() -> None:
    lines = TOOL.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 88
    imported = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= {*sys.stdlib_module_names, "verify"}
