"""The command line: parse arguments, call a use case of app, print the result."""
