"""Orders in words, read and written in four languages; labels; facts for conditions."""
