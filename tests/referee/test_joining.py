"""Joining an offer and withdrawing from it: what a signed sheet must have seen, and who gets which seat."""

from hashlib import sha256

import pytest

from pbem.games.game import Seat
from pbem.mail.block.block import Seen
from pbem.record.log.entry import Entry
from pbem.referee.acts.joining import Newcomer, read_join, take_place, withdraw
from pbem.referee.acts.opening import OpeningTerms, open_match
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Holder
from tests.referee.bench import AT, GREEN, ID, RED, secret, secrets_of
from tests.wording import REFEREE, says

LUCK = "ab" * 32


class Offer:
    """A game that is offered, and who joined it so far."""

    def __init__(self) -> None:
        terms = OpeningTerms(
            id=ID,
            rules="toy",
            holders={},
            referee="referee.example.org",
            key=secret("key").hex(),
            accepts=("desk", "ssh"),
            seats=(RED, GREEN),
        )
        decided = open_match(terms, secrets_of("seed"), AT)
        self.match, self.entries = decided.match, list(decided.entries)
        self.taken: dict[Seat, int] = {}

    def keep(self, scribe: Scribe) -> None:
        decided = scribe.decided()
        self.match = decided.match
        self.entries += decided.entries

    def scribe(self) -> Scribe:
        return Scribe(self.match, {}, secrets_of("seed"), AT + len(self.entries))

    def head_at(self, size: int) -> str | None:
        return self.entries[size - 1].hash.hex() if 0 < size <= len(self.entries) else None

    def source(self, sheet: str, size: int | None, sign: str = "ssh") -> Source:
        """A sheet that quotes the head of some size, or none."""
        seen = None if size is None else Seen(size, self.head_at(size) or "0" * 32)
        return Source(sign, sha256(sheet.encode()).hexdigest(), sheet, seen)

    def join(
        self, name: str, sheet: str = "join", *, size: int | None = 1, sign: str = "ssh", has_luck: bool = False
    ) -> Seat | Refused:
        """Let somebody join; nothing is kept of what is refused."""
        scribe = self.scribe()
        source = self.source(sheet, size, sign)
        newcomer = Newcomer(Holder(name, f"ssh:{name}"), read_join(sheet), source)
        found = take_place(scribe, newcomer, self.head_at, has_luck=has_luck)
        if not isinstance(found, Refused):
            self.keep(scribe)
            self.taken[found] = next(entry.seq for entry in reversed(self.entries) if _is_seat(entry, found))
        return found

    def withdraw(self, seat: Seat, size: int | None, *, sign: str = "ssh", is_revealed: bool = False) -> Refused | None:
        """Let somebody leave."""
        scribe = self.scribe()
        source = self.source("withdraw", size, sign)
        refused = withdraw(scribe, seat, source, taken=self.taken[seat], is_revealed=is_revealed)
        if refused is None:
            self.keep(scribe)
        return refused


def _is_seat(entry: Entry, seat: Seat) -> bool:
    return (entry.body["kind"], entry.body.get("seat")) == ("seat", seat)


def why(found: object) -> str:
    assert isinstance(found, Refused), found
    (problem,) = found.problems
    assert problem.line == 0  # it is about the sheet as a whole
    return problem.text


@pytest.mark.parametrize("size", [None, 0])
def test_who_joins_by_mail_has_seen_the_terms(size: int | None) -> None:
    offer = Offer()
    assert says(why(offer.join("Anna", size=size)), REFEREE, "join_unseen")
    assert offer.join("Anna", size=size, sign="desk") == RED


@pytest.mark.parametrize("size", [2, 99])
def test_who_joins_quotes_a_head_of_this_game(size: int) -> None:
    assert says(why(Offer().join("Anna", size=size)), REFEREE, "foreign_head", size=size)


def test_the_first_free_seat_is_given_or_the_one_that_was_asked_for() -> None:
    offer = Offer()
    assert offer.join("Anna", "join green") == GREEN
    assert says(why(offer.join("Bruno", "join green")), REFEREE, "join_taken", seat="green", free="red")
    assert says(why(offer.join("Bruno", "join pink")), REFEREE, "join_no_seat", seat="pink", free="red")
    assert says(why(offer.join("Anna", "join red")), REFEREE, "join_twice", seat="green")
    assert offer.join("Bruno") == RED
    assert offer.match.phase == "running"
    assert says(why(offer.join("Carla")), REFEREE, "join_gone")


def test_luck_is_for_games_that_have_it() -> None:
    offer = Offer()
    sheet = f"join red luck {LUCK}"
    assert says(why(offer.join("Anna", sheet)), REFEREE, "join_luckless")
    assert offer.join("Anna", sheet, has_luck=True) == RED
    assert offer.match.holders[RED].luck == LUCK
    assert offer.join("Bruno", has_luck=True) == GREEN
    assert offer.match.phase == "seating"  # until all lucks are revealed


def test_who_withdraws_has_seen_that_the_seat_was_given() -> None:
    offer = Offer()
    offer.join("Anna")
    taken = offer.taken[RED]
    for size in (None, taken - 1, taken):
        assert says(why(offer.withdraw(RED, size)), REFEREE, "withdraw_unseen")
    assert offer.withdraw(RED, taken + 1) is None
    assert offer.match.holders[RED].name == ""
    assert offer.join("Anna") == RED


def test_the_host_enters_a_withdrawal_without_any_head() -> None:
    offer = Offer()
    offer.join("Anna")
    assert offer.withdraw(RED, None, sign="desk") is None


def test_nobody_withdraws_when_a_luck_is_known() -> None:
    offer = Offer()
    offer.join("Anna", f"join red luck {LUCK}", has_luck=True)
    refused = offer.withdraw(RED, offer.taken[RED] + 1, is_revealed=True)
    assert says(why(refused), REFEREE, "withdraw_revealed")


@pytest.mark.parametrize(
    ("sheet", "above", "seat"), [("join red", "red", "red"), ("join", "red", "red"), ("join red", "any", "red")]
)
def test_the_line_above_a_sheet_names_the_same_seat_or_any(sheet: str, above: str, seat: str) -> None:
    asked = read_join(sheet, above)
    assert asked is not None
    assert asked.seat == seat


@pytest.mark.parametrize(("sheet", "above"), [("join red", "green"), ("join red please", "any"), ("roll", "red")])
def test_what_is_not_one_clear_wish_is_none(sheet: str, above: str) -> None:
    assert read_join(sheet, above) is None
