"""A greedy player: it takes what brings most at once by plain estimates, and rerolls dice it has little use for.

A placement is worth the points it is likely to bring, less what its dice could bring elsewhere. Numbers are in
hundredths of a point and come from trying, not from theory.
"""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from pbem.games.alea.course.turn import put_senate
from pbem.games.alea.law.defaults import best_keep
from pbem.games.alea.position.buildings import add_camp, insert, placements, senate_rank, temple_leader
from pbem.games.alea.position.dice import less
from pbem.games.alea.position.moves import Assign, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Camp, Die, Position, View, swap, with_player
from pbem.games.alea.scoring.scoring import Holdings, is_border, is_free, own_holdings, tally, terms_of, value
from pbem.games.alea.scoring.split import assign_best
from pbem.games.alea.table.table import DICE

DIE, TOKEN = 70, 30  # what a die is worth elsewhere: in another turn, or left over
PROVINCE, CARD, PATRICIAN, TILE = 330, 330, 230, 200
CAMP_HOPE = (0, 14, 48, 82, 95)  # per cent, by the number of dice in a set
RUN_HOPE = (0, 4, 15, 40, 72, 92, 100)  # per cent, by the length of a run
POOR = 60  # below that a placement is not worth having: reroll if possible
CARDS = {"I": 350, "II": 320, "III": 300, "IV": 300, "V": 300, "VI": 350, "VII": 400, "VIII": 400, "IX": 300, "X": 300}
SPECIAL = 350


def greedy(view: View, _random: Random) -> Move:
    """Return a sensible legal move."""
    return _CHOICES[view.position.phase](view)


def _take_card(view: View) -> TakeCard:
    return TakeCard(max(view.offer, key=lambda card: _card_worth(view, card)))


def _take_province(view: View) -> TakeProvince:
    return TakeProvince(max(view.position.provinces, key=lambda tile: _tile_worth(view, tile)))


def _take_patrician(view: View) -> TakePatrician:
    return TakePatrician(max(view.position.patricians, key=lambda patrician: _patrician_worth(view, patrician)))


def _turn(view: View) -> Move:
    options = list(placements(view.fixed, view.position, view.index))
    worths = [_worth(view, option) for option in options]
    best = max(worths)
    if best < POOR and view.position.players[view.index].tokens:
        return _reroll(view)
    return options[worths.index(best)]


def _reroll(view: View) -> Reroll:
    """Keep the commonest value if it came twice, roll the rest again."""
    roll = view.position.rolls[view.index]
    common = max(roll, key=lambda die: (roll.count(die), die))
    rest = less(roll, (common,) * roll.count(common))
    return Reroll(rest if roll.count(common) > 1 and rest else roll)


def _worth(view: View, move: Place) -> int:
    """What a placement adds to the own dice on the table and takes from others, less what its dice cost."""
    if move.building == "latrine":
        return -DIE
    before, after = view.position, _placed(view, move)
    gains = [_standing(view, after, seat) - _standing(view, before, seat) for seat in range(len(view.fixed.seats))]
    mine = gains.pop(view.index)
    return mine - sum(gains) // (2 * len(gains)) - _cost(view) * len(move.dice)


def _cost(view: View) -> int:
    """Dice are cheap when more are in hand than the turns still to come can use."""
    position = view.position
    hand = position.players[view.index].hand
    turns = 0
    if not position.last_lap:
        turns = min(_turns_left(view, seat) for seat in range(len(view.fixed.seats)))
    return TOKEN + (DIE - TOKEN) * min(hand, 2 * turns) // hand


