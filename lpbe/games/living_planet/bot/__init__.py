"""A machine that plays Living Planet by what looks best. May import the chapters."""
