"""The referee: who may order what, how plans are played, rulings, and the audit of a record by the rules."""