def _turns_left(view: View, seat: int) -> int:
    """How many turns a player will still take at the pace of this round so far."""
    position = view.position
    placed = DICE - position.players[seat].hand
    pace = max(2, placed // max(1, position.lap - 1))
    return (position.players[seat].hand - 1) // pace


def _placed(view: View, move: Place) -> Position:
    """Return the table after a placement, without what it draws."""
    position, seat = view.position, view.index
    position = with_player(position, seat, hand=position.players[seat].hand - len(move.dice))
    if move.building == "temple":
        return replace(position, temple=swap(position.temple, seat, (*position.temple[seat], *move.dice)))
    if move.building == "senate":
        return put_senate(position, seat, move.dice)
    if move.building == "castrum":
        return replace(position, castrum=add_camp(position.castrum, seat, move.dice, move.size))
    row = position.forum
    for die in move.dice:
        row = insert(row, Die(seat, die))
    return replace(position, forum=row[: view.fixed.columns])


def _standing(view: View, position: Position, seat: int) -> int:
    """What a seat's dice on the table are likely to bring."""
    threat = sum(player.hand for other, player in enumerate(position.players) if other != seat)
    doubt = min(100, 100 * threat // (5 * (len(position.players) - 1)))
    run = CARD * _sure(_run_hope(view, position, seat), doubt) // 100
    own_camps = [camp for camp in position.castrum if camp.owner == seat]
    camps = sum(_sure(_camp_hope(position, camp), doubt) for camp in own_camps)
    own_dice = [at for at, die in enumerate(position.forum) if die.owner == seat]
    forum = sum(_sure(_forum_hope(view, position, at), doubt) for at in own_dice)
    provinces = PROVINCE * camps // 100
    patricians = _patrician_prize(position, seat) * forum // 100
    return run + provinces + patricians + _temple(position, seat, doubt)


def _sure(hope: int, doubt: int) -> int:
    """A hope grows to certainty as the others run out of dice; none stays none."""
    return 100 - (100 - hope) * doubt // 100 if hope else 0


def _temple(position: Position, seat: int, doubt: int) -> int:
    """Who stands there keeps a tile, the leader two."""
    dice = position.temple[seat]
    if not dice:
        return 0
    lead = 0
    if temple_leader(position)[0] == seat:
        lead = _sure(10 + 15 * len(dice), doubt)
    return TILE + 15 * min(3, len(dice)) + TILE * min(100, lead) // 100


def _run_hope(view: View, position: Position, seat: int) -> int:
    """How likely a run is to win a card: not at all if enough better ones stand already."""
    rank = senate_rank(position)
    if seat not in rank or rank.index(seat) >= view.fixed.prizes:
        return 0
    low, high = position.senate[seat]
    return min(100, RUN_HOPE[high - low + 1] + 10 * (view.fixed.prizes - 1 - rank.index(seat)))


def _camp_hope(position: Position, camp: Camp) -> int:
    better = sum((other.size, other.value) > (camp.size, camp.value) for other in position.castrum)
    room = len(position.provinces) - better
    if room <= 0:
        return 0
    return min(98, CAMP_HOPE[min(camp.size, 4)] + 2 * camp.value + 6 * (room - 1))


def _forum_hope(view: View, position: Position, column: int) -> int:
    """How likely a die is to keep its column: the more room behind it and the lower it is, the better."""
    room = view.fixed.columns - 1 - column
    return max(10, min(100, 100 - 10 * (position.forum[column].value - 1) + 12 * (room - 1)))


def _patrician_prize(position: Position, seat: int) -> int:
    """Patricians beyond what the provinces take are of little use."""
    player = position.players[seat]
    places = len(player.provinces) + player.cards
    if len(player.patricians) <= places + 2:
        return PATRICIAN
    return PATRICIAN // 2


def _points(view: View, holdings: Holdings) -> int:
    terms = terms_of(view.fixed)
    return 100 * tally(holdings, assign_best(holdings, terms), terms).total


def _tile_worth(view: View, tile: str) -> int:
    """Points now, and some hope for patricians of its colour."""
    holdings = own_holdings(view)
    gain = _points(view, replace(holdings, provinces=(*holdings.provinces, tile)))
    return gain + 50 * _rest(view) // view.fixed.rounds


def _patrician_worth(view: View, patrician: str) -> int:
    """Points now; one without a place may find it later."""
    holdings = own_holdings(view)
    gain = _points(view, replace(holdings, patricians=(*holdings.patricians, patrician)))
    return gain + 40 * value(patrician) * _rest(view) // view.fixed.rounds


def _card_worth(view: View, card: str) -> int:
    """Points now count the more the nearer the end is; before that what the card usually brings."""
    holdings = own_holdings(view)
    gain = _points(view, replace(holdings, cards=(*holdings.cards, card))) - _points(view, holdings)
    usual = SPECIAL
    if not is_border(card) and not is_free(card):
        usual = CARDS.get(card, 200)
    rest = _rest(view)
    return (gain * (view.fixed.rounds - rest) + usual * rest) // view.fixed.rounds


def _rest(view: View) -> int:
    return view.fixed.rounds - view.position.round


_CHOICES: dict[str, Callable[[View], Move]] = {
    "place": _turn,
    "keep": best_keep,
    "card": _take_card,
    "province": _take_province,
    "patrician": _take_patrician,
    "assign": lambda _: Assign(auto=True),
}
