"""The club: words that people say to the desk itself, such as `games`, `watch`, `leave` and `volunteer`."""
