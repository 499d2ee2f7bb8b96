"""Legal orders to choose from: in groups, many in one line, each with what it costs and does.

An offer is one line to read. Its patterns say, word by word, what may be in each place. They stand
for exactly the legal orders: none can be left out, and no other order can be offered.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, product
from math import prod
from typing import Generic, TypeVar

from msgspec import Struct

from pbem.phrases import NARROW

T = TypeVar("T")

FEW = 32  # orders of a decision that have a line each
_BLANK = {"fr": NARROW}  # before a semicolon
_TOLD_APART = 4  # orders of one line whose effects are listed one by one


class Slot(Struct, frozen=True):
    """A place in an order, and the words that may be there. `shown` is short for many words.

    >>> Slot(("grey", "orange")).text, Slot(("grey", "orange"), shown="<seat>").text
    ('(grey | orange)', '<seat>')
    """

    words: tuple[str, ...]
    shown: str = ""

    @property
    def text(self) -> str:
        """What a line to read has in this place.

        >>> Slot(("1", "2", "3")).text
        '1..3'
        """
        if self.shown:
            return self.shown
        if len(self.words) == 1:
            return self.words[0]
        return _span(self.words) or f"({' | '.join(self.words)})"


def _span(words: tuple[str, ...]) -> str:
    """Return consecutive numbers as a span; nothing if they are something else."""
    if not all(word.isdecimal() for word in words):
        return ""
    numbers = sorted(map(int, words))
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        return ""
    return f"{numbers[0]}..{numbers[-1]}"


class Pattern(Struct, frozen=True):
    """Orders that differ only in some places, with every combination of the words there.

    >>> list(Pattern((Slot(("take",)), Slot(("1", "2")))).orders())
    ['take 1', 'take 2']
    """

    slots: tuple[Slot, ...]

    @property
    def text(self) -> str:
        """The pattern as people read it.

        >>> Pattern((Slot(("take",)), Slot(("1", "2", "3")))).text
        'take 1..3'
        """
        return " ".join(slot.text for slot in self.slots if slot.text)

    @property
    def count(self) -> int:
        """How many orders it stands for.

        >>> Pattern((Slot(("take",)), Slot(("1", "2", "3")))).count
        3
        """
        return prod(len(slot.words) for slot in self.slots)

    def orders(self) -> Iterator[str]:
        """Yield every order that it stands for.

        >>> list(plain("take 1").orders())
        ['take 1']
        """
        for words in product(*(slot.words for slot in self.slots)):
            yield " ".join(filter(None, words))


class Offer(Struct, frozen=True):
    """One line to choose from: orders, and what they cost and do.

    >>> Offer((plain("take 1"),), "leaves a heap of 14").effect
    'leaves a heap of 14'
    """

    patterns: tuple[Pattern, ...]
    effect: str

    @property
    def text(self) -> str:
        """The orders as people read them.

        >>> Offer((plain("take 1"), plain("pass")), "").text
        'take 1, pass'
        """
        return ", ".join(pattern.text for pattern in self.patterns)

    @property
    def example(self) -> str:
        """One of the orders, as it can be sent.

        >>> Offer((Pattern((Slot(("take",)), Slot(("1", "2")))),), "").example
        'take 1'
        """
        return next(self.patterns[0].orders())

    @property
    def is_single(self) -> bool:
        """Whether the line has only one order.

        >>> Offer((plain("take 1"),), "").is_single
        True
        """
        return sum(pattern.count for pattern in self.patterns) == 1

    def orders(self) -> Iterator[str]:
        """Yield every order of the line.

        >>> list(Offer((plain("take 1"), plain("pass")), "").orders())
        ['take 1', 'pass']
        """
        for pattern in self.patterns:
            yield from pattern.orders()


class Group(Struct, frozen=True):
    """Offers that belong together, under a title.

    * `notes` say what words that leave a choice to the rules would mean now.
    * `shared` is what each of the offers does besides its own effect.

    >>> [group] = pebbles.grouped(blue, "en")
    >>> group.title, len(group.offers)
    ('take', 3)
    """

    title: str
    offers: tuple[Offer, ...]
    notes: tuple[str, ...] = ()
    shared: str = ""


class Term(Struct, frozen=True):
    """A short code or a name in orders or on the board: what it is called, and what it does.

    >>> Term("GM1", "Gold Mine", "gives 2 coins").name
    'Gold Mine'
    """

    code: str
    name: str
    about: str


Clauses = tuple[str, ...]
Line = tuple[tuple[Pattern, ...], Clauses]
Lines = list[Line]


class Form(Struct, Generic[T], frozen=True):
    """A move as the words of its order. Moves of one shape may share a line.

    * `is_idle`: the move changes nothing by itself.

    >>> Form(Take(2), ("take", "2"), shape="take").words
    ('take', '2')
    """

    move: T
    words: tuple[str, ...]
    shape: Hashable
    is_idle: bool = False


Effect = Callable[[T], Clauses]


def plain(*words: str) -> Pattern:
    """Return the pattern of one order.

    >>> plain("take", "2").text
    'take 2'
    """
    return Pattern(tuple(Slot((word,)) for word in words))


def joined(clauses: Iterable[str], language: str) -> str:
    """Return clauses as one line, with the punctuation of a language between them.

    >>> joined(["costs 2 coins", "", "leaves 3"], "en")
    'costs 2 coins; leaves 3'
    """
    return f"{_BLANK.get(language, '')}; ".join(filter(None, clauses))


def group_of(
    title: str,
    lines: Sequence[Line],
    notes: Clauses = (),
    *,
    language: str,
) -> Group:
    """Return a group of lines. What all of them do is said once, for the whole group.

    >>> one = (plain("bid 1"),), ("costs coins", "1")
    >>> two = (plain("bid 2"),), ("costs coins", "2")
    >>> group = group_of("Bid", [one, two], language="en")
    >>> group.shared, [offer.effect for offer in group.offers]
    ('costs coins', ['1', '2'])
    """
    shared = _shared([clauses for _, clauses in lines]) if len(lines) > 1 else ()
    if any(set(filter(None, clauses)) <= set(shared) for _, clauses in lines):
        shared = ()  # a line must say something of its own
    offers = []
    for patterns, clauses in lines:
        own = [clause for clause in clauses if clause not in shared]
        offers.append(Offer(patterns, joined(own, language)))
    return Group(title, tuple(offers), notes, joined(shared, language))


def lines_of(forms: Sequence[Form[T]], effect: Effect[T], *, idle: str, is_many: bool) -> Lines:
    """Return a line for each order or, if there are many, for each shape.

    All orders that change nothing are in one line, with the effect `idle`.

    >>> forms = [Form(Take(count), ("take", str(count)), shape="take") for count in (1, 2, 3)]
    >>> def effect(move):
    ...     return (f"leaves {15 - move.count}",)
    >>> [((line,), clauses)] = lines_of(forms, effect, idle="", is_many=True)
    >>> line.text, clauses
    ('take 1..3', ('1: leaves 14 | 2: leaves 13 | 3: leaves 12',))
    """
    live = [form for form in forms if not form.is_idle]
    still = [form for form in forms if form.is_idle]
    if is_many:
        found = [line for shape in _by_shape(live) for line in _factored(shape, effect)]
    else:
        found = [((plain(*form.words),), effect(form.move)) for form in live]
    if still:
        patterns = (patterns_of(form.words for form in shape) for shape in _by_shape(still))
        found.append((tuple(chain.from_iterable(patterns)), (idle,)))
    return found


def _by_shape(forms: Sequence[Form[T]]) -> Iterable[list[Form[T]]]:
    shapes: dict[Hashable, list[Form[T]]] = {}
    for form in forms:
        shapes.setdefault((form.shape, len(form.words)), []).append(form)
    return shapes.values()


def _factored(forms: list[Form[T]], effect: Effect[T]) -> Iterator[Line]:
    known = {form.words: form.move for form in forms}
    for pattern in patterns_of(known):
        words = product(*(slot.words for slot in pattern.slots))
        yield (pattern,), told_together(pattern, [known[one] for one in words], effect)


def told_together(pattern: Pattern, moves: Sequence[T], effect: Effect[T]) -> Clauses:
    """Return the effects of the orders of a pattern.

    What all orders do comes first. What differs comes last, for each order or from the first to the
    last. (A clause behind a list of effects would be read as part of the last of them.)

    >>> order = Pattern((Slot(("bid",)), Slot(("1", "2"))))
    >>> told_together(order, [1, 2], lambda coins: ("secret", f"costs {coins}"))
    ('secret', '1: costs 1 | 2: costs 2')
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
        pairs = zip(several[0].words, rest, strict=True)
        return (*shared, " | ".join(f"{word}: {own}" for word, own in pairs))
    return (*shared, " .. ".join(rest))


def _shared(effects: Sequence[Clauses]) -> Clauses:
    """Return the clauses that all effects have."""
    common = set.intersection(*map(set, effects))
    return tuple(clause for clause in effects[0] if clause and clause in common)


def patterns_of(forms: Iterable[tuple[str, ...]]) -> tuple[Pattern, ...]:
    """Return patterns that stand for exactly these orders.

    Each order is a tuple of words, and all have the same length.

    >>> [pattern.text for pattern in patterns_of([("take", "1"), ("take", "2"), ("put", "2")])]
    ['take 1..2', 'put 2']
    """
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
