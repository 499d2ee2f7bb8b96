"""What is wrong with a signed text is told in four languages; the record of what mail refuses stays English."""

import re
from pathlib import Path

import pytest

import pbem
from pbem.games.game import LANGUAGES
from pbem.mail.block.block import MARKER, read
from pbem.mail.phrases import PHRASES, tell
from pbem.mail.safe import WHY_LIMIT, Unusable, clean
from tests.messages import assert_whole
from tests.wording import text_of

SOURCES = "".join(path.read_text("utf-8") for path in Path(pbem.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("key", PHRASES.table)
def test_a_message_has_the_same_places_in_four_languages(key: str) -> None:
    assert_whole(PHRASES.table[key])


def test_the_messages_are_those_that_are_said() -> None:
    assert set(re.findall(r"unusable\(\"([a-z0-9_]+)\"", SOURCES)) == set(PHRASES.table)


@pytest.mark.parametrize(
    ("statements", "language", "key", "places"),
    [
        ("to: r;\nend;\n", "it", "missing", {"name": "'game'"}),
        ("tokem: 1;\nend;\n", "de", "unknown_statement", {"name": "'tokem'"}),
        ("to: r;\nend\n", "fr", "unended", {"line": "'end'"}),
        ("to: r;\nend\x1b;\n", "de", "invisible", {"line": 3, "code": "U+001B"}),
        ("to: r;\nend\n", "en", "unended", {"line": "'end'"}),
    ],
)
def test_a_block_that_cannot_be_read_is_told_in_a_language(
    statements: str, language: str, key: str, places: dict[str, object]
) -> None:
    refused = read(f"{MARKER}\n{statements}".encode())
    assert isinstance(refused, Unusable)
    assert tell(refused, language) == clean(text_of(PHRASES, key, language, **places), WHY_LIMIT)
    assert tell(refused, "en") == refused.why


def test_what_is_told_stays_short_and_clean() -> None:
    refused = read(f"{MARKER}\nto: {'{x}' * 900};\ngame: g;\nseat: s;\ntoken: t;\nend;\n".encode())
    assert isinstance(refused, Unusable)
    for language in LANGUAGES:
        assert len(tell(refused, language)) <= WHY_LIMIT


def test_a_refusal_without_other_words_is_told_as_it_is() -> None:
    assert tell(Unusable("the letter is damaged"), "it") == "the letter is damaged"
