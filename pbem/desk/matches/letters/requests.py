"""Asking for letters: who is told of a decision, and what. They are written from the record when they are sent."""

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.reply_policy import Answers, Telling
from pbem.desk.matches.seats.seat_changes import Handed, farewell, greeting, handed_over, lost_for_good, lost_holders
from pbem.desk.matches.seats.watching import tell_watchers
from pbem.desk.matches.state.offered import lapses_at
from pbem.desk.matches.state.plans import is_decided, is_kept, read_plans
from pbem.desk.matches.state.replies import reply_lines, why_void
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due, Member
from pbem.desk.wording.desk_words import word
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.referee.language.phrases import RESIGNED, tell_reason
from pbem.referee.language.phrases import say as say_as_referee
from pbem.referee.language.plan import Aside, Plan
from pbem.referee.match.decided import Decided
from pbem.referee.match.free import free_seats, uncommitted
from pbem.referee.match.match import Match
from pbem.report.notice import (
    NOTHING,
    NoticeProblems,
    Notices,
    NoticeSettled,
    Slip,
    about,
    instead,
    is_refusal,
    lines_in,
    problems_in,
)

_WAITING = "slip_waiting"  # for others to join
_TO_SIGN = ("slip_seating", "slip_reveal", _WAITING)


class Posted(Struct, frozen=True):
    """A slip with whom it goes to."""

    slip: Slip
    address: str
    name: str
    language: str


class Addressee(Struct, frozen=True):
    """Whom a letter goes to, about which seat; a seat that nobody holds has no name."""

    seat: Seat
    name: str


def ask_for_letters(desk: Desk, change: Transaction, decided: Decided, before: Match | None, telling: Telling) -> None:
    """Ask for a letter to everybody whom a decision concerns or who is told something with it."""
    match = decided.match
    notices = _with_notices(change, telling.answers, decided)
    concerned = _concerned(match, before)
    handed = handed_over(decided, before)
    late = _late(decided) - handed.keys()  # who has lost his seat by that gets a letter of its own
    told = (notices.keys() | concerned | late) - telling.untold
    # In the order of the seats, whoever ordered: the order of letters must not tell who moved.
    for seat in match.seats:
        has_farewell = seat in handed and _is_lost(match, handed[seat], is_told=seat in told)
        if seat in handed:
            _hand_over(desk, change, match, handed[seat], has_farewell=has_farewell)
        if seat in told and not has_farewell and not (seat in handed and handed[seat].new):
            to = Addressee(seat, _reader(match, before, seat))
            request_letter(desk, change, match, to, notices.get(seat, NOTHING))
    if before is not None and before.phase == "running" and match.phase == "void":
        _tell_former(desk, change, before, match)
    # Whoever watches is told when somebody is asked anew, and of rulings: by the record, not by what players are told.
    is_news = concerned or any(entry.body["kind"] == "ruling" for entry in decided.entries)
    if is_news and not telling.untold:
        tell_watchers(desk, change, match)


def _is_lost(match: Match, handed: Handed, *, is_told: bool) -> bool:
    """Tell whether somebody is to be told that he lost his seat.

    Not who `is_told` that he left by his own word, or that with him the game ended.
    """
    is_known = is_told and not handed.new and (handed.reason == RESIGNED or match.phase != "running")
    return bool(handed.old) and not is_known


def _hand_over(desk: Desk, change: Transaction, match: Match, handed: Handed, *, has_farewell: bool) -> None:
    """Write to who has got a seat, from its beginning on, and to who has lost it."""
    if newcomer := change.people.find(handed.new) if handed.new else None:
        notices = greeting(change, match, handed, newcomer)
        request_whole_letter(desk, change, match, Addressee(handed.seat, newcomer.name), notices)
    lost = change.people.find(handed.old) if has_farewell else None
    if lost:
        request_slip(desk, change, farewell(desk, change, match, handed, lost), player=lost)


