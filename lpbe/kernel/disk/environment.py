"""Variables of the environment: those we read, and those that other programs get."""

from __future__ import annotations

import os


def get_variable(name: str, pop: bool = False) -> str:
    """Return a variable, or nothing; a popped one is not inherited by child processes."""
    return os.environ.pop(name, "") if pop else os.environ.get(name, "")


def set_variable(name: str, value: str) -> None:
    """Set a variable for libraries that ask the environment themselves."""
    os.environ[name] = value


def child_environment() -> dict[str, str]:
    """Return what another program gets: all but our own variables, one of which may be a key."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
