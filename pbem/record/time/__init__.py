"""Time in a record: the clocks of seats, and who chooses first."""
