"""The life of an event, from its opening to the last point: who may enter, draws, tables, results, rulings, the end.

Pure: what is asked becomes entries, or is refused in one clear line. Time and secrets are handed in.
"""
