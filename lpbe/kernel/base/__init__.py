"""What everything else stands on: errors, text, canonical bytes. Imports nothing of ours."""
