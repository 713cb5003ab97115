"""A second verifier of game folders, written from docs/protocol.md alone.

It shares nothing with lpbe: plain Python, the `cryptography` package, and point arithmetic on integers. `judge(folder)`
reads a game folder and answers with one word: "verified" when the secrets are disclosed and everything that can be
told without the rules holds, "holds" when nothing is disclosed, "false" and "unreadable" otherwise. It computes the
books and the table from the log (level 0), and with the secrets it opens seals and recomputes commitments and draws.
"""
