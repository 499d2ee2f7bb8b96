"""What happens to an event: entries, draws, tables, results, rulings, leaving."""
