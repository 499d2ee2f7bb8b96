"""A tick: all mail is read, then everything happens that was due before; doing it again changes nothing.

Deadlines are settled only up to where the mail was read: nobody is late whose answer lies unread in the inbox.
"""

import logging
from collections.abc import Callable

from pbem.desk.beat import beat, describe, keeps_time, note_silence
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.results import wake_events
from pbem.desk.matches.settling import wake_up
from pbem.desk.post.batch import BROKEN_GAME
from pbem.desk.post.courier import poll
from pbem.desk.post.received import Received
from pbem.desk.transports.boxes import Inbox
from pbem.mail.safe import clean

log = logging.getLogger("pbem.clock")
_AT_ONCE = 100  # games that are found by one look
LINE = 300


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
    if has_time and (silence := note_silence(desk, begun)):
        log.warning("%s", describe(silence))
    count = poll(desk, inbox, tell, is_over=is_over)
    upto = min(begun, _unread(inbox))
    wake_games(desk, upto, is_over)
    wake_events(desk, upto)
    if has_time or keeps_time(desk):
        beat(desk, begun)
    return count


def _unread(inbox: Inbox) -> int:
    """Return when the oldest mail came that still waits: another worker has it in hand, or it cannot be read here."""
    return min((mail.came for mail in inbox.waiting() if mail.came is not None), default=2**53)


def wake_games(desk: Desk, upto: int, is_over: Callable[[], bool] = lambda: False) -> None:
    """Do what is due in all games; a broken one does not hold up the others."""
    tried: set[str] = set()
    broken: Exception | None = None
    while not is_over():
        with desk.store.read() as look:
            games = [game for game, _at in look.awake(upto, _AT_ONCE + len(tried)) if game not in tried]
        if not games:
            break
        for game in games:
            tried.add(game)
            try:
                wake_up(desk, game, upto)
            except BROKEN_GAME as error:
                broken = broken or error
            except DeskError as error:
                log.warning("%s: %s", game, clean(str(error), LINE))
    if broken:
        raise broken
