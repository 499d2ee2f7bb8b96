"""What the referee cannot do."""


class UnknownRulesError(Exception):
    """The record is of a game, or of a version of its rules, that is not here."""
