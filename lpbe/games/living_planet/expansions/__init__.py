"""The expansions of Living Planet, a folder each: none knows another, and the base knows none."""
