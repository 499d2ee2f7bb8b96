"""A sheet of orders is acted on: decided by the referee, kept, and answered."""

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError, UsageError
from pbem.desk.matches.courtesy import Answers, Courtesy, Telling
from pbem.desk.matches.freezing import why_frozen
from pbem.desk.matches.gist import glance
from pbem.desk.matches.keeping import keep, read_secrets
from pbem.desk.matches.plans import is_kept, read_plans
from pbem.desk.matches.positions import current
from pbem.desk.people import find_player
from pbem.desk.phrases import say
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.games.game import Seat
from pbem.record.entry import Head
from pbem.record.kinds import HERE
from pbem.referee.luck import luck_answer
from pbem.referee.match import Match
from pbem.referee.plan import Plan
from pbem.referee.scribe import Decided, Scribe, Secrets
from pbem.referee.sheet import Problem
from pbem.referee.submit import Refused, Submission, submit
from pbem.referee.telling import tell_move, tell_plan
from pbem.report.page import Notices


class Played(Struct, frozen=True):
    """What an order came to."""

    seat: Seat
    decided: Decided
    answer: Notices


def seat_of(match: Match, player: Player) -> Seat:
    """Return the seat a person holds in a match."""
    for seat, held in match.holders.items():
        if held.name == player.name:
            return seat
    raise UsageError(f"{player.name} does not play in {match.id}")


class Besides(Struct, frozen=True):
    """What is told with an answer to orders: to their sender, about his desk words, and to other seats."""

    told: Notices = Notices()
    press: Answers = {}


def order(
    desk: Desk,
    game: str,
    name: str,
    text: str,
    *,
    sign: str = "desk",
    courtesy: Courtesy = Courtesy(),  # noqa: B008 - frozen
) -> Played:
    """Take a sheet of orders at the desk; RefusedError if anything in it is wrong, and then nothing is done."""
    with desk.store.write(game) as change:
        match = current(desk, change, game)
        player = find_player(change, name)
        digest = sha256(text.encode()).hexdigest()
        submission = Submission(seat_of(match, player), text, sign, digest, player.language, came=desk.now())
        played = act(desk, change, match, submission, courtesy=courtesy)
    desk.remember(played.decided.match)
    return played


def act(
    desk: Desk,
    change: Transaction,
    match: Match,
    submission: Submission,
    *,
    besides: Besides = Besides(),  # noqa: B008 - frozen
    courtesy: Courtesy = Courtesy(),  # noqa: B008 - frozen
) -> Played:
    """Act on a submission inside a transaction; with its answer goes what is told besides."""
    if why := why_frozen(desk, change, match.id, submission.language):
        raise NotNowError((Problem(0, why),))
    plans = read_plans(change, match)
    secrets = read_secrets(desk, change, match.id)
    if match.phase == "seating":
        decided = _luck(desk, change, match, submission, secrets)
    else:
        heads = head_at(change, match.id, match.head)
        decided = submit(match, plans, submission, head_at=heads, secrets=secrets, now=desk.now())
    if isinstance(decided, Refused):
        raise RefusedError(decided.problems)
    mine = _answer(match, submission, decided, besides.told)
    if mine.receipt and submission.sign in HERE:  # of what is signed there is evidence
        change.put_secret(match.id, f"sheet/{mine.receipt}", b"")
    answers = dict(besides.press)
    if courtesy.may_confirm:
        answers[submission.seat] = mine
    keep(desk, change, decided, before=match, plans=plans, telling=Telling(answers, courtesy.untold))
    return Played(submission.seat, decided, mine)


def _luck(desk: Desk, change: Transaction, match: Match, submission: Submission, secrets: Secrets) -> Decided | Refused:
    """Before the start only luck is taken: commitments into the record, revealed ones aside until all are there."""
    stored = change.secrets(match.id, "luck/")
    revealed = {seat: luck.decode() for seat, luck in stored.items()}
    scribe = Scribe(match, {}, secrets, desk.now())
    committed = 0 if submission.sign in HERE else _committed(change, match)
    answer = luck_answer(scribe, submission, revealed, head_at(change, match.id), committed=committed)
    if isinstance(answer, Refused):
        return answer
    for seat, luck in answer.items():
        change.put_secret(match.id, f"luck/{seat}", luck.encode())
    return scribe.decided()


def _committed(look: Transaction, match: Match) -> int:
    """Return the size of the record that holds every commitment to luck made so far."""
    sizes = [size for size, raw in enumerate(look.raws(match.id), 1) if glance(raw).luck]
    return max(sizes, default=0)


def _answer(match: Match, submission: Submission, decided: Decided, told: Notices) -> Notices:
    """Return what the sender is told: his orders as understood, what was played of them, what is still planned.

    While something of the sheet is planned the referee signs for it, so that nobody can say it never came.
    """
    seat, language = submission.seat, submission.language
    if match.phase != "running":
        return replace(told, understood=(submission.text.strip(),))
    plan = decided.plans.get(seat, Plan())
    view = match.game.view(match.state, seat)
    understood = tell_plan(match.game, view, decided.understood, language) or (submission.text.strip(),)
    is_waiting = any(planned.source == submission.digest for planned in plan.all_lines)
    return replace(
        told,
        understood=told.understood + understood,
        played=tuple(tell_move(match.game, view, text, language) for text in _own_moves(decided, seat)),
        planned=tell_plan(match.game, view, plan.turns, language),
        silence=(say(silence(decided.match, seat, plan), language),),
        receipt=submission.digest if is_waiting else "",
        came=submission.came if is_waiting else 0,
    )


def _own_moves(decided: Decided, seat: Seat) -> list[str]:
    """Return what was played of a seat's orders, also what is sealed in the record: whoever made a move knows it."""
    if seat in decided.match.vacant:
        return []  # the rules play for whoever has left
    moves = (entry for entry in decided.entries if entry.body["kind"] == "move" and entry.body["seat"] == seat)
    return [decided.sealed.get(entry.seq) or str(entry.body["text"]) for entry in moves]


def plan_lines(match: Match, seat: Seat, plan: Plan, language: str) -> tuple[str, ...]:
    """Return what a seat has planned, in its language."""
    return tell_plan(match.game, match.game.view(match.state, seat), plan.turns, language)


def silence(match: Match, seat: Seat, plan: Plan) -> str:
    """Return the phrase that says what happens to a seat if nothing else arrives from it."""
    if match.phase != "running":
        return "silence_over"
    if seat in match.vacant:
        return "silence_left"
    if match.has_chosen(seat):
        return "silence_sealed"
    decision = match.decision_of(seat)
    is_asked = decision is not None and decision.ask
    if is_asked:
        return "silence_kept" if is_kept(match, seat, plan) else "silence_asked"
    return "silence_planned" if plan.all_lines else "silence_free"


def head_at(look: Transaction, game: str, last: Head | None = None) -> Callable[[int], str | None]:
    """Return the function that gives the head of a game's record at any size; the last may be known already."""

    def find_head(size: int) -> str | None:
        if last is not None and size == last.size:
            return last.hash.hex()
        found = look.entry_hash(game, size - 1) if size else None
        return found.hex() if found else None

    return find_head
