"""The site of an archive: pages are made and kept, joined to a folder, and served on this machine."""
