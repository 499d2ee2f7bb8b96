"""The drawing kit: one visual language for the boards of all games. Pure: words and places in, SVG markup out."""
