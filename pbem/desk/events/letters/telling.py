"""Letters of an event: invitation, your tables, what a round came to, the end. Each in its reader's language."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.requests import request_slip, tell_host
from pbem.desk.matches.state.replies import QUOTED
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.signed.word_tokens import pass_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import phrases
from pbem.games.found import named
from pbem.phrases import Say
from pbem.record.events.law.book import Seating
from pbem.record.events.law.chance import Place
from pbem.record.events.law.objections import asks_luck
from pbem.report.notice import Part, Slip
from pbem.tournament.director.acts.leaving import leaving
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event
from pbem.tournament.director.showing import Shown, points_in_words, with_moves
from pbem.tournament.values import Standings

NOBODY = "none"  # what stands in the place of a seat
_TOLD = "told/"


def saying(player: Member) -> Say:
    """Return how a person is told things."""
    return phrases().spoken(player.language)


def invite(desk: Desk, change: Transaction, event: Event, player: Member) -> None:
    """Ask for an invitation to somebody, with the lines by which he enters."""
    parts = (terms_part(event, player), entering_part(desk, change, event, player))
    ask(desk, change, event, player, "slip_event_invited", *parts)


def ask(desk: Desk, change: Transaction, event: Event, player: Member, phrase: str, *parts: Part) -> None:
    """Ask for a letter of an event to somebody, with the signed head of its record."""
    places = {"event": event.id, "title": event.book.terms.title}
    slip = Slip((phrase,), places, note=desk.note(event.id, event.book.head), parts=parts)
    request_slip(desk, change, slip, player=player)


def terms_part(event: Event, player: Member) -> Part:
    """Return what somebody agrees to who enters."""
    terms, told, at = event.book.terms, saying(player), teller(player.language, player.zone).at
    title = named(terms.rules.key).meta.titles[player.language]
    places = {
        "event": event.id,
        "title": terms.title,
        "game": title,
        "form": told(f"event_form_{event.form.kind}") if event.form.kind in _FORMS else event.form.kind,
        "table": event.form.table,
        "rounds": len(terms.rounds),
        "players": len(event.book.active()),
        "most": terms.entries.most,
    }
    lines = [told("event_terms", **places), told("event_until", until=at(terms.entries.until))]
    lines += [told("event_round_ends", round=number, end=at(end)) for number, end in enumerate(event.book.ends, 1)]
    lines.append(told("event_unfinished_" + terms.unfinished))
    if terms.luck == "asked":
        lines.append(told("event_luck", checkin=at(terms.checkin)))
    return Part(tuple(lines))


_FORMS = ("swiss", "allmeet", "heats")


def entering_part(desk: Desk, look: Transaction, event: Event, player: Member) -> Part:
    """Return the statements by which somebody enters: they quote the head of the terms."""
    lines = (*word_lines(desk, look, event, player), f"seen: 1 {event.book.heads[1][:QUOTED]};")
    if not asks_luck(event.book):
        return Part((saying(player)("event_to_enter"),), (*lines, f"enter {event.id};"))
    return Part((saying(player)("event_to_enter_luck"),), (*lines, f"enter {event.id} LUCK of {player.name};"))


def leaving_part(desk: Desk, look: Transaction, event: Event, player: Member) -> Part:
    """Return the statements by which somebody withdraws."""
    lines = (*word_lines(desk, look, event, player), f"withdraw {event.id};")
    return Part((*leaving_lines(event, player), saying(player)("event_to_withdraw")), lines)


def appealing_part(desk: Desk, look: Transaction, event: Event, player: Member) -> Part:
    """Return the statements by which somebody appeals."""
    lines = (*word_lines(desk, look, event, player), "appeal WHAT;")
    return Part((saying(player)("event_to_appeal"),), lines)


def leaving_lines(event: Event, player: Member) -> tuple[str, ...]:
    """Return what it means that somebody leaves an event now, or just has."""
    told, left = saying(player), leaving(event, player.name)
    lines = [told("event_leaving_games", games=", ".join(left.games))] if left.games else []
    lines += [told("event_leaving_seat")] if left.is_seated else []
    return (*lines, told(f"event_leaving_{left.drawing}", round=left.round))


def word_lines(desk: Desk, look: Transaction, event: Event, player: Member) -> tuple[str, ...]:
    """Return the statements that a signed word for an event begins with."""
    token = pass_of(desk, look, player.name)
    return (f"to: {event.book.terms.referee};", f"game: {event.id};", f"seat: {NOBODY};", f"token: {token};")


def tell_of_draw(desk: Desk, change: Transaction, event: Event) -> None:
    """Tell everybody who is drawn, and stays, where he sits, with whom, and his games; and who waits that he does."""
    number, drawn = len(event.book.rounds), event.book.rounds[-1]
    staying = event.book.active()
    for player in readers(change, dict.fromkeys(name for name in drawn.busy if name in staying)):
        parts = (tables_part(event, player, number), appealing_part(desk, change, event, player))
        ask(desk, change, event, player, "slip_event_tables", *parts)
    for player in readers(change, event.book.waiting):
        ask(desk, change, event, player, "slip_event_waiting", waiting_part(event, player))


def tell_of_absence(desk: Desk, change: Transaction, event: Event, missing: Iterable[str]) -> None:
    """Tell those who did not check in that they are not drawn."""
    for player in readers(change, missing):
        part = Part((saying(player)("event_missed", event=event.id),))
        ask(desk, change, event, player, "slip_event_missed", part)


def waiting_part(event: Event, player: Member) -> Part:
    """Return the place of somebody who waits for a seat."""
    place = event.book.waiting.index(player.name) + 1
    return Part((saying(player)("event_waits_seat", event=event.id, place=place),))


def tables_part(event: Event, player: Member, number: int) -> Part:
    """Return somebody's tables of a round."""
    told, terms = saying(player), event.book.terms
    game = named(terms.rules.key)
    head = (told("event_col_table"), told("event_col_seat"), told("event_col_with"), told("event_col_game"))
    mine = [(place, seating) for place, seating in _tables(event, number) if player.name in seating.seats]
    rows = [head]
    for place, seating in mine:
        seat = terms.seats[seating.seats.index(player.name)]
        others = ", ".join(name for name in seating.seats if name != player.name)
        rows.append((str(place.table), game.called(seat, player.language), others, place.id(event.id)))
    end = teller(player.language, player.zone).at(event.book.ends[number - 1])
    first = told("event_round_ends", round=number, end=end)
    if not mine:
        return Part((first, told("event_bye")))
    return Part((first, told("event_threads")), rows=tuple(rows))


