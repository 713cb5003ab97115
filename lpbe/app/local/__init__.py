"""Play on one machine: demo games and lessons."""
