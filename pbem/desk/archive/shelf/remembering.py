"""What a desk remembers of the log of its archive: the last checkpoint that it signed, whatever became of the file."""

from pbem.desk.desk import Desk
from pbem.record.notes.checkpoints import Checkpoint, read_checkpoint

_SIGNED = "archive checkpoint"


def remember(desk: Desk, note: str) -> None:
    """Write down what the desk signed, once it lies in the archive: what could not be written was never signed."""
    with desk.store.write() as change:
        change.facts.put(_SIGNED, note)


def forget(desk: Desk) -> None:
    """Let the desk begin another log, which nothing that it signed so far agrees with."""
    with desk.store.write() as change:
        change.facts.put(_SIGNED, "")


def remembered(desk: Desk) -> Checkpoint | None:
    """Return what the desk signed last of its archive; None if it never did."""
    with desk.store.read() as look:
        note = look.facts.find(_SIGNED)
    return read_checkpoint(note, desk.public_key) if note else None
