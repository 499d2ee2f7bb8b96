"""S/MIME: certificates and CMS signatures."""
