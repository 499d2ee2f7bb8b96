"""How a restored game goes on."""
