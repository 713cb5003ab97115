"""Parse exact orders, for programs: `order field=value field=a,b`, by their tags and field names."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin, get_type_hints

import msgspec

from ..base.canonical import Plain
from ..base.errors import Misused
from ..base.safe_text import quote
from ..base.suggestions import close_matches
from ..engine.model import Order, Plan
from ..engine.rulebook import Rulebook


def parse_exact(book: Rulebook, text: str) -> Order:
    """Parse `order field=value field=a,b`."""
    words = text.split()
    if words[0].lower() == "plan" and len(words) > 1 and words[1].lower() != "plan":
        return Plan(parse_exact(book, " ".join(words[1:])))
    kind = order_kind(book, words[0].lower())
    raw: Plain = {"order": kind.__struct_config__.tag}
    fields = field_types(kind)
    for word in words[1:]:
        name, _, value = word.partition("=")
        if name not in fields or "=" not in word:
            form = " ".join([str(raw["order"]), *(f"{f}=..." for f in fields)])
            raise Misused("E_GRAMMAR", "unknown word '{word}'", "try: {form}", word=quote(word), form=form)
        raw[name] = split_value(fields[name], value)
    return convert_order(kind, raw)


def order_kind(book: Rulebook, name: str) -> type[Order]:
    if name in book.orders:
        return book.orders[name]
    near = close_matches(name, book.orders)
    hint = "did you mean '{near}'?" if near else "known: {known}"
    raise Misused(
        "E_GRAMMAR",
        "unknown order '{order}'",
        hint,
        order=quote(name),
        near="".join(near),
        known=sorted(book.orders),
    )


def field_types(kind: type[Order]) -> Mapping[str, object]:
    hints = get_type_hints(kind)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}


def members(hint: object) -> list[object]:
    """Return the types a field may have, except None and unset."""
    if get_origin(hint) not in (Union, UnionType):
        return [hint]
    return [without_limits(one) for one in get_args(hint) if one not in (NoneType, msgspec.UnsetType)]


def without_limits(hint: object) -> object:
    """Return a type without its limits."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def is_list(hint: object) -> bool:
    return get_origin(hint) in (tuple, list)


def split_value(hint: object, value: str) -> str | list[str]:
    """Split a value into a list where the field is a list, or may be one and there is a comma."""
    lists = [is_list(one) for one in members(hint)]
    if all(lists) or (any(lists) and "," in value):
        return [item for item in value.split(",") if item]
    return value


def convert_order(kind: type[Order], raw: Plain) -> Order:
    """Return the order, with texts converted to numbers where needed."""
    try:
        return msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as error:
        from ..base.schema_errors import schema_message  # saves it for orders that can be read

        template = "'{order}' is not a valid order: {error}"
        raise Misused(
            "E_GRAMMAR", template, "see: lpbe legal", order=raw["order"], error=schema_message(error)
        ) from None
