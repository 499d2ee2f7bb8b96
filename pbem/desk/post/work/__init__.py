"""The work of the post: one process or several read the inbox, do what is due, and send letters."""
