"""Living Planet by e-mail: big board games by file, mail or git, with proof instead of trust."""

__version__ = "0.1.0"
