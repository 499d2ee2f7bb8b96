"""What the host asks of the desk for somebody else: the same words, without a pass."""

from hashlib import sha256

from msgspec.structs import replace

from pbem.desk.club.asking import MemberWord
from pbem.desk.club.word_table import act_of
from pbem.desk.desk import Desk
from pbem.desk.people.enrolled import find_player
from pbem.referee.language.plan import Source


def ask(desk: Desk, name: str, key: str, rest: tuple[str, ...]) -> list[str]:
    """Do what a word says for somebody, and return what there is to say to the host, in English.

    RefusedError if it cannot be done.
    """
    text = " ".join((key, *rest))
    with desk.store.write() as change:
        player = replace(find_player(change, name), language="en")
        digest = sha256(text.encode()).hexdigest()
        source = Source("desk", digest, text, language="en", came=desk.now())
        parts = act_of(key)(desk, change, MemberWord(player, rest, source))
    desk.remembered.clear()
    return [line for part in parts for line in part.told]
