"""A match according to its record so far: terms, holders, state, and the place on the ladder."""

from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.found import named
from pbem.games.game import AnyGame, Decision, Happening, Outcome, Seat
from pbem.record.log import canonical
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Move, Open, Order, Ruling, Seen
from pbem.record.time.clocks import Clocks, begin_clocks
from pbem.record.time.hosting import Hosting
from pbem.referee.match.errors import UnknownRulesError

Phase = Literal["seating", "running", "over", "void"]


class Holder(Struct, frozen=True):
    """The holder of a seat: public name, key id, luck commitment.

    An empty name means that the seat is vacant.
    """

    name: str
    key: str
    luck: str = ""


class Ordered(Struct, frozen=True):
    """The last order of a seat: its entry, the turn in which it was used, and whether it was used in others too."""

    seq: int
    turn: str = ""
    is_spread: bool = False


class Request(Struct, frozen=True):
    """A request for a takeback that has not lapsed: its entry, whose and when it is, and who agreed by which entry."""

    seq: int
    seat: Seat
    at: int
    agreed: dict[Seat, int] = {}


class Match(Struct, frozen=True, dict=True):  # dict: for what is computed once
    """The life of a match up to its head."""

    terms: Open
    head: Head
    at: int = 0  # when the last entry was written
    holders: dict[Seat, Holder] = {}
    phase: Phase = "seating"
    state: Any = None
    key: bytes = b""  # K of the dice, known once the game has started
    used: dict[str, int] = {}  # slots rolled so far, with their rung
    vacant: frozenset[Seat] = frozenset()
    turns: dict[Seat, str] = {}  # the turn each seat moved in last
    ruled: Any = None  # the result that was ruled, and is now to be closed with
    quoted: dict[Seat, Seen] = {}  # the newest head that each seat's orders have quoted
    hosting: Hosting | None = None  # where seats are hosted: who has chosen first
    clocks: Clocks | None = None  # where there is a pace
    ruled_for: frozenset[Seat] = frozenset()  # seats whose default is played by a ruling, as soon as it can be
    ordered: dict[Seat, Ordered] = {}
    request: Request | None = None
    asked_back: dict[Seat, str] = {}  # the turn that each seat has asked to take back last

    @property
    def id(self) -> str:
        """The game's id."""
        return self.terms.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order of the opening."""
        return tuple(Seat(seat) for seat in self.terms.seats)

    @property
    def game(self) -> AnyGame:
        """The rules this match is played by."""
        return rules_of(self.terms)

    def waiting(self) -> tuple[Decision, ...]:
        """Return the decisions that are open."""
        return self._waiting

    @cached_property
    def _waiting(self) -> tuple[Decision, ...]:
        return self.game.waiting(self.state) if self.phase == "running" else ()

    @cached_property
    def answered(self) -> dict[Seat, Any]:
        """What the seats' plans answer here, as far as somebody has asked."""
        return {}

    def written(self, entry: Entry) -> "Match":
        """Return the match with an entry that tells of its state; who is waited for needs no second look."""
        hosting = self._hosted(entry)
        clocks = None if self.clocks is None else self.clocks.after(entry.content, hosting)
        match = replace(
            self,
            head=entry.head,
            at=entry.content.at,
            quoted=self._quoted(entry),
            hosting=hosting,
            clocks=clocks,
            ruled_for=self._ruled_for(entry),
            **self._regretted(entry),
        )
        if "_waiting" in self.__dict__:
            match.__dict__["_waiting"] = self.__dict__["_waiting"]
        return match

    def _quoted(self, entry: Entry) -> dict[Seat, Seen]:
        content = entry.content
        if not isinstance(content, Order) or content.seen is None:
            return self.quoted
        seat = Seat(content.seat)
        known = self.quoted.get(seat)
        if known is not None and known.size >= content.seen.size:
            return self.quoted
        return {**self.quoted, seat: content.seen}

    def _ruled_for(self, entry: Entry) -> frozenset[Seat]:
        match entry.content:
            case Ruling(act="play", seat=str(seat)):
                return self.ruled_for | {Seat(seat)}
            case Ruling(act="substitute" | "vacate", seat=str(seat)) | Move(seat=seat) if seat in self.ruled_for:
                return self.ruled_for - {seat}
            case Ruling(act="back"):
                return frozenset()
        return self.ruled_for

    def _regretted(self, entry: Entry) -> dict[str, Any]:
        """Return what an entry changes of who could take back what."""
        match entry.content:
            case Order(word="", seat=seat):
                return {"ordered": {**self.ordered, Seat(seat): Ordered(entry.seq)}}
            case Order(word="undo", seat=seat, at=at):
                turn = self.ordered[Seat(seat)].turn if seat in self.ordered else ""
                return {
                    "request": Request(entry.seq, Seat(seat), at),
                    "asked_back": {**self.asked_back, Seat(seat): turn},
                }
            case Order(word="agree", seat=seat) if self.request is not None:
                agreed = {**self.request.agreed, Seat(seat): entry.seq}
                return {"request": replace(self.request, agreed=agreed)}
            case Move(seat=seat, cause=cause):
                return {"request": None, "ordered": self._used(Seat(seat), cause)}
            case Ruling(act="back" | "vacate" | "substitute" as act):
                return {"request": None, "ordered": {} if act == "back" else self.ordered}
        return {}

    def _used(self, seat: Seat, cause: int | str) -> dict[Seat, Ordered]:
        """Note in which turn a seat's last order was used."""
        known, turn = self.ordered.get(seat), self.turns.get(seat, "")
        if known is None or known.seq != cause:
            # By an older order, or by none: what the last one did is not what happened last.
            return {**self.ordered, seat: Ordered(-1)} if known is not None and known.turn != turn else self.ordered
        is_spread = known.is_spread or known.turn not in ("", turn)
        return {**self.ordered, seat: Ordered(known.seq, turn, is_spread)}

    def _hosted(self, entry: Entry) -> Hosting | None:
        if not self.terms.hosted:
            return None
        before = self.hosting or Hosting(frozenset(self.terms.hosted))
        return before.after(entry.content)

    def asked_now(self) -> tuple[Decision, ...]:
        """Return the decisions that are put to their seats now: where hosted seats choose first, only theirs.

        A hosted seat that has chosen is not asked again.
        """
        hosting = self.hosting
        if hosting is None or not hosting.choosing:
            return self.waiting()
        if hosting.first:
            return tuple(decision for decision in self.waiting() if decision.seat in hosting.first)
        return tuple(decision for decision in self.waiting() if not self.has_chosen(decision.seat))

    def has_chosen(self, seat: Seat) -> bool:
        """Return whether a hosted seat has made its final choice, before the others are asked."""
        return self.hosting is not None and seat in self.hosting.choosing and seat in self.hosting.chosen

    def decision_of(self, seat: Seat) -> Decision | None:
        """Return what is asked of a seat now."""
        return next((decision for decision in self.waiting() if decision.seat == seat), None)


