"""Words that change the record itself, such as `leave` or `undo`, in four languages.

A sheet is such a word if its only line begins with it. So anybody can distinguish it from orders by
the text alone. `read_said` reads the rest of the line.
"""

import re
from datetime import date

from msgspec import Struct

from pbem.record.log.kinds import Word

ANY = "any"  # the seat that a block names whose writer has none yet
_SPELT: dict[Word, str] = {
    "agree": "agree|accetto|accepter|einverstanden",
    "appeal": "appeal|ricorso|recours|einspruch",
    "join": "join|partecipo|participer|beitreten",
    "leave": "leave|assenza|absence|urlaub",
    "luck": "luck",
    "newkey": "newkey",
    "resign": "resign|abbandono|abandon|aufgeben",
    "reveal": "reveal",
    "undo": "undo|annulla|annuler|zuruecknehmen|zurucknehmen",
}
_WITHDRAW = "withdraw|ritiro|retrait|absagen"  # to resign before the start
SPELLINGS = (*_SPELT.values(), _WITHDRAW)
_PRIVATE = "private|privato|prive|privat"
_NONE = "none|nessuno|aucun|keiner"
_DAY = r"\d{4}-\d\d-\d\d"
_SEQ = r"0|[1-9]\d{0,15}"
_SAYS: dict[Word, str] = {
    "agree": rf" (?P<seq>{_SEQ})",
    "appeal": rf" (?P<seq>{_SEQ})(?: (?P<private>{_PRIVATE}))? ?: ?.+",
    "join": r"(?: (?P<seat>[!-~]{1,32})(?: luck (?P<luck>[0-9a-f]{64}))?)?",
    "leave": rf" (?P<first>{_DAY})(?: ?\.\. ?(?:(?P<last>{_DAY})|(?P<none>{_NONE})))?",
}
_flags = re.ASCII | re.IGNORECASE
_begins = [(word, re.compile(f"(?:{spelt})(?: .*)?", _flags)) for word, spelt in _SPELT.items() if word != "resign"]
_leaving = re.compile(f"{_SPELT['resign']}|(?P<withdraw>{_WITHDRAW})", _flags)
_says = {word: re.compile(f"(?:{_SPELT[word]}){says}", _flags) for word, says in _SAYS.items()}
_undo = re.compile(_SPELT["undo"], _flags)
_EPOCH = date(1970, 1, 1)


class Said(Struct, frozen=True):
    """The rest of a sheet, after its word."""

    seq: int = -1  # the entry that is agreed to, or appealed from
    is_private: bool = False  # an appeal whose text is nobody else's business
    seat: str = ""  # the one that somebody wants, in small letters
    luck: str = ""
    days: tuple[int, int] = (0, 0)  # the first of a leave, and the one after it, from 1970 on
    is_withdrawal: bool = False  # from a game that has not begun


def word_of(sheet: str) -> Word:
    """Return the word that a sheet is; empty if it holds orders. It is one line, and begins with the word."""
    if _leaving.fullmatch(sheet):
        return "resign"
    return next((word for word, begins in _begins if begins.fullmatch(sheet)), "")


def read_said(sheet: str) -> Said | None:
    """Return what the sheet of a word says; None if it does not say what it must, or is none.

    Of `luck`, `reveal` and `newkey`, which say what they bind to in full, nothing is read.
    """
    word = word_of(sheet)
    if word == "resign":
        found = _leaving.fullmatch(sheet)
        return Said(is_withdrawal=bool(found and found["withdraw"]))
    if word == "undo":
        return Said() if _undo.fullmatch(sheet) else None
    if word not in _says:
        return Said() if word else None
    said = _says[word].fullmatch(sheet)
    return None if said is None else _read(word, said)


def public_appeal(sheet: str) -> int | None:
    """Return the entry that an appeal is from, if its sheet says so as it must, and everybody may read it."""
    said = read_said(sheet.strip()) if word_of(sheet.strip()) == "appeal" else None
    return None if said is None or said.is_private else said.seq


def _read(word: Word, said: re.Match[str]) -> Said | None:
    match word:
        case "agree":
            return Said(seq=int(said["seq"]))
        case "appeal":
            return Said(seq=int(said["seq"]), is_private=bool(said["private"]))
        case "join":
            return Said(seat=(said["seat"] or "").lower(), luck=(said["luck"] or "").lower())
    days = _days(said["first"], said["last"] or said["first"], is_none=bool(said["none"]))
    return None if days is None else Said(days=days)


def _days(first: str, last: str, *, is_none: bool) -> tuple[int, int] | None:
    """Return the first day of a leave, and the one after its last, as numbers; None if there are no such days."""
    try:
        begin, end = ((date.fromisoformat(day) - _EPOCH).days for day in (first, last))
    except ValueError:
        return None
    return begin, begin if is_none else end + 1
