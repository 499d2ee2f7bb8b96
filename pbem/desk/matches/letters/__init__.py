"""What a decision brings beside its entries: letters are asked for, and all of it is kept."""
