"""Keeping the book of an event: every entry carries it one step on.

Whether an entry may come next, `objections` says. How a form draws and scores is not known here.
"""

from typing import Any

from msgspec.structs import replace

from pbem.record.dice.climb import foot
from pbem.record.events.law.book import Book, Counted, Drawn, Entered, Named, Seating
from pbem.record.events.law.chance import Place, event_key
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import (
    Appeal,
    Close,
    Content,
    Draw,
    Enter,
    Event,
    Result,
    Reveal,
    Ruling,
    Start,
    TableOpened,
    Withdraw,
    Word,
)
from pbem.record.log.entry import Head

# What is drawn by: whatever comes after the last of these counts from the next round on.
_CUTS = ("discount", "penalty", "redraw", "replay", "result")


def begin(entry: EventEntry) -> Book:
    """Return the book that an `event` entry opens."""
    terms = entry.content
    if not isinstance(terms, Event):
        raise TypeError("a record of an event begins with `event`")
    heads = (Head.empty.hash.hex(), entry.hash.hex())
    return Book(terms, entry.head, heads, terms.at, terms.rounds, climb=foot(terms.dice))


def after(book: Book, entry: EventEntry) -> Book:
    """Return the book with one entry more, to which there is no objection."""
    kept = _kept(book, entry.content, entry.hash.hex())
    return replace(kept, head=entry.head, heads=(*book.heads, entry.hash.hex()), at=entry.content.at)


def _kept(book: Book, content: Content, hash_: str) -> Book:
    match content:
        case Start():
            return _started(book, content)
        case Draw():
            return _drawn(book, content, hash_)
        case TableOpened():
            return _named(book, content)
        case Result():
            return _resulted(book, content)
        case Ruling(act=act, seq=seq):
            ruled = _ruled(book, content)
            return replace(ruled, cut=seq) if act in _CUTS else ruled
        case Close(chance=chance):
            return replace(book, phase="closed", climb=book.climb.after(chance))
        case Event():
            raise TypeError("an event is announced once")
    return _said(book, content)


def _said(book: Book, word: Word) -> Book:
    match word:
        case Enter():
            return _entered(book, word)
        case Withdraw(player=player, seq=seq):
            return _left(book, player, seq)
        case Reveal(player=player, luck=luck):
            revealed = replace(book.players[player], revealed=luck)
            return replace(book, players={**book.players, player: revealed}, is_revealing=True)
        case Appeal(seq=seq, seal=seal):
            return replace(book, appeals={**book.appeals, seq: seal})


def _entered(book: Book, content: Enter) -> Book:
    player = Entered(content.key, content.seq, content.luck)
    return replace(
        book,
        keys={**book.keys, content.player: content.key},
        players={**book.players, content.player: player},
        waiting=_without(book, content.player),
        entered=content.seq,
    )


def _without(book: Book, player: str) -> tuple[str, ...]:
    """Return who waits, but one."""
    return tuple(name for name in book.waiting if name != player)


def _left(book: Book, player: str, seq: int) -> Book:
    """Note that somebody leaves, who can be drawn or waits."""
    if player not in book.players:
        return replace(book, waiting=_without(book, player))
    return replace(book, players={**book.players, player: replace(book.players[player], left=seq)})


def _started(book: Book, content: Start) -> Book:
    return replace(
        book,
        phase="running",
        players={name: replace(book.players[name], since=1) for name in content.entrants},
        waiting=content.waiting,
        key=event_key(book.terms, content),
        cut=content.seq,
    )


def _drawn(book: Book, content: Draw, hash_: str) -> Book:
    tables = tuple(Seating(table.seats) for table in content.tables)
    return replace(
        book,
        players=players_for(book, content.round),
        rounds=(*book.rounds, Drawn(hash_, content.at, content.attempt, content.byes, tables)),
        climb=book.climb.after(content.chance),
    )


def players_for(book: Book, round_: int) -> dict[str, Entered]:
    """Return who can be drawn, with those who come in or have left by the cut of the next draw, which is that round's.

    Who entered or left after it is drawn, or not, as before.
    """
    return {name: _settled(entered, book.cut, round_) for name, entered in book.players.items()}


