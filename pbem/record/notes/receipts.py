"""Receipts and reminders, signed by the referee.

A receipt says that the referee has a sheet that is not used yet. A reminder says that it has none.
Both are read again when a mail contains one.
"""

import re
from base64 import b64encode
from collections.abc import Iterator

from msgspec import Struct

from pbem.record.errors import IntegrityError
from pbem.record.notes.notes import base64_bytes, open_note

_count = r"(?:0|[1-9][0-9]{0,15})"
_receipt = re.compile(
    r"pbem/receipt/1 (?P<referee>\S+)/(?P<game>[^/\s]+)\n(?P<seat>\S+)\n"
    rf"(?P<size>{_count})\n(?P<came>{_count})\n(?P<digest>\S{{44}})\n"
)
_reminder = re.compile(
    rf"pbem/reminder/1 (?P<referee>\S+)/(?P<game>[^/\s]+)\n(?P<seat>\S+)\n(?P<size>{_count})\n(?P<at>{_count})\n"
)
# As for notes: mail programs quote, indent and fold, and between two words stands what no word holds.
_gap = r"[>|\s]+"
_BEGIN = (r"(?P<origin>[^\s>|]+/[^/\s>|]+)", r"(?P<seat>[^\s>|]+)", r"(?P<size>[0-9]{1,16})", r"(?P<came>[0-9]{1,16})")
_END = (r"—", r"(?P<name>[^\s+>|]+)", r"(?P<sign>[A-Za-z0-9+/]{91}=)")
_receipts = re.compile(_gap.join((r"pbem/receipt/1", *_BEGIN, r"(?P<digest>[A-Za-z0-9+/]{43}=)", *_END)))
_reminders = re.compile(_gap.join((r"pbem/reminder/1", *_BEGIN, *_END)))


class Receipt(Struct, frozen=True):
    """A statement that a sheet of a seat came.

    It has the digest of the sheet (SHA-256, hex), the time, and the size of the record then.
    """

    game: str
    seat: str
    size: int
    came: int
    digest: str


class Reminder(Struct, frozen=True):
    """A statement: at this size of the record, no answer of a seat had come by this time."""

    game: str
    seat: str
    size: int
    at: int


def reminder_text(referee: str, reminder: Reminder) -> str:
    """Return the text that a reminder signs."""
    return f"pbem/reminder/1 {referee}/{reminder.game}\n{reminder.seat}\n{reminder.size}\n{reminder.at}\n"


def receipt_text(referee: str, receipt: Receipt) -> str:
    """Return the text that a receipt signs."""
    digest = b64encode(bytes.fromhex(receipt.digest)).decode()
    return f"pbem/receipt/1 {referee}/{receipt.game}\n{receipt.seat}\n{receipt.size}\n{receipt.came}\n{digest}\n"


def find_receipts(text: str) -> Iterator[str]:
    """Yield every receipt in the body of a mail, restored to its exact layout however it was quoted or folded."""
    for found in _receipts.finditer(text):
        stated = "\n".join(found[name] for name in ("origin", "seat", "size", "came", "digest"))
        yield f"pbem/receipt/1 {stated}\n\n— {found['name']} {found['sign']}\n"


def read_receipt(note: str, public_key: bytes, referee: str) -> Receipt:
    """Return what a receipt states; IntegrityError if it is not the referee's."""
    found = _receipt.fullmatch(open_note(note, public_key, referee))
    if found is None or found["referee"] != referee:
        raise IntegrityError(None, "note", f"the note is no receipt of {referee}")
    digest = base64_bytes(found["digest"], 32).hex()
    return Receipt(found["game"], found["seat"], int(found["size"]), int(found["came"]), digest)


def find_reminders(text: str) -> Iterator[str]:
    """Yield every reminder in the body of a mail, restored to its exact layout."""
    for found in _reminders.finditer(text):
        stated = "\n".join(found[name] for name in ("origin", "seat", "size", "came"))
        yield f"pbem/reminder/1 {stated}\n\n— {found['name']} {found['sign']}\n"


def read_reminder(note: str, public_key: bytes, referee: str) -> Reminder:
    """Return what a reminder states; IntegrityError if it is not the referee's."""
    found = _reminder.fullmatch(open_note(note, public_key, referee))
    if found is None or found["referee"] != referee:
        raise IntegrityError(None, "note", f"the note is no reminder of {referee}")
    return Reminder(found["game"], found["seat"], int(found["size"]), int(found["at"]))
