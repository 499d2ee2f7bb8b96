"""`games`: which games can be joined by which terms, and how somebody's own games stand."""

from collections.abc import Iterator

from pbem.desk.club.asking import Answer, MemberWord
from pbem.desk.desk import Desk
from pbem.desk.matches.seats.volunteering import ALL, offers_of
from pbem.desk.matches.seats.watching import watched_by
from pbem.desk.matches.state.offered import has_luck, lapses_at, open_offers
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import QUOTED
from pbem.desk.matches.times.reader_times import Teller, teller, time_of
from pbem.desk.signed.word_tokens import pass_of
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.mail.kinds import KINDS
from pbem.record.log.pace import Pace
from pbem.record.log.record_words import ANY
from pbem.referee.match.free import free_seats
from pbem.referee.match.match import Match
from pbem.report.notice import Part

_MOST_OFFERS = 20
_MOST_OWN = 50


def list_games(desk: Desk, look: Transaction, asked: MemberWord) -> Answer:
    """Tell which games somebody can join, how those stand that he plays in, and what else he has asked for."""
    tell = teller(asked.player.language, asked.player.zone)
    listing = _Listing(desk, look, asked, tell)
    parts = [*listing.offers(), *listing.own(), *listing.besides()]
    return parts or (Part((asked.say("games_none"),)),)


class _Listing:
    """Tells one person of games. What it says of others comes from records alone."""

    def __init__(self, desk: Desk, look: Transaction, asked: MemberWord, tell: Teller) -> None:
        self._desk = desk
        self._look = look
        self._asked = asked
        self._tell = tell
        self._language = asked.player.language
        self._say = asked.say

    def offers(self) -> Iterator[Part]:
        """Yield what can be joined."""
        for match in open_offers(self._desk, self._look, _MOST_OFFERS):
            is_in = any(held.name == self._asked.player.name for held in match.holders.values())
            if not is_in:
                yield Part(tuple(self._terms(match)), self._joining(match))

    def _terms(self, match: Match) -> Iterator[str]:
        """Yield what somebody agrees to who joins."""
        title = match.game.meta.titles[self._language]
        yield self._say("games_offer", game=match.id, title=title, free=", ".join(free_seats(match)))
        taken = [seat for seat, held in match.holders.items() if held.name]
        if taken:
            yield self._say("games_taken", names=self._named(match, taken))
        if match.terms.options:
            options = ", ".join(f"{name}={value}" for name, value in sorted(match.terms.options.items()))
            yield self._say("games_options", options=options)
        yield self._pace(match.terms.pace)
        if has_luck(self._look, match):
            yield self._say("games_luck")
        if match.terms.hosted:
            seats = self._seats(match, tuple(map(Seat, match.terms.hosted)))
            yield self._say("hosted_seats", seats=seats)
        kinds = ", ".join(kind for kind in match.terms.accepts if kind in KINDS)
        yield self._say("games_accepts", kinds=kinds)
        yield self._say("games_lapse", lapses=self._tell.at(lapses_at(self._look, match.id) or 0))

    def _pace(self, pace: Pace | None) -> str:
        if pace is None:
            return self._say("games_no_pace")
        span = self._tell.span
        told = self._say(
            "games_pace",
            bank=span(pace.bank),
            add=span(pace.add),
            cap=span(pace.cap),
            grace=span(pace.grace),
            leave=pace.leave,
        )
        return " ".join((told, *self._rest(pace), *self._second_thoughts(pace)))

    def _rest(self, pace: Pace) -> Iterator[str]:
        days = self._say("time_weekdays").split()
        if rest := ", ".join(days[day] for day in pace.rest):
            yield self._say("games_rest", days=rest, zone=pace.zone)

    def _second_thoughts(self, pace: Pace) -> Iterator[str]:
        """Yield until when an answer can be taken back, and what becomes of who is late."""
        if pace.hold:
            yield self._say("games_hold", hold=self._tell.span(pace.hold))
        yield self._say("games_late_ask") if pace.late == "ask" else self._say("games_late", lates=pace.lates)

    def _joining(self, match: Match) -> tuple[str, ...]:
        """Return the statements by which somebody joins: they quote the head of the terms."""
        head = (self._look.records.hash_of(match.id, 0) or b"").hex()[:QUOTED]
        seat = free_seats(match)[0] if has_luck(self._look, match) else ANY  # luck is bound to a seat
        return (
            f"to: {match.terms.referee};",
            f"game: {match.id};",
            f"seat: {seat};",
            f"token: {pass_of(self._desk, self._look, self._asked.player.name)};",
            f"seen: 1 {head};",
            "join;",
        )

    def own(self) -> Iterator[Part]:
        """Yield how somebody's own games stand."""
        held = self._look.games.seats_in_play(self._asked.player.name)
        for game, seat in held[:_MOST_OWN]:
            match = current(self._desk, self._look, game)
            title = match.game.meta.titles[self._language]
            called = match.game.called(seat, self._language)
            first = self._say("games_own", game=game, title=title, seat=called)
            yield Part((first, *self._standing(match)))
        if held[_MOST_OWN:]:
            yield Part((self._say("games_more", count=len(held) - _MOST_OWN),))

    def _standing(self, match: Match) -> Iterator[str]:
        if match.phase == "seating":
            free = free_seats(match)
            yield self._say("games_free", free=self._seats(match, free)) if free else self._say("games_waits_luck")
            return
        times = time_of(match, None, self._tell)
        for decision in match.asked_now():
            if not decision.ask:
                continue
            told = self._say("games_awaited", who=self._named(match, [decision.seat]))
            time = times.awaited.get(decision.seat) if times else None
            if time is not None:
                told = f"{told} {self._say('awaited_time', since=time.since, until=time.until)}"
            yield told

    def besides(self) -> Iterator[Part]:
        """Yield what else somebody has asked for."""
        name = self._asked.player.name
        if watched := watched_by(self._look, name):
            yield Part((self._say("games_watched", games=", ".join(watched)),))
        if offered := offers_of(self._look, name):
            games = ", ".join(self._say("games_any") if game == ALL else game for game in offered)
            yield Part((self._say("games_volunteer", games=games),))

    def _seats(self, match: Match, seats: tuple[Seat, ...]) -> str:
        return ", ".join(match.game.called(seat, self._language) for seat in seats)

    def _named(self, match: Match, seats: list[Seat]) -> str:
        called = []
        for seat in seats:
            name = match.holders[seat].name or self._say("vacant")
            called.append(f"{name} ({match.game.called(seat, self._language)})")
        return ", ".join(called)
