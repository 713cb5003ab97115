"""The expansions of Living Planet, a folder each; loaded when somebody plays with them."""
