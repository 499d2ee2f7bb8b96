"""Pictures for letters: small, and each painted once for a test process. Most of the time of a letter goes into its
picture, and what letters say does not depend on how large it is.

Tests of pictures themselves paint them as they are: those of reports and games are left alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pytest
from msgspec import json

from pbem.desk.fonts import painter
from pbem.games.game import Drawing
from pbem.report import picture
from pbem.report.picture import Painter

_MOST = 1_000  # pictures that are kept
_PIXELS = 60_000  # a twentieth of a real one
_png, _MOST_PIXELS = Painter.png, picture.MOST_PIXELS


@lru_cache(_MOST)
def _painted(drawing: bytes) -> bytes:
    """Return the picture of a drawing that is written as JSON."""
    return _png(painter(), json.decode(drawing, type=Drawing))


def _remembered(self: Painter, drawing: Drawing) -> bytes:
    return _painted(json.encode(drawing)) if self is painter() else _png(self, drawing)


@contextmanager
def painted_small() -> Iterator[None]:
    """Let letters have small pictures, and those that were painted before; tests/report holds how they really are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture, "MOST_PIXELS", _PIXELS)
        patch.setattr(Painter, "png", _remembered)
        yield


@contextmanager
def painted_as_it_is() -> Iterator[None]:
    """Let a letter have the picture that people get, among tests where it is small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture, "MOST_PIXELS", _MOST_PIXELS)
        patch.setattr(Painter, "png", _png)
        yield
