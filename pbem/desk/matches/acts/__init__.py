"""What changes a match: orders, rulings, offers, takebacks, and what is due by the clock."""
