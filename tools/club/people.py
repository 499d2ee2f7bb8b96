"""The people of the club: who they are, what they sign with, and how long they take."""

from functools import cached_property
from hashlib import sha256
from itertools import pairwise, product
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.people.enrolled import add_player
from pbem.desk.store.values import Member
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tools.club.world import BEGIN, DAY, HOUR, MINUTE

ZONES = ("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago", "")
LANGUAGES = ("en", "it", "fr", "de")
_FIRST = ("Aulus", "Gaius", "Lucius", "Marcus", "Publius", "Quintus", "Sextus", "Titus")
_LAST = ("bar", "cor", "dun", "fer", "gol", "hem")
# How long an answer takes: half of them an hour at the most, nine of ten a day, ninety-nine of a hundred five days.
_GAPS = ((0.0, 5 * MINUTE), (0.5, HOUR), (0.9, DAY), (0.99, 5 * DAY), (1.0, 12 * DAY))
_NEVER = 0.002  # of all questions
_VANISH = 0.15  # of all people, at some time


class Person(Struct, frozen=True, dict=True):
    """Somebody who plays: from a time on, if it ever comes, he is not heard of again."""

    name: str
    zone: str
    language: str
    gone: int
    stands_in: bool

    @property
    def address(self) -> str:
        """Where he is written to."""
        return f"{self.name.lower()}@example.org"

    @cached_property
    def key(self) -> Ed25519PrivateKey:
        """What he signs with."""
        return Ed25519PrivateKey.from_private_bytes(sha256(self.name.encode()).digest())


def make_people(random: Random, *, days: int) -> list[Person]:
    """Return the members of a club."""
    people = []
    for number, (first, last) in enumerate(product(_FIRST, _LAST)):
        gone = BEGIN + random.randrange(days * DAY) if random.random() < _VANISH else 2**53
        zone, language = ZONES[number % len(ZONES)], LANGUAGES[number % len(LANGUAGES)]
        people.append(Person(first + last, zone, language, gone, stands_in=number % 6 == 0))
    return people


def enrol(desk: Desk, person: Person) -> None:
    """Enter somebody at the desk."""
    player = Member(person.name, person.address, person.language, zone=person.zone)
    add_player(desk, player, write_line(public_key(person.key), person.name).encode())


def gap(random: Random) -> int | None:
    """Return how many seconds somebody takes to answer; None if he never does."""
    if random.random() < _NEVER:
        return None
    at = random.random()
    for (low, least), (high, most) in pairwise(_GAPS):
        if at <= high:
            return int(least * (most / least) ** ((at - low) / (high - low)))
    raise ValueError(f"{at!r} is no part of a whole")
