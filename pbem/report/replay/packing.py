"""The data of a replay as one text: a line of JSON with names and lengths, then those bytes; deflated, to base 85.

Four bytes are five digits; the first digit of the text says how many bytes at its end are none. Before these stands the
beginning of a digest of the rest, by which a page notices that it was damaged. Among the digits is nothing that ends a
script element, or begins a comment in one.
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
    whole = lengths.encode() + b"\n" + b"".join(parts.values())
    squeezing = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    squeezed = squeezing.compress(whole) + squeezing.flush()
    squeezed += sha256(squeezed).digest()[:_DIGEST]
    filling = -len(squeezed) % 4
    return str(filling) + b85encode(squeezed + bytes(filling)).translate(_SAFE).decode()
