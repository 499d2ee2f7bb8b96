"""An event in memory: a director who opens it, bots who enter and play every game through the referee, an export."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.games.game import Seat
from pbem.games.kit.bots import bot_named
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block, Seen
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.signature import public_key
from pbem.record import folder
from pbem.record.dice import fair
from pbem.record.dice.seals import salt
from pbem.record.events.checks import folder as event_folder
from pbem.record.events.law.book_steps import after
from pbem.record.events.law.entry import EventEntry, write
from pbem.record.events.law.kinds import Entries
from pbem.record.log import canonical
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Opening
from pbem.record.notes import notes
from pbem.referee.acts import rulings
from pbem.referee.acts.opening import OpeningTerms, open_match
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Submission, submit
from pbem.referee.audit.audit import decks_of
from pbem.referee.language.plan import Plan, Source
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Holder, Match
from pbem.referee.match.secrets import Secrets
from pbem.tournament.director.acts.entering import appeal, enter, head_to_enter, head_to_reveal, reveal, withdraw
from pbem.tournament.director.acts.opening import EventTerms, open_event
from pbem.tournament.director.acts.rounds import close, draw, start
from pbem.tournament.director.acts.tables import Sitting, open_table, table_secrets, table_terms, take_result
from pbem.tournament.director.clerk import Clerk, EventSecrets, Written
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event
from pbem.tournament.director.following import begin_event, follow
from pbem.tournament.event import standard_scoring
from pbem.tournament.values import Form

AT = 1_700_000_000
DAY = 86_400
REFEREE = "referee.example.org"
RUNGS = 8_192  # enough for random bots


def secret(name: str) -> bytes:
    """Return 32 bytes that only tests call secret."""
    return sha256(name.encode()).digest()


PRIVATE = secret("director")
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()


def form(kind: str, table: int, least: int = 2, **terms: Any) -> Form:
    return Form(kind=kind, least=least, scoring=standard_scoring(table), table=table, terms=terms, version=1)


def event_terms(id_: str, rules: str, given: Form, *, players: int, rounds: int, **more: Any) -> EventTerms:
    """Return the terms of an event that begins after a day, of rounds of ten days."""
    usual: dict[str, Any] = {
        "title": f"The {id_} event",
        "referee": REFEREE,
        "key": PUBLIC.hex(),
        "accepts": ("ssh", "desk", "bot"),
        "entries": Entries(late=0, least=2, most=players, until=AT + DAY),
        "rounds": tuple(AT + (2 + 10 * number) * DAY for number in range(1, rounds + 1)),
    }
    return EventTerms(id=id_, rules=rules, form=given, **(usual | more))


class Played:
    """One game at the referee's: all its entries, and what has to be kept of it."""

    def __init__(self, decided: Decided, secrets: Secrets, seed: str) -> None:
        self.secrets = secrets
        self.random = Random(seed)
        self.entries: list[Entry] = []
        self.sealed: dict[int, str] = {}
        self.plans: dict[Seat, Plan] = {}
        self.match: Match = decided.match
        self.keep(decided)

    def keep(self, decided: Decided) -> None:
        self.entries += decided.entries
        self.sealed |= decided.sealed
        self.plans, self.match = decided.plans, decided.match
        self.decided = decided

    def scribe(self, now: int) -> Scribe:
        return Scribe(self.match, self.plans, self.secrets, now)

    def play(self, now: int, most: int = 10_000) -> bool:
        """Let bots play, to the end or for so many orders; tells whether it is over."""
        bot = bot_named(self.match.game, "random")
        answered: set[str] = set()
        for _ in range(most):
            if self.match.phase != "running":
                break
            size = self.match.head.size
            seat = next(one.seat for one in self.match.asked_now() if one.seat not in answered)
            text = self.match.game.write(bot(self.match.game.view(self.match.state, seat), self.random), "en")
            given = Submission(seat, text, "bot", secret(f"{self.match.id} {seat} {size}").hex())
            decided = submit(self.scribe(now), given, head_at=self.head_at)
            assert isinstance(decided, Decided), decided
            self.keep(decided)
            answered = answered | {seat} if self.match.head.size == size else set()
        return self.match.phase != "running"

    def head_at(self, size: int) -> str | None:
        return self.entries[size - 1].hash.hex() if 0 < size <= len(self.entries) else None

    def files(self) -> dict[str, bytes]:
        """Return the export of the game."""
        game, lines = self.match.id, []
        if self.match.phase in ("over", "void"):
            for seq, text in self.sealed.items():
                lines.append(Opening(seq=seq, salt=salt(self.secrets.seal, game, seq).hex(), text=text))
            decks = decks_of(self.entries, hidden=self.secrets.hidden, opened=self.sealed.get)
            return folder.pack(self.entries, [*lines, *decks], note(game, self.match.head))
        return folder.pack(self.entries, [], note(game, self.match.head))


