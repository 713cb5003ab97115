"""Players that are machines, one for each role."""
