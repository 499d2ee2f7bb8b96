"""Icons on a grid of 24: lines of 1.6 in ink, flat fills, readable down to 13 pixels. All are drawn by us."""
