"""Rewrite the files of the golden games with today's rules.

Run from the root of the checkout: python -m tests.golden.make A change in these files means that games under way can no
longer be verified.
"""

from __future__ import annotations

from .games import FILED, HERE, as_files


def main() -> None:
    for name in FILED:
        for path, data in as_files(name).items():
            (HERE / path).write_bytes(data)


if __name__ == "__main__":
    main()
