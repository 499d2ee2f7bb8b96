"""Forms are found, not listed: every file in `forms/` offers one."""

import importlib
import pkgutil
from functools import cache
from typing import Any

import pbem.tournament.forms as home
from pbem.tournament.kind import Kind


@cache
def find_forms() -> tuple[str, ...]:
    """Return the keys of all forms there are, in alphabetical order, without loading them."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(home.__path__)))


@cache
def form_named(key: str) -> Kind[Any]:
    """Load a form by its key; KeyError if there is none."""
    if key not in find_forms():
        raise KeyError(key)
    kind = importlib.import_module(f"pbem.tournament.forms.{key}").FORM
    if not isinstance(kind, Kind):
        raise TypeError(f"pbem.tournament.forms.{key}.FORM is no kind of form")
    return kind
