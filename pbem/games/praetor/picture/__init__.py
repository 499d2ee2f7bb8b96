"""The drawn board: the city with its plazas and workers, the tiles on offer, the wall, and everybody's board."""
