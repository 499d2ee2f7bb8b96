"""The law: who must decide what, which moves are legal and why not, and what is played for the absent."""
