"""The drawn city: its plan, the faces of tiles, corners, workers, and building sites."""
