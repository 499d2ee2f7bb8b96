"""What differs from what the reader saw before: dice that came or left, pieces taken, numbers that are others now.

When a round ends all dice go back to their owners: against an earlier round every die in a building is new, and no
place counts as left.
"""

from collections import Counter
from collections.abc import Iterator

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.position.state import NO_RUN, Camp, Die, Player, Position
from pbem.games.drawing.frame.news import differs


def _same_round(sight: DrawingInput) -> Position | None:
    """Return what the reader saw earlier in this round."""
    then = sight.then
    return then if then is not None and then.round == sight.position.round else None


def is_same_round(sight: DrawingInput) -> bool:
    """Tell whether the reader saw the game earlier in this round."""
    return _same_round(sight) is not None


def is_temple_new(sight: DrawingInput, index: int) -> bool:
    """Tell whether somebody's dice in the Temple are others."""
    then = _same_round(sight)
    old = then.temple[index] if then else ()
    return sight.then is not None and sight.position.temple[index] != old


def is_run_new(sight: DrawingInput, index: int) -> bool:
    """Tell whether somebody's run in the Senate is another."""
    then = _same_round(sight)
    old = then.senate[index] if then else NO_RUN
    return sight.then is not None and sight.position.senate[index] != old


def is_latrine_new(sight: DrawingInput, index: int) -> bool:
    """Tell whether somebody has more dice in the Latrine."""
    then = _same_round(sight)
    old = then.latrine[index] if then else 0
    return sight.then is not None and sight.position.latrine[index] != old


def is_camp_new(sight: DrawingInput, camp: Camp) -> bool:
    """Tell whether a set in the Castrum was begun or extended."""
    then = _same_round(sight)
    old = then.castrum if then else ()
    return sight.then is not None and camp not in old


def left_temple(sight: DrawingInput) -> tuple[int, ...]:
    """Return whose dice stood in the Temple and are gone."""
    then = _same_round(sight)
    return tuple(index for index in sight.players if then and then.temple[index] and not sight.position.temple[index])


def left_senate(sight: DrawingInput) -> tuple[int, ...]:
    """Return whose run stood in the Senate and is gone."""
    then = _same_round(sight)
    now = sight.position.senate
    return tuple(index for index in sight.players if then and then.senate[index] != NO_RUN and now[index] == NO_RUN)


def left_castrum(sight: DrawingInput) -> tuple[int, ...]:
    """Return the owners of sets that stood in the Castrum and are gone, in the order of their picks."""
    then = _same_round(sight)
    if then is None:
        return ()
    standing = list(sight.position.castrum)
    gone = []
    for camp in ranked(then.castrum):
        same = [now for now in standing if _may_be(now, camp)]
        if same:
            standing.remove(min(same, key=lambda now: now.size))
        else:
            gone.append(camp.owner)
    return tuple(gone)


def _may_be(now: Camp, then: Camp) -> bool:
    """Tell whether one set may have grown from another."""
    return (now.owner, now.value) == (then.owner, then.value) and now.size >= then.size


def ranked(camps: tuple[Camp, ...]) -> list[Camp]:
    """Return the sets of the Castrum in the order in which they pick."""
    return sorted(camps, key=lambda camp: (-camp.size, -camp.value))


def columns(sight: DrawingInput, position: Position) -> dict[int, Die]:
    """Return the dice of the Forum by column: while they pick they leave from the left, the others stay."""
    taken = sight.fixed.columns - len(position.patricians) if position.phase == "patrician" else 0
    return dict(enumerate(position.forum, taken))


def new_columns(sight: DrawingInput) -> frozenset[int]:
    """Return the columns with a die that was not in the Forum: of equal ones the leftmost (A-R13)."""
    if sight.then is None:
        return frozenset()
    then = _same_round(sight)
    known = Counter(then.forum if then else ())
    found = set()
    for column, die in reversed(columns(sight, sight.position).items()):
        known[die] -= 1
        if known[die] < 0:
            found.add(column)
    return frozenset(found)


def left_columns(sight: DrawingInput) -> dict[int, int]:
    """Return the columns that are free again, and whose die stood there."""
    then = _same_round(sight)
    if then is None:
        return {}
    now = columns(sight, sight.position)
    return {column: die.owner for column, die in columns(sight, then).items() if column not in now}


def offered(sight: DrawingInput, name: str) -> list[tuple[str, bool]]:
    """Return each piece on offer in its place, and those taken from there: with whether it is still there.

    Where an arbiter has laid others out, what was there before counts for nothing.
    """
    now: tuple[str, ...] = getattr(sight.position, name)
    then = _same_round(sight)
    old: tuple[str, ...] = getattr(then, name) if then else ()
    places = old if set(now) <= set(old) else now
    return [(code, code in now) for code in places]


def is_offer_new(sight: DrawingInput, name: str, code: str) -> bool:
    """Tell whether a piece came on offer."""
    then = sight.then
    return then is not None and code not in getattr(then, name)


def is_removed_new(sight: DrawingInput, code: str) -> bool:
    """Tell whether a piece went out of the game."""
    then = sight.then
    return then is not None and code not in (*then.provinces_removed, *then.patricians_removed)


def player(sight: DrawingInput, index: int) -> Player | None:
    """Return what the reader saw of a player."""
    then = sight.then
    return then.players[index] if then else None


def is_count_new(sight: DrawingInput, index: int, name: str) -> bool:
    """Tell whether a player has more or less of something."""
    return differs(player(sight, index), sight.position.players[index], name)


def is_piece_new(sight: DrawingInput, index: int, code: str) -> bool:
    """Tell whether a player took a province or a patrician; cards that are provinces come from the hand."""
    old, now = player(sight, index), sight.position.players[index]
    if old is None or code not in (*now.provinces, *now.patricians):
        return False
    return code not in (*old.provinces, *old.patricians)


def is_start_new(sight: DrawingInput) -> bool:
    """Tell whether another one begins."""
    then = sight.then
    return then is not None and then.start != sight.position.start


def new_discs(sight: DrawingInput, index: int) -> Iterator[bool]:
    """Tell of each Fortune tile of a player whether it is new: those kept, then those drawn in this round."""
    now, old = sight.position.players[index], player(sight, index)
    if old is None:
        yield from (False for _ in range(len(now.kept) + now.drawn))
        return
    yield from (number >= len(old.kept) for number in range(len(now.kept)))
    drawn = old.drawn if _same_round(sight) else 0
    yield from (number >= drawn for number in range(now.drawn))


def is_card_new(sight: DrawingInput, card: str) -> bool:
    """Tell whether a Senate card came into the reader's hand."""
    before = sight.before
    return before is not None and card not in (before.own.cards if before.own else ())
