"""The steps of a turn of Living Planet, one module per chapter."""
