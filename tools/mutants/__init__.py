"""Small wrong changes of the code, one at a time, and which of them the tests notice."""
