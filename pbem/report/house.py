"""House values: what a component table says that no rule book prints, told to the players."""

from pbem.games.game import Data


def house_values(table: Data) -> tuple[str, ...]:
    """Return a line for each name that the table lists under `house` (`box.wine` is a name inside a name)."""
    return tuple(f"{_words(name)}: {_tell(_find(table, name))}" for name in table.get("house", ()))


def _find(table: Data, name: str) -> Data:
    for part in name.split("."):
        table = table[part]
    return table


def _tell(value: Data) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_words(name)} {_tell(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_tell, value))
    return str(value)


def _words(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")
