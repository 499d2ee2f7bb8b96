"""Mail: bytes become a letter, its signatures and order blocks; letters become bytes.

Nothing here knows records or rules.
"""
