"""Who sits in a game: who joins, watches or volunteers, and seats that change hands."""
