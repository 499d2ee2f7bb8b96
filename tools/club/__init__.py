"""A club of programs: it plays for two years of calendar time at a real desk, in some minutes.

Its people sign real mails and answer as slow players do: half of them within an hour, one in ten after a day, one in a
hundred after five days, some never. They go on leave, think better of what they sent, ask for takebacks and agree to
them or not, join games that are offered, stand in for others, resign. The desk falls silent three times, its clock
jumps, and it is put back from a backup twice. Then everything is checked that a club relies on: every game ended,
nobody was late before his deadline by sums of our own, no letter went out twice, every export verifies, and the same
mails give the same records, byte for byte, at a desk that ticks by another rhythm.

If anything is wrong, the campaign says what, and leaves the desks where they are.
"""
