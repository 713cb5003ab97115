"""Start the command line: nothing is imported that a command does not use."""

from __future__ import annotations

import gc
import os
import sys
from types import ModuleType


def load_msgspec() -> None:
    """Without `platform`: msgspec wants `uuid`, which asks that for one word and would load all of it."""
    if "platform" in sys.modules or sys.platform != "linux":
        return
    platform = ModuleType("platform")
    vars(platform)["system"] = lambda: "Linux"
    sys.modules["platform"] = platform
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["platform"]


def main() -> None:
    """Run one command and leave at once: a short-lived process need not tidy its memory."""
    gc.disable()
    load_msgspec()
    from .cli.start import run  # saves nothing, but comes after the collector is off

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
