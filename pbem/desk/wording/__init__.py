"""The words of a desk: its phrases in four languages, and spans and times as text."""
