"""Games at a desk: opening them, orders as text, previews and the referee's rulings."""

import re
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.freezing import check_not_frozen, give_up_lost, why_frozen
from pbem.desk.keeping import is_kept, keep, read_plans, read_secrets, write_secrets
from pbem.desk.pages import say
from pbem.desk.people import find_player, id_in_record
from pbem.desk.positions import current, position
from pbem.desk.store import Player, Transaction
from pbem.games import find, named
from pbem.games.game import Data, Seat
from pbem.mail.keys import Kind
from pbem.record.fair import ladder
from pbem.referee import rulings
from pbem.referee.luck import luck_answer
from pbem.referee.match import Holder, Match
from pbem.referee.opening import BadTermsError, Terms, open_match
from pbem.referee.plan import Plan
from pbem.referee.scribe import Decided, Scribe, Secrets
from pbem.referee.sheet import Problem
from pbem.referee.submit import Refused, Submission, submit
from pbem.referee.telling import tell_move, tell_plan
from pbem.report.page import Notices

HERE = ("desk", "bot")  # orders at the desk itself are always possible, and recorded as such
ACCEPTS: tuple[Kind, ...] = ("ssh", "pgp", "x509")  # what a game takes if its host says nothing
DESK = "desk"  # what a signed block is for that concerns the desk itself
_GAME_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class NewGame(Struct, frozen=True):
    """What a host asks for when a game is to be opened: names by seat, options by name."""

    rules: str
    seats: dict[str, str]
    id: str = ""
    options: dict[str, str] = {}
    table: Data = None
    luck: bool = False
    accepts: tuple[Kind, ...] = ACCEPTS


class Played(Struct, frozen=True):
    """What an order came to."""

    seat: Seat
    decided: Decided
    answer: Notices


