"""The commands by which a host runs a desk, such as `init`, `mail`, `run`, `status`, `backup`, and `demo`."""
