"""Who sits in a match: holders before the start, volunteers, watchers, seats that change hands."""
