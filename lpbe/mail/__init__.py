"""Play by mail: read what players write, decide what it means, reply, and send everything due."""
