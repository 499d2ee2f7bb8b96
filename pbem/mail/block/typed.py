"""Statements as a player types them into a mail that is signed as a whole.

With the marker line of an order block the text below it is one: only `;` ends a statement, so wrapped lines do no
harm. Without it the statements begin at the first line such as `game: ..`; line ends and `;` both end one, `#` starts
a comment. Either way quoted lines (`>`) are never orders, nor is the line that announces them, and the text ends at a
line `-- ` or `-----END PBEM ORDERS-----`, and where a mail program has put the letter that is answered below it without
marks: at a line of underscores, at `-----Original Message-----`, or at the lines `From:` and `Sent:` of its header.
"""

import re
from itertools import pairwise, takewhile

from pbem.mail.block.block import NAMES, TEXT_LIMIT, Block, canonical, order_lines, parse
from pbem.mail.block.marker import BEGIN
from pbem.mail.phrases import unusable
from pbem.mail.safe import HIDDEN

# What mail programs in our four languages write above a letter that is answered or passed on.
_ORIGINAL = (
    "Original Message|Messaggio originale|Message d['\u2019]origine|Message original|Message initial"
    "|Urspr\u00fcngliche Nachricht|Originalnachricht"
    "|Forwarded Message|Messaggio inoltrato|Message transf\u00e9r\u00e9|Weitergeleitete Nachricht"
)
_END = re.compile(
    rf"--\s*|-{{2,5}}\s*END PBEM ORDERS\s*-{{2,5}}|\s*_{{10,}}\s*|\s*-{{3,20}}\s*(?:{_ORIGINAL})\s*-{{3,20}}\s*",
    re.IGNORECASE,
)
_SENDER = re.compile(r"\s*\*?(?:From|Da|De|Von)\s?:", re.IGNORECASE)
_SENT = re.compile(r"\s*\*?(?:Sent|Date|Inviato|Data|Envoy\u00e9(?: le)?|Gesendet|Datum)\s?:", re.IGNORECASE)
_QUOTED = re.compile(r"\s{0,3}>")
_STATEMENT = re.compile(rf"\s*({'|'.join(sorted(NAMES))})\s*:", re.IGNORECASE)
_COMMENT = re.compile(r"#[^;\n]*")
# The first half of `On Mon, Nov 3, 2025 at 10:00 Referee <referee@example.org>` / `wrote:`, broken by the mail program.
_HALF_ANNOUNCEMENT = re.compile(r"(?=.*\d)(?=.*[,@<]).+")
_TAIL_WORDS = 3
_NEAR = 4


def read_typed(text: str) -> Block:
    """Read the statements of a signed text; refuse two blocks, and whatever an order block may not hold."""
    if len(text) > TEXT_LIMIT:
        raise unusable("text_long", most=TEXT_LIMIT)
    lines = HIDDEN.sub("", text).replace("\r\n", "\n").split("\n")
    return parse(_statements(_own(lines)))


def _own(lines: list[str]) -> list[str]:
    """Give the lines that the player wrote: up to his signature or a whole letter below, without what he quotes."""
    own: list[str] = []
    for line, _ in takewhile(lambda pair: not _is_end(*pair), pairwise([*lines, ""])):
        if _QUOTED.match(line):
            _drop_announcement(own)
        else:
            own.append(line)
    return own


def _is_end(line: str, following: str) -> bool:
    is_header = _SENDER.match(line) is not None and _SENT.match(following) is not None
    return is_header or _END.fullmatch(line) is not None


def _drop_announcement(own: list[str]) -> None:
    near = range(len(own) - 1, max(-1, len(own) - _NEAR), -1)
    last = next((number for number in near if own[number].strip()), None)
    if last is None or not own[last].rstrip().endswith(":"):
        return
    first = last
    if last > 0 and len(own[last].split()) <= _TAIL_WORDS and _is_half_announcement(own[last - 1]):
        first = last - 1
    del own[first:]


def _is_half_announcement(line: str) -> bool:
    # A line with `;` is a statement: to drop one by mistake would lose an order that was signed.
    return _HALF_ANNOUNCEMENT.fullmatch(line) is not None and ";" not in line


def _statements(own: list[str]) -> bytes:
    """Give the statements as canonical text; a greeting before them is nobody's order."""
    text = "\n".join(own)
    markers = list(BEGIN.finditer(text))
    if len(markers) > 1:
        raise unusable("two_blocks")
    if markers:
        # A comment ends with its line here too; joined to the next one it would swallow an order.
        return canonical(_COMMENT.sub("", text[markers[0].end() :]))
    first = next((number for number, line in enumerate(own) if _STATEMENT.match(line)), None)
    if first is None:
        raise unusable("no_orders")
    lines = order_lines("\n".join(own[first:]))
    return canonical("".join(f"{_lower_name(line)};\n" for line in lines))


def _lower_name(line: str) -> str:
    return _STATEMENT.sub(lambda name: name[0].lower(), line, count=1)
