"""The commands of `pbem tournament`: they open an event, lead it through its rounds, and rule in it."""
