"""How a game of many rooms says which function serves which method of the contract."""
