"""JSON Schemas of files and answers. May import all of the above."""
