"""How an event says no."""


class BadEventError(ValueError):
    """An event cannot be held, drawn or scored like this; `faults` says why, one line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
