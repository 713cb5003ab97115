"""The command line: click commands alone. May import everything; no command imports another."""
