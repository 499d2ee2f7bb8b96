"""A tick: all mail is read, then everything happens that was due before; doing it again changes nothing.

Deadlines are settled only up to where the mail was read: nobody is late whose answer lies unread in the inbox.
"""

import logging
from collections.abc import Callable, Container

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.course.results import wake_events
from pbem.desk.heartbeat import ClockError, beat, describe, keeps_time, note_silence
from pbem.desk.matches.acts.settling import wake_up
from pbem.desk.post.hearing.events.event_hearer import hear_held_words
from pbem.desk.post.incidents import BROKEN_GAME, LINE, FaultError, line_of, note_trouble, note_well
from pbem.desk.post.received import Received
from pbem.desk.post.work.courier import poll
from pbem.desk.transports.boxes import Inbox
from pbem.mail.safe import clean

log = logging.getLogger("pbem.clock")
_AT_ONCE = 100  # games that are found by one look


def tick(
    desk: Desk,
    inbox: Inbox,
    tell: Callable[[Received], None] = lambda _received: None,
    *,
    is_over: Callable[[], bool] = lambda: False,
) -> int:
    """Read all mail that waits, then settle what is due; returns how many mails there were."""
    begun = desk.now()
    has_time = keeps_time(desk)
    try:
        silence = note_silence(desk, begun) if has_time else None
    except ClockError:
        poll(desk, inbox, tell, is_over=is_over)  # games without deadlines go on; mails for the others stay
        raise
    if silence:
        log.warning("%s", describe(silence))
    stuck: set[str] = set()
    broken: Exception | None = None
    try:
        count = poll(desk, inbox, tell, is_over=is_over, leave=stuck.add)
    except (*BROKEN_GAME, FaultError) as error:
        count, broken = 0, error  # all other mails were read
    upto = min(begun, _unread(inbox, stuck))
    wake_games(desk, upto, is_over)
    hear_held_words(desk)
    wake_events(desk, upto)
    if has_time or keeps_time(desk):
        beat(desk, begun)
    if broken:
        raise broken
    return count


def _unread(inbox: Inbox, stuck: Container[str]) -> int:
    """Return when the oldest mail came that still waits: another worker has it in hand, or it cannot be read here.

    One that cannot be acted on, because its game is broken or we are at fault, must not stop the clocks of all games.
    """
    waiting = (mail for mail in inbox.waiting() if mail.id not in stuck)
    return min((mail.came for mail in waiting if mail.came is not None), default=2**53)


def wake_games(desk: Desk, upto: int, is_over: Callable[[], bool] = lambda: False) -> None:
    """Do what is due in all games; a broken one does not hold up the others."""
    tried: set[str] = set()
    broken: Exception | None = None
    while not is_over():
        with desk.store.read() as look:
            games = [game for game, _at in look.clocks.awake(upto, _AT_ONCE + len(tried)) if game not in tried]
        if not games:
            break
        for game in games:
            tried.add(game)
            broken = _wake(desk, game, upto) or broken
    if broken:
        raise broken


def _wake(desk: Desk, game: str, upto: int) -> Exception | None:
    """Do what is due in one game; returns why its record cannot be read, if so. Any other fault is logged."""
    try:
        wake_up(desk, game, upto)
    except BROKEN_GAME as error:
        note_trouble(desk, game, line_of(error))
        return error
    except DeskError as error:
        log.warning("%s: %s", game, clean(str(error), LINE))
    except Exception as error:  # noqa: BLE001 - a fault of ours in one game must not stop all others
        log.error("%s: %s", game, line_of(error))  # noqa: TRY400 - one line
        note_trouble(desk, game, line_of(error))
    else:
        note_well(desk, game)
    return None
