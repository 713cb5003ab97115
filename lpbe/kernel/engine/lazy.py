"""Functions and values that are imported when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(target: str, package: str) -> Callable[..., Any]:
    """Return a function that imports `module:name`, relative to a package, at its first call, and calls it."""
    function: Callable[..., Any] | None = None

    def call(*args: Any) -> Any:
        nonlocal function
        if function is None:
            function = load(target, package)
        return function(*args)

    return call


def lazy_value(target: str, package: str) -> Callable[[], Any]:
    """Return a function that imports `module:name` and returns it as it is."""
    return lambda: load(target, package)


def load(target: str, package: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(module, package), name)
