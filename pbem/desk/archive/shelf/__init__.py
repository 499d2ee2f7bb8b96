"""The shelf of an archive: its folders, the log of what was added, and how one game of it is checked."""
