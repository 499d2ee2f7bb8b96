"""One look at everything a desk keeps, or one change to it, by the shelves that it is kept on."""

from collections.abc import Iterable

from pbem.desk.store.databases.engine import Run
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.shelves.clocks import Clocks
from pbem.desk.store.shelves.events import Events
from pbem.desk.store.shelves.facts import Facts
from pbem.desk.store.shelves.games import Games
from pbem.desk.store.shelves.letters import Letters
from pbem.desk.store.shelves.mails import Mails
from pbem.desk.store.shelves.people import People
from pbem.desk.store.shelves.records import Records
from pbem.desk.store.shelves.secrets import Secrets
from pbem.desk.store.shelves.shelf import Ground
from pbem.desk.store.shelves.tables import Tables
from pbem.desk.store.sql import Sql
from pbem.desk.store.values import Trace
from pbem.record.log.entry import Head


class Transaction:
    """One look at the store, or one change to it."""

    def __init__(self, run: Run, sql: Sql, vault: Vault) -> None:
        self._ground = ground = Ground(run, sql, vault)
        self.tally = ground.tally
        self.people = People(ground)
        self.records = Records(ground)
        self.games = Games(ground)
        self.clocks = Clocks(ground)
        self.events = Events(ground)
        self.secrets = Secrets(ground)
        self.mails = Mails(ground)
        self.letters = Letters(ground)
        self.facts = Facts(ground)
        self.tables = Tables(ground)

    @property
    def heads(self) -> dict[str, Head]:
        """The heads of the records that were appended to."""
        return self._ground.heads

    def trace(self) -> Trace | None:
        """Return what shows later whether this change was kept.

        None if it wrote nothing that only it can have written.
        """
        for game, head in self.heads.items():
            return Trace("hash", {"game": game, "at": head.size - 1}, head.hash)
        return self._ground.trace

    def shows(self, trace: Trace) -> bool:
        """Tell whether a change is there."""
        row = self.tally.run(trace.statement, trace.places).fetchone()
        return bool(row and row[0] == trace.answer)

    def foresee(self, games: Iterable[str], mails: Iterable[str]) -> None:
        """Read at once what acting on some mails will ask for: their games, and if they are known."""
        ids = list(games)
        self.games.foresee(ids)
        self.mails.foresee(mails)
        self._ground.drawer.foresee(ids)
