"""What is kept with a decision: its entries, and the letters that it asks for."""
