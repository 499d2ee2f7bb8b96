"""A referee at work in a test: one match from its opening on, with every entry, sealed text and notice it brought."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.json import decode
from msgspec.structs import replace

from pbem.games.game import AnyGame, Decision, Seat
from pbem.mail.block.block import Seen
from pbem.record.dice.fair import hidden_commitment, ladder, luck_commitment
from pbem.record.dice.seals import SealedOrder, salt
from pbem.record.law.book import Book
from pbem.record.law.laws import objection
from pbem.record.log import canonical
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Opening
from pbem.record.log.openings import write as write_opening
from pbem.record.log.pace import Pace
from pbem.record.time.hosting import binding
from pbem.record.verdict.verify import Report, verify
from pbem.referee.acts import opening, rulings
from pbem.referee.acts.luck import luck_answer
from pbem.referee.acts.opening import OpeningTerms, open_match
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.settling import Outage, settle
from pbem.referee.acts.submit import Alone, Refused, Submission, preview, submit
from pbem.referee.audit.audit import audit
from pbem.referee.audit.sheet_audit import Obeying
from pbem.referee.language.plan import Plan
from pbem.referee.match import match as matches
from pbem.referee.match.decided import Decided, Notice
from pbem.referee.match.match import Holder, Match
from pbem.referee.match.secrets import Secrets
from pbem.referee.plans.trial import Trial

ID = "bench-1"
AT = 1_700_000_000
RED, GREEN, BLUE = Seat("red"), Seat("green"), Seat("blue")


def secret(name: str) -> bytes:
    """Return 32 bytes that only tests call secret."""
    return sha256(name.encode()).digest()


def secrets_of(seed: str, rolls: int = 512) -> Secrets:
    """Return a referee's secrets; the same seed gives the same game."""
    return Secrets(ladder(ID, secret(f"{seed}/top"), rolls), secret(f"{seed}/hidden"), secret(f"{seed}/seal"))


def install(monkeypatch: pytest.MonkeyPatch, *games: AnyGame) -> None:
    """Let the referee find games that are no part of the house."""
    known = {game.meta.key: game for game in games}
    for module in (matches, opening):
        monkeypatch.setattr(module, "named", known.__getitem__)


