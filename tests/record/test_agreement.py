"""The package and tools/verify.py, which share no code, say the same of records that were changed at random."""

from pathlib import Path
from random import Random

import pytest

from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.checks.verdicts import Verified
from tests.record.test_vectors import ACCEPT, CHECKS, read, verify_by_tool
from tests.vectors.forgery import Files
from tests.vectors.mutations import MUTATIONS, SIGNINGS, Mutation, Signing, changed_armor

TIMES = 5  # of each mutation on each vector
RULES = (  # what only the rules can tell
    "the sheet does not order as many moves as are laid to it",
    "nobody signed that he resigns",
    "another key was signed than the seat got",
)
Answer = tuple[str, frozenset[str]]


def verified(folder: Path, files: Files) -> Verified:
    """Return all that pbem says."""
    folder.mkdir()
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    return verify_files(folder)


def by_package(found: Verified) -> Answer | None:
    """Return what pbem says, and by which checks; None where only the rules say it."""
    if found.first_bad and found.first_bad["why"] in RULES:
        return None
    checks = {check: verdict for check, verdict in found.checks.items() if check in CHECKS.split()}
    return answer("cannot" if set(checks.values()) == {"cannot"} else "", checks)


def by_tool(files: Files) -> Answer:
    """Return what the small verifier says, and by which checks."""
    told = {check: verdict.lower() for check, verdict, _ in verify_by_tool(files)}
    return answer("cannot" if "format" in told else "", told)


def answer(said: str, checks: dict[str, str]) -> Answer:
    failed = frozenset(check for check, verdict in checks.items() if verdict == "failed")
    missing = frozenset(check for check, verdict in checks.items() if verdict == "missing")
    if failed:
        return "not valid", failed
    if said or missing:
        return "cannot", missing
    return "valid", frozenset()


def agree(here: Answer, there: Answer) -> bool:
    """Tell whether two answers are the same; of several faults each may leave some out that it does not come to."""
    if here[0] != there[0]:
        return False
    return here == there or (here[0] == "not valid" and bool(here[1] & there[1]))


def compare(folder: Path, files: Files) -> str:
    """Let both verifiers look at some files; returns what they agree on."""
    found = verified(folder, files)
    here, there = by_package(found), by_tool(files)
    assert here is None or agree(here, there), (here, there, folder)
    if here is not None and there[0] == "valid":
        assert luck_of(found) == luck_by_tool(files), folder
    return there[0]


def luck_of(found: Verified) -> str:
    """Return whose chance it was, and who vouches for each luck, as the small verifier says it."""
    if found.chance == "none":
        return "no start"
    lucks = ", ".join(f"{seat} {vouched}" for seat, vouched in found.host["luck"].items())
    return f"chance is {found.chance}: luck of {lucks or 'nobody'}"


def luck_by_tool(files: Files) -> str:
    told = next(words for check, _, words in verify_by_tool(files) if check == "evidence")
    return str(told).partition("; ")[2]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_two_verifiers_say_the_same_of_a_changed_record(tmp_path: Path, mutation: Mutation) -> None:
    random = Random(mutation.__name__)
    said = set()
    for folder in ACCEPT:
        if folder.name == "evidence-left" and mutation is changed_armor:
            continue  # of a kind that the small verifier leaves out, and says so
        for number in range(TIMES):
            said.add(compare(tmp_path / f"{folder.name}-{number}", mutation(random, read(folder))))
    assert "not valid" in said


@pytest.mark.parametrize("signing", SIGNINGS, ids=lambda signing: signing.__name__)
def test_two_verifiers_say_the_same_of_what_was_signed(tmp_path: Path, signing: Signing) -> None:
    random = Random(signing.__name__)
    said = {compare(tmp_path / str(number), signing(random)) for number in range(TIMES * len(ACCEPT))}
    assert {"not valid", "valid"} <= said
