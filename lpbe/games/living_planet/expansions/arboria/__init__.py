"""Planet Arboria: wood, oxygen, fires, floods, a volcano and dams. A file for each chapter of its rules."""
