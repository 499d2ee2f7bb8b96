"""What people see: the text board, the table of players, effects of orders."""
