"""Orders in words, read and written in four languages; refusals; facts for conditions."""
