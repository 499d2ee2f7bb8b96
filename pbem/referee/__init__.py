"""The referee: which orders a seat may give, how plans are played, rulings, the audit."""
