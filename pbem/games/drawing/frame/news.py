"""What is new since the reader's last turn, as far as all games tell it alike."""


def differs(before: object | None, now: object, name: str) -> bool:
    """Tell whether a number is another than before. What was not seen before is not new."""
    return before is not None and getattr(before, name) != getattr(now, name)