def note(id_: str, head: Head) -> str:
    """Return the referee's note on a head."""
    return notes.sign(PRIVATE, REFEREE, notes.head_text(REFEREE, id_, head))


class Hall:
    """Leads one event and its games, and keeps all that comes of them, as a desk would."""

    def __init__(
        self,
        terms: EventTerms,
        seed: str = "seed",
        *,
        rungs: int = RUNGS,
        signers: Mapping[str, Ed25519PrivateKey] | None = None,
    ) -> None:
        self.signers = signers or {}
        self.now = AT
        self.seed = seed
        ladder = fair.ladder(terms.id, secret(f"{seed}/top"), rungs)
        self.secrets = EventSecrets(ladder, secret(f"{seed}/event"), secret(f"{seed}/seal"))
        self.entries: list[EventEntry] = []
        self.words: dict[int, str] = {}
        self.games: dict[str, Played] = {}
        self.evidence: list[bytes] = []
        self.keep(open_event(terms, self.secrets, AT))

    def keep(self, written: Written) -> Written:
        self.entries += written.entries
        self.words |= written.words
        self.event = written.event
        return written

    def clerk(self) -> Clerk:
        return Clerk(self.event, self.secrets, self.now)

    def said(self, player: str, text: str, seen: Seen | None = None) -> Source:
        """Return a word of a player, signed if he has a key; what he signed is kept as evidence."""
        if player not in self.signers:
            return Source("bot", secret(f"{self.event.book.head.size} {text}").hex(), text, seen, came=self.now)
        block = Block(REFEREE, self.event.id, "none", "9f1c27d0", seen, (text,))
        signed = order_block.write(block)
        digest, seq = sha256(signed).hexdigest(), self.event.book.head.size
        opening = {"salt": salt(self.secrets.seal, self.event.id, seq).hex(), "seq": seq}
        sealed = canonical.encode({"digest": digest, "sheet": text}).decode()
        shown = {**opening, "signed": sign_orders(block, self.signers[player]), "text": sealed}
        self.evidence.append(canonical.encode(shown))
        return Source("ssh", digest, text, seen, came=self.now)

    def key_of(self, player: str) -> str:
        return public_key(self.signers[player]).fingerprint if player in self.signers else "desk"

    def luck(self, player: str) -> bytes:
        return secret(f"{self.seed}/luck of {player}")

    def enter(self, *players: str) -> "Hall":
        for player in players:
            is_asked = self.event.book.terms.luck == "asked" and self.event.book.phase == "entering"
            luck = fair.luck_commitment(self.event.id, player, self.luck(player)).hex() if is_asked else ""
            said = self.said(player, f"enter {self.event.id} {luck}".strip(), head_to_enter(self.event))
            self.keep(enter(self.clerk(), Holder(player, self.key_of(player), luck), said))
        return self

    def reveal(self, *players: str, seen: Seen | None = None) -> "Hall":
        seen = seen or head_to_reveal(self.event)
        for player in players:
            luck = self.luck(player).hex()
            self.keep(reveal(self.clerk(), player, luck, self.said(player, f"reveal {luck}", seen)))
        return self

    def withdraw(self, player: str) -> "Hall":
        self.keep(withdraw(self.clerk(), player, self.said(player, f"withdraw {self.event.id}")))
        return self

    def appeal(self, player: str, text: str) -> int:
        return self.keep(appeal(self.clerk(), player, self.said(player, f"appeal {text}"))).entries[0].seq

    def rule(self, act: Callable[..., Written], *args: Any, **more: Any) -> "Hall":
        self.keep(act(self.clerk(), *args, **({"reason": "so it is"} | more)))
        return self

    def start(self, beacon: str = "") -> "Hall":
        self.now = max(self.now, self.event.book.terms.checkin)
        self.keep(start(self.clerk(), beacon))
        return self

    def draw(self) -> "Hall":
        self.keep(draw(self.clerk()))
        return self

    def terms_of(self, sitting: Sitting) -> OpeningTerms:
        holders = {player: Holder(player, self.event.book.keys[player]) for player in sitting.players.values()}
        return table_terms(self.event, sitting, holders)

    def secrets_of(self, sitting: Sitting) -> Secrets:
        return table_secrets(self.event, sitting, self.secrets, secret(f"{self.seed}/{sitting.id}"))

    def begin(self, terms: OpeningTerms, secrets: Secrets) -> Played:
        """Open a game at the referee's, and nothing else."""
        self.games[terms.id] = Played(open_match(terms, secrets, self.now), secrets, f"{self.seed}/{terms.id}")
        return self.games[terms.id]

    def open(self, sitting: Sitting) -> Played:
        """Open the game of a table, and write that down."""
        played = self.begin(self.terms_of(sitting), self.secrets_of(sitting))
        self.keep(open_table(self.clerk(), played.entries))
        return played

    def force(self, kind: str, **fields: Any) -> "Hall":
        """Write an entry without asking whether it may come, as a cheat would."""
        book = self.event.book
        entry = write(book.head, {"at": max(self.now, book.at), "game": book.id, "kind": kind, **fields})
        return self.follow(entry)

    def follow(self, entry: EventEntry) -> "Hall":
        self.keep(Written(Event(after(self.event.book, entry), self.event.form), (entry,)))
        return self

    def substitute(self, id_: str, player: str, by: str) -> "Hall":
        """Give a seat of a game to somebody else."""
        played = self.games[id_]
        seat = next(seat for seat, holder in played.match.holders.items() if holder.name == player)
        newcomer = rulings.Newcomer(seat, Holder(by, "desk"))
        played.keep(rulings.substitute(played.scribe(self.now), newcomer, reason="a no-show"))
        return self

    def open_all(self) -> "Hall":
        for sitting in due(self.event, self.now).to_open:
            self.open(sitting)
        return self

    def adjudicate(self, id_: str, *points: int) -> "Hall":
        """Close a game by a result that the director rules: victory points of its seats."""
        played = self.games[id_]
        ranks = {
            seat: 1 + sum(more > mine for more in points) for seat, mine in zip(played.match.seats, points, strict=True)
        }
        totals = {seat: {"total": mine} for seat, mine in zip(played.match.seats, points, strict=True)}
        decided = rulings.adjudicate(played.scribe(self.now), {"ranks": ranks, "points": totals}, reason="agreed")
        played.keep(decided)
        return self.result(id_)

    def adjudicate_all(self) -> "Hall":
        """Close all games under way: who comes first in the alphabet wins."""
        for place, id_ in due(self.event, self.now).playing:
            seats = self.event.book.rounds[place.round - 1].tables[place.table - 1].seats
            self.adjudicate(id_, *(100 - sorted(seats).index(player) * 10 for player in seats))
        return self

    def void(self, id_: str) -> "Hall":
        """Give a game up."""
        played = self.games[id_]
        played.keep(rulings.void(played.scribe(self.now), reason="it cannot go on"))
        return self.result(id_)

    def result(self, id_: str) -> "Hall":
        self.keep(take_result(self.clerk(), self.games[id_].entries))
        return self

    def play(self, ids: Iterable[str] | None = None) -> "Hall":
        """Play all games that are under way to their end, and take their results."""
        for _place, id_ in due(self.event, self.now).playing:
            if ids is None or id_ in ids:
                self.games[id_].play(self.now)
                self.result(id_)
        return self

    def round(self) -> "Hall":
        """Draw a round and play it, as many games at once as may be."""
        self.draw()
        while to_open := due(self.event, self.now).to_open:
            for sitting in to_open:
                self.open(sitting)
            self.play()
        return self

    def run(self) -> "Hall":
        """Play all rounds and close."""
        while due(self.event, self.now).can_draw:
            self.round()
        self.keep(close(self.clerk()))
        return self

    def draw_of(self, event: Event) -> Any:
        """Return what would be due next, and with which standings: all that a desk does follows from it."""
        return due(event, self.now), event.standings(), event.to_be_drawn

    def again(self) -> Event:
        """Return the event as it is read back from its entries."""
        event = begin_event(self.entries[0])
        for entry in self.entries[1:]:
            event = follow(event, entry)
        return event

    def files(self) -> dict[str, bytes]:
        """Return the export of the event: files by path."""
        files = event_folder.pack(self.entries, note(self.event.id, self.event.book.head), self.evidence)
        for id_, played in self.games.items():
            files |= {f"games/{id_}/{name}": raw for name, raw in played.files().items()}
        return files
