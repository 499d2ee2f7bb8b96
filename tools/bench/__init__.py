"""The bench: what pbem promises about its speed, measured; one module a topic, `program` runs them."""
