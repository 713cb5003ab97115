"""What msgspec says of data that does not fit, in sentences of ours: they can be read in any language."""

from __future__ import annotations

import re
from collections.abc import Callable

from .errors import Message

WHERE = re.compile(r"(.*?) - at (?:`key` in )?`\$\.?(.*?)`(?: - at `\$\.?(.*)`)?", re.DOTALL)
"""A letter inside a record is read by itself: the second place is the one that it has there."""


def misfit(error: Exception) -> Message:
    """What is wrong, and where if that is known."""
    match = WHERE.fullmatch(str(error))
    told, inner, outer = match.groups("") if match else (str(error), "", "")
    place = f"{outer}.{inner}" if outer and inner else outer or inner
    fault = next((say(*found.groups()) for form, say in FORMS if (found := form.fullmatch(told))), raw(told))
    return Message("at {place}: {fault}", {"place": place, "fault": fault}) if place else fault


def raw(told: str) -> Message:
    """What nobody has words for yet."""
    return Message("{error}", {"error": told})


def unknown(name: str) -> Message:
    return Message("there is no '{field}' here", {"field": name})


def missing(name: str) -> Message:
    return Message("'{field}' is missing", {"field": name})


def none_of_them(value: str) -> Message:
    return Message("'{value}' is none of what may stand here", {"value": value})


def another(wanted: str, found: str) -> Message:
    return Message("wanted: {wanted}; found: {found}", {"wanted": kinds(wanted), "found": kinds(found)})


def bounded(sign: str, bound: str) -> Message:
    least = Message("the number must be {bound} or more", {"bound": bound})
    return least if sign == ">=" else Message("the number must be {bound} or less", {"bound": bound})


def sized(sign: str, bound: str) -> Message:
    longest = Message("this is too long: {bound} at most", {"bound": bound})
    return longest if sign == "<=" else Message("this is too short: {bound} at least", {"bound": bound})


def misspelled() -> Message:
    return Message("this is not written as it must be")


FORMS: tuple[tuple[re.Pattern[str], Callable[..., Message]], ...] = (
    (re.compile(r"Object contains unknown field `(.*)`"), unknown),
    (re.compile(r"Object missing required field `(.*)`"), missing),
    (re.compile(r"Invalid (?:enum )?value '?(.*?)'?"), none_of_them),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), another),
    (re.compile(r"Expected `(?:int|float)` ([<>]=) (\S+)"), bounded),
    (re.compile(r"Expected `\w+` of length ([<>]=) (\d+)"), sized),
    (re.compile(r"Expected `str` matching regex .*"), misspelled),
)
KINDS = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("a text"),
    "array": Message("a list"),
    "object": Message("a table"),
    "bool": Message("true or false"),
    "null": Message("nothing"),
}


def kinds(named: str) -> Message:
    """The types that msgspec names, as people call them."""
    first, *rest = [KINDS.get(name, raw(name)) for name in named.split(" | ")]
    for one in rest:
        first = Message("{one} or {other}", {"one": first, "other": one})
    return first
