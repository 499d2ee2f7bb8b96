"""pbem: a referee for slow board games that anyone can check."""
