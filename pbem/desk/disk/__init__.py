"""The disk: the only place where files are written, each whole or not at all, and never through a link.

What is written in another way is listed in tests/test_writing.py.
"""
