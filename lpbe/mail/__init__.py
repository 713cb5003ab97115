"""Play by mail: reading what people write, deciding what it means, and what is said back."""
