"""Words of the desk: phrases in four languages, words that players write, spans and times as text."""
