"""Events at a desk: opened, entered, drawn, played and closed; what is kept of them, and who is told what."""
