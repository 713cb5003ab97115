"""The command line. The only place that knows click."""
