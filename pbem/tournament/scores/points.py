"""Points for places, in 120ths of a point: ties share, and a short table stands for a full one."""

from pbem.tournament.values import UNIT, Form, Player, Result


def place_points(points: tuple[int, ...], *, full: int, size: int, place: int, sharing: int = 1) -> int:
    """Return what each of those who share the places from `place` on gets at a table of some size, in 120ths.

    Let every place of a full table be as many equal pieces as there are players, and every place of this table as many
    as a full one has: then both have the same number of pieces, and a place gets the average of the pieces it stands
    for.
    """
    pieces = range((place - 1) * full, (place - 1 + sharing) * full)
    worth = UNIT * sum(points[piece // size] for piece in pieces)
    each, rest = divmod(worth, len(pieces))
    if rest:
        raise ArithmeticError(f"{worth} is no multiple of {len(pieces)}: tables have 2 to 5 seats")
    return each


def average_points(points: tuple[int, ...], full: int) -> int:
    """Return what a place of a full table is worth on average, in 120ths: what a bye gives unless a form says else."""
    return place_points(points, full=full, size=full, place=1, sharing=full)


def earned(form: Form, seats: tuple[Player, ...], result: Result) -> dict[Player, int]:
    """Return what each player of a table gets by its result, in 120ths."""
    return {
        player: place_points(
            form.scoring.points,
            full=form.table,
            size=len(seats),
            place=place,
            sharing=result.places.count(place),
        )
        if has_counted(form, player, result)
        else 0
        for player, place in zip(seats, result.places, strict=True)
    }


def has_counted(form: Form, player: Player, result: Result) -> bool:
    """Tell whether what a player's seat came to is his: not where another played it to its end, if the form says so."""
    return form.scoring.substituted == "entrant" or player not in result.substitutes
