"""Turn msgspec's validation errors into messages that can be translated."""

from __future__ import annotations

import re
from collections.abc import Callable

from .errors import Message

WHERE = re.compile(r"(.*?) - at (?:`key` in )?`\$\.?(.*?)`(?: - at `\$\.?(.*)`)?", re.DOTALL)
"""A letter inside a record is decoded by itself: the second path is where the letter is in the record."""

UNKNOWN_VALUE = re.compile(r"Invalid (?:enum )?value '?(.*?)'?")
ORDER_AT = re.compile(r"^items\[(\d+)\]\.?")
"""Where an order is in the list that was read: a list of our own, which nobody has written."""
ORDER_NAME = re.compile(r"(?:items\[\d+\]|.*\bbatch\[\d+\])(?:\.then)?\.order")
"""The name of an order, or of one that a plan contains."""
UNKNOWN_ORDER = "this game has no order '{order}'"


def schema_message(error: Exception) -> Message:
    """Return what is wrong and, if known, where."""
    match = WHERE.fullmatch(str(error))
    text, inner, outer = match.groups("") if match else (str(error), "", "")
    place = f"{outer}.{inner}" if outer and inner else outer or inner
    if ORDER_NAME.fullmatch(place) and (unknown := UNKNOWN_VALUE.fullmatch(text)):
        return Message(UNKNOWN_ORDER, {"order": unknown[1]})
    place = ORDER_AT.sub("", place)
    fault = next(
        (describe(*found.groups()) for form, describe in FORMS if (found := form.fullmatch(text))), raw_message(text)
    )
    return Message("in {place}: {fault}", {"place": place, "fault": fault}) if place else fault


def order_number(error: Exception) -> int:
    """Return which order of a list is wrong, counted from one."""
    match = WHERE.fullmatch(str(error))
    found = ORDER_AT.match(match[2]) if match else None
    return int(found[1]) + 1 if found else 1


def raw_message(text: str) -> Message:
    """Return the original text of an error that has no template yet."""
    return Message("{error}", {"error": text})


def unknown_field(name: str) -> Message:
    """Return the message for a field that does not exist."""
    return Message("there is no '{field}' here", {"field": name})


def missing_field(name: str) -> Message:
    """Return the message for a required field that is missing."""
    return Message("'{field}' is missing", {"field": name})


def unknown_value(value: str) -> Message:
    """Return the message for a value that is not one of the allowed ones."""
    return Message("'{value}' is not allowed here", {"value": value})


def wrong_type(wanted: str, found: str) -> Message:
    """Return the message for a value of the wrong type."""
    return Message("expected {wanted}, found {found}", {"wanted": type_names(wanted), "found": type_names(found)})


def out_of_range(sign: str, bound: str) -> Message:
    """Return the message for a number that is too small or too large."""
    least = Message("the number must be at least {bound}", {"bound": bound})
    return least if sign == ">=" else Message("the number must be at most {bound}", {"bound": bound})


def wrong_length(kind: str, sign: str, bound: str) -> Message:
    """Return the message for a text or list that is too long or too short."""
    values = {"bound": bound}
    if kind == "str" and sign == "<=":
        return Message("this text is too long (maximum length: {bound})", values)
    if kind == "str":
        return Message("this text is too short (minimum length: {bound})", values)
    if sign == "<=":
        return Message("this list has too many entries (maximum: {bound})", values)
    return Message("this list has too few entries (minimum: {bound})", values)


def wrong_pattern() -> Message:
    """Return the message for a text that does not match its pattern."""
    return Message("this is not in the right form")


FORMS: tuple[tuple[re.Pattern[str], Callable[..., Message]], ...] = (
    (re.compile(r"Object contains unknown field `(.*)`"), unknown_field),
    (re.compile(r"Object missing required field `(.*)`"), missing_field),
    (UNKNOWN_VALUE, unknown_value),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), wrong_type),
    (re.compile(r"Expected `(?:int|float)` ([<>]=) (\S+)"), out_of_range),
    (re.compile(r"Expected `(\w+)` of length ([<>]=) (\d+)"), wrong_length),
    (re.compile(r"Expected `str` matching regex .*"), wrong_pattern),
)
TYPE_NAMES = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("a text"),
    "array": Message("a list"),
    "object": Message("a table"),
    "bool": Message("true or false"),
    "null": Message("nothing"),
}


def type_names(named: str) -> Message:
    """Return msgspec's names of types as people call them."""
    first, *rest = [TYPE_NAMES.get(name, raw_message(name)) for name in named.split(" | ")]
    for one in rest:
        first = Message("{one} or {other}", {"one": first, "other": one})
    return first
