"""Whom the disk is trusted from: this user and root, whose links, pipes, devices and folders lead where they say."""

import os
import stat
from errno import EPERM
from pathlib import Path

ROOT = 0  # whose links and devices everybody trusts


def check_trusted(found: os.stat_result, path: Path) -> None:
    """Raise PermissionError if what the disk tells of is of another user, and not of root."""
    if found.st_uid not in (ROOT, os.geteuid()):
        kind = "link" if stat.S_ISLNK(found.st_mode) else "pipe or device"
        raise PermissionError(EPERM, f"it is a {kind} of another user", str(path))


def is_closed_to_others(folder: Path) -> bool:
    """Tell whether nobody else can put another thing in the place of what lies in a folder."""
    found = folder.lstat()
    may_others_write = bool(found.st_mode & 0o022) and not found.st_mode & stat.S_ISVTX
    return found.st_uid in (ROOT, os.geteuid()) and not may_others_write


def exchanged(path: Path) -> OSError:
    """Return the error that somebody put another thing into a place while we looked."""
    return PermissionError(EPERM, "somebody exchanged it meanwhile", str(path))