def _settled(entered: Entered, cut: int, round_: int) -> Entered:
    if not entered.since and entered.seq < cut:
        entered = replace(entered, since=round_)
    if entered.left and not entered.withdrew and entered.left < cut:
        entered = replace(entered, withdrew=round_)
    return entered


def _named(book: Book, content: TableOpened) -> Book:
    place = Place(content.round, content.table, content.attempt)
    drawn = book.rounds[content.round - 1]
    seats = drawn.tables[content.table - 1].seats
    named = Named(content.seq, place, content.open, drawn.hash, drawn.at, seats, seats)
    book = _with_seating(book, content.round, content.table, game=content.id)
    return replace(book, games={**book.games, content.id: named})


def _resulted(book: Book, content: Result) -> Book:
    counted = Counted(content.how, content.places, content.points, content.substitutes)
    id_ = Place(content.round, content.table, content.attempt).id(book.id)
    games = {**book.games, id_: replace(book.games[id_], result=content)}
    book = _with_seating(book, content.round, content.table, result=counted)
    return replace(book, games=games, cut=content.seq)


def _with_seating(book: Book, round_: int, table: int, **fields: Any) -> Book:
    """Return the book with a table changed."""
    drawn = book.rounds[round_ - 1]
    tables = list(drawn.tables)
    tables[table - 1] = replace(tables[table - 1], **fields)
    rounds = list(book.rounds)
    rounds[round_ - 1] = replace(drawn, tables=tuple(tables))
    return replace(book, rounds=tuple(rounds))


def _ruled(book: Book, ruling: Ruling) -> Book:
    match ruling:
        case Ruling(act="replace"):
            return _replaced(book, ruling)
        case Ruling(round=int(round_), table=int(table)):
            return _ruled_of_table(book, ruling, round_, table)
        case Ruling(act="penalty", player=str(player), round=int(round_), parts=int(parts)):
            return replace(book, penalties=(*book.penalties, (player, round_, parts)))
        case Ruling(act="out", player=str(player), seq=seq):
            return _left(book, player, seq)
        case Ruling(act="extend", round=int(round_), until=int(until)):
            return replace(book, ends=(*book.ends[: round_ - 1], until, *book.ends[round_:]))
        case Ruling(act="answer", to=int(to)):
            return replace(book, appeals={seq: seal for seq, seal in book.appeals.items() if seq != to})
        case Ruling(act="redraw", round=int(round_)):
            return replace(book, rounds=book.rounds[:-1], redraws=(*book.redraws, round_))
    return replace(book, phase="cancelled")


def _ruled_of_table(book: Book, ruling: Ruling, round_: int, table: int) -> Book:
    before = book.rounds[round_ - 1].tables[table - 1]
    if ruling.act == "discount":
        return _with_seating(book, round_, table, result=Counted("void"), is_discounted=True)
    if ruling.act == "replay":
        return _with_seating(book, round_, table, attempt=before.attempt + 1, game="", result=None)
    substitutes = before.result.substitutes if before.result else ()
    counted = Counted("adjudicated", ruling.places or (), ruling.points or (), substitutes)
    return _with_seating(book, round_, table, result=counted)


def _replaced(book: Book, ruling: Ruling) -> Book:
    """Let somebody else have a player's seat at a table, or nobody: then the table has one seat less."""
    round_, table, by = int(ruling.round or 0), int(ruling.table or 0), str(ruling.by or "")
    seating = book.rounds[round_ - 1].tables[table - 1]
    taken = (by if name == ruling.player else name for name in seating.seats)
    seats = tuple(name for name in taken if name)
    book = _with_seating(book, round_, table, seats=seats)
    if seating.game:
        named = replace(book.games[seating.game], holders=seats)
        book = replace(book, games={**book.games, seating.game: named})
    if not by:
        return book
    newcomer = book.players.get(by, Entered(book.keys[by], ruling.seq))
    newcomer = replace(newcomer, since=newcomer.since or round_)
    return replace(book, players={**book.players, by: newcomer}, waiting=_without(book, by))
