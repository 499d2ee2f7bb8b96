"""What a host runs: `pbem init`, `mail`, `run`, `status`, `backup`, `archive` and `demo`."""
