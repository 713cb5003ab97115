"""What a seat or the referee can do, one file an act: its letter, how it is written, checked, entered, carried out."""
