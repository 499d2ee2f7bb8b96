"""What changes a game at a desk: orders, rulings, offers, takebacks, and what is due by the clock."""
