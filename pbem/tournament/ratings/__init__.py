"""How strong and how reliable players are. Floats live here and nowhere else: none of this stands in a record."""