def begun_by(terms: Open, head: Head) -> Match:
    """Return the match that its terms begin."""
    return Match(terms, head, terms.at, clocks=begin_clocks(terms))


def rules_of(terms: Open) -> AnyGame:
    """Return the game of an opening; UnknownRulesError if it, or its version, is not here."""
    try:
        game = named(terms.rules.key)
    except KeyError:
        raise UnknownRulesError(f"there is no game {terms.rules.key!r} here") from None
    versions = {known.meta.version: known for known in (game, *game.earlier())}
    if terms.rules.version not in versions:
        here = ", ".join(map(str, sorted(versions)))
        raise UnknownRulesError(
            f"{terms.rules.key} is here in rules version {here}, the record needs {terms.rules.version}"
        )
    return versions[terms.rules.version]


def asks_of(match: Match) -> list[list[str]]:
    """Return the seats that are asked now, each with its turn.

    Forced decisions, and decisions that are never asked, are left out.
    """
    asked = (decision for decision in match.waiting() if decision.ask and decision.forced is None)
    return [[decision.seat, decision.turn] for decision in asked if decision.seat not in match.vacant]


def taken_back(match: Match, earlier: Match) -> Match:
    """Return a match in the state it had earlier: dice stay as they fell, who has left or come since has done so."""
    state = earlier.state
    for seat in match.seats:
        if seat in match.vacant and seat not in earlier.vacant:
            state = match.game.vacate(state, seat).state
        if seat in earlier.vacant and seat not in match.vacant:
            state = match.game.occupy(state, seat).state
    return replace(match, state=state, turns=earlier.turns)


def taken_over(match: Match, seat: Seat) -> tuple[Match, tuple[Happening, ...]]:
    """Return a match in which somebody holds a seat again, and what happened if it had nobody."""
    if seat not in match.vacant:
        return match, ()
    step = match.game.occupy(match.state, seat)
    return replace(match, state=step.state, vacant=match.vacant - {seat}), step.happenings


def position_digest(game: AnyGame, state: Any) -> str:
    """Return the digest of what everybody may know of a state, which is plain data by the contract of every game."""
    return sha256(b"\x02" + canonical.encoder.encode(game.public(state))).hexdigest()


def result_of(match: Match) -> dict[str, Any]:
    """Return the result as the record holds it: seats left by their players rank behind all others."""
    if match.ruled is not None:
        return dict(match.ruled)
    outcome = match.game.outcome(match.state)
    if outcome is None:
        raise ValueError(f"match {match.id!r} is not over")
    return {"ranks": _ranks(outcome, match.vacant), "points": {seat: outcome.points[seat] for seat in match.seats}}


def _ranks(outcome: Outcome, vacant: frozenset[Seat]) -> dict[Seat, int]:
    keys = {seat: (seat in vacant, rank) for seat, rank in outcome.ranks.items()}
    return {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}
