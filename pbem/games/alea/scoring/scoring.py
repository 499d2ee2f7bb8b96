"""Final scoring of one player: what an assignment of patricians is worth (section 6.1), and the ranks (6.5)."""

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec import Struct

from pbem.games.alea.position.state import Fixed, Score, Stand, State, View
from pbem.games.alea.table.table import SINGLES, WILD, Table, borders
from pbem.games.game import Outcome
from pbem.games.kit.ranks import ranks_of

GREY = "grey"


class Holdings(Struct, frozen=True):
    """What a player has at the end."""

    provinces: tuple[str, ...] = ()
    patricians: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()
    tokens: int = 0


class ScoringTerms(Struct, frozen=True):
    """What the table and the options say about the end."""

    borders: dict[str, tuple[str, str]]
    border_points: int = 3
    free_points: int = 1
    border_mode: str = "couple_per_colour"
    wild_vacant: int = -1
    viii_counts_wild: bool = True
    tiebreak: str = "sum"


def terms_of(fixed: Fixed) -> ScoringTerms:
    """Return the terms of a game."""
    table: Table = fixed.table
    options = fixed.options
    return ScoringTerms(
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
    terms: ScoringTerms
    split: tuple[Stand, ...]
    stands: dict[str, list[str]]  # by place, extras left out

    def couples(self) -> int:
        """Couples in all provinces; extras never make one."""
        return sum(len(couples(place, people, self.terms)) for place, people in self.stands.items())

    def colours(self) -> int:
        """Different colours of provinces; an occupied wild or free one has that of its patricians."""
        shades: set[str] = set()
        for place in places(self.holdings):
            shades.update(self._shades(place))
        return len(shades)

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
        occupied = [tile for tile in self.holdings.provinces if tile in self.stands]
        if self.terms.viii_counts_wild:
            return len(occupied)
        return len(occupied) - occupied.count(WILD)


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


def couples(place: str, people: list[str], terms: ScoringTerms) -> tuple[frozenset[str], ...]:
    """Return the colours of each couple in a place: of one colour, or of two on a border card (A-R26, A-R27)."""
    if is_border(place) and terms.border_mode != "couple_per_colour":
        shades = frozenset(map(colour, people))
        genders = set(map(gender, people))
        if len(people) == 2 and len(genders) == 2:
            return (shades,)
        return ()
    found = Counter(map(colour, people))
    return tuple(frozenset({shade}) for shade, size in found.items() if size == 2)


def tally(holdings: Holdings, split: tuple[Stand, ...], terms: ScoringTerms) -> Score:
    """Count the points of an assignment."""
    count = Count(holdings, terms, split, by_place(split))
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


def by_place(split: Iterable[Stand]) -> dict[str, list[str]]:
    """Return who stands where, extras left out."""
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


def _spare(holdings: Holdings, split: tuple[Stand, ...], terms: ScoringTerms) -> int:
    """What the unassigned patricians are worth for a tie (A-R32)."""
    sent = {stand.patrician for stand in split}
    values = [value(patrician) for patrician in holdings.patricians if patrician not in sent]
    if terms.tiebreak == "sum":
        return sum(values)
    return max(values, default=0)


def outcome(state: State) -> Outcome | None:
    """Return ranks by points and the value of unassigned patricians (6.5); equal in both is a shared rank."""
    scores = state.position.scores
    if not scores:
        return None
    by_seat = dict(zip(state.fixed.seats, scores, strict=True))
    marks = {seat: (score.total, score.spare) for seat, score in by_seat.items()}
    return Outcome(ranks_of(marks), {seat: points(score) for seat, score in by_seat.items()})
