"""Final scoring of one player: what an assignment of patricians is worth (section 6.1) and whether it is allowed."""

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec import Struct

from pbem.games.alea.state import Fixed, Score, Stand, State, View
from pbem.games.alea.table import SINGLES, WILD, Table, borders
from pbem.games.game import Outcome, Refusal
from pbem.games.refusals import no

GREY = "grey"


class Holdings(Struct, frozen=True):
    """What a player has at the end."""

    provinces: tuple[str, ...] = ()
    patricians: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()
    tokens: int = 0


class Terms(Struct, frozen=True):
    """What the table and the options say about the end."""

    borders: dict[str, tuple[str, str]]
    border_points: int = 3
    free_points: int = 1
    border_mode: str = "couple_per_colour"
    wild_vacant: int = -1
    viii_counts_wild: bool = True
    tiebreak: str = "sum"


def terms_of(fixed: Fixed) -> Terms:
    """Return the terms of a game."""
    table: Table = fixed.table
    options = fixed.options
    return Terms(
        borders(table),
        table.senate.border_points,
        table.senate.free_points,
        options.border_mode,
        options.wild_vacant,
        options.viii_counts_wild,
        options.tiebreak,
    )


def holdings_of(state: State, seat: int) -> Holdings:
    """Return what a seat has."""
    player, own = state.position.players[seat], state.own[seat]
    return Holdings(player.provinces, player.patricians, own.cards, own.kept, player.tokens)


def own_holdings(view: View) -> Holdings:
    """Return what the view's own seat has."""
    player = view.position.players[view.index]
    cards, kept = (view.own.cards, view.own.kept) if view.own else ((), ())
    return Holdings(player.provinces, player.patricians, cards, kept, player.tokens)


def colour(code: str) -> str:
    """Return the colour of a tile or a patrician."""
    return WILD if code == WILD else code[:3]


def gender(patrician: str) -> str:
    """Return M or W."""
    return patrician[4]


def value(code: str) -> int:
    """Return the value of a tile or a patrician."""
    return 0 if code == WILD else int(code[-1])


def is_border(place: str) -> bool:
    """Tell whether a place is a border province."""
    return place.startswith("XII-")


def is_free(place: str) -> bool:
    """Tell whether a place is a free province."""
    return place.startswith("XIII-")


def places(holdings: Holdings) -> tuple[str, ...]:
    """Return every province of a player: tiles, border and free provinces."""
    return holdings.provinces + tuple(card for card in holdings.cards if card not in SINGLES)


class Count(Struct, frozen=True):
    """What the senate cards look at."""

    holdings: Holdings
    terms: Terms
    split: tuple[Stand, ...]
    stands: dict[str, list[str]]  # by place, extras left out

    def couples(self) -> int:
        """Couples in all provinces; extras never make one."""
        return sum(len(couples(place, people, self.terms)) for place, people in self.stands.items())

    def colours(self) -> int:
        """Different colours of provinces; an occupied wild or free one has that of its patricians."""
        return len({shade for place in places(self.holdings) for shade in self._shades(place)})

    def _shades(self, place: str) -> tuple[str, ...]:
        if is_border(place):
            return self.terms.borders[place]
        if place == WILD or is_free(place):
            if place in self.stands:
                return (colour(self.stands[place][0]),)
            return (GREY,)
        return (colour(place),)

    def occupied_tiles(self) -> int:
        """Tiles with a patrician; the wild one by option (A-R25)."""
        return sum(
            tile in self.stands for tile in self.holdings.provinces if tile != WILD or self.terms.viii_counts_wild
        )


