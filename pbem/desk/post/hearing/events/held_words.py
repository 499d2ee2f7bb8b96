"""Words that came while their event was frozen: each is kept as it was signed, and when it came, until it goes on."""

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.matches.state.freezing import frozen
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.store.transaction import Transaction
from pbem.mail.evidence import Signed

_HELD = "held/"


class HeldWord(Struct, frozen=True):
    """A signed word with who said it, and when it reached the referee."""

    signed: Signed
    name: str
    came: int


_held = json.Decoder(HeldWord)


def hold(change: Transaction, sheet: SignedSheet) -> None:
    """Keep a word until its event goes on."""
    use = f"{_HELD}{sheet.came:012}/{sheet.identity}"
    change.secrets.put(sheet.block.game, use, json.encode(HeldWord(sheet.signed, sheet.player.name, sheet.came)))


def events_to_hear(desk: Desk) -> list[str]:
    """Return the events that go on, or are over, and have words of the time when they were frozen."""
    with desk.store.read() as look:
        waiting = [standing.id for standing in look.events.all() if look.secrets.under(standing.id, _HELD)]
        return [id_ for id_ in waiting if frozen(desk, look, id_) is None]


def held_words(look: Transaction, id_: str) -> list[tuple[str, HeldWord]]:
    """Return the words that an event has kept, in the order in which they came, each with what it is kept under."""
    found = sorted(look.secrets.under(id_, _HELD).items())
    return [(f"{_HELD}{rest}", _held.decode(raw)) for rest, raw in found]
