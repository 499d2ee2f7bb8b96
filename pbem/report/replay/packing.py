"""The data of a replay as one text: a line of JSON with names and lengths, then those bytes; deflated, to base 85.

Four bytes are five digits; the first digit of the text says how many bytes at its end are none. Before these stands the
beginning of a digest of the rest, by which a page notices that it was damaged. Among the digits is nothing that ends a
script element or a text in a script, or begins a comment in one. So the script of a replay is packed like its data.
"""

import json
import zlib
from base64 import b85encode
from collections.abc import Mapping
from hashlib import sha256

_DIGEST = 8  # bytes of it
_RAW = -15  # deflate without a header, as browsers read it
_SAFE = bytes.maketrans(b"<&", b":.")


def packed(parts: Mapping[str, bytes]) -> str:
    """Return named bytes as one text."""
    lengths = json.dumps({name: len(content) for name, content in parts.items()}, separators=(",", ":"))
    squeezed = _deflated(lengths.encode() + b"\n" + b"".join(parts.values()))
    return _digits(squeezed + sha256(squeezed).digest()[:_DIGEST])


def packed_script(script: str) -> str:
    """Return a script as one text, deflated too: it needs no digest, for the policy of its page has one."""
    return _digits(_deflated(script.encode()))


def _deflated(content: bytes) -> bytes:
    squeezing = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    return squeezing.compress(content) + squeezing.flush()


def _digits(content: bytes) -> str:
    filling = -len(content) % 4
    return str(filling) + b85encode(content + bytes(filling)).translate(_SAFE).decode()
