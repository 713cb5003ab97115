"""Where every command begins: a plain `lpbe apply`, as machines call it, at once; whatever else by click."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NotRequired, Required, get_type_hints

from .faults import guarded

VALUES = {
    "-o": "output",
    "--output": "output",
    "--report": "report",
    "--log": "log",
    "--key": "key",
    "--now": "now",
}
FLAGS = {"--json": "as_json"}
ARGUMENTS = ("game", "order")
SPARED: dict[str, dict[str, Any]] = {
    "platform": {"system": lambda: "Linux"},
    "_uuid": {"generate_time_safe": None, "UuidCreate": None, "has_uuid_generate_time_safe": False},
    "textwrap": {},
    "typing_extensions": {"get_type_hints": get_type_hints, "Required": Required, "NotRequired": NotRequired},
    "msgspec.inspect": {},
}
"""What msgspec would load and `apply` does not need, with what is asked of it all the same."""


def run(args: list[str]) -> int:
    """One command; the exit code says who must act."""
    given = understood(args[1:]) if args[:1] == ["apply"] else None
    if given is None:
        return guarded(lambda: by_click(args), "--json" in args)
    return guarded(lambda: at_once(given), given["as_json"])


def by_click(args: list[str]) -> int:
    from .main import obey  # saves click for a plain `apply`

    return obey(args)


def at_once(given: dict[str, Any]) -> int:
    load_msgspec()
    from .applying import apply_order  # saves a whole step for commands that click begins

    apply_order(**given)
    return 0


def load_msgspec() -> None:
    """Without what it loads for others: here nobody makes uuids or schemas."""
    if "msgspec" in sys.modules or sys.platform != "linux":
        return
    spared = {name: stand_in(name, known) for name, known in SPARED.items() if name not in sys.modules}
    sys.modules.update(spared)
    try:
        import msgspec  # noqa: F401
    finally:
        for name in spared:
            del sys.modules[name]


def stand_in(name: str, known: dict[str, Any]) -> ModuleType:
    """A module that knows a few things; asked for others, it asks the real one."""

    def ask(asked: str) -> Any:
        if asked == "__path__":  # importing from a module asks whether it is a package
            raise AttributeError
        return getattr(import_module(name), asked)

    module = ModuleType(name)
    vars(module).update(known, __getattr__=ask)
    return module


def understood(args: list[str]) -> dict[str, Any] | None:
    """What click would give to the command, if the arguments are of the plainest kind."""
    given: dict[str, Any] = {**dict.fromkeys(VALUES.values()), **dict.fromkeys(FLAGS.values(), False)}
    words: list[str] = []
    rest = iter(args)
    for word in rest:
        if word in VALUES:
            value = next(rest, "-")
            if value.startswith("-"):
                return None
            given[VALUES[word]] = value
        elif word in FLAGS:
            given[FLAGS[word]] = True
        elif word.startswith("-"):
            return None
        else:
            words.append(word)
    return {**dict(zip(ARGUMENTS, words, strict=True)), **given} if len(words) == len(ARGUMENTS) else None
