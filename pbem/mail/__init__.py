"""Bytes to letter to who signed what to order sheet, and letters out to bytes. No record, no rules."""
