"""Offering to take over a seat, of one game or of any, and taking that back."""

from pbem.desk.store.transaction import Transaction

USE = "volunteer/"
ALL = "*"  # instead of a game: wherever somebody is needed


def volunteer(change: Transaction, name: str, game: str, at: int) -> None:
    """Note that somebody would take over a seat, of one game or (`*`) of any; who said so before keeps his place."""
    if change.secrets.find("", _use(game, name)) is None:
        change.secrets.put("", _use(game, name), str(at).encode())


def withdraw(change: Transaction, name: str, game: str) -> bool:
    """Note that somebody would not take over a seat any more; tells whether he would have."""
    has_offered = change.secrets.find("", _use(game, name)) is not None
    change.secrets.put("", _use(game, name), None)
    return has_offered


def withdraw_all(change: Transaction, name: str) -> bool:
    """Note that somebody would take over no seat any more; tells whether he would have."""
    games = offers_of(change, name)
    for game in games:
        withdraw(change, name, game)
    return bool(games)


def offers_of(look: Transaction, name: str) -> dict[str, int]:
    """Return the games in which somebody would take over a seat, `*` for any, and since when."""
    said = {use.rpartition("/")[::2]: int(at) for use, at in sorted(look.secrets.under("", USE).items())}
    return {game: at for (game, who), at in said.items() if who == name}


def _use(game: str, name: str) -> str:
    return f"{USE}{game}/{name}"
