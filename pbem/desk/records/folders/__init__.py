"""Records as folders: what an export holds, and how it is written whole."""
