"""Commands on the archive: finished games are added, listed, verified, made into a site and served."""
