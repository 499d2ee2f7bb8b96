"""Whole events of bots, exported to folders and checked by both verifiers; what is tampered with is named."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.record.events.law.kinds import Entries
from pbem.record.log import canonical
from pbem.record.log.entry import Head, entry_hash
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.acts.rounds import close
from pbem.tournament.director.due import due
from tests.record.events.verifiers import by_package, by_tool, written
from tests.record.sample import BLUE_KEY, NEW_KEY
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form, note

BOTS = tuple(f"bot {number}" for number in range(14))
PEOPLE = ("Zoë", "Rémi")


def swiss() -> Hall:
    """Sixteen in four rounds of Fortuna, with luck; two sign, one leaves, one comes late, one appeals, one is ruled."""
    entries = Entries(late=2, least=8, most=16, until=AT + DAY)
    more = {"checkin": AT + 2 * DAY, "entries": entries}
    terms = event_terms("spring", "fortuna", form("swiss", 4, 3, rounds=4, starts=8), players=16, rounds=4, **more)
    event = Hall(terms, signers={"Zoë": BLUE_KEY, "Rémi": NEW_KEY}).enter(*PEOPLE, *BOTS)
    event.now = AT + DAY + 3600
    event.reveal(*PEOPLE, *BOTS).start().draw().open_all()
    first, *others = [id_ for _place, id_ in due(event.event, event.now).playing]
    event.play(others).withdraw("bot 3").enter("latecomer").adjudicate(first, 30, 20, 20, 10)
    seq = event.appeal("Zoë", "1: the dice were mine")
    event.rule(ruling.answer, seq, reason="they were not", said=event.words[seq])
    return event.run()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("events") / "spring", swiss().files())


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "spring"))


def forged(folder: Path, change: Any) -> Path:
    """Change entries of an export, chain them anew and sign them, as its director could."""
    entries = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().split(b"\n")[:-1]]
    change(entries)
    raws: list[bytes] = []
    prev = Head.empty.hash
    for entry in entries:
        entry["prev"] = prev.hex()
        raws.append(json.dumps(entry, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode())
        prev = entry_hash(raws[-1])
    (folder / "log.jsonl").write_bytes(b"".join(raw + b"\n" for raw in raws))
    said = {name: entries[0][name] for name in ("game", "rules", "title")}
    (folder / "result.json").write_bytes(canonical.encode({**said, "standings": entries[-1]["standings"]}) + b"\n")
    (folder / "head.note").write_text(note("spring", Head(len(raws), prev)))
    return folder


def last(entries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(entry for entry in reversed(entries) if entry["kind"] == kind)


def named(folder: Path) -> tuple[int, str]:
    """Return what both verifiers name first: the entry and the check."""
    found = by_package(folder)
    assert found.first_bad is not None
    failed = [(check, words) for check, verdict, words in by_tool(folder) if verdict == "FAILED"]
    seq, check = found.first_bad["seq"], found.first_bad["check"]
    assert min((number_in(words), check) for check, words in failed) == (seq, check)
    return seq, check


def number_in(words: str) -> int:
    """Return which entry the small verifier means; each of its checks names its own first one."""
    return int(words.removeprefix("entry ").partition(":")[0])


def test_a_whole_swiss_is_valid_by_both_verifiers(played: Path) -> None:
    found = by_package(played)
    assert (found.ok, found.first_bad, found.cannot) == (True, None, None)
    assert set(found.checks.values()) == {"ok"}
    assert len(found.games) == 16
    assert all(found.games.values())
    assert {verdict for _, verdict, _ in by_tool(played)} == {"ok"}


def test_the_verdict_tells_what_happened(played: Path) -> None:
    found = by_package(played)
    assert found.chance == "joint"
    director = found.director
    assert {name: vouched for name, vouched in director["luck"].items() if vouched == "checked"} == dict.fromkeys(
        PEOPLE, "checked"
    )
    assert director["late"] == ("latecomer",)
    assert len(director["adjudicated"]) == 1
    assert [(deed["act"], deed["before"]) for deed in director["acts"]] == [("answer", 2)]


def test_the_command_checks_an_event_on_all_processors(played: Path) -> None:
    done = CliRunner().invoke(main, ["verify", str(played)])
    assert done.exit_code == 0, done.output
    assert "games      16 of 16 valid" in done.output
    assert done.output.splitlines()[-1].startswith("valid: ")
    told = json.loads(CliRunner().invoke(main, ["verify", str(played), "--json"]).output)
    assert list(told)[:8] == ["ok", "entries", "head", "chance", "checks", "director", "games", "first_bad"]
    assert told["ok"] is True


def test_an_event_in_an_archive_is_checked_among_games(played: Path) -> None:
    done = CliRunner().invoke(main, ["verify", str(played.parent)])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("spring: valid: ")


def test_a_tampered_result_is_named(copy: Path) -> None:
    def change(entries: list[dict[str, Any]]) -> None:
        places = last(entries, "result")["places"]
        places[0], places[1] = places[1], places[0]

    seq, check = named(forged(copy, change))
    assert (json.loads((copy / "log.jsonl").read_bytes().split(b"\n")[seq])["kind"], check) == ("result", "games")


def test_a_tampered_draw_is_named(copy: Path) -> None:
    def change(entries: list[dict[str, Any]]) -> None:
        one, two = last(entries, "draw")["tables"][:2]
        one["seats"][0], two["seats"][0] = two["seats"][0], one["seats"][0]

    seq, check = named(forged(copy, change))
    assert (json.loads((copy / "log.jsonl").read_bytes().split(b"\n")[seq])["kind"], check) == ("draw", "tables")


def test_a_tampered_tie_break_is_named(copy: Path) -> None:
    def change(entries: list[dict[str, Any]]) -> None:
        last(entries, "close")["standings"][3]["marks"][1] = "1/2"

    seq, check = named(forged(copy, change))
    assert (json.loads((copy / "log.jsonl").read_bytes().split(b"\n")[seq])["kind"], check) == ("close", "scores")


def test_a_tampered_game_is_named(copy: Path) -> None:
    log = copy / "games" / "spring.2.3.1" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"cause":"forced"', b'"cause":"default"', 1))
    _seq, check = named(copy)
    found = by_package(copy)
    assert check == "games"
    assert found.first_bad is not None
    assert found.first_bad["why"].startswith("spring.2.3.1: ")
    assert found.games["spring.2.3.1"] is False


def test_a_missing_game_cannot_be_checked(copy: Path) -> None:
    shutil.rmtree(copy / "games" / "spring.1.1.1")
    done = CliRunner().invoke(main, ["verify", str(copy)])
    assert done.exit_code == 4
    assert "CANNOT CHECK: games/spring.1.1.1 is missing" in done.output
    assert {check: verdict for check, verdict, _ in by_tool(copy)}["games"] == "missing"


def test_a_forged_signature_is_named(copy: Path) -> None:
    lines = (copy / "evidence.jsonl").read_bytes().split(b"\n")
    lines[0] = lines[0].replace(b"9f1c27d0", b"9f1c27d1")
    (copy / "evidence.jsonl").write_bytes(b"\n".join(lines))
    found = by_package(copy)
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (1, "evidence")


def test_a_letter_of_another_head_is_a_witness_against_an_event(copy: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.eml"
    letter.write_text(note("spring", Head(5, b"x" * 32)))
    done = CliRunner().invoke(main, ["verify", str(copy), "--witness", str(letter)])
    assert done.exit_code == 1
    assert "the referee signed another head of size 5" in done.output


def test_an_event_of_another_key_is_not_the_referees(copy: Path) -> None:
    done = CliRunner().invoke(main, ["verify", str(copy), "--key", "0f" * 32])
    assert done.exit_code == 1
    assert "another referee's key" in done.output
    (copy / "head.note").unlink()
    key = json.loads((copy / "log.jsonl").read_bytes().split(b"\n")[0])["key"]
    done = CliRunner().invoke(main, ["verify", str(copy), "--key", key])
    assert done.exit_code == 4


def test_a_small_all_meet_is_valid_while_it_runs_and_when_it_is_over(tmp_path: Path) -> None:
    terms = event_terms("winter", "alea", form("allmeet", 3), players=4, rounds=1, most_games=2)
    event = Hall(terms).enter("Ada", "Ben", "Cem", "Dora").start().draw().open_all()
    running = written(tmp_path / "running", event.files())
    found = by_package(running)
    assert found.ok
    assert found.checks["games"] == found.checks["scores"] == "later"
    assert "FAILED" not in {verdict for _, verdict, _ in by_tool(running)}
    while due(event.event, event.now).to_open or due(event.event, event.now).playing:
        event.play().open_all()
    event.keep(close(event.clerk()))
    over = written(tmp_path / "over", event.files())
    assert by_package(over).ok
    assert {verdict for _, verdict, _ in by_tool(over)} == {"ok"}
    assert {line.played for line in event.event.standings()} == {3}
