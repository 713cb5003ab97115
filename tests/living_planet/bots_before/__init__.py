"""The greedy player of the first version, kept as it was: what a later one has to beat."""
