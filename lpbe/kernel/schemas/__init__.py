"""JSON Schemas of files and answers."""
