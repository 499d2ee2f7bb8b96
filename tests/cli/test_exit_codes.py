"""What `pbem verify` leaves with: valid, not valid, or not to be checked here."""

import pytest

from tests.cli.hosting import pbem
from tests.desk.house import ROOT

VECTORS = ROOT / "tests" / "vectors"


@pytest.mark.parametrize(
    ("folder", "code", "said"),
    [
        (ROOT / "archive" / "alea-two", 0, "valid: "),
        (VECTORS / "reject" / "die-turned", 1, "NOT VALID: entry 5: "),
        (VECTORS / "reject" / "signed-other-sheet", 1, "NOT VALID: entry 4: "),
        (VECTORS / "cannot" / "format-3", 4, "CANNOT CHECK: the record is of format 3"),
        (VECTORS / "accept" / "short", 4, "CANNOT CHECK: there is no game 'toy' here"),
        (VECTORS / "cannot" / "no-openings", 4, "CANNOT CHECK: openings.jsonl is missing: not checked: seals, decks"),
        (VECTORS / "accept" / "void-late", 4, "void       after the luck of blue was revealed"),
        (VECTORS / "cannot" / "log-alone", 4, "note       the game is over, and nobody signed for its record"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_verify_says_how_it_stands(folder: object, code: int, said: str) -> None:
    ran = pbem(ROOT, "verify", folder)
    assert ran.exit_code == code, ran.stdout
    assert said in ran.stdout


def test_verify_says_whose_luck_is_in_the_dice() -> None:
    ran = pbem(ROOT, "verify", ROOT / "archive" / "fortuna-joint")
    assert "chance     joint: luck that a player signed is in every die" in ran.stdout
    assert "luck       of blue, grey, orange, purple: checked, signed when committed to" in ran.stdout


def test_verify_says_that_luck_is_the_referees_word_alone() -> None:
    ran = pbem(ROOT, "verify", VECTORS / "accept" / "short")
    assert "chance     attested: luck is in the dice, but the referee alone vouches for it" in ran.stdout
    assert "luck       of blue: attested by the referee alone" in ran.stdout
