"""Sheets of orders: what is decided of them, what their sender is told, and players that are machines."""
