"""`watch`: somebody gets the public letters of a game that he does not play in, or no longer."""

from pbem.desk.club.asking import Answer, MemberWord, named_match, told
from pbem.desk.desk import Desk
from pbem.desk.matches.seats.watching import tell_watcher, unwatch, watch
from pbem.desk.signed.word_tokens import renew_pass
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import word as spelled


def observe(desk: Desk, change: Transaction, asked: MemberWord) -> Answer:
    """Let somebody watch a game from now on, or (`off`) not any more."""
    name, game = asked.player.name, asked.game
    if not game:
        raise asked.refusal("club_which_game", word=spelled("watch", asked.player.language))
    if asked.is_off:
        if not unwatch(change, game, name):
            raise asked.refusal("watch_not", game=game)
        renew_pass(change, name)
        return told(asked.say("watch_ended", game=game))
    match = named_match(desk, change, asked)
    if any(held.name == name for held in match.holders.values()):
        raise asked.refusal("watch_own", game=game)
    watch(change, match, name)
    renew_pass(change, name)
    if match.state is not None:
        tell_watcher(desk, change, match, name, since=match.head.size)
    return told(asked.say("watch_begun", game=game))
