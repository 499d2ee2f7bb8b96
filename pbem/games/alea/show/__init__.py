"""What people see: the text board, the table of players, effects of orders, the picture's frame."""
