"""The archive: finished games on a shelf, entered in a log that the referee signs, and made into a site."""
