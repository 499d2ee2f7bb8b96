"""Places for a desk: nobody else can exchange what lies there while we open it by its name."""

import os
from pathlib import Path

from pbem.desk.disk.ways import others_at
from pbem.desk.errors import UsageError


def check_ours_alone(folder: Path, doing: str) -> None:
    """Refuse a folder if others can exchange it, or what lies in it; `doing` says what cannot be done there."""
    try:
        bad = others_at(folder)
    except OSError as error:
        raise UsageError(f"{doing}: {error.strerror}") from None
    if bad is None:
        return
    if bad.stat().st_uid not in (0, os.geteuid()):
        raise UsageError(f"{doing}: {bad} belongs to another user: name another place")
    raise UsageError(f"{doing}: others may write into {bad}: name another place, or `chmod go-w` that one")
