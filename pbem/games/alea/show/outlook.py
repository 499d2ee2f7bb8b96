"""What an order would do, told by what lies on the table and what its seat knows: dice to come are never foreseen."""

from collections.abc import Callable
from typing import Any

from pbem.games.alea.course.turn import put_senate
from pbem.games.alea.law.exact import exact
from pbem.games.alea.position.buildings import add_camp, insert, senate_rank
from pbem.games.alea.position.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Camp, Die, View
from pbem.games.alea.scoring.scoring import colour, own_holdings, tally, terms_of, value
from pbem.games.alea.scoring.split import assign_best
from pbem.games.alea.show.abouts import about
from pbem.games.alea.table.table import WILD
from pbem.games.alea.table.vocabulary import MESSAGES, said
from pbem.games.game import NOBODY, Data, Names, Refusal, Saying
from pbem.games.kit.amounts import amount, change
from pbem.games.kit.scene import by


def effect(view: View, move: Move, language: str, names: Names = NOBODY) -> tuple[str, ...]:
    """Tell what a legal move costs and does, clause by clause."""
    meant = exact(view, move)
    pen = _Pen(view, language, names)
    return tuple(filter(None, _TOLD[type(move)](pen, move if isinstance(meant, Refusal) else meant)))


class _Pen:
    """Tells effects in one language, and people by their names."""

    def __init__(self, view: View, language: str, names: Names) -> None:
        self.view = view
        self.position = view.position
        self.seat = view.index
        self.language = language
        self.names = names

    def say(self, key: str, **args: Data) -> str:
        return MESSAGES.say(Saying(f"does_{key}", args), self.language, self.names)

    def die(self, die: Die) -> str:
        """Return a die with whose it is."""
        if die.owner == self.seat:
            return self.say("own_die", die=die.value)
        return self.say("die_of", die=die.value, seat=by(self.view.fixed.seats[die.owner]))

    def amount(self, what: str, count: int) -> str:
        return amount(MESSAGES, what, count, self.language)

    def change(self, what: str, count: int) -> str:
        return change(MESSAGES, what, count, self.language)


def _tell_place(pen: _Pen, move: Place) -> list[str]:
    left = pen.position.players[pen.seat].hand - len(move.dice)
    rest = pen.say("left", dice=pen.amount("dice", left)) if left else pen.say("last")
    return [*_PLACED[move.building](pen, move), rest]


def _in_temple(pen: _Pen, move: Place) -> list[str]:
    dice = (*pen.position.temple[pen.seat], *move.dice)
    drawn = pen.say("draw", tiles=pen.amount("tiles", len(move.dice)))
    return [pen.say("temple", dice=pen.amount("dice", len(dice)), total=sum(dice)), drawn]


def _in_senate(pen: _Pen, move: Place) -> list[str]:
    after = put_senate(pen.position, pen.seat, move.dice)
    rank = senate_rank(after)
    low, high = after.senate[pen.seat]
    run = "-".join(map(str, range(low, high + 1)))
    stands = pen.say("senate", run=run, rank=rank.index(pen.seat) + 1, count=len(rank))
    return [stands, pen.say("prizes", prizes=pen.view.fixed.prizes)]


def _in_castrum(pen: _Pen, move: Place) -> list[str]:
    camps = add_camp(pen.position.castrum, pen.seat, move.dice, move.size)
    own = Camp(pen.seat, move.dice[0], move.size + len(move.dice))
    rank = sorted(camps, key=lambda camp: (camp.size, camp.value), reverse=True).index(own) + 1
    stands = pen.say("castrum", size=own.size, value=own.value, rank=rank, count=len(camps))
    return [stands, pen.say("offer", offer=len(pen.position.provinces))]


def _in_forum(pen: _Pen, move: Place) -> list[str]:
    """The dice are put in one after the other, each left of its equals (A-R13)."""
    row, columns = pen.position.forum, pen.view.fixed.columns
    for die in move.dice:
        row = insert(row, Die(pen.seat, die))
    places = sorted(_place_of(row, pen.seat, die) for die in set(move.dice))
    pushed = [pen.die(die) for die in row[columns:]]
    count = min(len(row), columns)
    told = pen.say("forum", places=places, count=count)
    return [told, pen.say("push", dice=pushed) if pushed else ""]


def _place_of(row: tuple[Die, ...], seat: int, die: int) -> int:
    return row.index(Die(seat, die)) + 1


def _in_latrine(pen: _Pen, _move: Place) -> list[str]:
    return [pen.say("latrine")]


_PLACED: dict[str, Callable[[_Pen, Place], list[str]]] = {
    "temple": _in_temple,
    "senate": _in_senate,
    "castrum": _in_castrum,
    "forum": _in_forum,
    "latrine": _in_latrine,
}


def _tell_reroll(pen: _Pen, move: Reroll) -> list[str]:
    left = pen.position.players[pen.seat].tokens - 1
    rolls = pen.say("reroll", dice=pen.amount("dice", len(move.dice)))
    return [pen.change("tokens", -1), rolls, pen.say("tokens", tokens=pen.amount("tokens", left))]


def _tell_keep(pen: _Pen, move: Keep) -> list[str]:
    return [pen.change("points", sum(move.tiles))]


def _tell_card(pen: _Pen, move: TakeCard) -> list[str]:
    return [about(pen.view.fixed, move.card, pen.language)]


def _tell_province(pen: _Pen, move: TakeProvince) -> list[str]:
    if move.tile == WILD:
        bare = pen.amount("points", terms_of(pen.view.fixed).wild_vacant)
        return [pen.say("wild", bare=bare)]
    mine = pen.position.players[pen.seat].patricians
    own = [said(code) for code in mine if colour(code) == colour(move.tile)]
    worth, bare = (pen.amount("points", value(move.tile) - less) for less in (0, 1))
    return [pen.say("province", worth=worth, bare=bare, colour=colour(move.tile), own=own)]


def _tell_patrician(pen: _Pen, move: TakePatrician) -> list[str]:
    mine = pen.position.players[pen.seat].provinces
    own = [said(tile) for tile in mine if colour(tile) in (colour(move.patrician), WILD)]
    worth = pen.amount("points", value(move.patrician))
    return [pen.say("patrician", worth=worth, colour=colour(move.patrician), own=own)]


def _tell_assign(pen: _Pen, move: Assign) -> list[str]:
    holdings, terms = own_holdings(pen.view), terms_of(pen.view.fixed)
    split = assign_best(holdings, terms)
    best = pen.amount("points", tally(holdings, split, terms).total)
    if move.auto or move.stands == Assign(split).stands:
        return [pen.say("best", best=best)]
    total = pen.amount("points", tally(holdings, move.stands, terms).total)
    return [pen.say("assign", total=total, best=best)]


_TOLD: dict[type, Callable[[_Pen, Any], list[str]]] = {
    Place: _tell_place,
    Reroll: _tell_reroll,
    Keep: _tell_keep,
    TakeCard: _tell_card,
    TakeProvince: _tell_province,
    TakePatrician: _tell_patrician,
    Assign: _tell_assign,
}
