"""How a director is told no."""


class DirectorError(ValueError):
    """That cannot be done now; nothing was changed. `faults` says why, one line each."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
