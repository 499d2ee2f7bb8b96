"""One look at everything a desk keeps, or one change to it. Values in, values out, never rows."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.engine import Run
from pbem.desk.store.guards.row_digests import Tally, text_of
from pbem.desk.store.guards.secret_cache import Drawer
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.sql import FORMAT, Sql, columns
from pbem.desk.store.values import Due, EventStanding, Listed, Member, ProviderKey, Standing, Trace, Wanted
from pbem.record.log.entry import Entry, Head

if TYPE_CHECKING:
    from pbem.record.events.law.entry import EventEntry

MOVED = "moved"  # the fact that says where everything is that was here
FAR = 2 * 86_400  # seconds; nobody puts a letter off for longer, so one that is was put off by a clock gone wrong

_NO_PROJECTIONS = (
    "no_projected_game",
    "no_event",
    "no_projected_seats",
    "no_projected_snapshots",
    "no_wake",
    "no_deadline",
)


class Transaction:
    """One look at the store, or one change to it."""

    def __init__(self, run: Run, sql: Sql, vault: Vault) -> None:
        self.tally = Tally(run, sql, vault)
        self._say = run
        self._run = self.tally.run
        self._sql = sql
        self._vault = vault
        self._each = self.tally.each
        self._drawer = Drawer(self._each, vault)
        # What was read of people by name, of games and of mails. Whoever changes any of it has the desk to himself, or
        # the game (that a mail is for): so it stays true until this ends.
        self._met: dict[str, Member | None] = {}
        self._stood: dict[str, Standing | None] = {}
        self._known: dict[str, int | None] = {}
        self.heads: dict[str, Head] = {}  # of the records that were appended to
        self._trace: Trace | None = None

    def trace(self) -> Trace | None:
        """Return what shows whether this change is there; None if it wrote nothing that only it can have written."""
        for game, head in self.heads.items():
            return Trace("hash", {"game": game, "at": head.size - 1}, head.hash)
        return self._trace

    def shows(self, trace: Trace) -> bool:
        """Tell whether a change is there."""
        return bool(self._first(trace.question, **trace.places) == trace.answer)

    def _first(self, statement: str, **values: Any) -> Any:
        """Return the first value of the first row, or None."""
        row = self._run(statement, values).fetchone()
        return row[0] if row else None

    def foresee(self, games: Iterable[str], mails: Iterable[str]) -> None:
        """Read at once what acting on some mails will ask for: of their games, and whether they are known."""
        ids, digests = list(games), list(mails)
        found = self._each("standing", [{"game": game} for game in ids])
        self._stood |= {game: _standing(rows[0]) if rows else None for game, rows in zip(ids, found, strict=True)}
        known = self._each("known_mail", [{"digest": digest} for digest in digests])
        self._known |= {digest: rows[0][0] if rows else None for digest, rows in zip(digests, known, strict=True)}
        self._drawer.foresee(ids)

    # Players

    def add_player(self, player: Member) -> None:
        """Enrol a person, or change what is known of one."""
        self._met.pop(player.name, None)
        self._run("no_player", {"name": player.name})
        self._run("put_player", _fields(player))
        self._know(player.name, player)

    def remove_player(self, name: str) -> None:
        """Forget a person."""
        self._run("no_player", {"name": name})
        self._know(name, None)

    def players(self) -> tuple[Member, ...]:
        """Return everybody, by name."""
        return tuple(map(_player, self._run("players")))

    def players_after(self, name: str, most: int) -> tuple[Member, ...]:
        """Return the people who come after a name."""
        return tuple(map(_player, self._run("players_after", {"after": name, "most": most})))

    def count_players_after(self, name: str) -> int:
        """Count the people who come after a name."""
        count: int = self._first("count_players_after", after=name)
        return count

    def player(self, name: str) -> Member | None:
        """Return a person by name."""
        if name not in self._met:
            row = self._run("player_named", {"name": name}).fetchone()
            self._met[name] = _player(row) if row else None
        return self._met[name]

    def holders(self, key_id: str) -> tuple[Member, ...]:
        """Return the person whose key has this id, if anybody."""
        return tuple(map(_player, self._run("player_by_key", {"key_id": key_id}))) if key_id else ()

    def has_key_of_kind(self, kind: str) -> bool:
        """Tell whether anybody has a key of a kind."""
        return self._first("key_between", **_begins_with(f"{kind}:")) is not None

    def known_by(self, what: str) -> tuple[Member, ...]:
        """Return everybody who is known by something, as `knowing` puts it."""
        return tuple(map(_player, self._run("players_known_by", {"what": what})))

    def misknown(self) -> list[str]:
        """Return everybody who is not known by what he should be: it takes reading everybody."""
        from pbem.desk.store.knowing import known_by

        known = {(text_of(what, "known_by"), text_of(name, "known_by")) for what, name in self._run("known")}
        right = {(what, player.name) for player in self.players() for what in known_by(player)}
        return sorted({name for _what, name in known ^ right})

    def know_anew(self, names: Iterable[str]) -> None:
        """Let some people be known by what they should be, or by nothing if they are not here."""
        for name in names:
            self._know(name, self.player(name))

    def _know(self, name: str, player: Member | None) -> None:
        from pbem.desk.store.knowing import known_by

        known = {row[0] for row in self._run("known_of", {"name": name})}
        right = known_by(player) if player else []
        for what in known.difference(right):
            self._run("not_known", {"what": what, "name": name})
        if new := [{"what": what, "name": name} for what in right if what not in known]:
            self._run("put_known", new)

    # The record

    def append(self, entries: "Iterable[Entry] | Iterable[EventEntry]") -> None:
        """Append entries; a unique (game, seq) lets only one of two writers through."""
        rows = []
        for entry in entries:
            game = entry.content.game
            rows.append({"game": game, "seq": entry.seq, "hash": entry.hash, "raw": entry.raw})
            self.heads[game] = entry.head
        self._run("append", rows)

    def raws(self, game: str, first: int = 0, end: int = 2**62) -> list[bytes]:
        """Return the exact bytes of entries first..end-1."""
        return [row[0] for row in self._run("raws", {"game": game, "first": first, "end": end})]

    def entry_hash(self, game: str, seq: int) -> bytes | None:
        """Return the hash of an entry."""
        found: bytes | None = self._first("hash", game=game, at=seq)
        return found

    def mend_hash(self, entry: "Entry | EventEntry") -> bool:
        """Set the stored hash of an entry to that of its bytes; True if it was another."""
        mended = self._run("mend_hash", {"game": entry.content.game, "at": entry.seq, "hash": entry.hash})
        return mended.rowcount > 0

    def game_ids(self) -> list[str]:
        """Return the games that have a record."""
        return [text_of(row[0], "entry") for row in self._run("recorded_ids")]

    # Projections

    def standing(self, game: str) -> Standing | None:
        """Return where a game stands."""
        return self._stands(game)

    def _stands(self, game: str) -> Standing | None:
        if game not in self._stood:
            row = self._run("standing", {"game": game}).fetchone()
            self._stood[game] = _standing(row) if row else None
        return self._stood[game]

    def standings(self) -> tuple[Standing, ...]:
        """Return where every game stands, in the order of opening."""
        return tuple(map(_standing, self._run("standings")))

    def newest(self, most: int, wanted: Wanted = Wanted()) -> Listed:  # noqa: B008 - frozen
        """Return where the games stand that were opened last, of those that are wanted, the newest first."""
        if wanted.player:
            found = map(_standing, self._run("newest_of", {"name": wanted.player}))
            chosen = [one for one in found if wanted.takes(one.phase, one.rules)]
            return Listed(tuple(chosen[:most]), max(len(chosen) - most, 0))
        counts = {kind: count for kind, count in self.counts().items() if wanted.takes(*kind)}
        rows: list[tuple[Any, ...]] = []
        for phase, rules in counts:  # of which there are few, and each has its newest at the end of an index
            rows += self._run("newest", {"phase": phase, "rules": rules, "most": most})
        shown = sorted(map(_standing, rows), key=lambda one: (one.opened, one.id), reverse=True)[:most]
        return Listed(tuple(shown), sum(counts.values()) - len(shown))

    def counts(self) -> dict[tuple[str, str], int]:
        """Return how many games there are of each phase and rules."""
        return {(phase, rules): count for phase, rules, count in self._run("count_games")}

    def heads_in(self, phase: str) -> Iterator[tuple[str, Head]]:
        """Yield the games that are in a phase, and the heads of their records."""
        for game, size, head in self._run("heads", {"phase": phase}):
            yield text_of(game, "game"), Head(size, head)

    def heads_of(self, games: Iterable[str]) -> dict[str, Head]:
        """Return the heads of the records of some games."""
        ids = list(games)
        found = self._each("standing", [{"game": game} for game in ids])
        return {game: _standing(rows[0]).head for game, rows in zip(ids, found, strict=True) if rows}

    def ids(self) -> set[str]:
        """Return the ids of all games."""
        return {text_of(row[0], "game") for row in self._run("game_ids")}

    def frozen_ids(self) -> list[str]:
        """Return the games of which anything is kept that freezes them."""
        return sorted(text_of(row[0], "secret") for row in self._run("frozen"))

    def put_standing(self, standing: Standing) -> None:
        """Say where a game stands."""
        values = {
            "phase": standing.phase,
            "size": standing.head.size,
            "head": standing.head.hash,
            "asked": " ".join(standing.asked),
        }
        before = self._stands(standing.id)
        self._stood[standing.id] = standing
        if before is None:
            new = {"id": standing.id, "rules": standing.rules, "opened": standing.opened}
            self._run("put_game", {**new, **values})
            return
        statement = "stand" if before.phase == standing.phase else "stand_anew"
        self._run(statement, {"game": standing.id, **values})

    def event(self, event: str) -> EventStanding | None:
        """Return where an event stands."""
        row = self._run("event_of", {"event": event}).fetchone()
        return _event(row) if row else None

    def events(self, *, only_on: bool = False) -> tuple[EventStanding, ...]:
        """Return where all events stand, the newest first; or only those that go on, the oldest first."""
        return tuple(map(_event, self._run("events_on" if only_on else "events")))

    def put_event(self, standing: EventStanding) -> None:
        """Say where an event stands."""
        self._run("no_event", {"event": standing.id})
        values = {name: value for name, value in _fields(standing).items() if name != "head"}
        self._run("put_event", {**values, "size": standing.head.size, "head": standing.head.hash})

    def games_of(self, event: str, *, only_ended: bool = False) -> list[str]:
        """Return the games whose ids begin like those of an event's tables, or of them those that are over."""
        statement = "ended_of" if only_ended else "games_of"
        return [row[0] for row in self._run(statement, {"first": f"{event}.", "end": f"{event}/"})]

    def put_seat(self, game: str, seat: str, name: str, key_id: str) -> None:
        """Say who holds a seat."""
        self._run("no_seat", {"game": game, "seat": seat})
        self._run("put_seat", {"game": game, "seat": seat, "name": name, "key_id": key_id})

    def seats(self, game: str) -> dict[str, tuple[str, str]]:
        """Return who holds the seats of a game, and by which key."""
        return {seat: (name, key_id) for _game, seat, name, key_id in self._run("seats_in", {"game": game})}

    def seats_in_play(self, name: str) -> list[tuple[str, str]]:
        """Return the seats that a person holds in games that have not ended, as (game, seat)."""
        return [(row[0], row[1]) for row in self._run("seats_in_play", {"name": name})]

    def wake(self, game: str) -> int | None:
        """Return when something is to be done in a game although nobody writes; None: nothing is."""
        found: int | None = self._first("wake_of", game=game)
        return found

    def put_wake(self, game: str, at: int | None) -> None:
        """Say when something is to be done in a game although nobody writes (None: nothing is)."""
        if self.wake(game) == at:
            return
        self._run("no_wake", {"game": game})
        if at is not None:
            self._run("put_wake", {"game": game, "at": at})

    def awake(self, upto: int, most: int) -> list[tuple[str, int]]:
        """Return games in which something is to be done by an instant, and since when, the first ones first."""
        return [(row[0], row[1]) for row in self._run("awake", {"upto": upto, "most": most})]

    def wake_all(self, at: int) -> None:
        """Let every game be looked at that has deadlines."""
        self._run("wake_all", {"at": at})

    def put_deadline(self, game: str, due: int | None) -> None:
        """Say what the first deadline of a game is by its record (None: it has none)."""
        if self.deadline(game) == due:
            return
        self._run("no_deadline", {"game": game})
        if due is not None:
            self._run("put_deadline", {"game": game, "due": due})

    def deadline(self, game: str) -> int | None:
        """Return the first deadline of a game by its record; None if it has none."""
        found: int | None = self._first("deadline_of", game=game)
        return found

    def deadlines(self, upto: int, most: int) -> list[tuple[str, int]]:
        """Return games with their first deadlines before an instant, the earliest ones first."""
        return [(row[0], row[1]) for row in self._run("deadlines", {"upto": upto, "most": most})]

    def count_late(self, upto: int) -> int:
        """Count the games whose first deadline is before an instant."""
        count: int = self._first("count_late", upto=upto)
        return count

    def snapshot(self, game: str, seq: int) -> tuple[int, bytes, int, bytes] | None:
        """Return the nearest snapshot at or before an entry: its entry, that entry's hash, rules version, content."""
        row = self._run("snapshots_down", {"game": game, "at": seq}).fetchone()
        if row is None:
            return None
        return row[0], row[1], row[2], self._vault.unlock(game, f"snapshot/{row[0]}", row[3])

    def last_snapshot(self, game: str, seq: int) -> int:
        """Return the entry of the nearest snapshot at or before an entry, or -1."""
        found: int | None = self._first("last_snapshot", game=game, at=seq)
        return -1 if found is None else found

    def put_snapshot(self, game: str, seq: int, *, hash: bytes, version: int, content: bytes) -> None:  # noqa: A002
        """Keep a snapshot."""
        self.drop_snapshot(game, seq)
        locked = self._vault.lock(game, f"snapshot/{seq}", content)
        self._run("put_snapshot", {"game": game, "seq": seq, "hash": hash, "version": version, "locked": locked})

    def drop_snapshot(self, game: str, seq: int) -> None:
        """Forget a snapshot."""
        self._run("no_snapshot", {"game": game, "at": seq})

    def projected_ids(self) -> list[str]:
        """Return the ids of all games of which anything is projected, whether they have a record or not."""
        return sorted(text_of(row[0], "game, seat or snapshot") for row in self._run("projected_ids"))

    def drop_projections(self, game: str) -> None:
        """Forget everything that can be rebuilt from the record of a game."""
        self._stood[game] = None
        for statement in _NO_PROJECTIONS:
            self._run(statement, {"game": game, "event": game})

    def projections(self, game: str) -> dict[str, list[tuple[Any, ...]]]:
        """Return how a game and its seats are projected now, for comparison."""
        standing = self._run("standing", {"game": game})
        seats = self._run("seats_in", {"game": game})
        event = self._run("event_of", {"event": game})
        return {"game": list(standing), "seat": list(seats), "event": list(event)}

    # Secrets

    def secret(self, game: str, use: str) -> bytes | None:
        """Return a secret of a game."""
        if self._drawer.holds(use):
            return self._drawer.secret(game, use)
        locked = self._first("secret_for", game=game, use=use)
        return None if locked is None else self._vault.unlock(game, use, locked)

    def secrets(self, game: str, prefix: str) -> dict[str, bytes]:
        """Return all secrets of a game whose use begins with a prefix, by the rest of their use."""
        if self._drawer.holds(prefix):
            return self._drawer.secrets(game, prefix)
        rows = self._run("secrets_between", {"game": game, **_begins_with(prefix)})
        return {use.removeprefix(prefix): self._vault.unlock(game, use, locked) for use, locked in rows}

    def all_secrets(self, game: str) -> dict[str, bytes]:
        """Return all secrets of a game, by use."""
        rows = self._run("secrets_between", {"game": game, "first": "", "end": chr(0x10FFFF)})
        return {use: self._vault.unlock(game, use, locked) for use, locked in rows}

    def add_secret(self, game: str, use: str, secret: bytes) -> None:
        """Keep a new secret."""
        locked = self._vault.lock(game, use, secret)  # which nobody else can have written: it holds a nonce
        self._run("put_secret", {"game": game, "use": use, "locked": locked})
        self._drawer.put(game, use, locked)
        self._trace = Trace("secret_for", {"game": game, "use": use}, locked)

    def put_secret(self, game: str, use: str, secret: bytes | None) -> None:
        """Keep a secret, new or not, or forget it (None)."""
        if not self._drawer.holds(use) or self._drawer.has(game, use):
            self._run("no_secret", {"game": game, "use": use})
            self._drawer.put(game, use, None)
        if self._trace and self._trace.places == {"game": game, "use": use}:
            self._trace = None
        if secret is not None:
            self.add_secret(game, use, secret)

    # Mail

    def is_known_mail(self, digest: str) -> bool:
        """Tell whether a mail was acted on already."""
        if digest not in self._known:
            self._known[digest] = self._first("known_mail", digest=digest)
        return self._known[digest] is not None

    def note_mail(self, digest: str, at: int, *, player: str = "", is_answered: bool = False) -> None:
        """Remember that a mail was acted on, whose it was, and whether it got an answer without playing anything."""
        self._known[digest] = at
        self._run("put_mail", {"digest": digest, "at": at, "player": player, "is_answered": is_answered})
        self._trace = Trace("known_mail", {"digest": digest}, at)

    def forget_mail(self, digest: str) -> None:
        """Let a mail be acted on again: what it brought was dropped, and nothing of it was used."""
        self._known[digest] = None
        self._run("no_mail", {"digest": digest})
        if self._trace and self._trace.places == {"digest": digest}:
            self._trace = None

    def answers(self, player: str, since: int) -> int:
        """Count the mails of a person (empty: of strangers) that were answered since a time without playing."""
        count: int = self._first("count_answers", player=player, since=since)
        return count

    def put_evidence(self, digest: str, content: bytes) -> None:
        """Keep the evidence for a signed sheet; the same sheet has the same."""
        self._run("no_evidence", {"digest": digest})
        locked = self._vault.lock("", f"evidence/{digest}", content)
        self._run("put_evidence", {"digest": digest, "locked": locked})

    def evidence_names(self, digest: str) -> list[str]:
        """Return the names of all evidence of signed bytes, by whatever key."""
        between = {"first": digest, "end": f"{digest}!"}  # after the digest comes a blank, or nothing
        return [row[0] for row in self._run("evidence_between", between)]

    def evidence(self, digest: str) -> bytes | None:
        """Return the evidence for a signed sheet."""
        locked = self._first("evidence_for", digest=digest)
        return None if locked is None else self._vault.unlock("", f"evidence/{digest}", locked)

    def provider_keys(self, name: str) -> tuple[ProviderKey, ...]:
        """Return the key records that stood under a name, the one seen last first."""
        return tuple(ProviderKey(*row) for row in self._run("provider_keys", {"host": name}))

    def note_provider_key(self, name: str, record: bytes, *, at: int, until: int) -> None:
        """Remember that DNS gives a record under a name; older ones are kept."""
        again = self._run("provider_key_again", {"host": name, "found": record, "last": at, "until": until})
        if not again.rowcount:
            self._run("put_provider_key", _fields(ProviderKey(name, record, at, at, until)))

    def add_letter(self, due: Due, *, goes_on: bool = False, after: int = 0) -> None:
        """Ask for a letter, to be sent after a time.

        If it goes on, it begins where the last one to its seat ended, sent or not.
        """
        locked = self._vault.lock(due.game, letter_use(due.player, due.seat, due.upto, due.at), due.body)
        statement = "put_next_letter" if goes_on else "put_letter"
        self._run(statement, {**_fields(due), "locked": locked, "due": after, "sent": 0})

    def last_letter(self) -> int:
        """Return the number of the letter that was asked for last."""
        _game, _locked, number = self.tally.last("letter")
        return int(number)

    def withdraw_letter(self, letter: int) -> None:
        """Ask no longer for a letter that is not sent yet."""
        self._run("no_letter", {"letter": letter})

    def due_letters(self, now: int) -> list[Due]:
        """Return the letters that are to be tried now, oldest first."""
        return [self._due(row) for row in self._run("due_letters", {"now": now, "far": now + FAR})]

    def written_to(self, after: int) -> set[str]:
        """Return the games about which letters were asked for, after one of a number."""
        return {row[0] for row in self._run("written_to", {"after": after})}

    def newest_letter(self, after: int) -> tuple[int, bytes] | None:
        """Return the number of the last letter about a game, after one of a number, and what is locked in it."""
        row = self._run("newest_letter", {"after": after}).fetchone()
        return (row[0], row[1]) if row else None

    def letter_lock(self, letter: int) -> bytes | None:
        """Return what is locked in a letter."""
        locked: bytes | None = self._first("letter_lock", letter=letter)
        return locked

    def unsent(self) -> tuple[int, int | None]:
        """Count the letters that are not sent yet, and tell since when the oldest waits."""
        count, oldest = self._run("unsent").fetchone()
        return count, oldest

    def stuck(self) -> int:
        """Count the letters that were tried and are not sent yet."""
        count: int = self._first("stuck")
        return count

    def unsent_to(self, player: str) -> int:
        """Count the letters to a person that are not sent yet."""
        count: int = self._first("unsent_to", player=player)
        return count

    def _due(self, row: tuple[Any, ...]) -> Due:
        id_, game, player, seat, since, upto, at, locked, tries = row
        body = self._vault.unlock(game, letter_use(player, seat, upto, at), locked)
        return Due(id_, game, player, seat, since, upto, at, body, tries)

    def claim_letters(self, most: int, *, now: int, until: int) -> tuple[list[Due], list[int]]:
        """Take letters in hand that are to be tried now, the oldest of those that nobody else has in hand.

        Returns them, and the numbers of those that are damaged: they hold up no others.
        """
        claimed = list(self._run("claim", {"most": most, "now": now, "far": now + FAR, "until": until}))
        letters, damaged = [], []
        for row in sorted(claimed, key=lambda row: int(row[0])):
            try:
                letters.append(self._due(row))
            except BrokenDeskError:
                damaged.append(int(row[0]))
        return letters, damaged

    def put_off(self, letter: int, *, tries: int, due: int) -> None:
        """Remember that a letter was not accepted, and when to try again."""
        self._run("put_off", {"letter": letter, "tries": tries, "due": due})

    def give_up(self, letter: int) -> None:
        """Remember that a letter is not tried any more, unless somebody else has sent it."""
        self._run("sent", {"letter": letter, "sent": -1})

    def note_sent(self, letter: int, at: int) -> bool:
        """Remember that a letter was handed over; False if that was noted before."""
        return self._run("sent", {"letter": letter, "sent": at}).rowcount > 0

    def note_all_sent(self, letters: Iterable[int], at: int) -> None:
        """Remember that some letters were handed over."""
        for letter in letters:
            self._run("sent", {"letter": letter, "sent": at})

    # The desk

    def format(self) -> str | None:
        """Return the format number of the tables, as it stands there."""
        return self.fact("format")

    def make_tables(self) -> None:
        """Make all tables and indexes that are not there."""
        for statement in self._sql.tables:
            self._say(statement)

    def remake_players(self) -> None:
        """Make the table of people anew from one that has no zones."""
        rows = list(self._say("SELECT name, address, language, key_id, key, publishes FROM player"))
        self._say("DROP TABLE player")
        self.make_tables()
        for row in rows:
            self._run("put_player", _fields(_player((*row, ""))))

    def note_format(self) -> None:
        """Write the format number of the tables down."""
        self.put_fact("format", str(FORMAT))

    def leave_for(self, place: str) -> None:
        """Let nobody use this database any more, because everything is in another place now."""
        self.put_fact(MOVED, place)
        self.tally.write()  # the last thing that is counted here
        for table in columns():
            if table != "desk":  # which says where everything is
                self._say(f"ALTER TABLE {table} RENAME TO moved_{table}")

    def moved_to(self) -> str | None:
        """Return where everything is that was here."""
        return self.fact(MOVED)

    def fact(self, name: str) -> str | None:
        """Return a fact about the desk."""
        value: str | None = self._first("desk_fact", name=name)
        return value

    def put_fact(self, name: str, value: str) -> None:
        """Write a fact about the desk down, new or not."""
        self._run("no_desk_fact", {"name": name})
        self._run("put_desk_fact", {"name": name, "value": value})