def _tell_former(desk: Desk, change: Transaction, before: Match, match: Match) -> None:
    """Tell those who lost a seat and could have had it back that there is none any more."""
    for seat, name in lost_holders(change, before).items():
        if player := change.people.find(name):
            request_slip(desk, change, lost_for_good(change, match, seat, player), player=player)


def _told_aside(look: Transaction, decided: Decided, seat: Seat, aside: Aside) -> tuple[str, ...]:
    """Tell a seat, in its player's language, what was decided for it: it waits for what others choose, or is done."""
    player = look.people.find(decided.match.holders[seat].name)
    if player is None:
        return ()
    is_waiting = decided.plans.get(seat, Plan()).aside == aside
    if not is_waiting and aside.act not in ("late", "play"):
        return ()  # it is in the record, and told from there
    places = {"reason": tell_reason(aside.reason, player.language)}
    if is_waiting:
        told = say_as_referee(f"aside_{aside.act}", player.language, **places)
    else:
        told = say(f"desk_done_{aside.act}", player.language, **places)
    if aside.act == "late" and is_last_warning(decided.match, seat, is_counted=not is_waiting):
        return (told, say("desk_last_warning", player.language))
    return (told,)


def is_last_warning(match: Match, seat: Seat, *, is_counted: bool) -> bool:
    """Tell whether one more late turn costs a seat; one that waits to be written down is not counted yet."""
    clocks = match.clocks
    return clocks is not None and clocks.seats[seat].lates + (not is_counted) == clocks.pace.lates - 1


def _with_notices(change: Transaction, answers: Answers, decided: Decided) -> dict[Seat, Notices]:
    """Return what each seat is told, with what became of its plan."""
    told = dict(answers)
    for notice in decided.notices:
        answer = (*told.get(notice.seat, NOTHING), *about("unused", *notice.unused))
        if notice.problems:
            answer = (*answer, NoticeProblems(notice.problems))
        if notice.aside:
            answer = instead(answer, "aside", *_told_aside(change, decided, notice.seat, notice.aside))
        told[notice.seat] = answer
    return told


def _concerned(match: Match, before: Match | None) -> frozenset[Seat]:
    """Return whom a change concerns: who is asked something new; everybody when a game begins or ends."""
    if before is None or before.phase != match.phase:
        return frozenset(match.seats)
    if match.phase == "seating" and _waits_for(before) != _waits_for(match):
        return frozenset(match.seats)  # everybody has joined, or everybody's luck is committed; or somebody left
    known = before.asked_now()
    return frozenset(decision.seat for decision in match.asked_now() if decision not in known)


def _late(decided: Decided) -> frozenset[Seat]:
    """Return who was late: what was played for him is over, and an answer to his last letter would come too late."""
    clocks = (entry.body for entry in decided.entries if entry.body["kind"] == "clock")
    return frozenset(Seat(body["seat"]) for body in clocks if body["act"] == "late")


def _waits_for(match: Match) -> tuple[bool, bool]:
    """Return whether a match that has not started waits for people, and for luck to be committed."""
    return bool(free_seats(match)), bool(uncommitted(match)) and not free_seats(match)


def _reader(match: Match, before: Match | None, seat: Seat) -> str:
    """Return who is written to about a seat: its holder, or whoever has just left it."""
    holders = (state.holders.get(seat) for state in (match, before) if state)
    return next((holder.name for holder in holders if holder and holder.name), "")


def request_letter(
    desk: Desk, change: Transaction, match: Match, to: Addressee, notices: Notices, *, at: int | None = None
) -> None:
    """Ask for a letter to somebody about a seat: everything since the last one, or a position of the past."""
    part = (0, match.head.size) if at is None else (at, at + 1)
    _request(desk, change, match, to, notices, part=part, goes_on=at is None)


