"""A drawer of secrets: those that nearly every look at a game asks for, read together and once a transaction.

A game's secrets are changed by whoever has the game, or the desk, to himself. So what was read stays true until the end
of a transaction that has it, and of a look that sees one state anyway.
"""

from collections.abc import Iterable

from pbem.desk.store.databases.engine import Each
from pbem.desk.store.guards.vault import Vault

# As the statement `secrets_at_hand` says. There are few of them in a game, however long its record is.
_NAMES = frozenset(("asked", "hidden", "seal"))
_PREFIXES = ("frozen", "n/", "plan/")


class Drawer:
    """The secrets at hand of the games that a transaction has asked for."""

    def __init__(self, each: Each, vault: Vault) -> None:
        """`each` runs a statement of the store, by its name, for each of some values."""
        self._each = each
        self._vault = vault
        self._locked: dict[str, dict[str, bytes]] = {}  # by game and use
        self._opened: dict[tuple[str, str], bytes] = {}

    def holds(self, use: str) -> bool:
        """Tell whether secrets for a use, or of all uses that begin so, are at hand."""
        return use in _NAMES or use.startswith(_PREFIXES)

    def secret(self, game: str, use: str) -> bytes | None:
        """Return a secret that is at hand."""
        opened = self._opened.get((game, use))
        if opened is None and (locked := self._of(game).get(use)) is not None:
            opened = self._opened[game, use] = self._vault.unlock(game, use, locked)
        return opened

    def secrets(self, game: str, prefix: str) -> dict[str, bytes]:
        """Return the secrets of a game whose use begins with a prefix, by the rest of their use."""
        uses = [use for use in self._of(game) if use.startswith(prefix)]
        return {use.removeprefix(prefix): self.secret(game, use) or b"" for use in uses}

    def has(self, game: str, use: str) -> bool:
        """Tell whether there is such a secret."""
        return use in self._of(game)

    def _of(self, game: str) -> dict[str, bytes]:
        self.foresee([game])
        return self._locked[game]

    def foresee(self, games: Iterable[str]) -> None:
        """Read the secrets of some games at once."""
        new = [game for game in games if game not in self._locked]
        found = self._each("secrets_at_hand", [{"game": game} for game in new])
        for game, rows in zip(new, found, strict=True):
            self._locked[game] = dict(rows)

    def put(self, game: str, use: str, locked: bytes | None) -> None:
        """Note that a secret was written, or forgotten (None)."""
        self._opened.pop((game, use), None)
        if not self.holds(use) or game not in self._locked:
            return
        if locked is None:
            self._locked[game].pop(use, None)
        else:
            self._locked[game][use] = locked
