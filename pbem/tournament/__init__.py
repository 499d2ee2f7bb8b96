"""Events: who meets whom, what it counts, who is ahead; above that `director/`, which also writes their records.

Pure: values in, values out, and the same on every machine. Chance is handed in; numbers are exact (ratings alone have
floats, and stand in no record). docs/events.md says how a stranger computes all of it again.
"""