def _tables(event: Event, number: int) -> Iterator[tuple[Place, Seating]]:
    return ((place, seating) for place, seating in event.book.places() if place.round == number)


def tell_of_round(desk: Desk, change: Transaction, event: Event) -> None:
    """Tell everybody what a round came to, once its last result is there."""
    if event.book.open_tables():
        return
    number, lines = len(event.book.rounds), with_moves(event, event.standings())
    for player in readers(change, event.book.active()):
        told = (results_part(event, player, number), standings_part(player, lines))
        parts = (*told, appealing_part(desk, change, event, player))
        ask(desk, change, event, player, "slip_event_round", *parts)
    if due(event, event.book.at).stuck:
        tell_stuck(desk, change, event)
        return
    command = "draw" if number < len(event.book.terms.rounds) else "close"
    places = {"event": event.id, "title": event.book.terms.title, "round": str(number), "command": command}
    tell_host(desk, change, Slip(("slip_event_next",), places))


def readers(look: Transaction, names: Iterable[str]) -> Iterator[Member]:
    """Yield those of some people who get letters."""
    for name in names:
        player = look.people.find(name)
        if player and player.address:
            yield player


def results_part(event: Event, player: Member, number: int) -> Part:
    """Return what the tables of a round came to."""
    told = saying(player)
    rows = [(told("event_col_table"), told("event_col_result"))]
    for place, seating in _tables(event, number):
        rows.append((str(place.table), result_in_words(seating, told)))
    return Part((told("event_results", round=number),), rows=tuple(rows))


