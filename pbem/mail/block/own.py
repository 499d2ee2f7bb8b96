"""Where a writer's own words end: at his sign-off, at what he quotes, at a letter that he answers or passes on.

Whoever signs a whole mail signs what others wrote below his words too. So orders are read from the top, up to the first
line of these tables. They hold what real mail programs write, in the languages that they are used in here.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, pairwise

from msgspec import Struct

_LONGEST_ANNOUNCEMENT = 700  # characters; two lines of a mail, with a long name and address
_LOOKED_AT = 65_536  # characters; own words that are longer are no orders
_HEADER_LINES = 4

# Below his own words: what he calls himself, what his telephone or his firm adds.
_DEVICES = (
    r"(?:iPhone|iPad|Android|Galaxy|Samsung|Huawei|Xiaomi|BlackBerry|Outlook|Yahoo|Proton|Mail|Smartphone|mobile)"
)
_FOOTERS = (
    rf"(?:Sent|Get) (?:from|via|by|Outlook for) .{{0,60}}{_DEVICES}.{{0,60}}",
    r"Get Outlook for (?:iOS|Android|Mac)\b.{0,60}",
    rf"Inviat[oa] (?:da|dal|con|tramite) .{{0,60}}{_DEVICES}.{{0,60}}",
    rf"Envoyé (?:de|depuis|à partir de|par|via) .{{0,60}}{_DEVICES}.{{0,60}}",
    rf"(?:Von|Mit) mein.{{0,60}}{_DEVICES}.{{0,60}} (?:gesendet|geschickt|verschickt)\.?",
    rf"Gesendet (?:von|mit|über|aus) .{{0,60}}{_DEVICES}.{{0,60}}",
    rf"Diese Nachricht wurde von mein.{{0,40}}{_DEVICES}.{{0,60}}",
)
_DISCLAIMERS = (
    r"Disclaimer\b.*",
    r"(?:Confidentiality|Privacy|Legal) (?:notice|note|warning)\b.*",
    r"(?:This|The) (?:e-?mail|electronic mail|message|communication|transmission|information contained)\b.*",
    r"Avviso di (?:riservatezza|confidenzialità)\b.*",
    r"(?:Questa e-?mail|Questo messaggio|Le informazioni contenute|Il presente messaggio|La presente e-?mail)\b.*",
    r"Avis de confidentialité\b.*",
    r"(?:Ce (?:message|courriel|courrier)|Cet e-?mail|Le présent (?:message|courriel)) .*",
    r"(?:Vertraulichkeitshinweis|Haftungsausschluss)\b.*",
    r"Diese (?:E-?Mail|Nachricht) .*",
)
_CLOSING = re.compile(
    rf"\s*(?:--|-{{2,5}}\s*END PBEM ORDERS\s*-{{2,5}}|{'|'.join((*_FOOTERS, *_DISCLAIMERS))})\s*", re.IGNORECASE
)

# Above a letter that is answered or passed on.
_ORIGINAL = (
    "Original (?:Message|Appointment)|Forwarded (?:Message|by)|Reply message"
    "|Messaggio originale|Messaggio inoltrato|Inoltrato da"
    "|Message d['\u2019]origine|Message original|Message initial|Message transféré|(?:Transféré|Réexpédié) par"
    "|Ursprüngliche Nachricht|Originalnachricht|Weitergeleitete Nachricht|Weitergeleitet von"
    "|Mensaje original|Mensaje reenviado|Reenviado por"
    "|Oorspronkelijk bericht|Doorgestuurd bericht|Doorgestuurd door"
    "|Mensagem original|Mensagem encaminhada|Encaminhado por"
    "|Ursprungligt meddelande|Vidarebefordrat meddelande|Vidarebefordrat av"
    "|Oprindelig meddelelse|Videresendt meddelelse|Wiadomość oryginalna|Oryginalna wiadomość"
)
_WROTE = (
    "wrote|writes|ha scritto|scrive|a écrit|schrieb|schreibt|escribió|schreef|escreveu|skrev"
    "|napisał|napisała|napisał\\(a\\)"
)
_RULES = (
    r"_{10,}",
    rf"-{{3,20}}\s*(?:{_ORIGINAL})\b.{{0,200}}?-{{3,20}}",
    rf"-{{3,20}}.{{1,200}}?\b(?:{_WROTE})\s?:\s*-{{3,20}}",
    r"Begin forwarded message\s?:",
    r"Inizio messaggio inoltrato\s?:",
    r"Début du message (?:transféré|réexpédié)\s?:",
    r"Anfang der weitergeleiteten (?:Nachricht|E-?Mail)\s?:",
    r"Inicio del mensaje reenviado\s?:",
    r"Begin doorgestuurd bericht\s?:",
    r"Início da mensagem (?:re)?encaminhada\s?:",
    r"Vidarebefordrat (?:brev|mejl)\s?:",
)
_RULE = re.compile("|".join(_RULES), re.IGNORECASE)
_ON = r"(?:-{2,3}\s?)?(?:On|Il|Am|Le|El|Op|Em|Den|Dnia|W dniu)"
_ATTRIBUTION = re.compile(
    rf"(?:{_ON}\s(?=.{{0,300}}\d).{{0,300}}?\b(?:{_WROTE})(?:\b|(?<=\)))(?:\s.{{0,200}})?"
    rf"|[^:;]{{1,100}}?\s(?:wrote on|schrieb am|ha scritto il|a écrit le)\s(?=.{{0,100}}\d).{{0,100}})\s?:",
    re.IGNORECASE,
)
_HEADERS = {
    "from": "From|Da|De|Von|Van|Från|Fra|Od",
    "sent": (
        "Sent|Date|Inviato|Data|Envoyé(?: le)?|Gesendet|Datum|Enviad[ao](?: el| em)?|Fecha|Verzonden|Skickat|Sendt|Dato"
        "|Wysłano"
    ),
    "subject": "Subject|Oggetto|Objet|Betreff|Asunto|Onderwerp|Assunto|Ämne|Emne|Temat",
}
_HEADER = re.compile(
    r"\*{0,2}(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _HEADERS.items()) + r")\s?:", re.IGNORECASE
)

QUOTED = re.compile(r"\s{0,3}>")
_BAR = re.compile(r"\s{0,3}\|")
# The first half of `On Mon, Nov 3, 2025 at 10:00 Referee <referee@example.org>` / `wrote:`, broken by the mail program.
_HALF_ANNOUNCEMENT = re.compile(r"(?=.*\d)(?=.*[,@<]).+")
_TAIL_WORDS = 3
_NEAR = 4


class OwnWords(Struct, frozen=True):
    """A text cut in two: the lines of its writer's own words, and those from where they end."""

    own: tuple[str, ...]
    rest: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing but own words."""
        return not any(line.strip() for line in self.rest)


def split_words(lines: Sequence[str]) -> OwnWords:
    """Cut a text where its writer's own words end; a line that announces a quotation is not his."""
    end = _find_end(lines)
    own = list(lines[:end])
    if end < len(lines) and _is_quoted(lines, end):
        _drop_announcement(own)
    return OwnWords(tuple(own), tuple(lines[len(own) :]))


