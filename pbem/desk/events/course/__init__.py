"""The course of an event at a desk: it is opened, entered, drawn, played, ruled and closed."""
