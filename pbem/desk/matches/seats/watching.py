"""Watching: people who play no part in a game get its public letters, when its players get theirs."""

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.signed.word_tokens import desk_lines
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due
from pbem.referee.match.match import Match

WATCHER = "*"  # in the place of a seat: a letter that tells what everybody may know
_OF_GAME = "watch/"  # in a game, by name: the size up to which that person was told
_OF_PERSON = "watching/"  # at the desk, by name and game


class Watching(Struct, frozen=True):
    """What a watcher's letter holds besides: the lines by which he stops watching."""

    stop: tuple[str, ...] = ()


def watch(change: Transaction, match: Match, name: str) -> None:
    """Let somebody watch a match from now on."""
    watch_since(change, match.id, name, 0 if match.state is None else match.head.size)


def watch_since(change: Transaction, game: str, name: str, told: int) -> None:
    """Let somebody watch a game who was told all that it has up to a size."""
    change.secrets.put(game, f"{_OF_GAME}{name}", str(told).encode())
    change.secrets.put("", f"{_OF_PERSON}{name}/{game}", b"")


def unwatch(change: Transaction, game: str, name: str) -> bool:
    """Let somebody watch a game no longer; tells whether he did."""
    if change.secrets.find(game, f"{_OF_GAME}{name}") is None:
        return False
    change.secrets.put(game, f"{_OF_GAME}{name}", None)
    change.secrets.put("", f"{_OF_PERSON}{name}/{game}", None)
    return True


def watched_by(look: Transaction, name: str) -> dict[str, int]:
    """Return the games that somebody watches, and the size up to which he was told of each."""
    games = sorted(look.secrets.under("", f"{_OF_PERSON}{name}/"))
    return {game: int(look.secrets.find(game, f"{_OF_GAME}{name}") or 0) for game in games}


def tell_watchers(desk: Desk, change: Transaction, match: Match) -> None:
    """Ask for a letter to everybody who watches a match, about all since his last one; when it is over, the last."""
    for name, told in sorted(change.secrets.under(match.id, _OF_GAME).items()):
        if match.state is not None:
            tell_watcher(desk, change, match, name, since=int(told))
        if match.phase in ("over", "void"):
            unwatch(change, match.id, name)


def tell_watcher(desk: Desk, change: Transaction, match: Match, name: str, *, since: int) -> None:
    """Ask for a public letter to one who watches a match that has started."""
    player = change.people.find(name)
    change.secrets.put(match.id, f"{_OF_GAME}{name}", str(match.head.size).encode())
    if player is None or not player.address:
        return
    stop = (*desk_lines(desk, change, name), f"watch {match.id} off;")
    body = json.encode(Watching(stop))
    change.letters.add(Due(0, match.id, name, WATCHER, since, match.head.size, desk.now(), body))