def own_length(text: str) -> int:
    """Give how many characters of a text are its writer's own words, quotations among them."""
    lines = text[:_LOOKED_AT].split("\n")
    ends = _others(lines)
    end = next((number for number, line in enumerate(lines) if number in ends or _CLOSING.fullmatch(line)), None)
    if end is None:
        return len(text)
    return sum(len(line) + 1 for line in lines[:end])


def unquoted(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines below a quotation that are not quoted themselves, up to a sign-off or a whole letter."""
    ends = _others(lines)
    for number, line in enumerate(lines):
        if number in ends or _CLOSING.fullmatch(line):
            return
        if line.strip() and not QUOTED.match(line) and not _BAR.match(line):
            yield line


def below_quotation(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines that are not quoted and stand below one that is, however the quotation was announced."""
    found = dropwhile(lambda line: not QUOTED.match(line), lines)
    return (line for line in found if not QUOTED.match(line))


def _find_end(lines: Sequence[str]) -> int:
    ends = _others(lines)
    for number, line in enumerate(lines):
        if number in ends or _CLOSING.fullmatch(line) or _is_quoted(lines, number):
            return number
    return len(lines)


def _is_quoted(lines: Sequence[str], number: int) -> bool:
    """Tell whether a line is quoted; one that begins with `|` may go on with an order of the line above instead."""
    line = lines[number]
    if QUOTED.match(line):
        return True
    if not _BAR.match(line):
        return False
    before = lines[number - 1].rstrip() if number else ""
    return before == "" or before.endswith((";", ":")) or _BAR.match(before) is not None


def _others(lines: Sequence[str]) -> frozenset[int]:
    """Find the lines at which a whole letter of somebody begins."""
    ends = {number for number, line in enumerate(lines) if line and (_RULE.fullmatch(line.strip()) or _announces(line))}
    # An announcement may be broken by the mail program.
    for number, (line, following) in enumerate(pairwise(lines)):
        if line and following and ";" not in line and _announces(f"{line} {following}"):
            ends.add(number)
    return frozenset({*ends, *_header_blocks(lines)})


def _announces(line: str) -> bool:
    """Tell whether a line announces a letter of somebody else.

    Blanks at its ends are dropped first, and nothing longer is looked at: a line of blanks before a word would be tried
    at each of them, and a mail can hold thousands of such lines.
    """
    words = line.strip()
    return len(words) <= _LONGEST_ANNOUNCEMENT and _ATTRIBUTION.fullmatch(words) is not None


def _header_blocks(lines: Sequence[str]) -> Iterator[int]:
    """Yield where two different lines such as `From:` and `Sent:` stand close together."""
    dense = [(number, _header_name(line)) for number, line in enumerate(lines) if line.strip()]
    for at, (number, name) in enumerate(dense):
        if name:
            near = {other for _, other in dense[at : at + _HEADER_LINES] if other}
            if len(near) > 1:
                yield number


def _header_name(line: str) -> str:
    found = _HEADER.match(line.lstrip())
    return (found.lastgroup or "") if found else ""


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
