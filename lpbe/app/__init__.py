"""The use cases: one function for each thing that a person or a program does, without printing."""
