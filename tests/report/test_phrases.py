import re
from typing import get_args, get_type_hints

import pytest

from pbem.games.game import LANGUAGES
from pbem.mail.kinds import KINDS
from pbem.phrases import Phrases
from pbem.record.log.kinds import Clock, Ruling
from tests.messages import assert_whole
from tests.report.press import TEMPLATES, phrase_table


def acts(kind: type) -> tuple[str, ...]:
    """Return the acts of a kind of entry."""
    return get_args(get_type_hints(kind)["act"])


TABLE = phrase_table()
USED = "".join(
    path.read_text("utf-8") for path in sorted(TEMPLATES.rglob("turn.*")) + sorted(TEMPLATES.rglob("parts/*"))
)
SHEET = {  # said by the key in the page
    "understood", "played", "planned", "unused", "press", "past", "preview", "silence", "receipt", "help", "frozen",
    "held", "aside", "arrived", "request", "taken_over", "desk_answer",
}  # fmt: skip
DESK = (  # said by the desk
    "slip_", "word_", "end_", "silence_", "would_", "desk_", "time_", "club_", "games_", "leave_", "watch_",
    "volunteer_", "taken_over_", "event_", "events_",
)  # fmt: skip
RULINGS = {  # said by the key in the page
    *(f"ruling_{act}" for act in acts(Ruling)),
    *(f"clock_{act}" for act in acts(Clock)),
    "ruling_pause_until",
    "clock_bounced",
    "clock_leave_off",
    "clock_late_last",
    *(f"ruling_substitute_{what}" for what in ("for", "vacant", "key")),
}
FIRST = ("first_", "entry_", "house", "since_", "mark_", "at_entry", "happened")  # said by the key in the page
SIGNS = {f"sign_{kind}" for kind in (*KINDS, "desk")}  # said by the key in the page


@pytest.mark.parametrize("key", TABLE)
def test_a_phrase_has_the_same_places_in_four_languages(key: str) -> None:
    assert_whole(TABLE[key])


@pytest.mark.parametrize("key", TABLE)
def test_a_phrase_is_said_by_some_template(key: str) -> None:
    assert f'say("{key}"' in USED or key in SHEET | RULINGS | SIGNS or key.startswith(DESK + FIRST)


def test_french_says_tu_to_its_reader_as_the_games_do() -> None:
    polite = re.compile(r"\b(vous|votre|vos|\w+ez)\b", re.IGNORECASE)
    messages = "".join(path.read_text("utf-8") for path in (TEMPLATES.parent / "pbem").rglob("messages.toml"))
    told = [texts["fr"] for texts in TABLE.values()] + re.findall(r'fr = "(.*?)"', messages)
    assert len(told) > 300
    assert [text for text in told if polite.search(text)] == []


def test_every_ruling_the_referee_makes_has_a_phrase() -> None:
    assert set(TABLE) >= RULINGS


def test_every_kind_of_key_has_a_phrase_that_says_how_to_sign() -> None:
    assert set(TABLE) >= SIGNS


def test_a_phrase_missing_in_a_language_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match=r"'board' is missing in \['de'\]"):
        Phrases({"board": {"en": "board", "it": "tabellone", "fr": "plateau"}})


def test_what_fills_a_place_is_never_a_phrase_itself() -> None:
    phrases = Phrases({"hail": dict.fromkeys(LANGUAGES, "hail {name}")})
    assert phrases.say("hail", "it", name="{0} {name}") == "hail {0} {name}"


def test_an_empty_place_is_an_error() -> None:
    with pytest.raises(KeyError):
        Phrases({"hail": dict.fromkeys(LANGUAGES, "hail {name}")}).spoken("fr")("hail")
