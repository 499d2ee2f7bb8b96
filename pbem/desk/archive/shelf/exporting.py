"""Exporting a game of a desk: where it is in the desk's archive, with the proof of that beside its record."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import SHELF, Shelf
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.records.folders.exporting import files_of, put_files
from pbem.desk.records.folders.files import PROOF
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG, split
from pbem.record.log.entry import entry_hash


def export_proven(desk: Desk, game: str, target: Path) -> Path:
    """Write a game's record as files, and the proof that it is in the archive, if it is."""
    files = files_of(desk, game)
    if proof := proof_of(Shelf(desk.folder / SHELF), game, files):
        files[PROOF] = proof
    return put_files(target, files)


def proof_of(shelf: Shelf, game: str, files: Mapping[str, bytes]) -> bytes:
    """Return the proof that just this record is in the log of an archive; empty if there is none."""
    with suppress(IntegrityError, DeskError, OSError):  # of an archive that is damaged `pbem archive verify` tells
        if Ledger(shelf).head(game) == entry_hash(split(files[LOG])[-1]):
            shelf.check_no_link(game)
            return shelf.proof(game)
    return b""
