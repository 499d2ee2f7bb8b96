"""The skeleton of all boards: what a drawing is made from, where its parts lie, its head, its measures."""
