"""The orders that are most like one that does not fit: first by the verb, then by the words.

An order that was not understood is changed word by word, from where reading stopped, until it can
be read. One that is not legal is compared with legal orders of its kind that begin in the same way.
Both searches are limited: advice must not cost more than orders.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from heapq import nlargest

from pbem.games.game import Refusal, Unread
from pbem.games.kit.order_words import fold
from pbem.referee.language.seat_rules import SeatRules

TOLD = 3
_COMPARED = 80  # letters of what was written, at the most
_MENDED = 120  # letters of an order that is mended, at the most
_READ = 16  # orders that are read to mend one
_CLOSER = 40  # orders that are compared letter by letter
_ALIKE = 0.6  # how much of two texts must agree for one to be near the other
_MISSPELT = 0.75  # how much a word alone must be like an order to be meant for it
_RIVAL = 0.8  # how near another order must come beside the nearest one to be told as well
_RELATED = 0.5  # the same for an order and what is left of it, or what comes of it with a verb


def nearest_orders(
    sight: SeatRules, text: str, why: Refusal | Unread, kinds: frozenset[str], language: str
) -> tuple[str, ...]:
    """Return up to three orders, written in a language, that a line for some kinds of decision may have meant."""
    if isinstance(why, Refusal):
        return _legal_like(sight, sight.parse(text), language)
    if len(text) > _MENDED:
        return ()
    return _meant(sight, text, why, kinds, language) or _begun(sight, text, why.kind, language)


def can_be_mended(sight: SeatRules, text: str, why: Unread) -> bool:
    """Return whether some order differs from words that were not read by only a few letters."""
    return any(True for _ in _mended(sight, text, why, _ALIKE))


def _meant(sight: SeatRules, text: str, why: Unread, kinds: frozenset[str], language: str) -> tuple[str, ...]:
    """Return orders that can be read and are the same but for a few words; those that are asked for must be legal."""
    found: dict[str, float] = {}
    begun: set[str] = set()  # what the text says and goes on
    illegal = None
    for mended, move in _mended(sight, text, why, _RELATED):
        if _is_name(text, mended):
            continue
        if kinds and sight.game.kind(move) not in kinds:
            continue
        if sight.game.kind(move) not in sight.kinds or sight.game.check(sight.view, move) is None:
            order = sight.game.write(move, language)
            found.setdefault(order, likeness(mended, text))
            if fold(text).startswith(f"{fold(mended)} "):
                begun.add(order)
        elif illegal is None:
            illegal = move
    if not found and illegal is not None:
        return _legal_like(sight, illegal, language)
    best = max(found.values(), default=0)
    near = [order for order in found if order in begun or found[order] >= best * _RIVAL]
    return tuple(nlargest(TOLD, near, key=found.__getitem__))


def _is_name(text: str, mended: str) -> bool:
    """Tell whether a word that stands alone is too unlike an order to be meant for it: it may well be a name."""
    words = fold(text).split()
    return len(words) == 1 and words[0] not in fold(mended).split() and likeness(mended, text) < _MISSPELT


def _mended(sight: SeatRules, text: str, why: Unread, least: float) -> Iterable[tuple[str, object]]:
    """Yield orders that can be read and are like the text, with their moves, which may come to be legal."""
    waiting = deque(why.mended)
    seen: set[str] = set()
    while waiting and len(seen) < _READ:
        mended = waiting.popleft()
        if mended in seen:
            continue
        seen.add(mended)
        move = sight.parse(mended)
        if isinstance(move, Unread):
            waiting.extend(move.mended)
        elif likeness(mended, text) >= least and sight.game.impossible(sight.view, move) is None:
            yield mended, move


def _begun(sight: SeatRules, text: str, kind: str, language: str) -> tuple[str, ...]:
    """Return the first legal orders of a kind that go on where the text ends."""
    begun = fold(text)
    orders = (order for known, order in sight.orders(language) if known == kind)
    return tuple([order for order in orders if fold(order).startswith(f"{begun} ")][:TOLD])


def _legal_like(sight: SeatRules, move: object, language: str) -> tuple[str, ...]:
    """Return the legal orders of a move's kind that begin alike and go on alike; all of them if they are but few."""
    kind, written = sight.game.kind(move), sight.game.write(move, language)
    verb, rest = _parted(written)
    others = {order: _parted(order)[1] for known, order in sight.orders(language) if known == kind and order != written}
    others = {order: more for order, more in others.items() if _parted(order)[0] == verb}
    if len(others) <= TOLD:
        return tuple(others)
    near = nearest(rest, list(dict.fromkeys(others.values())))
    return tuple(order for more in near for order in others if others[order] == more)[:TOLD]


def _parted(order: str) -> tuple[str, str]:
    """Part an order behind its first word."""
    verb, _, rest = fold(order).partition(" ")
    return verb, rest


def nearest(text: str, choices: Sequence[str]) -> tuple[str, ...]:
    """Return up to three choices that are like a text."""
    wanted = fold(text)[:_COMPARED]
    letters = Counter(wanted)

    def kinship(choice: str) -> float:
        plain = fold(choice)[:_COMPARED]
        return (letters & Counter(plain)).total() / (len(wanted) + len(plain) or 1)

    closer = nlargest(_CLOSER, choices, key=kinship)
    alike = {choice: likeness(choice, wanted) for choice in closer}
    return tuple(nlargest(TOLD, (choice for choice in alike if alike[choice] >= _ALIKE), key=alike.__getitem__))


def likeness(one: str, other: str) -> float:
    """Return how much of two texts agrees, from 0 to 1."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, fold(one)[:_COMPARED], fold(other)[:_COMPARED], autojunk=False).ratio()
