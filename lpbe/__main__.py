"""Start the command line: nothing is imported that a command does not use."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run one command and leave at once: a short-lived process need not tidy its memory."""
    gc.disable()
    from .cli.main import run

    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        pass
    if sys.gettrace() is None and "coverage" not in sys.modules:
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
