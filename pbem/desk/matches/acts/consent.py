"""Words that change a record while it is played: asking for a takeback, agreeing to one, appealing against a ruling."""

import re
from collections.abc import Sequence

from msgspec import convert, json

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.reply_policy import Answers
from pbem.desk.matches.letters.requests import tell_host
from pbem.desk.matches.state.plans import is_kept
from pbem.desk.matches.state.positions import position, replay
from pbem.desk.matches.times.reader_times import Teller, teller
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import word as spelled
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.record.law.references import LAPSES
from pbem.record.log.entry import read_content
from pbem.record.log.kinds import Content, Order
from pbem.record.log.record_words import word_of
from pbem.referee.acts.appeals import appeal, read_appeal, refuse_again
from pbem.referee.acts.scribe import Decided, Scribe
from pbem.referee.acts.submit import Refused, Submission
from pbem.referee.acts.takebacks import Past, agree, ask_back, learned_since, refuse_kept
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Holder, Match
from pbem.report.notice import Slip, about

_NUMBER = re.compile(r"\S+\s+([0-9]{1,9})")
_MOST_LEARNED = 20  # lines


def is_word(match: Match, plan: Plan, text: str) -> bool:
    """Tell whether a sheet is a word that is decided here; an answer that is held is taken back like an order."""
    word = word_of(fold(text.strip().rstrip(";")))
    return match.phase == "running" and (word in ("agree", "appeal") or (word == "undo" and not plan.held))


def decide(desk: Desk, change: Transaction, scribe: Scribe, submission: Submission) -> Decided | Refused:
    """Act on a word."""
    past = past_of(desk, change, scribe.match)
    word = word_of(fold(submission.text.strip().rstrip(";")))
    if word == "undo":
        return _undo(scribe, submission, past)
    if word == "agree":
        found = _NUMBER.fullmatch(submission.text.strip().rstrip(";"))
        return agree(scribe, submission, int(found[1]) if found else None, past)
    said = read_appeal(submission.text)
    is_there = said is not None and said[0] < scribe.match.head.size
    since = past.contents(said[0]) if said and is_there else ()
    if said and since and _has_appealed(change, scribe.match, submission.seat, since):
        return refuse_again(submission, said[0])
    decided = appeal(scribe, submission, since[0] if since else None)
    if said and not isinstance(decided, Refused):
        _tell_host(desk, change, scribe.match, submission, said)
    return decided


def _undo(scribe: Scribe, submission: Submission, past: Past) -> Decided | Refused:
    """Ask for a takeback; who has only made a choice that others still wait with is told how to drop that."""
    seat, match = submission.seat, scribe.match
    plan = scribe.plans.get(seat, Plan())
    can_drop = is_kept(match, seat, plan) and not plan.aside and not match.has_chosen(seat)
    decided = ask_back(scribe, submission, past)
    if isinstance(decided, Refused) and can_drop:
        return refuse_kept(submission, spelled("clear", submission.language))
    return decided


def _has_appealed(look: Transaction, match: Match, seat: Seat, since: Sequence[Content]) -> bool:
    """Tell whether a seat has appealed already against the first of some entries, which are all up to now."""
    appeals = (one.seq for one in since if isinstance(one, Order) and one.word == "appeal" and one.seat == seat)
    sealed = (sealed_words(look, match.id, seq) for seq in appeals)
    against = (read_appeal(sheet_in(words)) for words in sealed if words)
    return any(said is not None and said[0] == since[0].seq for said in against)


def past_of(desk: Desk, look: Transaction, match: Match) -> Past:
    """Return the past of a match."""

    def contents(first: int) -> Sequence[Content]:
        return [read_content(raw) for raw in look.records.raws(match.id, first, match.head.size)]

    return Past(lambda seq: position(desk, look, match.id, seq), contents)


def told_others(desk: Desk, look: Transaction, before: Match, after: Match) -> Answers:
    """Return what everybody else is told because somebody asks for a takeback."""
    request = after.request
    if request is None or (before.request and before.request.seq == request.seq):
        return {}
    others = _others(after, request.seat)
    return {seat: about("request", *_request_lines(desk, look, after, seat)) for seat, _held in others}


def told_asker(desk: Desk, look: Transaction, before: Match, after: Match, tell: Teller) -> tuple[str, ...]:
    """Tell who asks for a takeback whom it needs, and until when; nothing if he does not."""
    request = after.request
    if request is None or (before.request and before.request.seq == request.seq):
        return ()
    _earlier, target = learned_since(after, request, past_of(desk, look, before))
    called = [f"{held.name} ({after.game.called(seat, tell.language)})" for seat, held in _others(after, request.seat)]
    lapses = tell.at(request.at + LAPSES)
    return (say("desk_requested", tell.language, names=", ".join(called), entry=target, lapses=lapses),)


def _others(match: Match, seat: Seat) -> list[tuple[Seat, Holder]]:
    return [(other, held) for other, held in match.holders.items() if other != seat and held.name]


def _request_lines(desk: Desk, look: Transaction, match: Match, reader: Seat) -> tuple[str, ...]:
    """Tell a seat who asks for what, what the asker has learned meanwhile, and how to agree."""
    request, player = match.request, look.people.find(match.holders[reader].name)
    if request is None or player is None:
        return ()
    language, game = player.language, match.game
    asker = f"{match.holders[request.seat].name} ({game.called(request.seat, language)})"
    lapses = teller(language, player.zone).at(request.at + LAPSES)
    earlier, target = learned_since(match, request, past_of(desk, look, match))
    heard = [
        happening
        for step in replay(desk, look, earlier, match.head.size)
        for happening in step.happenings
        if happening.is_known_to(request.seat)
    ]
    public = [game.say(one.saying, language) for one in heard if one.is_known_to(None)][:_MOST_LEARNED]
    private = sum(1 for one in heard if not one.is_known_to(None))
    places = {"word": spelled("agree", language), "number": request.seq, "lapses": lapses}
    told = [say("desk_request", language, name=asker, entry=target, **places)]
    told += [say("desk_learned", language, what=line) for line in public]
    if private:
        told.append(say("desk_learned_alone", language, count=private))
    return tuple(told)


def _tell_host(
    desk: Desk, change: Transaction, match: Match, submission: Submission, said: tuple[int, bool, str]
) -> None:
    number, is_private, words = said
    places = {"game": match.id, "name": match.holders[submission.seat].name, "number": str(number), "words": words}
    key = "slip_host_appeal_private" if is_private else "slip_host_appeal"
    tell_host(desk, change, Slip((key,), {**places, "appeal": str(match.head.size - 1)}))


def sealed_words(look: Transaction, game: str, seq: int) -> str | None:
    """Return what the order in an entry sealed."""
    raw = look.secrets.find(game, f"order/{seq}")
    return None if raw is None else raw.decode()


def sheet_in(words: str) -> str:
    """Return the sheet that an order sealed."""
    return convert(json.decode(words), dict[str, str])["sheet"]
