"""What the seals of orders are over, as the desk keeps it."""

from msgspec import convert, json

from pbem.desk.store.transaction import Transaction


def sealed_words(look: Transaction, game: str, seq: int) -> str | None:
    """Return what the order in an entry sealed."""
    raw = look.secrets.find(game, f"order/{seq}")
    return None if raw is None else raw.decode()


def sheet_in(words: str) -> str:
    """Return the sheet that an order sealed."""
    return convert(json.decode(words), dict[str, str])["sheet"]
