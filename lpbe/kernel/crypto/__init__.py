"""Keys, signatures, seals and verifiable randomness."""
