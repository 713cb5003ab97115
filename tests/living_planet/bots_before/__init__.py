"""The greedy bot of the first version, kept unchanged: what a later one has to beat."""
