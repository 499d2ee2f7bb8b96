"""The course of an event at a desk: opened, entered, drawn, played, ruled and closed."""
