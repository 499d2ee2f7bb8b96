"""Keys that come by mail: somebody enrols, proves an address, or takes another key."""
