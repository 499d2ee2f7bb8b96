"""The hearing: what somebody signed is admitted, acted on once, and answered."""
