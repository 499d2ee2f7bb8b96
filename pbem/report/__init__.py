"""Pages and letters from a view: first as values, then as text and HTML.

Templates are handed in; there are no files and no clock.
"""
