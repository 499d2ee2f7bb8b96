"""docs/events.md: the record that it shows is a real one, and its numbers are true."""

import re

from pbem.record.events.law.entry import KINDS
from tests.record.events.verifiers import ROOT, TOOL

PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")


def test_the_example_is_the_short_vector() -> None:
    shown = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    assert shown[1].encode() == (ROOT / "tests/vectors/events/accept/short/log.jsonl").read_bytes()


def test_every_kind_and_field_is_described() -> None:
    for kind, struct in KINDS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |"))
        own = set(struct.__struct_encode_fields__) - {"at", "game", "kind", "prev", "seq"}
        assert own <= set(re.findall(r"`([a-z_]+)`", row)), kind


def test_the_length_of_the_tool_is_told() -> None:
    told = re.search(r"in (\d+) lines of Python beside `tools/verify.py`", PAGE)
    assert told is not None
    assert int(told[1]) == len(TOOL.read_text(encoding="utf-8").splitlines())
