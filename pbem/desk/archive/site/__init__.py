"""The site of an archive: pages are made and kept, joined in one folder, and served on this machine."""
