"""The data of a replay as one text: a line of JSON with names and lengths, then those bytes; deflated, in base64."""

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping

_RAW = -15  # deflate without a header, as browsers read it


def packed(parts: Mapping[str, bytes]) -> str:
    """Return named bytes as one text."""
    lengths = json.dumps({name: len(content) for name, content in parts.items()}, separators=(",", ":"))
    whole = lengths.encode() + b"\n" + b"".join(parts.values())
    squeezed = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    return b64encode(squeezed.compress(whole) + squeezed.flush()).decode()