class Bench:
    """Leads one match and keeps all that comes of it, as a desk would."""

    def __init__(
        self,
        rules: str = "toy",
        seats: Iterable[str] = ("red", "green"),
        *,
        seed: str = "seed",
        table: Any = None,
        options: dict[str, str] | None = None,
        luck: bool = False,
        rolls: int = 512,
        hosted: tuple[str, ...] = (),
        accepts: tuple[str, ...] = ("desk",),
        pace: Pace | None = None,
    ) -> None:
        self.time = AT
        self.secrets = secrets_of(seed, rolls)
        holders = {Seat(seat): Holder(seat.title(), "desk") for seat in seats}
        terms = OpeningTerms(
            id=ID,
            rules=rules,
            holders=holders,
            referee="referee.example.org",
            key=secret("key").hex(),
            accepts=accepts,
            options=options or {},
            table=table,
            luck=luck,
            hosted=tuple(Seat(seat) for seat in hosted),
            pace=pace,
        )
        self.entries: list[Entry] = []
        self.sealed: dict[int, str] = {}
        self.words: dict[int, SealedOrder] = {}
        self.notices: list[Notice] = []
        self.past: list[Match] = []
        self.plans: dict[Seat, Plan] = {}
        self.revealed: dict[Seat, str] = {}
        self.told: list[tuple[int, Any]] = []
        self.book = Book()
        self.keep(open_match(terms, self.secrets, AT))

    def keep(self, decided: Decided) -> Decided:
        """Keep what was decided; the law has nothing against any entry of it."""
        for entry in decided.entries:
            assert objection(self.book, entry.content) in self._allowed, entry.body
            self.book.take(entry)
        self.entries += decided.entries
        self.sealed |= decided.sealed
        self.words |= {seq: decode(text, type=SealedOrder) for seq, text in decided.orders.items()}
        self.notices += decided.notices
        self.told += decided.happenings
        self.plans = decided.plans
        self.match = decided.match
        return decided

    @property
    def _allowed(self) -> tuple[tuple[str, str] | None, ...]:
        """What the law may say: nothing, but where a test has changed the decks since the opening just that."""
        terms = self.book.terms
        is_bound = terms is None or hidden_commitment(ID, self.secrets.hidden).hex() == terms.hidden
        return (None,) if is_bound else (None, ("decks", "the secret revealed is not the one `open` is bound to"))

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    @property
    def now(self) -> int:
        """A clock that ticks with the record; where there is a pace, as it was set by `at`."""
        return AT + len(self.entries) if self.match.clocks is None else self.time

    def at(self, seconds: int, *outages: Outage) -> "Bench":
        """Set the clock to so many seconds after the opening, and let happen what was due."""
        self.time = AT + seconds
        self.keep(settle(self.scribe(), self.time, outages))
        return self

    def head_at(self, size: int) -> str | None:
        """Return the head of the record at a size."""
        return self.entries[size - 1].hash.hex() if 0 < size <= len(self.entries) else None

    def seen(self) -> Seen:
        """Return the head a letter would quote now."""
        return Seen(self.match.head.size, self.match.head.hash.hex()[:32])

    def submission(self, seat: str, text: str, **more: Any) -> Submission:
        """Return a sheet as the desk hands it on."""
        more.setdefault("came", self.time if self.match.clocks else 0)
        return Submission(Seat(seat), text, "desk", secret(f"{seat}/{text}").hex(), **more)

    def order(self, seat: str, text: str, **more: Any) -> Decided | Refused:
        """Hand in a sheet; what is refused changes nothing."""
        decided = submit(self.scribe(), self.submission(seat, text, **more), head_at=self.head_at)
        return decided if isinstance(decided, Refused) else self.keep(decided)

    def play(self, seat: str, text: str, **more: Any) -> Decided:
        """Hand in a sheet that must be taken."""
        decided = self.order(seat, text, **more)
        assert isinstance(decided, Decided), decided
        return decided

    def refuse(self, seat: str, text: str, **more: Any) -> Refused:
        """Hand in a sheet that must be refused, without any effect."""
        before = (self.match, dict(self.plans), len(self.entries))
        decided = self.order(seat, text, **more)
        assert isinstance(decided, Refused), decided
        assert before == (self.match, self.plans, len(self.entries))
        return decided

    def preview(self, seat: str, text: str, **more: Any) -> Trial | Alone | Refused:
        """Ask what a sheet would do."""
        plan = self.plans.get(Seat(seat), Plan())
        return preview(self.match, plan, self.submission(seat, text, **more), head_at=self.head_at)

    def luck(self, seat: str, text: str) -> Refused | None:
        """Hand in a sheet before the start."""
        scribe = self.scribe()
        answer = luck_answer(
            scribe,
            self.submission(seat, text),
            {str(seat): luck for seat, luck in self.revealed.items()},
            self.head_at,
            committed=0,
        )
        if isinstance(answer, Refused):
            return answer
        self.revealed |= answer
        self.keep(scribe.decided())
        return None

    def commit(self, seat: str) -> Refused | None:
        """Commit a seat's luck."""
        return self.luck(seat, f"luck {luck_commitment(ID, seat, secret(f'luck/{seat}')).hex()}")

    def default(self, *seats: str) -> Decided:
        """Rule that defaults are played."""
        chosen = [Seat(seat) for seat in seats]
        return self.keep(rulings.play_default(self.scribe(), chosen, reason="silence"))

    def rule(self, act: Any, *args: Any) -> Decided:
        """Make any other ruling."""
        decided: Decided = act(self.scribe(), *args, reason="because")
        return self.keep(decided)

    def scribe(self) -> Scribe:
        """Return a pen for one command."""
        return Scribe(self.match, self.plans, self.secrets, self.now)

    def back(self, seq: int) -> Decided:
        """Take the match back to the state after an entry."""
        return self.rule(rulings.go_back, self.audit()[seq])

    def audit(
        self, entries: Iterable[Entry] | None = None, words: Mapping[int, SealedOrder] | None = None
    ) -> tuple[Match, ...]:
        """Audit the record by the rules, and by every sheet that was used (or those given)."""
        return audit(
            self.entries if entries is None else entries,
            hidden=self.secrets.hidden,
            opened=self.sealed.get,
            obeying=Obeying(self.words if words is None else words),
        )

    def verify(self) -> Report:
        """Verify everything but the rules."""
        bound = {order.seq: self.words[order.seq] for order in binding(entry.content for entry in self.entries)}
        texts = {seq: canonical.encode(to_builtins(words)).decode() for seq, words in bound.items()}
        sealed = [
            Opening(seq=seq, salt=salt(self.secrets.seal, ID, seq).hex(), text=text)
            for seq, text in sorted({**self.sealed, **texts}.items())
        ]
        return verify([entry.raw for entry in self.entries], openings=map(write_opening, sealed), is_own=True)

    def assert_sound(self) -> None:
        """Assert that the record passes every check, and leads to where the match stands."""
        report = self.verify()
        assert report.ok, report.first_bad
        assert self.audit()[-1] == self.match

    def moves(self, since: int = 0) -> list[tuple[str, str]]:
        """Return the moves made so far: who and what, sealed ones too."""
        return [
            (entry.body["seat"], entry.body.get("text") or self.sealed[entry.seq])
            for entry in self.entries[since:]
            if entry.body["kind"] == "move"
        ]

    def kinds(self, since: int = 0) -> list[str]:
        """Return the kinds of the entries."""
        return [entry.body["kind"] for entry in self.entries[since:]]

    def asked(self) -> list[tuple[str, str]]:
        """Return who is asked what."""
        return [(decision.seat, decision.kind) for decision in self.match.waiting()]

    def decision(self, seat: str) -> Decision:
        """Return what is asked of a seat."""
        found = self.match.decision_of(Seat(seat))
        assert found is not None, f"{seat} is not asked"
        return found

    def set_state(self, state: Any) -> None:
        """Put another state in front of the referee."""
        self.match = replace(self.match, state=state)
