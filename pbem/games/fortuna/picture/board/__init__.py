"""The middle of the drawn board: heading, road, favours, stock, and cards still to be drafted."""
