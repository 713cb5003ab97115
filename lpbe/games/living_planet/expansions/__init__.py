"""The expansions of Living Planet, one folder each: none knows another, and the base knows none."""
