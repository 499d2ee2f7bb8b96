"""What players say in an event: they enter, check in, withdraw, appeal. `source` is what each signed."""

from pbem.mail.block.block import Seen
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Holder
from pbem.tournament.director.clerk import Clerk, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event


def enter(clerk: Clerk, holder: Holder, source: Source) -> Written:
    """Let a player enter, or come late. He quotes the head of the terms; his luck, if one is asked, is committed to."""
    clerk.word("entry", holder.name, source, key=holder.key, luck=holder.luck, seen=_seen(source))
    return clerk.written()


def reveal(clerk: Clerk, player: str, luck: str, source: Source) -> Written:
    """Let a player check in by his luck, hex. He quotes a head by which all others had entered."""
    clerk.word("reveal", player, source, luck=luck, seen=_seen(source))
    return clerk.written()


def withdraw(clerk: Clerk, player: str, source: Source) -> Written:
    """Let a player leave by his own word."""
    clerk.word("withdraw", player, source)
    return clerk.written()


def appeal(clerk: Clerk, player: str, source: Source) -> Written:
    """Take a player's appeal; what he says is sealed."""
    clerk.word("appeal", player, source)
    return clerk.written()


def head_to_enter(event: Event) -> Seen:
    """Return the head that whoever enters quotes: that of the terms, which he agrees to."""
    return Seen(1, event.book.heads[1][:32])


def head_to_reveal(event: Event) -> Seen:
    """Return a head that whoever reveals may quote: by it everybody has entered who will."""
    return Seen(event.book.head.size, event.book.head.hash.hex()[:32])


def _seen(source: Source) -> dict[str, object]:
    if source.seen is None:
        raise DirectorError("the word quotes no head: whoever enters or reveals says what he has seen")
    return {"size": source.seen.size, "head": source.seen.head}
