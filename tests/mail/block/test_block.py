import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pbem.games.game import Saying
from pbem.mail.block.block import MARKER, ORDER_LIMIT, TEXT_LIMIT, Block, Seen, canonical, order_lines, read, write
from pbem.mail.safe import Unusable, UnusableError
from tests.mail.players import BLOCK

HEADERS = "to: r.example.org;\ngame: g-1;\nseat: blue;\ntoken: 9f;\n"
HEAD = "0123456789abcdef" * 2


def block_of(text: str) -> Block:
    found = read(f"{MARKER}\n{text}".encode())
    assert isinstance(found, Block), found
    return found


def refusal_of(text: str) -> Saying | None:
    found = read(f"{MARKER}\n{text}".encode())
    assert isinstance(found, Unusable), found
    return found.saying


def test_the_canonical_text_of_a_block() -> None:
    block = Block("r.example.org", "g-1", "blue", "9f", Seen(57, HEAD), ("play  harvest\u00a0water 1", "swap x | any"))
    assert write(block).decode() == (
        "-----BEGIN PBEM ORDERS-----\nto: r.example.org;\ngame: g-1;\nseat: blue;\ntoken: 9f;\n"
        f"seen: 57 {HEAD};\nplay harvest water 1;\nswap x | any;\n"
    )


def test_a_written_block_reads_back() -> None:
    assert read(write(BLOCK)) == BLOCK
    assert read(write(structs.replace(BLOCK, seen=None))) == structs.replace(BLOCK, seen=None)


def test_typed_orders_become_lines() -> None:
    typed = "play harvest water 1   # first; not a comment any more\r\n\n swap a | swap b;;keep 6#x\n# nothing"
    assert order_lines(typed) == ("play harvest water 1", "not a comment any more", "swap a | swap b", "keep 6")


def test_composed_and_decomposed_letters_are_one_text() -> None:
    decomposed = unicodedata.normalize("NFD", "bâtir größer")
    assert canonical(decomposed + ";") == canonical("bâtir größer;")


def test_headers_may_come_in_any_order_and_layout() -> None:
    assert block_of("seat:blue; token : 9f;\r\n\r\ngame: g-1;to: r.example.org; pass;") == Block(
        "r.example.org", "g-1", "blue", "9f", None, ("pass",)
    )


def test_comments_in_signed_text_are_no_orders() -> None:
    assert block_of(HEADERS + "pass # as agreed;\n# and so on;").orders == ("pass",)


def test_a_word_with_a_colon_later_in_an_order_is_no_header() -> None:
    assert block_of(HEADERS + "tell ivo: game: over;").orders == ("tell ivo: game: over",)


@pytest.mark.parametrize(
    ("text", "key", "places"),
    [
        (HEADERS, "order_count", {"count": 0, "most": ORDER_LIMIT}),
        (HEADERS + "pass;" * (ORDER_LIMIT + 1), "order_count", {"count": ORDER_LIMIT + 1, "most": ORDER_LIMIT}),
        (HEADERS + "game: g-1; pass;", "twice", {}),
        (HEADERS + "pass; game: g-2;", "late_statement", {"name": "'game'"}),
        (HEADERS + "turn: 3; pass;", "unknown_statement", {"name": "'turn'"}),
        (HEADERS.replace("to:", "To:") + "pass;", "unknown_statement", {"name": "'To'"}),
        (HEADERS.replace("token: 9f;", "") + "pass;", "missing", {"name": "'token'"}),
        (HEADERS.replace("blue", "blue seat") + "pass;", "bad_value", {"value": "'blue seat'", "name": "'seat'"}),
        (HEADERS.replace("blue", "") + "pass;", "bad_value", {"value": "''", "name": "'seat'"}),
        (HEADERS.replace("blue", "blüe") + "pass;", "bad_value", {"value": "'blüe'", "name": "'seat'"}),
        (HEADERS + "seen: 57; pass;", "bad_seen", {}),
        (HEADERS + f"seen: 057 {HEAD}; pass;", "bad_seen", {}),
        (HEADERS + f"seen: 57 {HEAD.upper()}; pass;", "bad_seen", {}),
        (HEADERS + "pass", "unended", {"line": "'pass'"}),
        (HEADERS + "pass\nkeep 6;", "unended", {"line": "'pass'"}),
        (HEADERS + "pass\u202e;", "invisible", {"line": 6, "code": "U+202E"}),
        (HEADERS + "pass\x1b[2J;", "invisible", {"line": 6, "code": "U+001B"}),
        (HEADERS + "pa\0ss;", "invisible", {"line": 6, "code": "U+0000"}),
        (HEADERS + "pass" * 10_000 + ";", "block_long", {"most": TEXT_LIMIT}),
        (HEADERS + "a" + "\u0301" * 31 + ";", "many_marks", {"most": 30}),
    ],
)
def test_a_block_of_another_shape_is_refused(text: str, key: str, places: dict[str, str | int]) -> None:
    assert refusal_of(text) == Saying(key, places)


