"""Deadlines at a desk: paces, leave, late seats, and times as their readers are told them."""
