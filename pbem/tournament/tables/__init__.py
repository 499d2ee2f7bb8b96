"""The tables of a round: how many sit at each, what an arrangement costs, and the search for a cheap one."""
