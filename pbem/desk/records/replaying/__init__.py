"""Past positions without a desk: reports from an export, and playing on from any of them."""
