"""Secrets, which are encrypted: of a game, or (game "") of the desk; `tables.py` lists the uses."""

from pbem.desk.store.guards.row_digests import text_of
from pbem.desk.store.shelves.shelf import Shelf, begins_with


class Secrets(Shelf):
    """The secrets of games, each bound to its game and use."""

    def frozen_games(self) -> list[str]:
        """Return the games of which anything is kept that freezes them."""
        return sorted(text_of(row[0], "secret") for row in self._run("frozen"))

    def find(self, game: str, use: str) -> bytes | None:
        """Return a secret of a game."""
        if self._ground.drawer.holds(use):
            return self._ground.drawer.secret(game, use)
        locked = self._first("secret_for", game=game, use=use)
        return None if locked is None else self._vault.unlock(game, use, locked)

    def under(self, game: str, prefix: str) -> dict[str, bytes]:
        """Return all secrets of a game whose use begins with a prefix, by the rest of their use."""
        if self._ground.drawer.holds(prefix):
            return self._ground.drawer.secrets(game, prefix)
        rows = self._run("secrets_between", {"game": game, **begins_with(prefix)})
        return {use.removeprefix(prefix): self._vault.unlock(game, use, locked) for use, locked in rows}

    def all(self, game: str) -> dict[str, bytes]:
        """Return all secrets of a game, by use."""
        rows = self._run("secrets_between", {"game": game, "first": "", "end": chr(0x10FFFF)})
        return {use: self._vault.unlock(game, use, locked) for use, locked in rows}

    def add(self, game: str, use: str, secret: bytes) -> None:
        """Keep a new secret."""
        locked = self._vault.lock(game, use, secret)  # which nobody else can have written: it holds a nonce
        self._run("put_secret", {"game": game, "use": use, "locked": locked})
        self._ground.drawer.put(game, use, locked)
        self._ground.leave("secret_for", {"game": game, "use": use}, locked)

    def put(self, game: str, use: str, secret: bytes | None) -> None:
        """Keep a secret, new or not, or forget it (None)."""
        if not self._ground.drawer.holds(use) or self._ground.drawer.has(game, use):
            self._run("no_secret", {"game": game, "use": use})
            self._ground.drawer.put(game, use, None)
        self._ground.forget(game=game, use=use)
        if secret is not None:
            self.add(game, use, secret)
