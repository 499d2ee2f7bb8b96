"""From a view to pages: HTML, text and boards. The Jinja2 environment is handed in."""
