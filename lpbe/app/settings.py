"""Options of the rules as they are typed."""

from __future__ import annotations

from typing import Any

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused


def read_settings(settings: tuple[str, ...]) -> dict[str, Plain]:
    """`--set pebbles.rounds=6` -> {"pebbles": {"rounds": 6}}; an option that has parts is typed part by part."""
    out: dict[str, Plain] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        module, *path = name.split(".")
        if not all((value, path, module, *path)) or not put(out.setdefault(module, {}), path, typed(value)):
            raise Misused("E_USAGE", "'{setting}' is not MODULE.NAME=VALUE", setting=setting)
    return out


def put(options: Plain, path: list[str], value: Any) -> bool:
    """A value where it belongs; not where another one has no parts."""
    *parts, last = path
    for part in parts:
        options = options.setdefault(part, {})
        if not isinstance(options, dict):
            return False
    options[last] = value
    return True


def typed(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else value
