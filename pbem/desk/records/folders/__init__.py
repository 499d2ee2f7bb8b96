"""Records as folders: what an export holds, and how a folder is written whole or not at all."""