CARDS: dict[str, Callable[[Count], int]] = {
    "I": lambda count: 1 + len(places(count.holdings)) // 2,
    "II": lambda count: len(count.split) // 2,
    "III": lambda count: 1 + len(count.holdings.cards),  # A-R30
    "IV": lambda count: 1 + 2 * (len(count.holdings.kept) // 3),
    "V": lambda count: 1 + count.couples(),
    "VI": lambda count: len({colour(stand.patrician) for stand in count.split}),
    "VII": lambda count: count.colours(),
    "VIII": lambda count: count.occupied_tiles(),
    "IX": lambda count: sum(gender(stand.patrician) == "W" for stand in count.split),
    "X": lambda count: sum(gender(stand.patrician) == "M" for stand in count.split),
    "XI": lambda count: 0,  # noqa: ARG005 - it permits extras, it scores nothing itself
}


def couples(place: str, people: list[str], terms: Terms) -> tuple[frozenset[str], ...]:
    """Return the colours of each couple in a place: of one colour, or of two on a border card (A-R26, A-R27)."""
    if is_border(place) and terms.border_mode != "couple_per_colour":
        shades = frozenset(map(colour, people))
        genders = set(map(gender, people))
        if len(people) == 2 and len(genders) == 2:
            return (shades,)
        return ()
    found = Counter(map(colour, people))
    return tuple(frozenset({shade}) for shade, size in found.items() if size == 2)


def tally(holdings: Holdings, split: tuple[Stand, ...], terms: Terms) -> Score:
    """Count the points of an assignment."""
    count = Count(holdings, terms, split, _by_place(split))
    cards = {card: _card_points(card, count) for card in sorted(holdings.cards, key=card_order)}
    provinces = sum(_tile_points(tile, count) for tile in holdings.provinces)
    patricians = sum(value(stand.patrician) for stand in split)
    fortune, rerolls = sum(holdings.kept), holdings.tokens // 2
    return Score(
        provinces=provinces,
        patricians=patricians,
        cards=cards,
        fortune=fortune,
        rerolls=rerolls,
        total=provinces + patricians + sum(cards.values()) + fortune + rerolls,
        spare=_spare(holdings, split, terms),
        split=split,
        kept=holdings.kept,
    )


def points(score: Score) -> dict[str, int]:
    """Return the points of a score sheet by category."""
    return {
        "provinces": score.provinces,
        "patricians": score.patricians,
        "senate": sum(score.cards.values()),
        "fortune": score.fortune,
        "rerolls": score.rerolls,
        "total": score.total,
        "unassigned": score.spare,
    }


def card_order(card: str) -> tuple[int, str]:
    """Order senate cards as the table does."""
    if card in SINGLES:
        return (SINGLES.index(card), "")
    return (len(SINGLES), card)


def _by_place(split: Iterable[Stand]) -> dict[str, list[str]]:
    stands: dict[str, list[str]] = {}
    for stand in split:
        if not stand.extra:
            stands.setdefault(stand.place, []).append(stand.patrician)
    return stands


def _tile_points(tile: str, count: Count) -> int:
    if tile in count.stands:
        return value(tile)
    if tile == WILD:
        return count.terms.wild_vacant
    return value(tile) - 1


def _card_points(card: str, count: Count) -> int:
    if is_border(card):
        shades = {colour(patrician) for patrician in count.stands.get(card, ())}
        if len(shades) == 2:
            return count.terms.border_points
        return 0
    if is_free(card):
        if card in count.stands:
            return count.terms.free_points
        return 0
    return CARDS[card](count)


def _spare(holdings: Holdings, split: tuple[Stand, ...], terms: Terms) -> int:
    """What the unassigned patricians are worth for a tie (A-R32)."""
    sent = {stand.patrician for stand in split}
    values = [value(patrician) for patrician in holdings.patricians if patrician not in sent]
    if terms.tiebreak == "sum":
        return sum(values)
    return max(values, default=0)


def refuse_split(holdings: Holdings, split: tuple[Stand, ...], terms: Terms) -> Refusal | None:
    """Say why an assignment is not allowed (constraints 1 to 5 of section 6.1)."""
    refused = _refuse_names(holdings, split)
    if refused:
        return refused
    stands = _by_place(split)
    for place, people in stands.items():
        refused = _refuse_people(place, people, terms)
        if refused:
            return refused
    return _refuse_extras(holdings, split, stands, terms)


def _said(code: str) -> str:
    """Name a piece in a saying."""
    if is_border(code) or is_free(code):
        return f"cards/{code}"
    if "-" in code:
        return f"patricians/{code}"
    return f"tiles/{code}"


def _refuse_names(holdings: Holdings, split: tuple[Stand, ...]) -> Refusal | None:
    known, seen = places(holdings), set()
    for stand in split:
        if stand.patrician not in holdings.patricians:
            return no("assign_not_yours", "6.1")
        if stand.patrician in seen:
            return no("assign_twice", "6.1", patrician=_said(stand.patrician))
        if stand.place not in known:
            return no("assign_not_yours", "6.1")
        seen.add(stand.patrician)
    return None


def _refuse_people(place: str, people: list[str], terms: Terms) -> Refusal | None:
    if is_border(place):
        return _refuse_border(place, people, terms)
    shades = set(map(colour, people))
    if place != WILD and not is_free(place) and shades != {colour(place)}:
        return no("assign_colour", "6.1", place=_said(place))
    if len(shades) > 1:
        return no("assign_one_colour", "A-R24", place=_said(place))
    if len(set(map(gender, people))) != len(people):
        return no("assign_gender", "6.1", place=_said(place))
    return None


def _refuse_border(place: str, people: list[str], terms: Terms) -> Refusal | None:
    shades = Counter(map(colour, people))
    if not set(shades) <= set(terms.borders[place]):
        return no("assign_colour", "A-R26", place=_said(place))
    if len(shades) == 1 and len(people) > 1:
        return no("assign_border_one", "A-R26", place=_said(place))
    if terms.border_mode == "couple_per_colour":
        crowded = len({(colour(patrician), gender(patrician)) for patrician in people}) != len(people)
    else:
        crowded = max(shades.values()) > 1
        same = len(set(map(gender, people))) != len(people)
        crowded = crowded or (terms.border_mode == "mixed_couple" and same)
    if crowded:
        return no("assign_border_full", "A-R26", place=_said(place))
    return None


def _refuse_extras(
    holdings: Holdings, split: tuple[Stand, ...], stands: dict[str, list[str]], terms: Terms
) -> Refusal | None:
    extras = [stand for stand in split if stand.extra]
    if extras and "XI" not in holdings.cards:
        return no("assign_no_xi", "A-R27")
    left = {place: list(couples(place, people, terms)) for place, people in stands.items()}
    for stand in extras:
        fitting = [pair for pair in left.get(stand.place, []) if colour(stand.patrician) in pair]
        if not fitting:
            return no("assign_no_couple", "A-R27", patrician=_said(stand.patrician), place=_said(stand.place))
        left[stand.place].remove(fitting[0])
    return None


def outcome(state: State) -> Outcome | None:
    """Return ranks by points and the value of unassigned patricians (6.5); equal in both is a shared rank."""
    scores = state.position.scores
    if not scores:
        return None
    marks = [(score.total, score.spare) for score in scores]
    seats = state.fixed.seats
    ranks = {seat: 1 + sum(other > mark for other in marks) for seat, mark in zip(seats, marks, strict=True)}
    return Outcome(ranks, {seat: points(score) for seat, score in zip(seats, scores, strict=True)})
