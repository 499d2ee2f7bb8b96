"""Carrying mail: polling the inbox, sending what is due. A mail is acknowledged only after commit."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from pbem.desk.desk import Desk
from pbem.desk.post.incidents import BROKEN_GAME, INBOX, FaultError, note_trouble, note_well
from pbem.desk.post.received import Received
from pbem.desk.post.work.batch import Batch, Sent
from pbem.desk.post.work.draining import Fate, drain, gather
from pbem.desk.post.work.tallying import note_mails
from pbem.desk.transports.boxes import Inbox, Outbox, Waiting


def poll(
    desk: Desk,
    inbox: Inbox,
    tell: Callable[[Received], None] = lambda _received: None,
    *,
    is_over: Callable[[], bool] = lambda: False,
    leave: Callable[[str], None] = lambda _id: None,
) -> int:
    """Act on every mail that waits, in their order, and return how many there were.

    A mail that another worker has in hand is his. One for a game that is broken, or one that cannot be checked here, is
    left where it is; it does not hold up the others. `leave` hears of each one that stays because its game is broken,
    or we are at fault.
    """
    _look_around(desk)
    verdicts: list[str] = []
    broken: Exception | None = None
    try:
        for group in gather(inbox.waiting(), is_over):
            for mail, fate in _take_in_hand(desk, inbox, group):
                if isinstance(fate, Exception):
                    broken = broken or fate
                    if isinstance(fate, (*BROKEN_GAME, FaultError)):
                        leave(mail.id)
                    continue
                tell(fate)
                verdicts.append(fate.verdict)
            if is_over():
                break
    finally:
        note_mails(desk, verdicts)
    if isinstance(broken, FaultError):
        note_trouble(desk, INBOX, str(broken))
    if broken:
        raise broken
    note_well(desk, INBOX)
    return len(verdicts)


def _look_around(desk: Desk) -> None:
    """See what other machines wrote, if there may be others, before anything is acted on."""
    if desk.store.is_shared:
        from pbem.desk.matches.acts.noticing import look_around

        look_around(desk)


def _take_in_hand(desk: Desk, inbox: Inbox, group: Sequence[Waiting]) -> Iterator[tuple[Waiting, Fate]]:
    """Act on those mails of a group that no other worker has in hand, or had since we saw them; acknowledge each."""
    names = [_in_hand(inbox, mail) for mail in group]
    with desk.store.claim(names) as ours:
        mails = [mail for name, mail in zip(names, group, strict=True) if name in ours and inbox.has(mail)]
        for mail, fate in drain(desk, mails):
            if not isinstance(fate, Exception):
                inbox.done(mail)
            yield mail, fate


def _in_hand(inbox: Inbox, mail: Waiting) -> str:
    """Name a mail for all workers: the same in whatever box it is, unless nobody has read it."""
    said = f"{inbox.name}\n{mail.id}".encode() if mail.raw is None else mail.raw
    return f"mail {sha256(said).hexdigest()}"


def send(desk: Desk, outbox: Outbox | None = None, *, is_over: Callable[[], bool] = lambda: False) -> Sent:
    """Hand over every letter that is due; one broken game, or one unreachable address, does not hold up the others."""
    box = outbox or desk.outbox
    sent = Sent()
    broken: Exception | None = None
    is_last = False
    try:
        while not is_last and not is_over():
            batch = Batch(desk)
            batch.send(box, is_over)
            sent += batch.sent
            broken = broken or batch.broken
            is_last = batch.is_last
    finally:
        if outbox is None:
            box.close()
    if broken:
        raise broken
    return sent
