"""Views to pages, pages to text and HTML. Values in, words out: no files, no clock; templates are handed in."""
