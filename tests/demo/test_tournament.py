"""The demo of events: what it says at the end is true."""

import json
from pathlib import Path

from click.testing import CliRunner

from pbem.cli import main
from tests.record.events.verifiers import by_package, by_tool


def test_two_events_are_held_and_forgeries_of_one_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    done = CliRunner().invoke(main, ["demo", str(folder), "--tournament"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "swiss: VALID, 16 games" in done.output
    assert "allmeet: VALID, 13 games" in done.output
    assert done.output.count("withdraws") == 2
    assert "Reserve plays on for" in done.output
    assert "appeals, and is answered" in done.output
    director = by_package(folder / "swiss").director
    assert len(director["adjudicated"]) == 1
    for id_ in ("swiss", "allmeet"):
        assert {verdict for _, verdict, _ in by_tool(folder / id_)} == {"ok"}
    named = {"result": "result", "draw": "draw", "tie-break": "close"}
    for what, kind in named.items():
        told = CliRunner().invoke(main, ["verify", str(folder / f"forged-{what}"), "--json"])
        assert told.exit_code == 1
        seq = json.loads(told.output)["first_bad"]["seq"]
        lines = (folder / f"forged-{what}" / "log.jsonl").read_bytes().splitlines()
        assert json.loads(lines[seq])["kind"] == kind
        assert any(verdict == "FAILED" for _, verdict, _ in by_tool(folder / f"forged-{what}"))
