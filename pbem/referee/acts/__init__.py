"""What the referee does: a sheet is taken, moves are written, games begin, rulings and takebacks."""