def _fields(value: Struct) -> dict[str, Any]:
    return {field: getattr(value, field) for field in value.__struct_fields__}


def _player(row: tuple[Any, ...]) -> Member:
    name, address, language, key_id, key, publishes, zone = row
    for text in (name, address, language, key_id, zone):
        text_of(text, "player")
    return Member(name, address, language, key_id, key, bool(publishes), zone)


def _event(row: tuple[Any, ...]) -> EventStanding:
    id_, title, rules, phase, size, head, opened, players, playing, wake = row
    return EventStanding(id_, title, rules, phase, Head(size, head), opened, players, playing, wake)


def _standing(row: tuple[Any, ...]) -> Standing:
    id_, rules, phase, size, head, opened, asked = row
    for text in (id_, rules, phase, asked):
        text_of(text, "game")
    return Standing(id_, rules, phase, Head(size, head), opened, tuple(asked.split()))


def letter_use(player: str, seat: str, upto: int, at: int) -> str:
    """Return what a letter's words are locked for: everything about it that never changes."""
    return f"letter/{player}/{seat}/{upto}/{at}"


def _begins_with(prefix: str) -> dict[str, str]:
    """Return between which two texts all those lie that begin with a prefix."""
    return {"first": prefix, "end": prefix[:-1] + chr(ord(prefix[-1]) + 1)}
