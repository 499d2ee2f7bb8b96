"""The commands of `pbem game`, and `order`, `clock`, `rulings` and `tick`: games are opened, played and ruled."""
