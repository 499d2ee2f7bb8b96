"""The hearing: a signed sheet is admitted, acted on once, and answered."""
