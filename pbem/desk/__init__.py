"""The shell: store, inbox and outbox, clock, keys, settings, use cases."""
