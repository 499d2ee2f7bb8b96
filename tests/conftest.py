"""What holds for all tests: no test depends on how fast the machine is."""

from hypothesis import settings

settings.register_profile("pbem", deadline=None)
settings.load_profile("pbem")
