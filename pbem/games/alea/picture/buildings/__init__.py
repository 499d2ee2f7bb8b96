"""The five buildings: panels, dice by owner, and what is on offer."""
