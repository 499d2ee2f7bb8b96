"""The skeleton of all boards: what a drawing is made from, its measures, its parts, its head."""
