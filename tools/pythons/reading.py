"""Read mails with nothing but Python and the modules of this project, and print what was read, as JSON.

    python3.13 -W error -m tools.pythons.reading FOLDER

It needs no library, so that any Python can run it: values of msgspec are replaced by dataclasses that print the same.
"""

import dataclasses
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True)
class Struct:
    """What `msgspec.Struct` is for those that read mails: a frozen value."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Make a dataclass; a default that could be changed is copied."""
        super().__init_subclass__()
        for name in cls.__annotations__:
            default = cls.__dict__.get(name)
            if isinstance(default, dict | list | set):
                setattr(cls, name, dataclasses.field(default_factory=default.copy))
        dataclasses.dataclass(frozen=True)(cls)


def read_all(folder: Path) -> dict[str, list[str]]:
    """Return what is read in each mail of a folder."""
    return {path.name: [*_findings(path.read_bytes())] for path in sorted(folder.iterdir())}


def main(folder: Path) -> None:
    """Replace msgspec, read and print."""
    module, structs = ModuleType("msgspec"), ModuleType("msgspec.structs")
    vars(structs)["replace"] = dataclasses.replace
    vars(module).update(Struct=Struct, structs=structs)
    sys.modules |= {"msgspec": module, "msgspec.structs": structs}
    print(json.dumps(read_all(folder)))


def _findings(raw: bytes) -> Iterator[str]:
    """Print in ASCII what is read in a mail: the letter, its signed half, and the orders in each of its texts."""
    from pbem.mail.block.typed import read_typed
    from pbem.mail.letter.entity import cut_halves
    from pbem.mail.letter.letter import Letter, glimpse, read_letter

    letter = read_letter(raw)
    yield ascii(letter)
    yield _tried(cut_halves, raw)
    yield ascii(glimpse(raw))
    for text in letter.texts if isinstance(letter, Letter) else ():
        yield _tried(read_typed, text)


def _tried(read: Callable[[Any], object], given: Any) -> str:
    from pbem.mail.safe import UnusableError

    try:
        return ascii(read(given))
    except UnusableError as error:
        return ascii(error.value)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
