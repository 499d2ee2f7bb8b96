"""Strangers who wait: whose challenge goes out when, and who is forgotten where there are too many.

Keys and addresses cost nothing, so whoever wants to keep others out can ask a thousand times. So nobody is refused for
those who asked before: letters that are too many for an hour go in a later one, and where too many wait, the most
crowded domain gives way first, and of it the oldest.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.store.transaction import Transaction
from pbem.mail.keys import EnrolledKey

# Letters to people of whom nobody knows whether they want any: we must not be made to flood them, nor their provider.
# Counted by the hours of the clock.
CHALLENGES_AN_HOUR = 100
OF_A_DOMAIN = 20
HOUR = 3_600
_WEEK = 7 * 24 * HOUR
# Who was challenged is forgotten only when nobody is left in line: 1,000 at 100 an hour have ten hours to answer.
MOST_WAITING = 1_000
MOST_OF_A_DOMAIN = 200


class Waiting(Struct, frozen=True):
    """Somebody who has asked to be enrolled, and has not answered yet. All who ask for one address share its letter."""

    name: str
    language: str
    address: str
    key: EnrolledKey
    token: str
    at: int
    due: int = 0  # when the challenge goes; 0: it is another's
    letter: int = 0
    request: str = ""  # the mail that asked

    @property
    def domain(self) -> str:
        """Where the address is."""
        return self.address.rpartition("@")[2].casefold()

    @property
    def is_answered(self) -> bool:
        """Whether the challenge came back: then only its letter is counted, for an hour."""
        return not self.token

    def is_in_line(self, now: int) -> bool:
        """Tell whether the challenge has still to go."""
        return self.due > now

    def is_recent(self, now: int) -> bool:
        """Tell whether the request or its letter is less than an hour old."""
        return max(self.at, self.due) > now - HOUR


Line = dict[str, Waiting]  # by key

_waiting = json.Decoder(Waiting)


def still_waiting(change: Transaction, now: int) -> Line:
    """Return who is waiting, by key, and forget whoever let a week pass: nobody asked us to keep his address."""
    waiting = {}
    for key_id, raw in change.secrets.under("", "enrol/").items():
        one = _waiting.decode(raw)
        is_over = one.at < now - _WEEK or (one.is_answered and not one.is_recent(now))
        if is_over:
            forget(change, key_id)
        else:
            waiting[key_id] = one
    return waiting


def keep(change: Transaction, one: Waiting) -> None:
    """Write down that somebody waits."""
    change.secrets.put("", f"enrol/{one.key.key_id}", json.encode(one))


def forget(change: Transaction, key_id: str) -> None:
    """Forget somebody who waited."""
    change.secrets.put("", f"enrol/{key_id}", None)


def note_answer(change: Transaction, one: Waiting) -> None:
    """Let a token be used once."""
    keep(change, replace(one, token=""))


def make_room(desk: Desk, change: Transaction, waiting: Line, domain: str) -> Line:
    """Return who waits beside one more of a domain; whoever has to give way may ask again by the same mail."""
    of_domain = {key_id: one for key_id, one in waiting.items() if one.domain == domain}
    if len(of_domain) >= MOST_OF_A_DOMAIN:
        victim = _first_to_go(of_domain, desk.now())
    elif len(waiting) >= MOST_WAITING:
        victim = _first_to_go(waiting, desk.now())
    else:
        return waiting
    forget(change, victim)
    change.mails.forget(waiting[victim].request)
    left = {key_id: one for key_id, one in waiting.items() if key_id != victim}
    return _without_letter(change, left, waiting[victim], desk.now())


def _without_letter(change: Transaction, left: Line, gone: Waiting, now: int) -> Line:
    """Withdraw the letter of somebody who gave way, or leave it to another who asked for the same address."""
    if not gone.is_in_line(now):
        return left
    heir = next((one for one in left.values() if one.token == gone.token), None)
    if heir is None:
        change.letters.withdraw(gone.letter)
        return left
    heir = replace(heir, due=gone.due, letter=gone.letter)
    keep(change, heir)
    return {**left, heir.key.key_id: heir}


def _first_to_go(waiting: Line, now: int) -> str:
    """Return who gives way: somebody who got no letter yet, if there is one, of the most crowded domain."""
    in_line = {key_id: one for key_id, one in waiting.items() if one.is_in_line(now)} or waiting
    crowds = Counter(one.domain for one in in_line.values())
    return min(in_line, key=lambda key_id: (-crowds[in_line[key_id].domain], in_line[key_id].at))


def next_free(waiting: Iterable[Waiting], domain: str, now: int) -> int:
    """Return when one more challenge may go to a domain: now, or when the next hour begins that has room for it."""
    letters = [one for one in waiting if one.due]
    to_all = Counter(one.due // HOUR for one in letters)
    to_domain = Counter(one.due // HOUR for one in letters if one.domain == domain)
    hour = now // HOUR
    while to_all[hour] >= CHALLENGES_AN_HOUR or to_domain[hour] >= OF_A_DOMAIN:
        hour += 1
    return max(now, hour * HOUR)
