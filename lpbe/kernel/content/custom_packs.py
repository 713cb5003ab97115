"""A player's own content: rows laid over the printed ones, pinned by their hash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..base.canonical import Plain, jcs, tagged_hash
from ..base.errors import Malformed, Message, Value
from ..base.safe_text import quote
from ..engine.model import Content, Module, Row
from ..engine.module_checks import duplicate_rows

DROP = "drop"
MAX_ROWS = 200
MAX_ID_LENGTH = 16
ID_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-"
"""The characters of an id. Orders name a row by it, and more may follow to name a part of the row."""


def pack_hash(pack: Plain) -> str:
    """Return the hash of a custom pack, which the genesis names."""
    return tagged_hash("pack", jcs(pack)).hex()


def overlay_pack(rows: Content, modules: Sequence[Module], pack: Plain) -> Content:
    """Return the rows of the bound modules with those of a custom pack in their place; `drop` removes rows."""
    kinds = {kind.pack: kind for module in modules for kind in module.content}
    own = {name: lines for name, lines in pack.items() if name != DROP}
    check_rows(kinds, own)
    drops = check_drops(rows, modules, pack.get(DROP, {}))
    laid = {**rows, **{module.name: dict(merge_packs(rows, modules, module, own, drops)) for module in modules}}
    if wrong := list(duplicate_rows(modules, laid)):
        raise bad("these rules contradict each other: {complaints}", complaints=wrong)
    return laid


def merge_packs(
    rows: Content, modules: Sequence[Module], module: Module, own: Plain, drops: Mapping[str, list[str]]
) -> Iterator[tuple[str, Plain]]:
    """Yield the packs of one module with the custom rows in them."""
    printed = rows.get(module.name, {})
    packs = dict.fromkeys([*printed, *(kind.pack for kind in module.content if kind.pack in own)])
    for name in packs:
        mine = {key: row for key, row in own.get(name, {}).items() if home(rows, modules, name, key) == module.name}
        lines = {**printed.get(name, {}), **mine}
        yield name, {key: row for key, row in lines.items() if key not in drops.get(name, ())}


def home(rows: Content, modules: Sequence[Module], pack: str, key: str) -> str:
    """Return the module that a custom row belongs to: the one that printed it, else the first with such rows."""
    printed = (module.name for module in modules if key in rows.get(module.name, {}).get(pack, {}))
    return next(printed, "") or next(m.name for m in modules if any(kind.pack == pack for kind in m.content))


def check_rows(kinds: Mapping[str, type[Row]], own: Plain) -> None:
    """Check that every row fits its kind."""
    for name, lines in own.items():
        if name not in kinds or not isinstance(lines, dict):
            raise bad("there is no kind of content '{kind}'", "known: {known}", kind=name, known=sorted(kinds))
        if len(lines) > MAX_ROWS:
            raise bad("there are more than {most} rows of {kind}", most=MAX_ROWS, kind=name)
        for key, row in lines.items():
            check_id(f"{name}.{key}", key)
            check_row(kinds[name], f"{name}.{key}", row)


def check_id(where: str, key: str) -> None:
    if not 1 <= len(key) <= MAX_ID_LENGTH or key.strip(ID_SIGNS):
        hint = "use letters, digits, _ + and -, at most {length} characters"
        raise bad("{row} cannot be used as the id of a row", hint, row=quote(where), length=MAX_ID_LENGTH)


def check_row(kind: type[Row], where: str, row: Plain) -> None:
    try:
        msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        from ..base.schema_errors import schema_message  # saves it for rows that fit

        raise bad(
            "row {row} is wrong: {error}",
            "see the packs that come with the game",
            row=where,
            error=schema_message(error),
        ) from None


def check_drops(rows: Content, modules: Sequence[Module], drops: Plain) -> dict[str, list[str]]:
    """Return the rows to drop; each of them must exist."""
    if not isinstance(drops, dict):
        raise bad("drop needs a list of rows for each kind of content")
    for name, gone in drops.items():
        printed = [rows.get(module.name, {}).get(name, {}) for module in modules]
        if not any(printed) or not isinstance(gone, list):
            raise bad("drop needs a list of rows for each kind of content")
        for key in gone:
            if not any(key in lines for lines in printed):
                raise bad("there is no {kind}.{row} to drop", kind=name, row=key)
    return drops


def bad(template: str, hint: str = "", /, **values: Value) -> Malformed:
    return Malformed("E_SCHEMA", "content pack: {reason}", hint, reason=Message(template, values), **values)
