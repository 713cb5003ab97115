"""What people type and read: orders, events and refusals in a language. May import base, play, disk, content."""
