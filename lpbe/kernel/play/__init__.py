"""The table: what games are made of, how orders are carried out, who is asked. May import base."""
