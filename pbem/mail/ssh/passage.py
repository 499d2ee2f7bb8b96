"""Where in a letter the one order block stands, and what its signed bytes may have been before the mail changed them.

Generosity here forges nothing: of the few texts offered, only one that the signature fits is ever read.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.mail.block.block import MARKER, TEXT_LIMIT, canonical
from pbem.mail.block.marker import BEGIN, mark
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import HIDDEN, UnusableError
from pbem.mail.ssh import signature as sshsig

_BEGIN_SIGNATURE = re.compile(mark("BEGIN", "SSH", "SIGNATURE"))
_END_SIGNATURE = re.compile(mark("END", "SSH", "SIGNATURE"))
_QUOTING = re.compile(r"[>\s]*")
_DEPTH_LIMIT = 20


class Passage(Struct, frozen=True):
    """The statements as they arrived, and the armored signature after them."""

    statements: str
    armor: str

    def candidates(self) -> Iterator[bytes]:
        """Give the texts that may have been signed: the canonical one first, then the file as it stands."""
        yield canonical(self.statements)
        as_it_stands = (MARKER + self.statements.rstrip("\n")).encode("utf-8", "replace")
        for line_end in (b"\n", b"\r\n"):
            text = as_it_stands.replace(b"\n", line_end)
            yield text + line_end
            yield text


def find_passage(letter: Letter) -> Passage:
    """Find the one order block; refuse none, two, and one where no orders are taken."""
    plain, html, aside = _visible(letter.plain), _visible(letter.html), _visible(letter.aside)
    if max(_count(plain), _count(html)) + _count(aside) > 1:  # a text and its HTML are two views of one thing
        raise UnusableError("the letter holds two order blocks, send one")
    found = [_cut(text) for text in plain + html if BEGIN.search(text)]
    if not found and _count(aside):
        raise UnusableError("the letter holds no order block outside its attached mails")
    if not found:
        raise UnusableError("the letter holds no order block")
    if any(other.armor != found[0].armor for other in found[1:]):
        raise UnusableError("the letter's text and its HTML hold two order blocks, send one")
    return found[0]


def has_ssh_signature(letter: Letter) -> bool:
    """Say whether anything in the letter's texts begins like an SSH signature."""
    return any(_BEGIN_SIGNATURE.search(text) for text in _visible(letter.plain + letter.html + letter.aside))


def _visible(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(HIDDEN.sub("", text) for text in texts)


def _count(texts: tuple[str, ...]) -> int:
    return sum(len(BEGIN.findall(text)) for text in texts)


def _cut(text: str) -> Passage:
    begin = BEGIN.search(text)
    if begin is None:
        raise UnusableError("the letter holds no order block")
    depth = _quote_depth(text[text.rfind("\n", 0, begin.start()) + 1 : begin.start()])
    after = _unquote(text[begin.end() :], depth)
    signature, end = _BEGIN_SIGNATURE.search(after), _END_SIGNATURE.search(after)
    if signature is None or end is None:
        raise UnusableError("the order block is not signed, or its signature is cut off")
    if len(_BEGIN_SIGNATURE.findall(after)) > 1:
        raise UnusableError("the order block has two signatures, send one")
    if signature.start() > TEXT_LIMIT:
        raise UnusableError(f"the order block is longer than {TEXT_LIMIT} characters")
    return Passage(after[: signature.start()], _armor(after[signature.end() : end.start()]))


def _quote_depth(before: str) -> int:
    if not _QUOTING.fullmatch(before):
        return 0
    return min(before.count(">"), _DEPTH_LIMIT)


def _unquote(text: str, depth: int) -> str:
    if not depth:
        return text
    return re.sub(rf"^(?:[ \t]?>){{1,{depth}}}[ \t]?", "", text, flags=re.MULTILINE)


def _armor(body: str) -> str:
    return "\n".join([sshsig.BEGIN, *body.split(), sshsig.END, ""])
