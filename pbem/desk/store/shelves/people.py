"""People: whom the desk knows, and by what they are looked up."""

from collections.abc import Iterable
from typing import Any

from pbem.desk.store.guards.row_digests import text_of
from pbem.desk.store.shelves.shelf import Ground, Shelf, begins_with, fields
from pbem.desk.store.values import Member


class People(Shelf):
    """The people of a desk, by name."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        # What was read. Only who has the whole desk changes it: it stays true until this ends.
        self._met: dict[str, Member | None] = {}

    def put(self, player: Member) -> None:
        """Enrol a person, or change what is known of one."""
        self._met.pop(player.name, None)
        self._run("no_player", {"name": player.name})
        self._run("put_player", fields(player))
        self._know(player.name, player)

    def remove(self, name: str) -> None:
        """Forget a person."""
        self._met.pop(name, None)
        self._run("no_player", {"name": name})
        self._know(name, None)

    def all(self) -> tuple[Member, ...]:
        """Return everybody, by name."""
        return tuple(map(_member, self._run("players")))

    def after(self, name: str, most: int) -> tuple[Member, ...]:
        """Return the people who come after a name."""
        return tuple(map(_member, self._run("players_after", {"after": name, "most": most})))

    def count_after(self, name: str) -> int:
        """Count the people who come after a name."""
        count: int = self._first("count_players_after", after=name)
        return count

    def find(self, name: str) -> Member | None:
        """Return a person by name."""
        if name not in self._met:
            row = self._run("player_named", {"name": name}).fetchone()
            self._met[name] = _member(row) if row else None
        return self._met[name]

    def with_key(self, key_id: str) -> tuple[Member, ...]:
        """Return the person whose key has this id, if anybody."""
        return tuple(map(_member, self._run("player_by_key", {"key_id": key_id}))) if key_id else ()

    def has_key_of_kind(self, kind: str) -> bool:
        """Tell whether anybody has a key of a kind."""
        return self._first("key_between", **begins_with(f"{kind}:")) is not None

    def known_by(self, what: str) -> tuple[Member, ...]:
        """Return everybody who is known by something, as `knowing` puts it."""
        return tuple(map(_member, self._run("players_known_by", {"what": what})))

    def misknown(self) -> list[str]:
        """Return everybody who is not known by what he should be: it takes reading everybody."""
        from pbem.desk.store.knowing import known_by

        known = {(text_of(what, "known_by"), text_of(name, "known_by")) for what, name in self._run("known")}
        right = {(what, player.name) for player in self.all() for what in known_by(player)}
        return sorted({name for _what, name in known ^ right})

    def know_anew(self, names: Iterable[str]) -> None:
        """Let some people be known by what they should be, or by nothing if they are not here."""
        for name in names:
            self._know(name, self.find(name))

    def remake_table(self) -> None:
        """Make the table of people anew from one that has no zones."""
        rows = list(self._ground.say("SELECT name, address, language, key_id, key, publishes FROM player"))
        self._ground.say("DROP TABLE player")
        self._ground.make_tables()
        for row in rows:
            self._run("put_player", fields(_member((*row, ""))))

    def _know(self, name: str, player: Member | None) -> None:
        from pbem.desk.store.knowing import known_by

        known = {row[0] for row in self._run("known_of", {"name": name})}
        right = known_by(player) if player else []
        for what in known.difference(right):
            self._run("not_known", {"what": what, "name": name})
        if new := [{"what": what, "name": name} for what in right if what not in known]:
            self._run("put_known", new)


def _member(row: tuple[Any, ...]) -> Member:
    """Return a person as a row has one; BrokenDeskError if it holds something else."""
    name, address, language, key_id, key, publishes, zone = row
    for text in (name, address, language, key_id, zone):
        text_of(text, "player")
    return Member(name, address, language, key_id, key, bool(publishes), zone)
