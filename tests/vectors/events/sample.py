"""Events to make vectors of: small ones, whose games the director adjudicates at once.

Secrets are fixed, so bytes are too. Files are by path, those of a game under games/ID/.
"""

from typing import Any

from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.acts.entering import head_to_reveal
from pbem.tournament.director.acts.rounds import close
from pbem.tournament.director.due import due
from tests.record.sample import BLUE_KEY
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form

Files = dict[str, bytes]
RUNGS = 256
NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hal")


def entries(**given: int) -> Entries:
    return Entries(**({"late": 0, "least": 2, "most": 8, "until": AT + DAY} | given))


def hall(id_: str, kind: str, table: int, *, rounds: int, terms: dict[str, Any], **more: Any) -> Hall:
    """Return an event of Alea that nobody has entered."""
    given = event_terms(id_, "alea", form(kind, table, **terms), players=8, rounds=rounds, **more)
    return Hall(given, seed=id_, rungs=RUNGS, signers={"Zoë": BLUE_KEY})


def short_hall() -> Hall:
    """Two players at one table; Zoë signs, and both bring luck."""
    event = hall("spring", "allmeet", 2, rounds=1, terms={}, checkin=AT + 2 * DAY)
    event.enter("Zoë", "Rufus")
    event.now = AT + DAY + 60
    return event.reveal("Zoë", "Rufus")


def drawn_hall() -> Hall:
    """The same, started and drawn."""
    return short_hall().start().draw()


def played_hall() -> Hall:
    """The same with its result."""
    return drawn_hall().open_all().adjudicate_all()


def short() -> Files:
    event = played_hall()
    event.keep(close(event.clerk()))
    return event.files()


def entering() -> Files:
    """Return an event that has not started, and of which one has withdrawn."""
    return hall("autumn", "swiss", 2, rounds=2, terms={"rounds": 2}).enter("Ada", "Ben", "Cem").withdraw("Ben").files()


def unrevealed() -> Files:
    """Return an event that starts without one who did not check in, and one who left when he knew others' luck."""
    event = hall("summer", "swiss", 2, rounds=1, terms={"rounds": 1}, checkin=AT + 2 * DAY)
    event.enter("Ada", "Ben", "Cem", "Dora", "Zoë")
    event.now = AT + DAY + 60
    return event.reveal("Ada", "Dora", "Zoë").withdraw("Dora").start().draw().files()


def lain() -> Files:
    """Return an event two of which left while the mail that reveals Zoë's luck lay unread: so four draws could be."""
    event = hall("grind", "swiss", 2, rounds=1, terms={"rounds": 1}, checkin=AT + 2 * DAY)
    event.enter("Zoë", "Ada", "Ben", "Cem")
    event.now = AT + DAY + 60
    seen = head_to_reveal(event.event)
    event.withdraw("Ada").withdraw("Ben").reveal("Zoë", "Cem", seen=seen)
    event.start().draw().open_all().adjudicate_all()
    event.keep(close(event.clerk()))
    return event.files()


def given_up() -> Files:
    """Return an event that its director gave up when he knew the luck of two."""
    return short_hall().rule(ruling.cancel, reason="rain").files()


def beacon_hall() -> Hall:
    """More players than there is room for, a public number, two games at once at the most."""
    more = {"beacon": "the first number drawn on 2 May", "entries": entries(most=4), "most_games": 2}
    event = hall("lottery", "allmeet", 2, rounds=1, terms={"design": "plane"}, **more)
    return event.enter(*NAMES[:6]).start("0042")


def beacon() -> Files:
    """Return it with as many games as may be under way."""
    return beacon_hall().draw().open_all().files()


def cancelled() -> Files:
    """Return an event that was given up between two rounds."""
    event = hall("brief", "swiss", 2, rounds=2, terms={"rounds": 2, "starts": 2})
    event.enter(*NAMES[:5]).start().draw().open_all().adjudicate_all()
    return event.rule(ruling.cancel, reason="the flood").files()


def heats() -> Files:
    """Return heats and a final."""
    event = hall("cup", "heats", 3, rounds=2, terms={"advance": [3], "starts": 4})
    event.enter(*NAMES[:7])
    event.start().draw().open_all().adjudicate_all().draw().open_all().adjudicate_all()
    event.keep(close(event.clerk()))
    return event.files()


def plane() -> Files:
    """Return a plane of four, whose players have two games at once at the most."""
    event = beacon_hall().draw()
    while due(event.event, event.now).to_open:
        event.open_all().adjudicate_all()
    event.keep(close(event.clerk()))
    return event.files()


def full_hall() -> Hall:
    """A Swiss in which everything is ruled that can be, up to its last round."""
    event = hall("full", "swiss", 3, rounds=3, terms={"rounds": 3, "starts": 4}, entries=entries(late=3, most=6))
    event.enter(*NAMES).start().draw()
    event.rule(ruling.redraw, 1).draw()
    first, second = event.event.book.rounds[0].tables
    leaver, missing = second.seats[0], first.seats[0]
    event.withdraw(leaver).rule(ruling.replace_player, Place(1, 2), leaver, "Gus")
    event.open_all().substitute("full.1.1.1", missing, "Hal").rule(ruling.replace_player, Place(1, 1), missing, "Hal")
    event.substitute("full.1.1.1", first.seats[1], "Somebody").adjudicate("full.1.1.1", 30, 20, 20)
    event.void("full.1.2.1").rule(ruling.replay, Place(1, 2)).open_all().adjudicate("full.1.2.2", 10, 30, 20)
    appeal = event.appeal(first.seats[2], "1: we were equal")
    event.rule(ruling.answer, appeal, said=event.words[appeal])
    event.rule(ruling.rule_result, Place(1, 1), (1, 1, 1), (30, 30, 30))
    event.rule(ruling.put_out, missing).rule(ruling.put_out, first.seats[1]).enter("Ida")
    event.rule(ruling.penalize, "Gus", 1, 60).rule(ruling.extend, 2, AT + 23 * DAY)
    event.draw()
    short, *_ = event.event.book.rounds[1].tables
    if len(short.seats) > 2:
        event.rule(ruling.replace_player, Place(2, 1), short.seats[2], "")
    event.open_all().adjudicate("full.2.2.1", *(20, 10, 5)[: len(event.event.book.rounds[1].tables[1].seats)])
    return event.rule(ruling.discount, Place(2, 1)).draw().open_all().adjudicate_all()


def full() -> Files:
    event = full_hall()
    event.keep(close(event.clerk()))
    return event.files()
