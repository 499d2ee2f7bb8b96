"""The safety of a desk: backups, exports of everything, restoring, and checks for damage."""
