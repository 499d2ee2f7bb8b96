"""What the referee does: sheets come in, moves are written, rulings, takebacks, the start."""
