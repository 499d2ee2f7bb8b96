"""The same characters can be seen on every Python."""

from hashlib import sha256

import pytest

from pbem.characters import is_hidden, is_printable

# Of one letter for each character there is: "x" if it can be seen. If this differs on a newer Python, then that knows
# characters which pbem/characters.py does not list yet.
OF_UNICODE_14 = "49f12ac0dce2a1c379a2544106f81a026f7f2462f5329df2ed36e1b35d740f47"


def test_the_same_characters_can_be_seen_on_every_python() -> None:
    seen = "".join(".x"[is_printable(chr(code))] for code in range(0x110000))
    assert sha256(seen.encode()).hexdigest() == OF_UNICODE_14


@pytest.mark.parametrize("text", ["", "à bientôt", "ivo: no", "\u2764\ufe0f", "\U0001f600", "\uff57ide"])
def test_texts_of_today_can_be_seen(text: str) -> None:
    assert is_printable(text)


@pytest.mark.parametrize(
    "text", ["a\tb", "a\u00a0b", "\u200b", "\ue000", "\u0378", "\U0001fa77", "a\u0897", "\U000e0041"]
)
def test_what_nobody_sees_or_not_everybody_cannot(text: str) -> None:
    assert not is_printable(text)


def test_of_spaces_none_is_hidden() -> None:
    assert [code for code in (0x20, 0xA0, 0x2028, 0x3000) if is_hidden(chr(code))] == []
    assert all(is_hidden(chr(code)) for code in (0x00, 0xAD, 0x200B, 0xD800, 0xE000, 0x0378, 0x1FA77))
