"""Laws on choosing: what an order does is told, and the lines to choose from are just the legal orders."""

import re
from collections import Counter
from typing import Any

from pbem.games.game import LANGUAGES
from pbem.games.offers import Group
from tests.games.contract import Case, Law

MOST_LINES = 45
MOST_LETTERS = 700  # in a line with its effect
_CODE = re.compile(r"^[A-Z]{2,}[-0-9A-Z]*[0-9]$|^[IVX]{2,}(-[0-9])?$")  # GM1, W08, GER4, XII-3
_PLACE = re.compile(r"\{\w*\}")


def effects_are_told(case: Case) -> None:
    """Every legal move has an effect, told on one line in four languages, and in each of them in other words."""
    told: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for ply in case.some(case.plies, 30, "effects"):
        moves = list(case.game.moves(case.view(ply)))
        for move in (*case.some(moves, 6, "moves"), ply.move):
            for language in LANGUAGES:
                text = case.game.effect(case.view(ply), move, language)
                _assert_told(text, move, language)
                told[language].add(text)
    assert len({frozenset(texts) for texts in told.values()}) == len(LANGUAGES), "effects are not translated"


def _assert_told(text: str, of: Any, language: str) -> None:
    assert text.strip() == text, f"the effect of {of} in {language} is {text!r}"
    assert text, f"the effect of {of} is not told in {language}"
    assert "\n" not in text
    assert not _PLACE.search(text), f"the effect of {of} in {language} has a place left: {text!r}"
    assert "; ;" not in text


def lines_are_the_legal_orders(case: Case) -> None:
    """Taken apart, the lines give every legal move once and nothing else; they are few, and each says what it does."""
    for ply in case.some(case.plies, 14, "lines"):
        view = case.view(ply)
        legal = Counter(case.game.moves(view))
        for language in LANGUAGES:
            groups = case.game.grouped(view, language)
            _assert_groups(groups, language)
            orders = [order for group in groups for offer in group.offers for order in offer.orders()]
            offered = Counter(case.game.parse(view, order) for order in orders)
            assert offered == legal, f"{language}: offered but not listed {offered - legal}, missing {legal - offered}"
        for seat in set(case.eyes()) - {decision.seat for decision in case.game.waiting(ply.state)}:
            assert case.game.grouped(case.game.view(ply.state, seat), "en") == (), f"{seat} is not asked"


def _assert_groups(groups: tuple[Group, ...], language: str) -> None:
    assert sum(len(group.offers) for group in groups) <= MOST_LINES, "more lines than anybody reads"
    assert len({group.title for group in groups}) == len(groups), "two groups of one title"
    for group in groups:
        assert group.title.strip()
        assert group.offers, f"nothing is offered under {group.title!r}"
        for note in group.notes:
            _assert_told(note, group.title, language)
        for offer in group.offers:
            _assert_told(offer.effect, offer.text, language)
            assert len(offer.text) + len(offer.effect) <= MOST_LETTERS, f"{offer.text} -- {offer.effect}"
            assert offer.example == next(offer.orders())
            assert offer.is_single == (len(list(offer.orders())) == 1)


def silence_is_told(case: Case) -> None:
    """What is played for a seat that does not answer is an order of its own, with its effect."""
    for ply in case.some(case.plies, 30, "silence"):
        view = case.view(ply)
        for language in LANGUAGES:
            offer = case.game.fallback(view, language)
            assert offer.is_single
            assert case.game.parse(view, offer.example) == case.game.default(view)
            _assert_told(offer.effect, offer.text, language)


def codes_are_explained(case: Case) -> None:
    """Every code that stands in a legal order is in the legend, once, with a name and what it does."""
    for ply in case.some(case.plies, 14, "codes"):
        view = case.view(ply)
        for language in LANGUAGES:
            terms = case.game.legend(view, language)
            codes = [term.code for term in terms]
            assert all(term.code and term.name and term.about for term in terms), f"{terms} say nothing"
            named = {(term.code, term.name) for term in terms}  # a card and a favour may have the same name
            assert len(named) == len(codes), f"a code is explained twice: {codes}"
            for move in case.some(list(case.game.moves(view)), 30, "coded"):
                for word in re.split("[ ,]+", case.game.write(move, language)):
                    known = any(word.startswith(code) for code in codes)
                    assert known or not _CODE.match(word), f"nobody explains {word}"


LAWS: tuple[Law, ...] = (effects_are_told, lines_are_the_legal_orders, silence_is_told, codes_are_explained)