def test_text_before_the_marker_is_refused() -> None:
    assert isinstance(read(b"x\n" + write(BLOCK)), Unusable)
    assert isinstance(read(b""), Unusable)


def test_text_that_is_not_utf8_is_refused() -> None:
    refused = read(write(BLOCK) + b"\xe9;")
    assert isinstance(refused, Unusable)
    assert (refused.saying, refused.signer) == (Saying("not_utf8"), "")


def test_a_greek_question_mark_ends_a_statement_for_reader_and_writer_alike() -> None:
    assert block_of(HEADERS + "pass\u037e keep 6;").orders == ("pass", "keep 6")
    with pytest.raises(UnusableError):
        write(structs.replace(BLOCK, orders=("pass\u037e keep 6",)))


@pytest.mark.parametrize("order", ["a;b", "a\nb # c", "", " ", "game: x", "pass # why", "a\0b", "x" * 40_000])
def test_an_order_that_would_not_read_back_is_not_written(order: str) -> None:
    with pytest.raises(UnusableError):
        write(structs.replace(BLOCK, orders=("pass", order)))


@pytest.mark.parametrize("value", ["", "a b", "x;y", "x\nseat: red", "é"])
def test_a_header_value_that_would_not_read_back_is_not_written(value: str) -> None:
    with pytest.raises(UnusableError):
        write(structs.replace(BLOCK, game=value))


@given(st.text())
def test_canonical_text_is_a_fixed_point(text: str) -> None:
    once = canonical(text)
    assert canonical(once.decode().removeprefix(MARKER)) == once
    assert unicodedata.is_normalized("NFC", once.decode())


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_whatever_is_written_reads_back(orders: list[str]) -> None:
    try:
        text = write(structs.replace(BLOCK, orders=tuple(orders)))
    except UnusableError:
        return
    again = read(text)
    assert isinstance(again, Block)
    assert write(again) == text
    assert len(again.orders) == len(orders)


@given(st.text())
def test_typed_text_can_be_written_or_is_refused(text: str) -> None:
    lines = order_lines(text)
    try:
        signed = read(write(structs.replace(BLOCK, orders=lines)))
    except UnusableError:
        return
    assert isinstance(signed, Block)
    assert signed.orders == lines


@given(st.binary())
def test_any_bytes_give_a_block_or_a_refusal(raw: bytes) -> None:
    assert isinstance(read(raw), Unusable)
    assert isinstance(read(MARKER.encode() + b"\n" + raw), Unusable | Block)


# One sign, of three bytes, that stands for eighteen letters when it is compared.
MANY_LETTERS = "\ufdfa"


def test_a_text_that_grows_too_long_when_it_is_compared_is_not_read() -> None:
    too_long = Saying("block_long", {"most": TEXT_LIMIT})
    assert refusal_of(HEADERS + MANY_LETTERS * 9_000 + ";\n") == too_long
    assert refusal_of(HEADERS + f"{MANY_LETTERS * 10};\n" * 200) == too_long
    assert block_of(HEADERS + f"tell Bruno - {MANY_LETTERS * 50};\n").orders


@pytest.mark.parametrize("letter", ["é", "\u1e69", "ß", "\uac01", "я", "\u0f76"])
def test_a_full_block_in_any_script_is_read(letter: str) -> None:
    room = TEXT_LIMIT - len(MARKER) - len(HEADERS) - 9
    assert block_of(f"{HEADERS}{letter * (room // len(letter.encode()))};\n").orders


def test_a_block_is_as_long_as_it_may_be_and_no_longer() -> None:
    room = TEXT_LIMIT - len(MARKER) - len(HEADERS) - len("\n;\n")
    assert block_of(HEADERS + "x" * 50 + " " * (room - 50) + ";\n").orders
    assert refusal_of(HEADERS + "x" * 50 + " " * (room - 49) + ";\n") == Saying("block_long", {"most": TEXT_LIMIT})
