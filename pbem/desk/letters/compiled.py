"""Templates that were compiled once are kept in the folder of a desk: compiling takes longer than writing a report."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from pbem.desk.disk.writing import QUICK, write_file

FOLDER = "templates.compiled"
_DIGEST = 32  # bytes


class Compiled(BytecodeCache):
    """What was compiled; thrown away at will. Jinja2 looks whether it is of the same template, and made by itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find what was compiled, unless the file is not as it was written: damaged code could do anything."""
        try:
            kept = (self._folder / bucket.key).read_bytes()
        except OSError:
            return
        digest, code = kept[:_DIGEST], kept[_DIGEST:]
        if sha256(code).digest() == digest:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, if that can be done here; half of it is never seen."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_file(self._folder / bucket.key, sha256(code).digest() + code, QUICK)
