"""The desk: the part that has a clock, files, a network and a database. It uses everything below."""
