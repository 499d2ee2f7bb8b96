"""The life of a match: who may order what, plans, rulings; audit of a record by the rules."""
