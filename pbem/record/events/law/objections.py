"""Why an entry may not come next in the record of an event: whoever writes one asks here, and whoever checks it."""

from pbem.phrases import counted
from pbem.record.dice import fair
from pbem.record.errors import Check
from pbem.record.events.law.book import Book
from pbem.record.events.law.chance import LOTS_SLOT, draw_slot, secret_commitment
from pbem.record.events.law.instants import on_calendar
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
from pbem.record.events.law.rulings import ruling_objection
from pbem.record.events.law.tables import result_objection, table_objection
from pbem.record.log.kinds import HERE, Roll, Seen

Objection = tuple[Check, str] | None

_BEFORE = (Enter, Withdraw, Reveal, Appeal, Start)
_BEFORE_RULINGS = ("answer", "cancel", "out")


def objection(book: Book, content: Content) -> Objection:
    """Return which check says no to an entry, and why; None if it may come next."""
    if why := _order_objection(book, content):
        return "chain", why
    if isinstance(content, Enter | Withdraw | Reveal | Appeal):
        return _word_objection(book, content)
    match content:
        case Ruling(act="cancel", secret=str(secret)) | Close(secret=secret) if not _is_secret(book, secret):
            return "games", "the secret revealed is not the one that the opening is bound to"
        case Start():
            return _start_objection(book, content)
        case Result():
            return result_objection(book, content)
        case Ruling():
            return ruling_objection(book, content)
    why = _round_objection(book, content)
    return ("chain", why) if why else None


def _round_objection(book: Book, content: Content) -> str | None:
    match content:
        case Draw():
            return _draw_objection(book, content)
        case TableOpened():
            return table_objection(book, content)
        case Close():
            return _close_objection(book, content)
    return None


def _order_objection(book: Book, content: Content) -> str | None:
    """Say why no entry of this kind may come now."""
    if book.is_over():
        return f"the event was {book.phase} before"
    if isinstance(content, Event):
        return "an event is opened once, by its first entry"
    if content.at < book.at:
        return f"time goes back from {on_calendar(book.at)} to {on_calendar(content.at)}"
    is_early = isinstance(content, _BEFORE) or (isinstance(content, Ruling) and content.act in _BEFORE_RULINGS)
    if book.phase == "entering" and not is_early:
        return "the event has not started yet"
    if book.phase == "running" and isinstance(content, Start | Reveal):
        return "the event was started before"
    return None


def _word_objection(book: Book, word: Word) -> Objection:
    if word.sign not in book.terms.accepts:
        return "chain", f"this event takes no words signed by {word.sign!r}"
    if isinstance(word, Enter | Reveal) and not _is_own(book, word.seen):
        return "chain", f"quotes a head of size {word.seen.size} that is not of this chain: there is, or was, another"
    if not isinstance(word, Enter) and word.player not in book.keys:
        return "entrants", f"{word.player!r} has not entered"
    key = word.key if isinstance(word, Enter) else book.keys[word.player]
    if word.sign not in (*HERE, key.partition(":")[0]):
        return "entrants", f"{word.player!r} has no key of the kind {word.sign!r}"
    match word:
        case Enter():
            return _entry_objection(book, word)
        case Reveal():
            return _reveal_objection(book, word)
        case Withdraw(player=player) if player not in book.waiting and player not in book.active():
            return "entrants", f"{player!r} is not in the event any more"
    return None


def _is_own(book: Book, seen: Seen) -> bool:
    return seen.size < len(book.heads) and book.heads[seen.size].startswith(seen.head)


def _entry_objection(book: Book, entry: Enter) -> Objection:
    is_late = book.phase == "running"
    if entry.seen.size != 1:
        return "entrants", f"{entry.player!r} does not quote the head of the terms, which is of size 1"
    if entry.player in book.keys and not (is_late and entry.player in book.waiting):
        return "entrants", f"{entry.player!r} has entered before"
    others = [name for name, key in book.keys.items() if key == entry.key and name != entry.player]
    if others and entry.key not in HERE:
        return "entrants", f"{entry.player!r} enters with the key of {others[0]!r}"
    if why := _late_objection(book) if is_late else _early_objection(book, entry):
        return "entrants", why
    if bool(entry.luck) != asks_luck(book):
        told = "none is asked" if entry.luck else "one is asked"
        return "luck", f"{entry.player!r} commits to {'a' if entry.luck else 'no'} luck where {told}"
    return None


def asks_luck(book: Book) -> bool:
    """Tell whether whoever enters now commits to a luck: latecomers do not."""
    return book.terms.luck == "asked" and book.phase == "entering"


