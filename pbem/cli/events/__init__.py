"""`pbem tournament`: opening events, acts of the director, standings."""
