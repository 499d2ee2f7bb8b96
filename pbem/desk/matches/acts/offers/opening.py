"""Opening a game: who sits where, by which terms, with which secrets."""

import re

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.heartbeat import begin_beating
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.offered import write_offer
from pbem.desk.matches.state.secrets import write_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.games.found import find, named
from pbem.games.game import Data, Seat
from pbem.mail.block.block import DESK
from pbem.mail.kinds import OWN, name_of
from pbem.record.dice.fair import ladder
from pbem.record.log.kinds import HERE
from pbem.record.log.pace import Pace
from pbem.referee.acts.opening import BadTermsError, OpeningTerms, open_match
from pbem.referee.match.match import Holder, Match
from pbem.referee.match.secrets import Secrets

ACCEPTS = OWN  # what a game takes if its host says nothing
_GAME_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class NewGame(Struct, frozen=True):
    """What a host asks for when a game is to be opened: names by seat, options by name."""

    rules: str
    seats: dict[str, str]
    id: str = ""
    options: dict[str, str] = {}
    table: Data = None
    luck: bool = False
    accepts: tuple[str, ...] = ACCEPTS
    hosted: tuple[str, ...] = ()  # seats whose players can read what the desk keeps secret
    pace: Pace | None = None
    places: int = 0  # of an offer: how many seats there are, the first ones of the game; 0: just those in `seats`
    lapses: int = 0  # when it ends if it has not started by then


class _TakenError(UsageError):
    """There is a game of that id."""


def new_game(desk: Desk, asked: NewGame) -> Match:
    """Open a game and, unless luck is asked first or seats are left for others to join, start it."""
    if asked.rules not in find():
        raise UsageError(f"there is no game {asked.rules!r}; there is {', '.join(find())}")
    if asked.places > len(seats := named(asked.rules).meta.seats):
        raise UsageError(f"{asked.rules} has {len(seats)} seats, and {asked.places} are offered")
    while True:
        with desk.store.read() as look:
            id_ = asked.id or _next_id(desk, look, asked.rules)
            _check_id(desk, look, id_)
        secrets = Secrets(ladder(id_, desk.entropy()), desk.entropy(), desk.entropy())  # for which nobody has to wait
        try:
            return desk.remember(_open(desk, asked, id_, secrets))
        except _TakenError:
            if asked.id:
                raise  # else another process was quicker, and the next id is as good


def _check_id(desk: Desk, look: Transaction, id_: str) -> None:
    """Raise UsageError if a game cannot be called so."""
    if not _GAME_ID.fullmatch(id_) or id_ == DESK:
        raise UsageError(f"{id_!r} cannot be a game's id: letters, digits, . _ and -, at most 64, and not {DESK!r}")
    if look.games.find(id_):
        raise _TakenError(f"there is a game {id_!r} already")
    if look.events.find(id_.partition(".")[0]):  # whose tables are called so
        raise _TakenError(f"there is an event {id_.partition('.')[0]!r}: choose another id")
    if desk.store.marks.of(id_):  # a second game of that name would be a second history of the first
        raise _TakenError(f"there was a game {id_!r} here before the database was restored: choose another id")


def _open(desk: Desk, asked: NewGame, id_: str, secrets: Secrets) -> Match:
    """Write a new game down."""
    with desk.store.write(id_) as change:
        _check_id(desk, change, id_)
        terms = OpeningTerms(
            id=id_,
            rules=asked.rules,
            holders=_holders(change, asked, id_, secrets),
            referee=desk.settings.referee.name,
            key=desk.public_key.hex(),
            accepts=(*asked.accepts, *HERE),
            options=asked.options,
            table=asked.table,
            luck=asked.luck,
            hosted=tuple(Seat(seat) for seat in asked.seats if seat in asked.hosted),
            pace=asked.pace,
            seats=tuple(map(Seat, named(asked.rules).meta.seats[: asked.places])),
        )
        try:
            decided = open_match(terms, secrets, desk.now())
        except BadTermsError as error:
            raise UsageError("\n".join(error.faults)) from None
        except ValueError as error:
            if asked.table is None:
                raise
            raise UsageError(f"the table does not fit into a record: {error}") from None
        write_secrets(change, id_, secrets)
        if asked.places:
            write_offer(change, id_, asked.lapses, has_luck=asked.luck)
        if asked.pace is not None:
            begin_beating(desk, change)
        keep(desk, change, decided, before=None, plans={})
    return decided.match


def _next_id(desk: Desk, look: Transaction, rules: str) -> str:
    """Return an id that is free: of games that were numbered one after the other, the next.

    It is found in a few looks, however many games there are: a number that is free by doubling, then the first one
    after a taken number by halving what lies between.
    """

    def is_taken(number: int) -> bool:
        name = f"{rules}-{number}"
        return look.games.find(name) is not None or desk.store.marks.of(name) is not None

    taken, free = 0, 1
    while is_taken(free):
        taken, free = free, 2 * free
    while free - taken > 1:
        middle = (taken + free) // 2
        if is_taken(middle):
            taken = middle
        else:
            free = middle
    return f"{rules}-{free}"


def _holders(look: Transaction, asked: NewGame, id_: str, secrets: Secrets) -> dict[Seat, Holder]:
    known = named(asked.rules).meta.seats
    known = known[: asked.places] if asked.places else known
    if unknown := [seat for seat in asked.seats if seat not in known]:
        raise UsageError(f"{asked.rules} has no seat {unknown[0]!r}; its seats are {', '.join(known)}")
    if missing := [seat for seat in asked.hosted if seat not in asked.seats]:
        raise UsageError(f"nobody plays {missing[0]!r}, so it cannot be hosted; taken are {', '.join(asked.seats)}")
    players = {seat: find_player(look, name) for seat, name in asked.seats.items()}
    if len({player.name for player in players.values()}) < len(players):
        raise UsageError("one person cannot hold two seats of a game")
    for player in players.values():
        kind = name_of(player.key_id)
        if kind and kind not in asked.accepts:
            raise UsageError(f"{player.name} signs by {kind}, which this game would not take: add --accept {kind}")
    return {Seat(seat): holder(player, id_, secrets) for seat, player in players.items()}
