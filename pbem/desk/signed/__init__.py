"""What players signed: the evidence that is kept, what became of it, and what of it is published."""
