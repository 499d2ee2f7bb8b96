"""Events at a desk: how they stand, what players say in them, and the pages that show them."""