def result_in_words(seating: Seating, told: Say) -> str:
    """Return what a table came to: places with names."""
    result = seating.result
    if result is None:
        return told("event_playing")
    if result.how == "void":
        return told("event_void")
    placed = sorted(zip(result.places, seating.seats, strict=True))
    words = ", ".join(f"{place}. {name}" for place, name in placed)
    return words if result.how == "played" else f"{words} ({told('event_adjudicated')})"


def standings_part(player: Member, lines: Sequence[Shown]) -> Part:
    """Return the standings, with what the last round has moved."""
    told = saying(player)
    head = tuple(told(f"event_col_{name}") for name in ("rank", "player", "points", "played", "moved"))
    rows = [head]
    for shown in lines:
        line = shown.line
        moved = "" if not shown.moved else f"{shown.moved:+d}"
        rows.append((str(line.rank), line.player, points_in_words(line.points), str(line.played), moved))
    return Part((told("event_standings"),), rows=tuple(rows))


def tell_of_end(desk: Desk, change: Transaction, event: Event, lines: Standings) -> None:
    """Send the final report to everybody who was in the event."""
    number, shown = len(event.book.rounds), with_moves(event, lines)
    for player in readers(change, (entrant.player for entrant in event.entrants)):
        parts = (standings_part(player, shown), results_part(event, player, number))
        ask(desk, change, event, player, "slip_event_end", *parts)


def tell_of_cancel(desk: Desk, change: Transaction, event: Event, reason: str) -> None:
    """Tell everybody who was in an event, or waited, that it was given up, why, and how it stood."""
    shown = with_moves(event, event.standings()) if event.book.rounds else ()
    for player in readers(change, _everybody(event)):
        parts = [Part((reason,)), *([standings_part(player, shown)] if shown else [])]
        ask(desk, change, event, player, "slip_event_cancelled", *parts)


def tell_stuck(desk: Desk, change: Transaction, event: Event) -> None:
    """Tell the host, once for each round, that too few are left."""
    if is_told(change, event, f"stuck/{len(event.book.rounds)}"):
        return
    tell_host(desk, change, Slip(("slip_event_stuck",), {"event": event.id, "title": event.book.terms.title}))


def ask_of_restored(desk: Desk, change: Transaction, event: Event) -> None:
    """Ask everybody in a restored event for a letter that knows more of it than its record does."""
    size = str(event.book.head.size)
    for player in readers(change, _everybody(event)):
        ask(desk, change, event, player, "slip_event_restored", Part((saying(player)("event_restored", size=size),)))


def _everybody(event: Event) -> tuple[str, ...]:
    """Return everybody who is, or was, in an event, or waits."""
    return tuple(dict.fromkeys((*event.book.players, *event.book.waiting)))


def tell_ready(desk: Desk, change: Transaction, event: Event) -> None:
    """Tell the host, once, that the entries are closed."""
    if is_told(change, event, "entries"):
        return
    places = {"event": event.id, "title": event.book.terms.title, "count": str(len(event.book.active()))}
    tell_host(desk, change, Slip(("slip_event_ready",), places))


def is_told(change: Transaction, event: Event, what: str) -> bool:
    """Tell whether something was told before; from now on it was."""
    if change.secrets.find(event.id, f"{_TOLD}{what}") is not None:
        return True
    change.secrets.add(event.id, f"{_TOLD}{what}", b"1")
    return False


def tell_overdue(desk: Desk, change: Transaction, event: Event, overdue: Sequence[tuple[Place, str]]) -> None:
    """Tell the host, once, that a round is over and he is to rule what its games came to."""
    number = overdue[0][0].round
    if is_told(change, event, f"{number}/{event.book.ends[number - 1]}"):
        return
    games = ", ".join(game for _place, game in overdue)
    places = {"event": event.id, "title": event.book.terms.title, "games": games}
    tell_host(desk, change, Slip(("slip_event_overdue",), places))


def pass_on(desk: Desk, change: Transaction, event: Event, text: str) -> int:
    """Send a message of the director to everybody who is in the event; returns to how many."""
    players = list(readers(change, event.book.active()))
    for player in players:
        ask(desk, change, event, player, "slip_event_told", Part((text,)))
    return len(players)
