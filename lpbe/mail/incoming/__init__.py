"""Read mail and decide what it means."""
