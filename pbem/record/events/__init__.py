"""Events as records: kinds of entry, the chain, what follows from it, and its checks.

Nothing here knows how a form draws or scores.
"""
