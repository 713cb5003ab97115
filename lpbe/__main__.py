"""Start the command line: nothing is imported that a command does not use."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run one command and leave at once: a short-lived process need not tidy its memory."""
    gc.disable()
    from .cli.entry import run  # saves nothing, but comes after the collector is off

    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        code = code or 6
        sys.stderr.write(f"the answer could not be written: {error.strerror}\n")
    if sys.gettrace() is None and "coverage" not in sys.modules:
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
