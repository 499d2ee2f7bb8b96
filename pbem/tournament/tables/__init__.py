"""Who sits with whom: how many at a table, what an arrangement costs, the search for a cheap one, designs."""
