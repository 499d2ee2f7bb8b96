"""Records as files and as claims: export, import, verify, rebuild."""
