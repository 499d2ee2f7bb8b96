"""docs/format.md: its example is a real record, and its numbers are true."""

import re
from pathlib import Path
from typing import get_args

from pbem.record.folder import verify_folder
from pbem.record.log.entry import KINDS
from pbem.record.log.kinds import Word
from pbem.record.log.pace import Pace
from pbem.record.log.record_words import SPELLINGS, word_of
from tests.record import paced, sample
from tests.record.paced import HOUR, PACE
from tests.record.test_vectors import TOOL, verify_by_tool

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
FILES = {
    name: raw.encode()
    for name, raw in re.findall(r"^`([a-z.]+)`\n\n```[a-z]+\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
}


def test_the_example_is_a_whole_folder_that_passes() -> None:
    assert set(FILES) == {"log.jsonl", "openings.jsonl", "head.note", "result.json", "evidence.jsonl"}
    report = verify_folder(FILES)
    assert report.ok
    assert set(report.checks.values()) == {"ok"}
    assert {verdict for _, verdict, _ in verify_by_tool(FILES)} == {"ok"}


def test_the_example_is_what_the_code_writes_today() -> None:
    assert sample.short() == FILES


def test_every_kind_and_field_is_described() -> None:
    for kind, struct in KINDS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |"))
        own = set(struct.__struct_encode_fields__) - {"at", "game", "kind", "prev", "seq"}
        assert own <= set(re.findall(r"`([a-z]+)`", row)), kind


def test_the_length_of_the_tool_is_told() -> None:
    told = re.search(r"in (\d+) lines of Python", PAGE)
    assert told is not None
    lines = len(TOOL.read_text(encoding="utf-8").splitlines())
    assert int(told[1]) == lines
    assert f"it is {lines} lines." in (TOOL.parents[1] / "README.md").read_text(encoding="utf-8")


def test_every_field_of_a_pace_is_described() -> None:
    rows = PAGE[PAGE.index("| field of `pace` |") : PAGE.index("**Days.**")]
    assert set(re.findall(r"`([a-z]+)`", rows)) >= set(Pace.__struct_fields__)


def test_every_spelling_of_a_word_is_described_and_read() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| ((?:`|before|[a-z; ])+) \|", PAGE, re.MULTILINE)
    told = {word: re.findall(r"`([a-z]+)`", spelt.replace("`start`", "")) for word, spelt in rows}
    assert set(told) == set(get_args(Word)) - {""}
    for word, spellings in told.items():
        assert {word_of(spelling) for spelling in spellings} == {word}
        assert {word_of(spelling.upper()) for spelling in spellings} == {word}
    assert sum(map(len, told.values())) == len("|".join(filter(None, SPELLINGS)).split("|"))


def test_the_example_of_a_clock_is_what_a_clock_shows() -> None:
    rows = re.findall(r"`due` (\d{10})", PAGE)
    assert rows == [str(paced.time("04-09 00:10"))]
    hours = {name: PACE[name] // HOUR for name in ("bank", "add", "grace")}
    assert "`bank` {bank} hours, `add` {add}, `grace` {grace}".format(**hours) in PAGE
