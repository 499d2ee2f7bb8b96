"""docs/format.md: its example is a real record, and its numbers are true."""

import re
from pathlib import Path

from pbem.record.folder import verify_folder
from pbem.record.kinds import DECODERS
from tests.record import sample
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
    for kind, decoder in DECODERS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |"))
        own = set(decoder.type.__struct_encode_fields__) - {"at", "game", "kind", "prev", "seq"}
        assert own <= set(re.findall(r"`([a-z]+)`", row)), kind


def test_the_length_of_the_tool_is_told() -> None:
    told = re.search(r"in (\d+) lines of Python", PAGE)
    assert told is not None
    assert int(told[1]) == len(TOOL.read_text(encoding="utf-8").splitlines())
