"""A game in a folder: inbox, log, receipts, reports. May import all of the above."""
