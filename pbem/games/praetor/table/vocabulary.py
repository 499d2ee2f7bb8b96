"""The words of the game, read once."""

from pbem.games.game import NOBODY, Data, Names, Saying
from pbem.games.kit.files import promise
from pbem.games.kit.order_words import Messages, Words
from pbem.games.praetor.table.goods import GOODS
from pbem.games.praetor.table.table import shipped

WORDS = Words(promise("pbem.games.praetor", "words.toml"))
MESSAGES = Messages(promise("pbem.games.praetor", "messages.toml"), WORDS)

AFTER = "after"  # an argument of refusals: goods are told as they are after a camp's fee


def say(saying: Saying, language: str, names: Names = NOBODY) -> str:
    """Tell a saying; a bundle of goods among its arguments is told as a list of amounts."""
    args = {
        name: tell_goods(value, language) if isinstance(value, dict) else value
        for name, value in saying.args.items()
        if name != AFTER
    }
    told = MESSAGES.say(Saying(saying.key, args), language, names)
    if AFTER not in saying.args:
        return told
    return f"{told} {say(Saying('after_camp', saying.args[AFTER]), language)}"


def tell_goods(bundle: dict[str, int], language: str) -> str:
    """Tell goods as `2 wood, 1 stone`; `-` for none. A good that is there with nothing is told as nothing."""
    parts = [tell_amount(bundle[good], good, language) for good in GOODS if good in bundle]
    return ", ".join(parts) or "-"


def tell_change(count: int, good: str, language: str) -> str:
    """Tell how much of a good is gained or lost: `+1 weapon`, `-2 wood`."""
    return f"{count:+} {WORDS.say('one' if abs(count) == 1 else 'many', good, language)}"


def tell_amount(count: int, good: str, language: str) -> str:
    """Tell an amount of a good: `1 weapon`, `2 weapons`."""
    return f"{count} {WORDS.say('one' if count == 1 else 'many', good, language)}"


def tell_house(table: Data, language: str) -> tuple[str, ...]:
    """Tell the house values of a table: those that we ship in a language, others as their host wrote them."""
    ours = shipped()["marked"]
    return tuple(
        say(Saying(f"house_{kind}"), language)
        if table["marked"][kind] == ours.get(kind)
        else f"{kind}: {table['marked'][kind]}"
        for kind in (name.removeprefix("marked.") for name in table["house"])
    )
