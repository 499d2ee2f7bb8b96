"""`volunteer`: somebody would take over the seat of who is late too often, in one game or in any."""

from pbem.desk.club.asking import Answer, MemberWord, named_match, told
from pbem.desk.desk import Desk
from pbem.desk.matches.seats.volunteering import ALL, volunteer, withdraw, withdraw_all
from pbem.desk.matches.seats.volunteers import hindrance
from pbem.desk.signed.word_tokens import renew_pass
from pbem.desk.store.transaction import Transaction


def stand_in(desk: Desk, change: Transaction, asked: MemberWord) -> Answer:
    """Note that somebody would take over a seat, or (`off`) would not any more."""
    name = asked.player.name
    if asked.is_off:
        is_ended = withdraw(change, name, asked.game) if asked.game else withdraw_all(change, name)
        if not is_ended:
            raise asked.refusal("volunteer_not")
        renew_pass(change, name)
        return told(asked.say("volunteer_ended"))
    if asked.game:
        match = named_match(desk, change, asked)
        if why := hindrance(change, match, asked.player):
            raise asked.refusal(f"volunteer_{why}", game=match.id)
    volunteer(change, name, asked.game or ALL, asked.source.came)
    renew_pass(change, name)
    return told(asked.say("volunteer_one" if asked.game else "volunteer_all", game=asked.game))
