"""Pieces on a drawing: dice, players' marks, cards and panels, corners that close to plazas."""
