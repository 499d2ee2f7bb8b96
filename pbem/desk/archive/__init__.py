"""The archive of a desk: finished games are verified, kept, entered in a signed log and told of."""
