"""What is wrong with options that were set, and what they may be."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

import msgspec

from ..base.canon import Fields
from ..base.errors import Malformed, Message
from ..base.misfit import misfit
from .policy_lines import Line, struct_lines
from .rules import Module

if TYPE_CHECKING:
    from .rulebook import Rulebook


def complaint(book: Rulebook, module: Module, given: Fields, error: msgspec.ValidationError) -> Malformed:
    """The first option that cannot be so, and what it may be."""
    assert module.options
    known = {line.name: line for line in struct_lines(book, module.options, "")}
    for name, value in given.items():
        if name not in known:
            return unknown(module, name, known)
        if not fits(module, name, value):
            return wrong(module, known, name, value)
    return Malformed("E_SCHEMA", "options of {module}: {error}", module=module.name, error=misfit(error))


def fits(module: Module, name: str, value: object) -> bool:
    assert module.options
    try:
        msgspec.convert({name: value}, module.options)
    except msgspec.ValidationError:
        return False
    return True


def unknown(module: Module, name: str, known: Mapping[str, Line]) -> Malformed:
    names = [line for line in known if "." not in line]
    near = get_close_matches(name, names, 1)
    hint = "did you mean '{near}'?" if near else "known: {known}"
    told = "{module} has no option '{option}'"
    return Malformed("E_SCHEMA", told, hint, module=module.name, option=name, near="".join(near), known=names)


def wrong(module: Module, known: Mapping[str, Line], name: str, value: object) -> Malformed:
    """An option that has parts is looked at part by part."""
    inner = [line for line in known if line.startswith(f"{name}.")]
    if inner and not isinstance(value, Mapping):
        told = "the option {option} of {module} has parts: {parts}"
        return Malformed("E_SCHEMA", told, option=name, module=module.name, parts=inner)
    line, said = known[name], str(value).lower() if isinstance(value, bool) else str(value)
    if inner and isinstance(value, Mapping):
        line, said = wrong_part(known, name, value)
    told = "the option {option} of {module} cannot be '{value}'"
    hint = "allowed: {allowed}"
    return Malformed("E_SCHEMA", told, hint, option=line.name, module=module.name, value=said, allowed=allowed(line))


def wrong_part(known: Mapping[str, Line], name: str, value: Mapping[str, object]) -> tuple[Line, str]:
    """The first part that is not known, or cannot be so."""
    for part, held in value.items():
        line = known.get(f"{name}.{part}")
        if line is None:
            return known[name], part
        if not line.takes(held):
            return line, str(held)
    return known[name], str(value)


def allowed(line: Line) -> Message:
    return line.allowed() if line.alone or line.listed else Message("a name")
