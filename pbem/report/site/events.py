"""An event as a page of the archive: standings, who finished ahead of whom, rounds with their games, draws, rulings."""

from collections.abc import Iterator

from msgspec import UNSET, Struct, convert

from pbem.games.found import named
from pbem.phrases import Say
from pbem.record.events.checks.acts import Director
from pbem.record.events.law.book import Drawn, Seating
from pbem.record.events.law.chance import Place
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import Draw, Ruling, Withdraw
from pbem.record.events.law.log import EventLog
from pbem.record.log.kinds import HERE
from pbem.report.event import Cell, event_page
from pbem.report.safe_text import printed
from pbem.report.site.card import slug
from pbem.tournament.director.event import Event
from pbem.tournament.director.following import event_of
from pbem.tournament.director.showing import points_in_words
from pbem.tournament.values import Player, Standings

_DISCS = {1: "gold", 2: "silver"}
_MOST_NUMBERED = 3
_LIST = "index"
_FORMS = ("swiss", "allmeet", "heats")  # that have a name in every language


class EventSource(Struct, frozen=True):
    """An event of the archive: its record, what was found of its chance and its director, the names of its files."""

    log: EventLog
    chance: str
    director: Director
    files: tuple[str, ...]


class EventCard(Struct, frozen=True):
    """An event on a list."""

    event: str
    title: str
    rules: str
    players: int
    games: tuple[str, ...]
    at: int  # of the last entry
    ranks: dict[str, int]  # of everybody who was in it
    is_closed: bool

    @property
    def page(self) -> str:
        """Where its page is, from the folder of a language."""
        return place_of_event(self.event)

    @property
    def first(self) -> tuple[str, ...]:
        """Who won."""
        return tuple(name for name, rank in self.ranks.items() if rank == 1)


class Sat(Struct, frozen=True):
    """What somebody came to at a table: his place (0: none), the table's number and its game."""

    place: int
    kind: str
    table: int
    game: str


class StandingLine(Struct, frozen=True):
    """A player's line of the standings: his tables by round, points, what the tie-breaks gave."""

    rank: int
    player: str
    rounds: tuple[tuple[Sat, ...], ...]
    points: str
    marks: tuple[str, ...]
    has_left: bool


class Seated(Struct, frozen=True):
    """Somebody at a table, and how he came out; who played his seat to its end, if not he."""

    seat: str
    player: str
    place: int
    points: str
    by: str


class TableShown(Struct, frozen=True):
    """A table of a round: its game, how that ended, who sat there; and games of it that do not count any more."""

    number: int
    game: str
    how: str
    people: tuple[Seated, ...]
    earlier: tuple[str, ...]


class RoundShown(Struct, frozen=True):
    """A round with its tables, and who had a bye."""

    number: int
    tables: tuple[TableShown, ...]
    byes: tuple[str, ...]


class DrawShown(Struct, frozen=True):
    """A draw as it can be checked: its entry, the roll it is made from, the last entry that counted."""

    seq: int
    hash: str
    round: int
    attempt: int
    at: int
    cut: int
    slot: str
    rung: int
    roll: str


class ActShown(Struct, frozen=True):
    """An act of the director: its entry, when, what it is about, in words, and why."""

    seq: int
    at: int
    act: str
    about: str
    reason: str


class EventShown(Struct, frozen=True):
    """Everything that the page of an event says in one language."""

    card: EventCard
    about: str
    rounds: int
    lines: tuple[StandingLine, ...]
    ties: tuple[str, ...]
    ahead: tuple[tuple[str, tuple[Cell, ...]], ...]
    plot: str
    played: tuple[RoundShown, ...]
    points: str
    bye: str
    acts: tuple[ActShown, ...]
    draws: tuple[DrawShown, ...]
    chance: str
    open_draws: int  # who committed to a luck and was not drawn: with m of them there were 2^m possible draws
    anchor: str
    head: str
    referee: str
    files: tuple[str, ...]

    @property
    def is_wide(self) -> bool:
        """Whether somebody has more tables than a phone has room to number."""
        return max((sum(map(len, line.rounds)) for line in self.lines), default=0) > _MOST_NUMBERED


def place_of_event(event: str) -> str:
    """Return where the page of an event is, from the folder of a language; the list of all has the name `index`."""
    return f"events/{slug(event) if event.casefold() == _LIST else event}.html"


def card_of(source: EventSource) -> EventCard:
    """Return the card of an event."""
    event = _event(source)
    book = event.book
    ranks = {str(line.player): line.rank for line in _standings(source, event)}
    return EventCard(
        event=event.id,
        title=printed(book.terms.title),
        rules=book.terms.rules.key,
        players=len(event.entrants),
        games=tuple(book.games),
        at=book.at,
        ranks=ranks,
        is_closed=book.phase == "closed",
    )


