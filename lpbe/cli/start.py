"""Where every command begins: a plain `lpbe apply`, as machines call it, at once; whatever else by click."""

from __future__ import annotations

import sys
from collections.abc import Callable
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
    load_libraries("msgspec", *(["tomli"] if given["order"].endswith(".toml") else []))
    from .applying import apply_order  # saves a whole step for commands that click begins

    apply_order(**given)
    return 0


def load_libraries(*names: str) -> None:
    """Without what they load for others: `apply` knows no uuids, decimals or schemas, and few times."""
    if "msgspec" in sys.modules or sys.platform != "linux":
        return
    spared = {name: stand_in(name, known) for name, known in spare().items() if name not in sys.modules}
    sys.modules.update(spared)
    try:
        for name in names:
            import_module(name)
    except ImportError:
        pass  # who needs it will say so
    finally:
        for name, module in spared.items():
            dismiss(name, module)


def spare() -> dict[str, dict[str, Any]]:
    """What need not be loaded, each with what is asked of it all the same; who imports it later has the real one."""
    times = vars(import_module("_datetime"))
    return {
        "datetime": {name: value for name, value in times.items() if not name.startswith("__")},
        "decimal": {"Decimal": type("Decimal", (), {})},
        "uuid": {"UUID": type("UUID", (), {}), "SafeUUID": type("SafeUUID", (), {"unknown": None})},
        "textwrap": {},
        "typing_extensions": {"get_type_hints": get_type_hints, "Required": Required, "NotRequired": NotRequired},
        **{f"msgspec.{unused}": {} for unused in ("inspect", "msgpack", "toml", "yaml")},
        "msgspec._json_schema": {name: later("msgspec._json_schema", name) for name in ("schema", "schema_components")},
    }


def later(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is loaded when it is called."""
    return lambda *args, **kwargs: getattr(import_module(module), name)(*args, **kwargs)


def stand_in(name: str, known: dict[str, Any]) -> ModuleType:
    """A module that knows a few things; asked for others, it asks the real one."""
    module = ModuleType(name)

    def ask(asked: str) -> Any:
        if asked == "__path__":  # importing from a module asks whether it is a package
            raise AttributeError
        dismiss(name, module)
        return getattr(import_module(name), asked)

    vars(module).update(known, __getattr__=ask)
    return module


def dismiss(name: str, module: ModuleType) -> None:
    """From now on the real one is imported."""
    if sys.modules.get(name) is module:
        del sys.modules[name]


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
