"""Planet Arboria: wood, oxygen, fires, floods, a volcano and dams. One file per chapter of its rules."""
