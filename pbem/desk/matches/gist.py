"""A glance at an entry: what a list or a letter needs of it, without reading it whole."""

from msgspec import Struct, json


class Gist(Struct, rename={"from_": "from"}):
    """What a glance at an entry tells."""

    kind: str
    at: int
    seat: str = ""
    name: str = ""
    act: str = ""
    word: str = ""
    reason: str = ""
    luck: str | dict[str, str] = ""
    from_: int = 0
    to: int = 0
    due: int = 0
    until: int = 0


glance = json.Decoder(Gist).decode
