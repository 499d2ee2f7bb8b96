"""Templates that were compiled once are kept in the folder of a desk: compiling takes longer than writing a report."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

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
        unfinished = self._folder / f"{bucket.key}.{token_hex(8)}"
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            try:
                unfinished.write_bytes(sha256(code).digest() + code)
                unfinished.replace(self._folder / bucket.key)
            finally:
                if os.path.lexists(unfinished):
                    unfinished.unlink()