def new_game(desk: Desk, asked: NewGame) -> Match:
    """Open a game and, unless luck is asked first, start it."""
    if asked.rules not in find():
        raise UsageError(f"there is no game {asked.rules!r}; there is {', '.join(find())}")
    with desk.store.write() as change:
        id_ = asked.id or _next_id(change, asked.rules)
        if not _GAME_ID.fullmatch(id_) or id_ == DESK:
            raise UsageError(f"{id_!r} cannot be a game's id: letters, digits, . _ and -, at most 64, and not {DESK!r}")
        if change.standing(id_):
            raise UsageError(f"there is a game {id_!r} already")
        secrets = Secrets(ladder(id_, desk.entropy()), desk.entropy(), desk.entropy())
        terms = Terms(
            id=id_,
            rules=asked.rules,
            holders=_holders(change, asked, id_, secrets),
            referee=desk.settings.referee.name,
            key=desk.public_key.hex(),
            accepts=(*asked.accepts, *HERE),
            options=asked.options,
            table=asked.table,
            luck=asked.luck,
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
        keep(desk, change, decided, before=None, plans={})
    return desk.remember(decided.match)


def _next_id(look: Transaction, rules: str) -> str:
    taken = {standing.id for standing in look.standings()}
    return next(name for number in range(1, len(taken) + 2) if (name := f"{rules}-{number}") not in taken)


def _holders(look: Transaction, asked: NewGame, id_: str, secrets: Secrets) -> dict[Seat, Holder]:
    known = named(asked.rules).meta.seats
    if unknown := [seat for seat in asked.seats if seat not in known]:
        raise UsageError(f"{asked.rules} has no seat {unknown[0]!r}; its seats are {', '.join(known)}")
    players = {seat: find_player(look, name) for seat, name in asked.seats.items()}
    if len({player.name for player in players.values()}) < len(players):
        raise UsageError("one person cannot hold two seats of a game")
    for player in players.values():
        kind = player.key_id.partition(":")[0]
        if kind and kind not in asked.accepts:
            raise UsageError(f"{player.name} signs by {kind}, which this game would not take: add --accept {kind}")
    return {Seat(seat): holder(player, id_, secrets) for seat, player in players.items()}


def takes_kind(match: Match, player: Player) -> bool:
    """Tell whether a game takes what a person's key signs; who has none orders at the desk."""
    kind = player.key_id.partition(":")[0]
    return not kind or kind in match.terms.accepts


def holder(player: Player, game: str, secrets: Secrets) -> Holder:
    """Return a person as the holder of a seat of a game."""
    return Holder(player.name, id_in_record(secrets.seal, game, player.key_id))


def seat_of(match: Match, player: Player) -> Seat:
    """Return the seat a person holds in a match."""
    for seat, held in match.holders.items():
        if held.name == player.name:
            return seat
    raise UsageError(f"{player.name} does not play in {match.id}")


def order(desk: Desk, game: str, name: str, text: str, *, sign: str = "desk", untold: Collection[str] = ()) -> Played:
    """Take a sheet of orders at the desk; RefusedError if anything in it is wrong, and then nothing is done."""
    with desk.store.write() as change:
        match = current(desk, change, game)
        player = find_player(change, name)
        digest = sha256(text.encode()).hexdigest()
        submission = Submission(seat_of(match, player), text, sign, digest, player.language)
        played = act(desk, change, match, submission, untold=untold)
    desk.remember(played.decided.match)
    return played


def act(  # noqa: PLR0913 - whose sheet of what, and what is told besides
    desk: Desk,
    change: Transaction,
    match: Match,
    submission: Submission,
    *,
    told: Notices = Notices(),  # noqa: B008 - frozen
    press: Mapping[Seat, Notices] = {},
    is_answered: bool = True,
    untold: Collection[str] = (),
) -> Played:
    """Act on a submission inside a transaction; its answer says `told` too, and `press` goes to other seats."""
    if why := why_frozen(desk, change, match.id, submission.language):
        raise RefusedError((Problem(0, why),))
    plans = read_plans(change, match)
    secrets = read_secrets(desk, change, match.id)
    if match.phase == "seating":
        decided = _luck(desk, change, match, submission, secrets)
    else:
        decided = submit(match, plans, submission, head_at=head_at(change, match.id), secrets=secrets, now=desk.now())
    if isinstance(decided, Refused):
        raise RefusedError(decided.problems)
    mine = _answer(match, submission, decided, told)
    answers = {**press, submission.seat: mine} if is_answered else press
    keep(desk, change, decided, before=match, plans=plans, answers=answers, untold=untold)
    return Played(submission.seat, decided, mine)


def _luck(desk: Desk, change: Transaction, match: Match, submission: Submission, secrets: Secrets) -> Decided | Refused:
    """Before the start only luck is taken: commitments into the record, revealed ones aside until all are there."""
    stored = change.secrets(match.id, "luck/")
    revealed = {seat: luck.decode() for seat, luck in stored.items()}
    scribe = Scribe(match, {}, secrets, desk.now())
    answer = luck_answer(scribe, submission, revealed)
    if isinstance(answer, Refused):
        return answer
    for seat, luck in answer.items():
        change.put_secret(match.id, f"luck/{seat}", luck.encode())
    return scribe.decided()


def _answer(match: Match, submission: Submission, decided: Decided, told: Notices) -> Notices:
    """Return what the sender is told: his orders as understood, what was played of them, what is still planned.

    While something of the sheet is planned the referee signs for it, so that nobody can say it never came.
    """
    seat, language = submission.seat, submission.language
    if match.phase != "running":
        return replace(told, understood=(submission.text.strip(),))
    plan = decided.plans.get(seat, Plan())
    moves = (
        decided.sealed.get(entry.seq) or str(entry.body["text"])
        for entry in decided.entries
        if entry.body["kind"] == "move" and entry.body["seat"] == seat and seat not in decided.match.vacant
    )
    view = match.game.view(match.state, seat)
    understood = tell_plan(match.game, view, decided.understood, language) or (submission.text.strip(),)
    return replace(
        told,
        understood=told.understood + understood,
        played=tuple(tell_move(match.game, view, text, language) for text in moves),
        planned=tell_plan(match.game, view, plan.turns, language),
        silence=(say(silence(decided.match, seat, plan), language),),
        receipt=submission.digest if any(one.source == submission.digest for one in plan.all_lines) else "",
    )


def plan_lines(match: Match, seat: Seat, plan: Plan, language: str) -> tuple[str, ...]:
    """Return what a seat has planned, in its language."""
    return tell_plan(match.game, match.game.view(match.state, seat), plan.turns, language)


def silence(match: Match, seat: Seat, plan: Plan) -> str:
    """Return the phrase that says what happens to a seat if nothing else arrives from it."""
    if match.phase != "running":
        return "silence_over"
    if seat in match.vacant:
        return "silence_left"
    decision = match.decision_of(seat)
    if decision is None or not decision.ask:
        return "silence_planned" if plan.all_lines else "silence_free"
    return "silence_kept" if is_kept(match, seat, plan) else "silence_asked"


def head_at(look: Transaction, game: str) -> Callable[[int], str | None]:
    """Return the function that gives the head of a game's record at any size."""

    def find_head(size: int) -> str | None:
        found = look.entry_hash(game, size - 1) if size else None
        return found.hex() if found else None

    return find_head


Rule = Callable[[Transaction, Match, Mapping[Seat, Plan], Secrets], Decided]


def _rule(desk: Desk, game: str, rule: Rule, *, is_last: bool = False) -> Match:
    with desk.store.write() as change:
        match = current(desk, change, game)
        if not is_last:
            check_not_frozen(desk, change, game)
        plans = read_plans(change, match)
        try:
            decided = rule(change, match, plans, read_secrets(desk, change, game))
        except rulings.RulingError as error:
            raise DeskError(str(error)) from None
        told = dict.fromkeys(match.seats, Notices())  # a ruling concerns everybody
        keep(desk, change, decided, before=match, plans=plans, answers=told)
    return desk.remember(decided.match)


def _known_seat(match: Match, seat: str) -> Seat:
    if seat not in match.seats:
        raise UsageError(f"{match.id} has no seat {seat!r}; its seats are {', '.join(match.seats)}")
    return Seat(seat)


def rule_default(desk: Desk, game: str, seats: tuple[str, ...], reason: str) -> Match:
    """Play the default move for seats that do not answer (none named: for all that are awaited)."""

    def rule(_: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        asked = tuple(decision.seat for decision in match.waiting())
        chosen = tuple(_known_seat(match, seat) for seat in seats) or asked
        if not chosen:
            raise rulings.RulingError("nobody is awaited")
        return rulings.play_default(match, plans, chosen, reason=reason, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule)


def rule_substitute(desk: Desk, game: str, seat: str, name: str, reason: str) -> Match:
    """Give a seat to another player."""

    def rule(look: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        player = find_player(look, name)
        if not takes_kind(match, player):
            raise rulings.RulingError(f"{match.id} takes no orders signed by the kind of key that {player.name} has")
        if any(held.name == player.name for held in match.holders.values()):
            raise rulings.RulingError(f"{player.name} plays in {match.id} already")
        return rulings.substitute(
            match,
            plans,
            _known_seat(match, seat),
            holder(player, game, secrets),
            reason=reason,
            secrets=secrets,
            now=desk.now(),
        )

    return _rule(desk, game, rule)


def rule_void(desk: Desk, game: str, reason: str) -> Match:
    """End a game without a result, even a frozen one: then the reason says what its record lacks."""

    def rule(change: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        why = reason + give_up_lost(desk, change, game)
        return rulings.void(match, plans, reason=why, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule, is_last=True)


def rule_back(desk: Desk, game: str, seq: int, reason: str) -> Match:
    """Take a game back to the state after an entry."""

    def rule(look: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        earlier = position(desk, look, game, seq)
        return rulings.go_back(match, plans, earlier, reason=reason, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule)
