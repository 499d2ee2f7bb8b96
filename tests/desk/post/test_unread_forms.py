"""Orders in a form that is not read: nothing is played, and whoever seems to have sent them is told."""

import base64
from collections.abc import Callable

import pytest

from pbem.desk.desk import Desk
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.wording.phrases import say
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, KEYS, block_of, head_of, legal
from tests.desk.post.test_answers import new_letters, written

pytestmark = pytest.mark.anywhere

HEADER = (
    "From: Anna <anna@example.org>\r\nTo: referee@example.org\r\nSubject: orders\r\nMessage-ID: <1@example.org>\r\n"
    "Date: Mon, 03 Feb 2031 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
)
PARTS = "Content-Type: multipart/mixed; boundary=b\r\n\r\n"


def encoded(charset: str) -> Callable[[str], bytes]:
    def make(block: str) -> bytes:
        kind = f'Content-Type: text/plain; charset="{charset}"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
        return (HEADER + kind).encode() + base64.encodebytes(block.encode(charset))

    return make


def typed(text: str) -> Callable[[str], bytes]:
    return lambda block: (HEADER + text.format(block=block, header=HEADER)).encode()


FORMS: dict[str, Callable[[str], bytes]] = {
    "UTF-16": encoded("utf-16"),
    "UTF-16 without a mark": encoded("utf-16le"),
    "UTF-32": encoded("utf-32"),
    "ISO-2022-JP": encoded("iso-2022-jp"),
    "UTF-7": encoded("utf-7"),
    "a mail attached": typed(
        PARTS + "--b\r\n\r\nsee\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n{header}\r\n{block}\r\n--b--"
    ),
    "a mail as the mail": typed("Content-Type: message/rfc822\r\n\r\n{header}\r\n{block}"),
    "before the parts": typed(PARTS + "{block}\r\n--b\r\n\r\nhello\r\n--b--\r\n"),
    "behind the parts": typed(PARTS + "--b\r\n\r\nhello\r\n--b--\r\n{block}"),
    "another kind of text": typed("Content-Type: text/markdown\r\n\r\n{block}"),
}


@pytest.mark.parametrize("form", FORMS)
def test_who_sends_orders_in_a_form_that_is_not_read_is_told(running: Desk, form: str) -> None:
    block = sign_orders(block_of(running, BLUE, legal(running, BLUE)[0]), KEYS["Anna"])
    before = head_of(running)
    new_letters(running)
    for _ in range(2):
        assert receive(running, FORMS[form](block)).verdict == "ignored"
    (told,) = new_letters(running)
    assert told.player == "Anna"
    assert say("slip_unsigned", "en") in " ".join(written(running, told).split())
    assert head_of(running) == before


@pytest.mark.parametrize("form", FORMS)
def test_who_sends_something_else_so_is_not(running: Desk, form: str) -> None:
    new_letters(running)
    assert receive(running, FORMS[form]("Thank you for the letter!\r\n")).verdict == "ignored"
    assert new_letters(running) == []
