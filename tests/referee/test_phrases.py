"""The referee's own words: whole in four languages, and reasons of his rulings told in each."""

import re
from pathlib import Path
from typing import get_args

import pytest

import pbem.referee
from pbem.games.game import LANGUAGES
from pbem.referee.language.phrases import (
    AGREED,
    DESERTED,
    LAPSED,
    LATE,
    PHRASES,
    RESIGNED,
    RETURNED,
    say,
    tell_reason,
)
from pbem.referee.language.plan import Deed
from tests.messages import assert_whole

SOURCES = "".join(path.read_text("utf-8") for path in Path(pbem.referee.__file__).parent.rglob("*.py"))
SAID = {
    *re.findall(r"\"([a-z_]+)\"", SOURCES),
    *(f"{key}_{phase}" for key in ("closed", "staying") for phase in ("seating", "over", "void")),
    *(f"aside_{act}" for act in get_args(Deed)),
}


@pytest.mark.parametrize("key", PHRASES.table)
def test_a_message_has_the_same_places_in_four_languages(key: str) -> None:
    assert_whole(PHRASES.table[key])


def test_every_message_is_said_somewhere() -> None:
    assert set(PHRASES.table) <= SAID


def test_what_fills_a_place_is_never_a_message_itself() -> None:
    assert "'{fact} {0}'" in say("no_fact", "fr", fact="{fact} {0}", nearest="")


@pytest.mark.parametrize(
    ("reason", "key"),
    [
        (RESIGNED, "reason_resigned"),
        (DESERTED, "reason_deserted"),
        (LATE, "reason_late"),
        (LAPSED, "reason_lapsed"),
        (RETURNED, "reason_returned"),
        (AGREED, "reason_agreed"),
    ],
)
def test_the_referees_own_reasons_are_told_in_each_language(reason: str, key: str) -> None:
    assert [tell_reason(reason, language) for language in LANGUAGES] == list(PHRASES.table[key].values())
    assert len({tell_reason(reason, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_the_reason_of_a_host_is_told_as_he_wrote_it() -> None:
    assert tell_reason("he is ill", "de") == "he is ill"
