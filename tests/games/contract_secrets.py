"""Laws on secrets: what is hidden from a seat, or from the public, changes nothing that it can see, hear or do.

The game's `scramble` changes at random all that is hidden from somebody; then all that somebody gets is compared.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.games.chance import Chance
from pbem.games.game import LANGUAGES, MAIL, NARROW, WIDE, Happening, Look, Seat, Step
from tests.games.contract import Case, Law, Witness, dump, heard
from tests.games.fate import Fate, Restacked
from tests.games.playing import Ply, lay_out

STACKS = 8  # other orders of the decks that a step is tried with


def scrambled_states_are_sound(case: Case) -> None:
    """Scrambling keeps the invariants; in a game with private decisions it does change something."""
    random, changed = case.random("sound"), False
    for state in case.some(case.states[:-1], 40, "sound"):
        for seat in case.eyes():
            other = case.hidden.scramble(case.game, state, seat, random)
            case.hidden.assert_invariants(other)
            changed = changed or dump(case.game.encode(other)) != dump(case.game.encode(state))
    private = any(decision.private for ply in case.plies for decision in case.game.waiting(ply.state))
    assert changed or not private, "scramble changes nothing"


def hidden_things_are_not_seen(case: Case) -> None:
    """What a seat gets (view, moves, facts, boards, answers) and what is public are the same in a scrambled state."""
    random = case.random("seen")
    for ply in case.some(case.plies, 14, "seen"):
        moves = [other.move for other in random.sample(case.plies, min(8, len(case.plies)))]
        for seat in case.eyes():
            other = case.hidden.scramble(case.game, ply.state, seat, random)
            language = random.choice(LANGUAGES)
            shown, again = (everything_shown(case, state, seat, moves, language) for state in (ply.state, other))
            for name, value in shown.items():
                assert value == again[name], f"{name} tells {seat} what is hidden:\n{value}\n{again[name]}"


def everything_shown(case: Case, state: Any, seat: Seat | None, moves: list[Any], language: str) -> Mapping[str, Any]:
    """Return all that a seat, or the public, can get out of a state."""
    game = case.game
    view = game.view(state, seat)
    shown = {
        "view": view,
        "plain": dump(game.plain(view)),
        "public": dump(game.public(state)),
        "waiting": game.waiting(state),
        "outcome": game.outcome(state),
        "moves": list(game.moves(view)),
        "check": [game.check(view, move) for move in moves],
        "parse": [game.parse(view, game.write(move, language)) for move in moves],
        "board": game.board(view, language),
        "description": game.describe(view, Look(language)),
        "drawings": [game.draw(view, look) for look in looks_at(case, state, seat, language)],
        "grouped": game.grouped(view, language),
        "legend": game.legend(view, language),
    }
    if seat is not None:
        shown |= {"facts": dict(game.facts(view)), "ahead": game.ahead(view)}
        if shown["moves"]:
            some = case.some(shown["moves"], 8, "effects")
            shown |= {"default": game.default(view), "fallback": game.fallback(view, language)}
            shown |= {"effect": [game.effect(view, move, language) for move in some]}
    return shown


def looks_at(case: Case, state: Any, seat: Seat | None, language: str) -> Iterator[Look[Any]]:
    """Yield the ways a state is drawn for a seat: all widths, beside what it saw at the beginning or now."""
    names = {named: f"Player {named}" for named in case.seats}
    first = case.game.view(case.states[0], seat)
    for width in (WIDE, NARROW, MAIL):
        yield Look(language, width, names, random_before(case, state, seat, width) or first)


def random_before(case: Case, state: Any, seat: Seat | None, width: int) -> Any:
    """Return what a seat saw of the same state, scrambled: of hidden things nothing is new."""
    if width != NARROW:
        return None
    return case.game.view(case.hidden.scramble(case.game, state, seat, case.random("before")), seat)


def hidden_things_are_not_heard(case: Case) -> None:
    """A move tells and shows an onlooker the same in a scrambled state, if chance and the rules reveal nothing."""
    random, compared = case.random("heard"), 0
    plies = case.some([ply for ply in _quiet(case) if not case.decision(ply).private], 50, "heard")
    for ply in plies:
        for seat in case.eyes():
            other = case.hidden.scramble(case.game, ply.state, seat, random)
            if case.game.check(case.game.view(other, ply.seat), ply.move) is not None:
                continue
            told, again = _told(case, ply.state, ply, seat), _told(case, other, ply, seat)
            if told["decks"] == again["decks"]:
                compared += 1
                # who is told something in private (a look at cards) has been shown it by the rules
                names = told if told["private news"] == again["private news"] else ("rolls", "public news", "waiting")
                for name in names:
                    assert told[name] == again[name], f"{name} of {ply.move} tells {seat}:\n{told[name]}\n{again[name]}"
    assert compared or not plies, (
        f"scrambling leaves nothing to compare: options {dict(case.options)}, {len(case.plies)} plies, "
        f"{len(plies)} of them public and quiet"
    )


def _quiet(case: Case) -> list[Ply]:
    """The plies that reveal nothing: neither the end, nor the last of parallel ones, nor what the rules say."""
    asked = [len(case.game.waiting(ply.state)) for ply in case.plies]
    closing = {at for at in range(1, len(asked)) if asked[at - 1] > asked[at] == 1}
    return [ply for at, ply in enumerate(case.plies[:-1]) if at not in closing and not _reveals(case, ply)]


def _reveals(case: Case, ply: Ply) -> bool:
    """Tell whether by the rules the move brings hidden things to light."""
    reveals = getattr(case.hidden, "reveals", lambda state, seat, move: False)
    return bool(reveals(ply.state, ply.seat, ply.move))


def _told(case: Case, state: Any, ply: Ply, seat: Seat | None) -> Mapping[str, Any]:
    witness = Witness(case.seed)
    step = case.game.play(state, ply.seat, ply.move, witness)
    return {
        "decks": witness.decks,
        "rolls": witness.slots,
        "public news": heard(step, None),
        "private news": [happening for happening in heard(step, seat) if happening.to is not None],
        "view": case.game.view(step.state, seat),
        "waiting": case.game.waiting(step.state),
    }


def private_choices_are_not_heard(case: Case) -> None:
    """Whatever was offered and chosen at a private decision: an onlooker who sees the same has heard the same."""
    random = case.random("private")
    for ply in case.some([ply for ply in _quiet(case) if case.decision(ply).private], 8, "private"):
        for seat in {None, random.choice([other for other in case.seats if other != ply.seat])}:
            known: dict[bytes, tuple[Any, list[Happening]]] = {}
            for state in (ply.state, *(case.hidden.scramble(case.game, ply.state, seat, random) for _ in range(30))):
                for move in case.some(_offered(case, state, ply.seat, case.game.kind(ply.move)), 6, "offered"):
                    seen, told = _seen(case, state, ply.seat, move, seat)
                    other, again = known.setdefault(seen, (move, told))
                    assert told == again, f"{seat} hears whether it was {move} or {other}: {told}"


def _seen(case: Case, state: Any, mover: Seat, move: Any, seat: Seat | None) -> tuple[bytes, list[Happening]]:
    """What an onlooker sees after a move, together with what chance was asked, and what it hears."""
    witness = Witness(case.seed)
    step = case.game.play(state, mover, move, witness)
    return dump([case.game.plain(case.game.view(step.state, seat)), witness.decks]), heard(step, seat)


def cards_are_heard_of_by_those_who_see_them(case: Case) -> None:
    """However the decks lie, in a ply or in the setup: an onlooker who sees the same afterwards has heard the same."""
    _assert_seen_as_heard(case, "setup", lambda chance: lay_out(case.game, case.seats, chance, case.options))
    for ply in case.some([ply for ply in case.plies if not _reveals(case, ply) and _draws(case, ply)], 40, "draws"):
        _assert_seen_as_heard(case, ply.move, _played(case, ply))


def _played(case: Case, ply: Ply) -> Callable[[Chance], Step[Any]]:
    return lambda chance: case.game.play(ply.state, ply.seat, ply.move, chance)


def _draws(case: Case, ply: Ply) -> bool:
    witness = Witness(case.seed)
    _played(case, ply)(witness)
    return bool(witness.decks)


def _assert_seen_as_heard(case: Case, what: Any, step_by: Callable[[Chance], Step[Any]]) -> None:
    steps = list(_restacked(case, step_by))
    for seat in case.eyes():
        known: dict[bytes, list[Happening]] = {}
        for step in steps:
            seen, told = dump(case.game.plain(case.game.view(step.state, seat))), heard(step, seat)
            again = known.setdefault(seen, told)
            assert told == again, f"{what} tells {seat} which cards it was, but shows nothing:\n{told}\n{again}"


def _restacked(case: Case, step_by: Callable[[Chance], Step[Any]]) -> Iterator[Step[Any]]:
    """Yield a step as it came, and as it comes with the decks in other orders that may be."""
    yield step_by(Fate(case.seed))
    for stack in range(STACKS):
        step = step_by(Restacked(case.seed, stack))
        if _is_sound(case, step.state):
            yield step


def _is_sound(case: Case, state: Any) -> bool:
    """Tell whether a position can be: in a deck of another order a card may come that had come before."""
    try:
        case.hidden.assert_invariants(state)
    except AssertionError:
        return False
    return True


def open_decisions_offer_what_all_know(case: Case) -> None:
    """What a decision that is not private offers depends on nothing hidden, nor does what is forced."""
    random = case.random("open")
    for ply in case.some(case.plies, 50, "open"):
        other = case.hidden.scramble(case.game, ply.state, None, random)
        for decision in case.game.waiting(ply.state):
            offers = [_offered(case, state, decision.seat, decision.kind) for state in (ply.state, other)]
            assert decision.private or offers[0] == offers[1], f"{decision.kind} is open but offers {offers}"
            if decision.forced is not None:
                assert list(case.game.moves(case.game.view(other, decision.seat))) == [decision.forced], "not forced"


def _offered(case: Case, state: Any, seat: Seat, kind: str) -> list[Any]:
    return [move for move in case.game.moves(case.game.view(state, seat)) if case.game.kind(move) == kind]


LAWS: tuple[Law, ...] = (
    scrambled_states_are_sound,
    hidden_things_are_not_seen,
    hidden_things_are_not_heard,
    private_choices_are_not_heard,
    cards_are_heard_of_by_those_who_see_them,
    open_decisions_offer_what_all_know,
)
