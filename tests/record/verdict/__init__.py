"""Each check of a record alone: the smallest records that are good, and what is next to them and is not."""
