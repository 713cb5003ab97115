"""Options of the rules as they are typed."""

from __future__ import annotations

from typing import Any

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused


def read_settings(settings: tuple[str, ...]) -> dict[str, Plain]:
    """`--set pebbles.rounds=6` -> {"pebbles": {"rounds": 6}}."""
    out: dict[str, Plain] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        module, _, option = name.partition(".")
        if not option or not value:
            raise Misused("E_USAGE", "'{setting}' is not MODULE.NAME=VALUE", setting=setting)
        out.setdefault(module, {})[option] = typed(value)
    return out


def typed(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else value
