"""Positions of the past without a desk: reports from an export, and games that are played on from any of them."""
