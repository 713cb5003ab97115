"""The actions of a turn of Living Planet, one module per chapter."""
