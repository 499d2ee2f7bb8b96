"""Mail: bytes become a letter, what was signed in it and by whom, and order blocks.

Letters become bytes. No record, no rules.
"""
