"""Splices make one sequence of another, whatever the two are; and places told on lead back to where they were."""

import re
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from pbem.report.replay.places import BEHIND, DOWN, MOVED, RIGHT, pattern, told_on
from pbem.report.replay.splices import Splice, Splicer, joined, splices

_PIECES = st.lists(st.integers(0, 12), max_size=30)


def spliced(old: Sequence[int], changes: Sequence[Splice]) -> list[int]:
    """Return the sequence that splices make of an old one."""
    new: list[int] = []
    at = 0
    for kept, gone, put in changes:
        new += old[at : at + kept]
        new += put
        at += kept + gone
    new += old[at:]
    return new


@given(_PIECES, _PIECES)
def test_splices_make_the_new_sequence_of_the_old_one(old: list[int], new: list[int]) -> None:
    assert spliced(old, splices(old, new)) == new


def test_what_is_put_in_between_is_all_that_is_told() -> None:
    old = list(range(40))
    new = [*old[:10], 99, *old[10:30], *old[33:]]
    assert splices(old, new) == [(10, 0, (99,)), (20, 3, ())]


@given(st.lists(st.tuples(_PIECES, _PIECES), max_size=6))
def test_sequences_of_parts_are_told_part_by_part(parts: list[tuple[list[int], list[int]]]) -> None:
    splicer = Splicer()
    old, new = ([tuple(pair[at]) for pair in parts] for at in (0, 1))
    for _ in range(2):  # what was found once is found again
        assert tuple(spliced(joined(old), splicer.splices(old, new))) == joined(new)
    assert splicer.splices(old, old) == []
    assert tuple(spliced(joined(old), splicer.splices(old, new[1:]))) == joined(new[1:])


def test_parts_that_are_the_same_are_told_in_no_splice() -> None:
    one, two, three, other = (1, 2, 3), (4, 5), (6, 7), (4, 9)
    splicer = Splicer()
    assert splicer.splices((one, two, three), (one, other, three)) == [(4, 1, (9,))]
    assert splicer.splices((one, two, three), (one, (8,), (9,))) == [(3, 4, (8, 9))]


def restored(pieces: list[str]) -> list[str]:
    """Put places back as the script of a replay does."""
    x = y = left = top = 0
    found = []
    for piece in pieces:
        told, behind, shape = piece.partition(BEHIND)
        if not behind:
            found.append(piece)
            continue
        right, down = map(int, told.split(" "))
        if shape.startswith(MOVED):
            left, top = left + right, top + down
            found.append(_filled(shape, {RIGHT: left, DOWN: top}))
            x = y = 0
            continue
        x, y = x + right, y + down
        found.append(_filled(shape, {RIGHT: x, DOWN: y}))
    return found


def _filled(shape: str, place: dict[str, int]) -> str:
    holes = re.compile(f"([{RIGHT}{DOWN}])(-?[0-9]*);")
    return holes.sub(lambda hole: f"{(place[hole[1]] + int(hole[2] or 0)) / 10:g}", shape)


def test_places_are_told_on_and_found_again() -> None:
    pieces = [
        'svg viewBox="0 0 760 500"',
        'text x="21" y="105.5" class="d-b">3</text',
        'use href="#d-coin" x="-4.5" y="90" width="16" height="16"/',
        'circle cx="12" cy="0.4" r="3"/',
        'path d="M292 743V705.1q0-11.1 11.1-11.1H321.9A24 24 0 0 1 300 12.5L3 4z" class="d"/',
        'path d="M1 2C3 4 5 6 7 8z"/',
        'path d="M1.25 2h3"/',
        "title>M1 2</title",
    ]
    told = list(told_on(pieces))
    assert restored(told) == pieces
    assert [BEHIND in piece for piece in told] == [False, True, True, True, True, False, False, False]


def test_a_piece_that_moves_is_told_alike() -> None:
    panel = ['rect x="10" y="50" width="9"/', 'text x="14" y="60">a</text', 'path d="M14 70H30V80z"/']
    moved = [re.sub(r'y="(\d+)"', lambda y: f'y="{int(y[1]) + 30}"', piece) for piece in panel]
    moved[2] = 'path d="M14 100H30V110z"/'
    assert list(told_on(panel))[1:] == list(told_on(moved))[1:]


def test_a_panel_that_is_moved_is_told_alike_and_others_only_by_how_far_they_are_from_it() -> None:
    panel = ['text x="14" y="60">a</text', "/g"]
    board = [f'{MOVED}16 {{}})"', *panel, f'{MOVED}27 {{}})"', *panel]
    here, there = (
        [piece.format(*tops) for piece in board[:1]] + board[1:3] + [board[3].format(tops[1])] + panel
        for tops in ((20, 80), (45.5, 105.5))
    )
    assert restored(list(told_on(here))) == here
    assert restored(list(told_on(there))) == there
    assert list(told_on(here))[1:] == list(told_on(there))[1:]


def test_what_is_written_otherwise_stays_as_it_is() -> None:
    for piece in ('text x="1.50" y="2">', 'rect width="3"', 'path d="m1 2"', 'text x="01" y="2">'):
        assert pattern(piece) is None
