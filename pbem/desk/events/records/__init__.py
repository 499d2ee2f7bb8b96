"""Events as records: exported, verified, made again, put on the shelf; by the same protocols as games."""
