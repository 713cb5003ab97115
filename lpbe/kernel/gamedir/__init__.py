"""A game directory: game file, inbox, log, receipts and reports."""