def request_whole_letter(desk: Desk, change: Transaction, match: Match, to: Addressee, notices: Notices) -> None:
    """Ask for a letter to somebody about a seat that tells everything since the game began."""
    _request(desk, change, match, to, notices, part=(0, match.head.size), goes_on=False)


def _request(  # noqa: PLR0913 - what a letter is made of
    desk: Desk,
    change: Transaction,
    match: Match,
    to: Addressee,
    notices: Notices,
    *,
    part: tuple[int, int],
    goes_on: bool,
) -> None:
    player = change.people.find(to.name) if to.name else None
    if player is None or not player.address:
        return
    if match.state is None:
        _request_before_start(desk, change, match, to.seat, player, notices)
        return
    notices = (*notices, *_answered(change, match, to.seat))
    due = Due(0, match.id, to.name, to.seat, *part, desk.now(), json.encode(notices))
    change.letters.add(due, goes_on=goes_on)


def _answered(look: Transaction, match: Match, seat: Seat) -> Notices:
    """Return whether what is asked of a seat was answered by it, or decided for it, and only waits."""
    if (len(match.waiting()) == 1 and match.clocks is None) or match.decision_of(seat) is None:
        return NOTHING  # nothing is kept, and no plan has to be read
    plan = read_plans(look, match).get(seat, Plan())
    if is_decided(match, seat, plan):
        return (NoticeSettled(is_decided=True),)
    return (NoticeSettled(is_decided=False),) if is_kept(match, seat, plan) else NOTHING


def _request_before_start(
    desk: Desk, change: Transaction, match: Match, seat: Seat, player: Member, notices: Notices
) -> None:
    """Ask for a slip instead: there is no position yet that a letter could show."""
    reason = why_void(change, match, player.language)
    phrases = []
    if is_refusal(notices):
        phrases.append("slip_refused")
    if press := lines_in(notices, "press"):
        phrases.append("slip_press")
    if understood := lines_in(notices, "understood"):
        phrases.append("slip_taken")
    stage = "slip_void" if reason else _stage(change, match, seat, player)
    phrases.append(stage)
    lapses = lapses_at(change, match.id)
    places = {
        "game": match.id,
        "seat": match.game.called(seat, player.language),
        "orders": "; ".join(understood),
        "press": " | ".join(press),
        "reason": reason,
        "free": ", ".join(match.game.called(free, player.language) for free in free_seats(match)),
        "lapses": "" if lapses is None else teller(player.language, player.zone).at(lapses),
    }
    lines = reply_lines(change, match, seat) if stage in _TO_SIGN else ()
    if stage == _WAITING:
        lines = (*lines, f"{word('withdraw', player.language)};")
    note = desk.note(match.id, match.head)
    request_slip(desk, change, Slip(tuple(phrases), places, problems_in(notices), lines, note), player=player)


def _stage(look: Transaction, match: Match, seat: Seat, player: Member) -> str:
    """Return what is said of a seat's luck. Nobody is given lines to sign while there is nothing he should sign."""
    if match.holders[seat].name != player.name:
        return "slip_withdrawn"
    if free_seats(match):
        return _WAITING
    missing = uncommitted(match)
    if seat in missing:
        return "slip_seating"
    if missing:
        return "slip_committed"
    return "slip_reveal" if look.secrets.find(match.id, f"luck/{seat}") is None else "slip_revealed"


def tell_host(desk: Desk, change: Transaction, slip: Slip) -> None:
    """Ask for a letter to the host, if he has said where he is written to."""
    request_slip(desk, change, slip, player=Member("host", desk.settings.referee.host))


def request_slip(desk: Desk, change: Transaction, slip: Slip, *, player: Member, after: int = 0) -> int:
    """Ask for a letter about no position, to a person's address as it is now, after a time; returns its id, if any."""
    if not player.address:
        return 0
    posted = Posted(slip, player.address, player.name, player.language)
    change.letters.add(Due(0, "", player.name, "", 0, 0, desk.now(), json.encode(posted)), after=after)
    return change.letters.last()
