"""The outer shape of BER: lengths that fit, a depth and a number of values that a parser can bear. No meaning here."""

from pbem.mail.safe import UnusableError

_DEPTH_LIMIT = 30
_VALUE_LIMIT = 10_000
_CONSTRUCTED = 0x20
_HIGH_TAG = 0x1F
_INDEFINITE = 0x80
_WIDTH_LIMIT = 4
_END_OF_CONTENTS = b"\0\0"
_DAMAGED = "the S/MIME signature is damaged"


def check_shape(raw: bytes) -> None:
    """Refuse bytes that are not one value, or one that is too deep or in too many pieces."""
    ends: list[int | None] = []  # of the values that are open; None where a mark, not a length, ends one
    place, values = 0, 0
    while place < len(raw) or ends:
        if ends and place == ends[-1]:
            ends.pop()
        elif ends and ends[-1] is None and raw.startswith(_END_OF_CONTENTS, place):
            ends.pop()
            place += len(_END_OF_CONTENTS)
        elif values == _VALUE_LIMIT or len(ends) > _DEPTH_LIMIT or (values and not ends):
            raise UnusableError(_DAMAGED)
        else:
            values += 1
            place = _enter(raw, place, ends)


def _enter(raw: bytes, place: int, ends: list[int | None]) -> int:
    """Read one header; go into a constructed value, step over a primitive one."""
    start, length = _header(raw, place)
    limit = next((end for end in reversed(ends) if end is not None), len(raw))
    end = None if length is None else start + length
    if (end or start) > limit or (length is None and not raw[place] & _CONSTRUCTED):
        raise UnusableError(_DAMAGED)
    if end is None or raw[place] & _CONSTRUCTED:
        ends.append(end)
        return start
    return end


def _header(raw: bytes, place: int) -> tuple[int, int | None]:
    if place + 2 > len(raw) or raw[place] & _HIGH_TAG == _HIGH_TAG:  # CMS has no tag above 30
        raise UnusableError(_DAMAGED)
    first = raw[place + 1]
    if first == _INDEFINITE:
        return place + 2, None
    if first < _INDEFINITE:
        return place + 2, first
    width = first & 0x7F
    if width > _WIDTH_LIMIT:
        raise UnusableError(_DAMAGED)
    return place + 2 + width, int.from_bytes(raw[place + 2 : place + 2 + width], "big")
