"""Start the command line: nothing is imported that a command does not use."""

from __future__ import annotations

import gc
import os
import sys

from .compiled import look_here_first


def main() -> None:
    """Run one command and leave at once: a short-lived process need not tidy its memory."""
    gc.disable()
    modules = look_here_first()
    from .cli.start import run  # saves nothing, but comes after the collector is off and from where we look first

    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        code = code or 6
        sys.stderr.write(f"the answer could not be written: {error.strerror}\n")
    if modules:
        modules.keep()
    if sys.gettrace() is None and "coverage" not in sys.modules:
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
