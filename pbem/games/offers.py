"""Legal orders as somebody chooses from them: grouped, factored where there are many, each with what it costs and does.

An offer is one line to read. Its patterns hold, word by word, what may stand where: taken apart they give the orders
themselves, so that nothing that is legal can be left out and nothing else be offered.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Generic, TypeVar

from msgspec import Struct

from pbem.phrases import NARROW

T = TypeVar("T")

FEW = 32  # orders of a decision that are told one by one
_BLANK = {"fr": NARROW}  # before a semicolon
_TOLD_APART = 4  # orders of one line whose effects are told one by one


class Slot(Struct, frozen=True):
    """A place in an order, and the words that may stand there. `shown` tells them in short where there are many."""

    words: tuple[str, ...]
    shown: str = ""

    @property
    def text(self) -> str:
        """What stands here in a line to read."""
        if self.shown:
            return self.shown
        if len(self.words) == 1:
            return self.words[0]
        return _span(self.words) or f"({' | '.join(self.words)})"


def _span(words: tuple[str, ...]) -> str:
    """Return numbers that follow each other as a span, or nothing if there are others."""
    if not all(word.isdecimal() for word in words):
        return ""
    numbers = sorted(map(int, words))
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        return ""
    return f"{numbers[0]}..{numbers[-1]}"


class Pattern(Struct, frozen=True):
    """Orders that differ only in what stands in some places, in every combination."""

    slots: tuple[Slot, ...]

    @property
    def text(self) -> str:
        """The pattern as it is read."""
        return " ".join(slot.text for slot in self.slots if slot.text)

    @property
    def count(self) -> int:
        """How many orders it stands for."""
        return prod(len(slot.words) for slot in self.slots)

    def orders(self) -> Iterator[str]:
        """Yield every order that it stands for."""
        for words in product(*(slot.words for slot in self.slots)):
            yield " ".join(filter(None, words))


class Offer(Struct, frozen=True):
    """One line to choose from: orders, and what they cost and do."""

    patterns: tuple[Pattern, ...]
    effect: str

    @property
    def text(self) -> str:
        """The orders as they are read; what differs only in part stands together."""
        return ", ".join(pattern.text for pattern in self.patterns)

    @property
    def example(self) -> str:
        """One of the orders, as it can be sent."""
        return next(self.patterns[0].orders())

    @property
    def is_single(self) -> bool:
        """Whether it is just one order."""
        return sum(pattern.count for pattern in self.patterns) == 1

    def orders(self) -> Iterator[str]:
        """Yield every order of the line."""
        for pattern in self.patterns:
            yield from pattern.orders()


class Group(Struct, frozen=True):
    """Offers that belong together, under a title; notes tell what words that leave a choice would mean now."""

    title: str
    offers: tuple[Offer, ...]
    notes: tuple[str, ...] = ()
    shared: str = ""  # what each of them does besides


class Term(Struct, frozen=True):
    """A short code or a name that occurs, what it is called, and what it does."""

    code: str
    name: str
    about: str


Lines = list[tuple[tuple[Pattern, ...], tuple[str, ...]]]


class Form(Struct, Generic[T], frozen=True):
    """A move as words with places: those of one shape may stand in one line if they differ in some places only."""

    move: T
    words: tuple[str, ...]
    shape: Hashable
    is_idle: bool = False  # it changes nothing by itself


Clauses = tuple[str, ...]
Effect = Callable[[T], Clauses]


def plain(*words: str) -> Pattern:
    """Return the pattern of one order."""
    return Pattern(tuple(Slot((word,)) for word in words))


def joined(clauses: Iterable[str], language: str) -> str:
    """Return clauses as one line, with the signs that a language has between them."""
    return f"{_BLANK.get(language, '')}; ".join(filter(None, clauses))


def group_of(
    title: str, lines: Sequence[tuple[tuple[Pattern, ...], Clauses]], notes: Clauses = (), *, language: str
) -> Group:
    """Return a group of lines; what all of them do is told once for the whole group."""
    shared = _shared([clauses for _, clauses in lines]) if len(lines) > 1 else ()
    if any(set(filter(None, clauses)) <= set(shared) for _, clauses in lines):
        shared = ()  # a line must say something of its own
    offers = []
    for patterns, clauses in lines:
        own = [clause for clause in clauses if clause not in shared]
        offers.append(Offer(patterns, joined(own, language)))
    return Group(title, tuple(offers), notes, joined(shared, language))


def lines_of(forms: Sequence[Form[T]], effect: Effect[T], *, idle: str, is_many: bool) -> Lines:
    """Return one line for each order, or, where there are many, for each shape; what changes nothing is in one line."""
    live = [form for form in forms if not form.is_idle]
    still = [form for form in forms if form.is_idle]
    if is_many:
        found = [line for shape in _by_shape(live) for line in _factored(shape, effect)]
    else:
        found = [((plain(*form.words),), effect(form.move)) for form in live]
    if still:
        patterns = [pattern for shape in _by_shape(still) for pattern in patterns_of(form.words for form in shape)]
        found.append((tuple(patterns), (idle,)))
    return found


def _by_shape(forms: Sequence[Form[T]]) -> Iterable[list[Form[T]]]:
    shapes: dict[Hashable, list[Form[T]]] = {}
    for form in forms:
        shapes.setdefault((form.shape, len(form.words)), []).append(form)
    return shapes.values()


def _factored(forms: list[Form[T]], effect: Effect[T]) -> Iterator[tuple[tuple[Pattern, ...], Clauses]]:
    known = {form.words: form.move for form in forms}
    for pattern in patterns_of(known):
        words = product(*(slot.words for slot in pattern.slots))
        yield (pattern,), told_together(pattern, [known[one] for one in words], effect)


def told_together(pattern: Pattern, moves: Sequence[T], effect: Effect[T]) -> Clauses:
    """Tell the effects of the orders of a pattern: what all do first, then what differs one by one or from end to end.

    What differs stands last: what follows the last of several would be read as its own.
    """
    several = [slot for slot in pattern.slots if len(slot.words) > 1]
    is_apart = len(several) == 1 and len(moves) <= _TOLD_APART
    told = moves if is_apart else list(dict.fromkeys((moves[0], moves[-1])))
    effects = [effect(move) for move in told]
    shared = _shared(effects)
    rest = [", ".join(clause for clause in clauses if clause not in shared) for clauses in effects]
    if not any(rest):
        return shared
    if is_apart:
        return (*shared, " | ".join(f"{word}: {own}" for word, own in zip(several[0].words, rest, strict=True)))
    return (*shared, " .. ".join(rest))


def _shared(effects: Sequence[Clauses]) -> Clauses:
    """Return the clauses that all effects have."""
    return tuple(clause for clause in effects[0] if clause and all(clause in clauses for clauses in effects))


def patterns_of(forms: Iterable[tuple[str, ...]]) -> tuple[Pattern, ...]:
    """Return the patterns that stand for just these orders, given word by word and of one length."""
    found = list(dict.fromkeys(forms))
    if not found:
        return ()
    columns = [tuple(dict.fromkeys(column)) for column in zip(*found, strict=True)]
    if prod(map(len, columns)) == len(found):
        return (Pattern(tuple(map(Slot, columns))),)
    at = next(place for place, column in enumerate(columns) if len(column) > 1)
    parts: dict[str, list[tuple[str, ...]]] = {}
    for form in found:
        parts.setdefault(form[at], []).append(form)
    return tuple(pattern for part in parts.values() for pattern in patterns_of(part))
