"""Games at a desk: what changes them, who sits in them, and what is kept of them."""
