"""Packs of rows, words and clauses, shipped or the players' own."""
