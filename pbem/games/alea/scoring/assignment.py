"""Whether an assignment of patricians to provinces is allowed (constraints 1 to 5 of section 6.1)."""

from collections.abc import Sequence

from pbem.games.alea.position.state import Stand
from pbem.games.alea.scoring.scoring import (
    Holdings,
    ScoringTerms,
    by_place,
    colour,
    couples,
    gender,
    is_border,
    is_free,
    places,
)
from pbem.games.alea.table.table import WILD
from pbem.games.alea.table.vocabulary import said
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no


def refuse_split(holdings: Holdings, split: tuple[Stand, ...], terms: ScoringTerms) -> Refusal | None:
    """Say why an assignment is not allowed (constraints 1 to 5 of section 6.1)."""
    refused = _refuse_names(holdings, split)
    if refused:
        return refused
    stands = by_place(split)
    for place, people in stands.items():
        refused = refuse_place(place, people, terms)
        if refused:
            return refused
    return _refuse_extras(holdings, split, stands, terms)


def _refuse_names(holdings: Holdings, split: tuple[Stand, ...]) -> Refusal | None:
    known, seen = places(holdings), set()
    for stand in split:
        if stand.patrician not in holdings.patricians:
            return no("assign_not_yours", "6.1", piece=said(stand.patrician))
        if stand.patrician in seen:
            return no("assign_twice", "6.1", patrician=said(stand.patrician))
        if stand.place not in known:
            return no("assign_not_yours", "6.1", piece=said(stand.place))
        seen.add(stand.patrician)
    return None


def refuse_place(place: str, people: list[str], terms: ScoringTerms) -> Refusal | None:
    """Say why people (extras left out) may not stand together in a place, whoever owns it; or None."""
    if is_border(place):
        return _refuse_border(place, people, terms)
    shades = set(map(colour, people))
    if place != WILD and not is_free(place) and shades != {colour(place)}:
        return no("assign_colour", "6.1", place=said(place), colours=[colour(place)])
    if len(shades) > 1:
        return no("assign_one_colour", "A-R24", place=said(place))
    if _has_twice(list(map(gender, people))):
        return no("assign_gender", "6.1", place=said(place))
    return None


def _refuse_border(place: str, people: list[str], terms: ScoringTerms) -> Refusal | None:
    shades, colours = set(map(colour, people)), terms.borders[place]
    if not shades <= set(colours):
        return no("assign_colour", "A-R26", place=said(place), colours=list(colours))
    if _is_crowded(people, terms):
        return no(_CROWDED[terms.border_mode], "A-R26", place=said(place))
    if len(shades) == 1 and len(people) > 1:
        return no("assign_border_one", "A-R26", place=said(place), colours=list(colours))
    return None


_CROWDED = {
    "couple_per_colour": "assign_border_couple",
    "mixed_couple": "assign_border_mixed",
    "one_per_colour": "assign_border_each",
}


def _is_crowded(people: list[str], terms: ScoringTerms) -> bool:
    """Each border mode has room for different ones: a couple of each colour, one of each, or a mixed couple (A-R26)."""
    shades, genders = list(map(colour, people)), list(map(gender, people))
    if terms.border_mode == "couple_per_colour":
        return _has_twice(list(zip(shades, genders, strict=True)))
    if _has_twice(shades):
        return True
    return terms.border_mode == "mixed_couple" and _has_twice(genders)


def _has_twice(items: Sequence[object]) -> bool:
    return len(set(items)) != len(items)


def _refuse_extras(
    holdings: Holdings, split: tuple[Stand, ...], stands: dict[str, list[str]], terms: ScoringTerms
) -> Refusal | None:
    extras = [stand for stand in split if stand.extra]
    if extras and "XI" not in holdings.cards:
        return no("assign_no_xi", "A-R27")
    left = {place: list(couples(place, people, terms)) for place, people in stands.items()}
    for stand in extras:
        fitting = [pair for pair in left.get(stand.place, []) if colour(stand.patrician) in pair]
        if not fitting:
            return no("assign_no_couple", "A-R27", patrician=said(stand.patrician), place=said(stand.place))
        left[stand.place].remove(fitting[0])
    return None