def _early_objection(book: Book, entry: Enter) -> str | None:
    if book.is_revealing:
        # Whoever knows the lucks of others, and the ladder, could choose a name or a luck until the draw pleases him.
        return f"{entry.player!r} enters after a luck was revealed"
    return f"{entry.player!r} enters after the end of the entries" if entry.came > book.terms.entries.until else None


def _late_objection(book: Book) -> str | None:
    if len(book.rounds) >= book.terms.entries.late:
        return "nobody enters this event any more"
    return "the event is full" if len(book.active()) >= book.terms.entries.most else None


def _reveal_objection(book: Book, reveal: Reveal) -> Objection:
    player = reveal.player
    if player not in book.active():
        return "entrants", f"{player!r} is not in the event any more"
    entered = book.players[player]
    if fair.luck_commitment(book.id, player, bytes.fromhex(reveal.luck)).hex() != entered.luck:
        return "luck", f"the luck of {player!r} is not what was committed to"
    if entered.revealed:
        return "luck", f"{player!r} has revealed before"
    if reveal.came < book.terms.entries.until:
        # Else one player's haste, or the director's, would close the entries before their time.
        return "luck", f"{player!r} reveals before the end of the entries"
    if reveal.came > book.terms.checkin:
        return "luck", f"{player!r} reveals after the check-in"
    if reveal.seen.size <= book.entered:
        # Else the director, who knows this luck now, could still let somebody enter, with a luck that pleases him.
        return "luck", f"{player!r} reveals, and does not quote a head by which all others had entered"
    return None


def _start_objection(book: Book, start: Start) -> Objection:
    terms = book.terms
    if start.at < terms.checkin:
        closed = "its check-in ends" if terms.luck == "asked" else "its entries close"
        return "chain", f"the event starts before {closed}, {on_calendar(terms.checkin)}"
    entrants, waiting = who_starts(book)
    if start.entrants != entrants or start.waiting != waiting:
        return "entrants", "not just those are drawn, and wait, who entered, stayed and checked in, in that order"
    if len(entrants) < terms.entries.least:
        players = counted(len(entrants), "player", "players")
        return "entrants", f"{players}: the event takes {terms.entries.least} at least"
    if list(start.luck) != lucks_of(book, entrants):
        return "luck", "the lucks are not those that were revealed"
    if terms.beacon and not start.beacon:
        return "luck", f"the public number that the terms name is not entered: {terms.beacon}"
    if start.beacon and not terms.beacon:
        return "luck", "a public number is entered, and the terms name none"
    return None


def who_starts(book: Book) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who is drawn if the event starts now, and who waits: all who stayed and, where luck is asked, revealed."""
    is_asked = book.terms.luck == "asked"
    there = tuple(name for name in book.active() if book.players[name].revealed or not is_asked)
    return there[: book.terms.entries.most], there[book.terms.entries.most :]


def lucks_of(book: Book, entrants: tuple[str, ...]) -> list[str]:
    """Return the lucks of entrants; none where none is asked."""
    return [book.players[name].revealed for name in entrants] if book.terms.luck == "asked" else []


def _draw_objection(book: Book, draw: Draw) -> str | None:
    number = len(book.rounds) + 1
    if number > len(book.terms.rounds):
        return f"all rounds are drawn: {len(book.terms.rounds)}"
    if (draw.round, draw.attempt) != (number, book.next_attempt):
        told, next_ = _draw_in_words(draw.round, draw.attempt), _draw_in_words(number, book.next_attempt)
        return f"draws {told}, where {next_} is next"
    if place := next(iter(book.open_tables()), None):
        return f"round {place[0].round} is not over: table {place[0].table} has no result"
    if draw.cut != book.cut:
        return f"draws by what was up to entry {draw.cut}, not {book.cut}"
    if not _rolls_just(draw.chance, draw_slot(number, draw.attempt)):
        return "a draw has its own roll, and no other"
    drawn = {*draw.byes, *(player for table in draw.tables for player in table.seats)}
    return None if drawn <= book.players.keys() else "somebody is drawn who has not entered"


def _draw_in_words(round_: int, attempt: int) -> str:
    return f"round {round_}" if attempt == 1 else f"round {round_} for the time {attempt}"


def _rolls_just(chance: tuple[Roll, ...], slot: str) -> bool:
    return [roll.slot for roll in chance] == [slot]


def _is_secret(book: Book, secret: str) -> bool:
    return secret_commitment(book.id, bytes.fromhex(secret)).hex() == book.terms.secret


def _close_objection(book: Book, close: Close) -> str | None:
    if len(book.rounds) < len(book.terms.rounds):
        return f"round {len(book.rounds) + 1} is not drawn"
    if place := next(iter(book.open_tables()), None):
        return f"round {place[0].round}, table {place[0].table} has no result"
    return (
        None if _rolls_just(close.chance, LOTS_SLOT) else "an event is closed with the roll of its lots, and no other"
    )
