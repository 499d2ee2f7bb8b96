"""Words on a drawing: measured, fitted into a room, written; numbers with icons."""
