"""Amounts in words: one thing or several, gained or lost, as each language has it.

For each thing that is counted, `messages.toml` of a game has `unit_<key>_one` and
`unit_<key>_many`. Both have a place {n}.
"""

from pbem.games.game import Saying
from pbem.games.kit.order_words import Messages


def amount(messages: Messages, key: str, count: int, language: str) -> str:
    """Return an amount of something in words: `1 step`, `2 steps`."""
    return _told(messages, key, count, str(count), language)


def change(messages: Messages, key: str, count: int, language: str) -> str:
    """Return in words how many of something are gained or lost: `+2 steps`, `-1 step`."""
    return _told(messages, key, count, f"{count:+}", language)


def _told(messages: Messages, key: str, count: int, shown: str, language: str) -> str:
    number = "one" if abs(count) == 1 else "many"
    return messages.say(Saying(f"unit_{key}_{number}", {"n": shown}), language)
