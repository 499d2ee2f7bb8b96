"""Where in a letter order blocks stand, and what their signed bytes may have been before the mail changed them.

Generosity here forges nothing: of the few texts offered, only one that the signature fits is ever read.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from msgspec import Struct

from pbem.mail.block.block import MARKER, TEXT_LIMIT, canonical
from pbem.mail.block.marker import BEGIN, mark
from pbem.mail.block.own import own_length
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import HIDDEN, UnusableError
from pbem.mail.ssh import signature as sshsig

_BEGIN_SIGNATURE = re.compile(mark("BEGIN", "SSH", "SIGNATURE"))
_END_SIGNATURE = re.compile(mark("END", "SSH", "SIGNATURE"))
# What stands before a marker: marks of quoting, then the dash by which a clearsigned text escapes its own.
_BEFORE = re.compile(r"([>|\s]*)(- )?")
_ESCAPE = re.compile(r"^- ", re.MULTILINE)
_LINK = re.compile(r"\s{0,2}<(?:https?://|mailto:)[^<>]{0,2000}>")
_DEPTH_LIMIT = 20
_MARKER_LIMIT = 200
PASSAGE_LIMIT = 8


class Passage(Struct, frozen=True):
    """The statements as they arrived, and the armored signature after them; `depth` is how deep they are quoted.

    What stands in a letter below the writer's own words counts as quoted once more.
    """

    statements: str
    armor: str
    depth: int = 0

    def candidates(self) -> Iterator[bytes]:
        """Give the texts that may have been signed: the canonical one first, then the file as it stands."""
        yield canonical(self.statements)
        yield from as_it_stands(MARKER + self.statements.rstrip("\n"))
        if _LINK.search(self.statements):
            # Mail programs add the address that they made of a name.
            yield canonical(_LINK.sub("", self.statements))


def as_it_stands(text: str) -> Iterator[bytes]:
    """Give the files that a text may have been, by their line ends."""
    for line_end in (b"\n", b"\r\n"):
        raw = text.encode("utf-8", "replace").replace(b"\n", line_end)
        yield raw + line_end
        yield raw


def find_passages(letter: Letter) -> tuple[Passage, ...]:
    """Find the signed order blocks that count: of all in a letter those that are quoted least.

    Refuse a letter without any, and one whose only block is not signed or stands where no orders are taken.
    """
    texts = _visible(letter.plain + letter.html + letter.attached)
    found = [place for text in texts for place in _places(text)]
    if not found:
        outside = " outside its attached mails" if any(map(BEGIN.search, _visible(letter.aside))) else ""
        raise UnusableError(f"the letter holds no order block{outside}")
    least = min(place.depth for place in found)
    # Whoever quotes a letter quotes what others wrote in it, old blocks and new: those never count beside his own.
    nearest = [place for place in found if place.depth == least][:PASSAGE_LIMIT]
    errors: list[UnusableError] = []
    passages: list[Passage] = []
    for place in nearest:
        try:
            passages.append(_cut(place))
        except UnusableError as error:
            errors.append(error)
    if not passages:
        raise errors[0]
    return tuple(passages)


def find_files(letter: Letter) -> Iterator[tuple[str, str]]:
    """Yield each attached signature, in armor, with each text of the letter that it may be over."""
    texts = _visible(letter.plain + letter.attached)
    armors = [armor for text in texts if (armor := _only_armor(text))]
    over = [text for text in texts if not _BEGIN_SIGNATURE.search(text)]
    pairs = ((armor, text) for armor in armors for text in over)
    yield from islice(pairs, PASSAGE_LIMIT)


def has_ssh_signature(letter: Letter) -> bool:
    """Say whether anything in the letter's texts begins like an SSH signature."""
    texts = letter.plain + letter.html + letter.attached + letter.aside
    return any(_BEGIN_SIGNATURE.search(text) for text in _visible(texts))


def is_one_block(text: str) -> bool:
    """Say whether a text is one signed block, with nothing before it and nothing after it."""
    visible = HIDDEN.sub("", text).strip()
    begin, end = BEGIN.match(visible), _END_SIGNATURE.search(visible)
    if begin is None or end is None:
        return False
    return end.end() == len(visible) and BEGIN.search(visible, begin.end()) is None


class _Place(Struct, frozen=True):
    """Where a marker stands: the text after it up to the next one, how it is quoted, whether dashes are escaped."""

    after: str
    depth: int
    quotes: int
    is_escaped: bool


def _places(text: str) -> Iterator[_Place]:
    markers = list(islice(BEGIN.finditer(text), _MARKER_LIMIT))
    if not markers:
        return
    own = own_length(text)
    ends = [following.start() for _, following in pairwise(markers)]
    for marker, end in zip(markers, [*ends, len(text)], strict=True):
        before = _BEFORE.fullmatch(text[text.rfind("\n", 0, marker.start()) + 1 : marker.start()])
        quotes = min(sum(map(before[1].count, ">|")), _DEPTH_LIMIT) if before else 0
        is_below = marker.start() >= own
        yield _Place(text[marker.end() : end], quotes + is_below, quotes, bool(before and before[2]))


def _visible(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(HIDDEN.sub("", text) for text in texts)


def _cut(place: _Place) -> Passage:
    after = _unquote(place.after, place.quotes)
    if place.is_escaped:
        after = _ESCAPE.sub("", after)
    signature = _BEGIN_SIGNATURE.search(after)
    end = _END_SIGNATURE.search(after, signature.end()) if signature else None
    if signature is None or end is None:
        raise UnusableError("the order block is not signed, or its signature is cut off")
    if signature.start() > TEXT_LIMIT:
        raise UnusableError(f"the order block is longer than {TEXT_LIMIT} characters")
    armor = _armor(after[signature.end() : end.start()])
    return Passage(after[: signature.start()], armor, place.depth)


def _unquote(text: str, depth: int) -> str:
    if not depth:
        return text
    return re.sub(rf"^(?:[ \t]?[>|]){{1,{depth}}}[ \t]?", "", text, flags=re.MULTILINE)


def _only_armor(text: str) -> str:
    """Give the armor of a text that begins with it; empty if it does not."""
    begin, end = _BEGIN_SIGNATURE.match(text.lstrip()), _END_SIGNATURE.search(text.lstrip())
    if begin is None or end is None:
        return ""
    return _armor(text.lstrip()[begin.end() : end.start()])


def _armor(body: str) -> str:
    return "\n".join([sshsig.BEGIN, *body.split(), sshsig.END, ""])
