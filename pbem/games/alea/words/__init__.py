"""Orders in words, read and written in four languages; facts for conditions."""
