"""House values: values of a component table that no rule book prints.

The table lists their names under `house`.
"""

from typing import Any


def house_values(table: Any) -> tuple[str, ...]:
    """Return a line for each house value of a table, in the table's own words."""
    return tuple(house_line(table, name) for name in table.get("house", ()))


def house_line(table: Any, name: str) -> str:
    """Return one house value in the table's own words (`box.wine` is a name inside a name)."""
    return f"{_words(name)}: {_tell(_find(table, name))}"


def _find(table: Any, name: str) -> Any:
    for part in name.split("."):
        table = table[part]
    return table


def _tell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_words(name)} {_tell(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_tell, value))
    return str(value)


def _words(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")
