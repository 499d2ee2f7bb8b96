"""Keys that come by mail: enrolment, challenges, other keys for the same person."""
