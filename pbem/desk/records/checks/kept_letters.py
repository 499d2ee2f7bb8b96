"""Letters that somebody kept, as witnesses: what the referee signed in saved mails and in whole mailboxes."""

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from pbem.desk.errors import DeskError, UsageError
from pbem.mail.safe import LETTER_LIMIT, Unusable
from pbem.record.notes.checkpoints import find_checkpoints
from pbem.record.notes.notes import find_notes
from pbem.record.notes.receipts import find_receipts, find_reminders

Progress = Callable[[int], None]


class Kept(Struct, frozen=True):
    """What one mail holds that a referee may have signed."""

    notes: tuple[str, ...] = ()
    receipts: tuple[str, ...] = ()
    reminders: tuple[str, ...] = ()
    is_readable: bool = True

    @property
    def signed(self) -> tuple[str, ...]:
        """All of it."""
        return self.notes + self.receipts + self.reminders


def read_mail(raw: bytes) -> Kept:
    """Return what a saved mail holds; whatever cannot be read as a mail is searched as it is."""
    from pbem.mail.letter.letter import read_letter  # with what takes mails apart, which most commands need not

    letter = read_letter(raw)
    if isinstance(letter, Unusable):
        texts: tuple[str, ...] = (raw[:LETTER_LIMIT].decode("utf-8", "replace"),)
    else:
        texts = letter.plain + letter.html + letter.aside
    notes = dict.fromkeys(note for text in texts for note in find_notes(text))
    receipts = dict.fromkeys(receipt for text in texts for receipt in find_receipts(text))
    reminders = dict.fromkeys(reminder for text in texts for reminder in find_reminders(text))
    return Kept(tuple(notes), tuple(receipts), tuple(reminders), not isinstance(letter, Unusable))


def checkpoints_in(raw: bytes) -> tuple[str, ...]:
    """Return the checkpoints in a saved mail, in its text or its page alone, whatever stands around them."""
    from pbem.mail.letter.letter import read_letter
    from pbem.mail.letter.plaintext import strip_tags

    plain = raw[:LETTER_LIMIT].decode("utf-8", "replace")
    letter = read_letter(raw)
    texts = (plain, strip_tags(plain)) if isinstance(letter, Unusable) else (*letter.texts, plain, strip_tags(plain))
    return tuple(dict.fromkeys(note for text in texts for note in find_checkpoints(text)))


def read_box(box: Path, progress: Progress = lambda _read: None) -> list[Kept]:
    """Read a mailbox: a Maildir, an mbox file, or a folder of mails; a bad mail is counted and does not stop it."""
    if not box.exists():
        raise UsageError(f"there is no mailbox {str(box)!r}")
    found: list[Kept] = []
    try:
        for raw in _mails(box):
            found.append(Kept(is_readable=False) if raw is None else read_mail(raw))
            progress(len(found))
    except OSError as error:
        raise DeskError(f"cannot read {box}: {error.strerror}") from None
    if not found:
        raise UsageError(f"{box} holds no mail")
    return found


def _mails(box: Path) -> Iterator[bytes | None]:
    """Yield every mail of a box; None for one that cannot be opened."""
    if box.is_file():
        yield from _in_mbox(box)
        return
    is_maildir = (box / "cur").is_dir() or (box / "new").is_dir()
    folders = (box / "cur", box / "new") if is_maildir else (box,)
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_file() and not path.name.startswith("."):
                yield _read(path)


def _in_mbox(path: Path) -> Iterator[bytes | None]:
    from mailbox import mbox

    box = mbox(path, create=False)
    try:
        for key in box.iterkeys():
            yield box.get_bytes(key)
    finally:
        box.close()


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(LETTER_LIMIT + 1)
    except OSError:
        return None
