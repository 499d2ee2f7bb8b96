"""`pbem verify` in words and JSON: what the host did, what was compared, and what was not."""

import json
from pathlib import Path

from tests.cli.hosting import done, pbem
from tests.desk.house import GAME, ROOT

JOINT = ROOT / "archive" / "fortuna-joint"


def test_the_sentence_on_signatures_says_what_was_compared() -> None:
    said = done(ROOT, "verify", JOINT)
    assert "orders     161 checked by their signatures, 0 attested by the referee alone\n" in said
    assert "compared: the seat's key at that entry, referee, game, seat, quoted head, sheet, and what" in said
    assert "compared: every move laid to 153 sheets that are known, with what the rules make" in said
    assert "not compared: when an order came, what was sent and never used" in said
    assert "161 orders quote a head that the player had seen; the longest stretch without one: 8 entries\n" in said


def test_where_nothing_is_signed_that_is_said() -> None:
    said = done(ROOT, "verify", ROOT / "archive" / "alea-two")
    assert "orders     0 checked by their signatures, 115 attested by the referee alone\n" in said
    assert "compared: the seat's key" not in said
    assert "not compared: who wrote the orders that are attested" in said
    assert "0 orders quote a head" in said


def test_the_host_paragraph_tells_what_he_did(running: Path) -> None:
    done(running, "game", "default", GAME, "--reason", "no answer")
    said = done(running, "verify", GAME)
    assert "host       rulings: play 1\n" in said
    assert "the rules' default was played 1 time by his ruling\n" in said
    assert "entered at the desk on seats that have a key, or had one: blue " in said
    found = json.loads(done(running, "verify", GAME, "--json"))
    assert found["host"]["rulings"] == {"play": 1}
    assert found["host"]["defaults"]["ruling"] == 1
    assert found["host"]["entered"].keys() == {"blue", "orange"}
    assert found["orders"]["compared"] == found["host"]["orders"]


def test_the_host_of_an_untouched_game_did_nothing() -> None:
    found = json.loads(done(ROOT, "verify", JOINT, "--json"))["host"]
    assert (found["end"], found["rulings"], found["entered"], found["is_unsigned"]) == ("closed", {}, {}, False)
    assert (found["keys"], found["holders"], found["void_after_reveal"]) == ({}, {}, [])
    assert (found["orders"], found["quoting"], found["gap"]) == (161, 161, 8)


PACED = ROOT / "tests" / "vectors" / "accept" / "paced"


def test_what_became_of_deadlines_is_told() -> None:
    said = pbem(ROOT, "verify", PACED).output
    assert "clock      ok\n" in said
    assert "the rules' default was played 3 times because an answer was late\n" in said
    assert "late: red 2\n" in said
    assert "seats that were late too often and changed hands: red\n" in said
    assert "2 outages, 11h00m long in all, by his word alone: the clocks concerned stood still\n" in said
    assert "clocks were stopped, or deadlines put off, 3 times by his ruling\n" in said
    found = json.loads(pbem(ROOT, "verify", PACED, "--json").stdout)["host"]
    assert (found["late"], found["handed_over"]) == ({"red": 2}, ["red"])
    assert (found["outages"], found["outage_seconds"]) == (2, 11 * 3_600)


def test_where_nobody_has_a_deadline_nothing_is_said_of_any() -> None:
    said = done(ROOT, "verify", JOINT)
    assert "late" not in said
    assert "outage" not in said
    found = json.loads(done(ROOT, "verify", JOINT, "--json"))["host"]
    assert (found["late"], found["outages"], found["outage_seconds"], found["handed_over"]) == ({}, 0, 0, [])
