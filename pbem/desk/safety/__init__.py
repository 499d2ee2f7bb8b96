"""Safety: what protects a desk from its disk: backups, exports of everything, restoring, checking."""
