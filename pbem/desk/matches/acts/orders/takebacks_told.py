"""What players are told when somebody asks for a takeback."""

from collections.abc import Sequence

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.reply_policy import Answers
from pbem.desk.matches.state.positions import position, replay
from pbem.desk.matches.times.reader_times import Teller, teller
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import word as spelled
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.record.law.references import LAPSES
from pbem.record.log.entry import read_content
from pbem.record.log.kinds import Content
from pbem.referee.acts.takebacks import Past, learned_since
from pbem.referee.match.match import Holder, Match
from pbem.report.notice import about

_MOST_LEARNED = 20  # lines


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
