"""Time in a record: the clocks of seats, and which seats choose first."""
