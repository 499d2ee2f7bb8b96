"""The final assignment by brute force, written apart from the game: every map of patricians to places is tried."""

from collections.abc import Iterator
from itertools import product

from pbem.games.alea.position.state import Stand
from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms

SINGLES = {"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"}
Spot = tuple[str, str]  # patrician, place with a plus for an extra


def stand(spot: Spot) -> Stand:
    return Stand(spot[0], spot[1].rstrip("+"), spot[1].endswith("+"))


def options_of(patrician: str, hand: Holdings, terms: ScoringTerms) -> list[str]:
    """Places where a patrician could stand by its colour alone."""
    shade = patrician[:3]
    fitting = [tile for tile in hand.provinces if tile == "WILD" or tile[:3] == shade]
    fitting += [c for c in hand.cards if c.startswith("XIII") or (c.startswith("XII-") and shade in terms.borders[c])]
    extras = [f"{place}+" for place in fitting] if "XI" in hand.cards else []
    return ["", *fitting, *extras]


def couples_at(place: str, people: list[str], terms: ScoringTerms) -> list[set[str]]:
    if place.startswith("XII-") and terms.border_mode != "couple_per_colour":
        both = {p[4] for p in people} == {"M", "W"}
        return [{p[:3] for p in people}] if both else []
    shades = {p[:3] for p in people}
    return [{s} for s in sorted(shades) if {p[4] for p in people if p[:3] == s} == {"M", "W"}]


def is_allowed(spots: list[Spot], terms: ScoringTerms) -> bool:
    stand: dict[str, list[str]] = {}
    for patrician, place in spots:
        if not place.endswith("+"):
            stand.setdefault(place, []).append(patrician)
    if not all(_fits(place, people, terms) for place, people in stand.items()):
        return False
    room = {place: couples_at(place, people, terms) for place, people in stand.items()}
    for patrician, place in spots:
        if place.endswith("+"):
            pairs = room.get(place[:-1], [])
            match = next((pair for pair in pairs if patrician[:3] in pair), None)
            if match is None:
                return False
            pairs.remove(match)
    return True


def _fits(place: str, people: list[str], terms: ScoringTerms) -> bool:
    shades, genders = [p[:3] for p in people], [p[4] for p in people]
    if not place.startswith("XII-"):
        return len(set(shades)) == 1 and len(set(genders)) == len(genders)
    if len(set(shades)) == 1:
        return len(people) == 1
    if terms.border_mode == "couple_per_colour":
        return len(set(zip(shades, genders, strict=True))) == len(people)
    apart = len(set(shades)) == len(people)
    return apart and (terms.border_mode == "one_per_colour" or len(set(genders)) == len(people))


def points(hand: Holdings, spots: list[Spot], terms: ScoringTerms) -> int:
    stand: dict[str, list[str]] = {}
    for patrician, place in spots:
        if not place.endswith("+"):
            stand.setdefault(place, []).append(patrician)
    total = sum(hand.kept) + hand.tokens // 2 + sum(int(p[5]) for p, _ in spots)
    for tile in hand.provinces:
        worth = 0 if tile == "WILD" else int(tile[3])
        vacant = terms.wild_vacant if tile == "WILD" else worth - 1
        total += worth if tile in stand else vacant
    return total + sum(_card(card, hand, spots, stand, terms) for card in hand.cards)


def _card(card: str, hand: Holdings, spots: list[Spot], stand: dict[str, list[str]], terms: ScoringTerms) -> int:
    special = [c for c in hand.cards if c not in SINGLES]
    if card.startswith("XIII"):
        return terms.free_points if card in stand else 0
    if card.startswith("XII-"):
        return terms.border_points if len({p[:3] for p in stand.get(card, [])}) == 2 else 0
    shades = {s for c in special if c.startswith("XII-") for s in terms.borders[c]}
    for place in (*hand.provinces, *(c for c in special if c.startswith("XIII"))):
        if place == "WILD" or place.startswith("XIII"):
            shades.add(stand[place][0][:3] if place in stand else "grey")
        else:
            shades.add(place[:3])
    tiles = [t for t in hand.provinces if t in stand and (t != "WILD" or terms.viii_counts_wild)]
    return {
        "I": 1 + (len(hand.provinces) + len(special)) // 2,
        "II": len(spots) // 2,
        "III": 1 + len(hand.cards),
        "IV": 1 + len(hand.kept) // 3 * 2,
        "V": 1 + sum(len(couples_at(place, people, terms)) for place, people in stand.items()),
        "VI": len({p[:3] for p, _ in spots}),
        "VII": len(shades),
        "VIII": len(tiles),
        "IX": sum(p[4] == "W" for p, _ in spots),
        "X": sum(p[4] == "M" for p, _ in spots),
        "XI": 0,
    }[card]


def every_split(hand: Holdings, terms: ScoringTerms) -> Iterator[list[Spot]]:
    people = sorted(hand.patricians)
    for places in product(*(options_of(p, hand, terms) for p in people)):
        spots = [(p, place) for p, place in zip(people, places, strict=True) if place]
        if is_allowed(spots, terms):
            yield spots


def solve(hand: Holdings, terms: ScoringTerms) -> tuple[int, int, list[Spot]]:
    """Return the best points, the tie-break value and the first split by its text among the best."""
    best: tuple[tuple[int, int, int, int], str] | None = None
    found: list[Spot] = []
    for spots in every_split(hand, terms):
        sent = {p for p, _ in spots}
        idle = [int(p[5]) for p in hand.patricians if p not in sent]
        spare = sum(idle) if terms.tiebreak == "sum" else max(idle, default=0)
        extras = sum(place.endswith("+") for _, place in spots)
        occupied = len({place.rstrip("+") for _, place in spots})
        text = "\n".join(f"{p} {place}" for p, place in spots)
        key = ((-points(hand, spots, terms), -spare, -occupied, extras), text)
        if best is None or key < best:
            best, found = key, spots
    assert best is not None
    return -best[0][0], -best[0][1], found