def show_event(source: EventSource, *, language: str, say: Say) -> EventShown:
    """Return the page of an event."""
    event = _event(source)
    book, scoring = event.book, event.form.scoring
    lines = _standings(source, event)
    page = event_page(event, lines, language=language, say=say)
    title = named(book.terms.rules.key).meta.titles[language]
    form = say(f"event_form_{event.form.kind}") if event.form.kind in _FORMS else event.form.kind
    left_out = source.director.unrevealed + source.director.left_after_reveal
    return EventShown(
        card=card_of(source),
        about=say("event_page_about", game=title, form=form, players=len(event.entrants), rounds=len(book.rounds)),
        rounds=len(book.rounds),
        lines=tuple(
            StandingLine(
                rank=line.rank,
                player=line.player,
                rounds=tuple(tuple(_sat(drawn, line.player)) for drawn in book.rounds),
                points=shown.points,
                marks=shown.marks,
                has_left=bool(line.withdrew),
            )
            for line, shown in zip(lines, page.lines, strict=True)
        ),
        ties=scoring.ties,
        ahead=page.ahead,
        plot=page.plot,
        played=tuple(_rounds(event)),
        points=" / ".join(map(str, scoring.points[: event.form.table])),
        bye=points_in_words(scoring.bye),
        acts=tuple(_acts(source.log, say)),
        draws=tuple(_draws(source.log)),
        chance=source.chance,
        open_draws=len(left_out),
        anchor=book.terms.dice.anchor,
        head=book.head.hash.hex(),
        referee=book.terms.referee,
        files=source.files,
    )


def _event(source: EventSource) -> Event:
    return event_of(source.log.books[-1])


def _standings(source: EventSource, event: Event) -> Standings:
    """Return the standings that an event was closed with, or those that its results give."""
    if event.book.phase != "closed":
        return event.standings()
    return convert(source.log.entries[-1].body["standings"], Standings)


def _sat(drawn: Drawn, player: Player) -> Iterator[Sat]:
    for number, seating in enumerate(drawn.tables, 1):
        if player in seating.seats:
            place = _place(seating, player)
            yield Sat(place, _DISCS.get(place, "plain") if place else "none", number, seating.game)


def _place(seating: Seating, player: str) -> int:
    result = seating.result
    return result.places[seating.seats.index(player)] if result and result.places else 0


def _rounds(event: Event) -> Iterator[RoundShown]:
    book = event.book
    tables: list[list[TableShown]] = [[] for _ in book.rounds]
    for place, seating in book.places():
        tables[place.round - 1].append(_table(event, place, seating))
    for number, drawn in enumerate(book.rounds, 1):
        yield RoundShown(number, tuple(tables[number - 1]), drawn.byes)


def _table(event: Event, place: Place, seating: Seating) -> TableShown:
    book, result = event.book, seating.result
    known = [id_ for id_, found in book.games.items() if _is_at(found.place, place) and id_ != seating.game]
    substitutes = dict(result.substitutes) if result else {}
    points = result.points if result and result.points else ()
    people = [
        Seated(
            seat=book.terms.seats[number],
            player=player,
            place=_place(seating, player),
            points=str(points[number]) if points else "",
            by=substitutes.get(player, ""),
        )
        for number, player in enumerate(seating.seats)
    ]
    ranked = sorted(people, key=lambda one: one.place)
    return TableShown(place.table, seating.game, result.how if result else "open", tuple(ranked), tuple(known))


def _is_at(found: Place, place: Place) -> bool:
    return (found.round, found.table) == (place.round, place.table)


def _draws(log: EventLog) -> Iterator[DrawShown]:
    for entry in log.entries:
        draw = entry.content
        if isinstance(draw, Draw):
            roll = draw.chance[0]
            yield DrawShown(
                seq=entry.seq,
                hash=entry.hash.hex(),
                round=draw.round,
                attempt=draw.attempt,
                at=draw.at,
                cut=draw.cut,
                slot=roll.slot,
                rung=roll.j,
                roll=roll.r,
            )


def _acts(log: EventLog, say: Say) -> Iterator[ActShown]:
    """Yield what the director ruled, and the words of players who left that none but he attests."""
    for entry in log.entries:
        content = entry.content
        if isinstance(content, Ruling):
            yield _act(entry, content, say)
        elif isinstance(content, Withdraw) and content.sign in HERE:
            yield ActShown(entry.seq, content.at, say("event_act_left"), printed(content.player), "")


def _act(entry: EventEntry, ruling: Ruling, say: Say) -> ActShown:
    return ActShown(entry.seq, ruling.at, say(f"event_act_{ruling.act}"), _about(ruling, say), printed(ruling.reason))


def _about(ruling: Ruling, say: Say) -> str:
    """Say what a ruling is about: which table, whom, how much."""
    told = []
    if ruling.table is not UNSET:
        told.append(say("event_table", round=ruling.round, table=ruling.table))
    elif ruling.round is not UNSET:
        told.append(say("event_round", round=ruling.round))
    if ruling.player is not UNSET:
        told.append(printed(ruling.player))
    if ruling.by is not UNSET:
        told.append(say("event_by", name=printed(ruling.by) or say("event_nobody")))
    if ruling.parts is not UNSET:
        told.append(say("event_less", points=points_in_words(ruling.parts)))
    if ruling.to is not UNSET:
        told.append(say("event_entry", seq=ruling.to))
    return ", ".join(told)
