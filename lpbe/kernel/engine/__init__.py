"""The game engine: the model games are written in, and the table that carries out orders."""
