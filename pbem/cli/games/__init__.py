"""`pbem game`, `order`, `clock`, `report` and `try`: one game, from its opening to what might have been."""
