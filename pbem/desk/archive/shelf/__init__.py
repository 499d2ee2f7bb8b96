"""The shelf of an archive: its folders, its log, and how one game of it is checked."""
