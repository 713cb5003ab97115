"""Letter types, one module each: the record, how it is written, checked, entered and carried out."""
