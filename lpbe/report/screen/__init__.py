"""One screen of a terminal, composed as lines of data; only the command line knows the terminal."""
