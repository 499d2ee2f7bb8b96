"""Errors for requests that the referee cannot fulfil."""

from pbem.record.errors import CannotCheckError


class UnknownRulesError(CannotCheckError):
    """The record is of a game, or of a version of its rules, that is not here."""
