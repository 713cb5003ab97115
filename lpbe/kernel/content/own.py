"""A player's own content: rows laid over the printed ones, pinned by their hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..base.canon import jcs, tagged
from ..base.errors import Malformed, Message, Value
from ..play.rules import Module, Row

Rows = Mapping[str, Mapping[str, Mapping[str, Any]]]
DROP = "drop"


def pack_hash(pack: Mapping[str, Any]) -> str:
    return tagged("pack", jcs(pack)).hex()


def laid_over(rows: Rows, base: Module, pack: Mapping[str, Any]) -> Rows:
    """The rows of the base module with a pack's own in their place; `drop` takes rows out."""
    check_pack(rows, base, pack)
    own = dict(rows.get(base.name, {}))
    for name, lines in pack.items():
        if name != DROP:
            own[name] = {**own.get(name, {}), **lines}
    for name, gone in pack.get(DROP, {}).items():
        own[name] = {key: row for key, row in own[name].items() if key not in gone}
    return {**rows, base.name: own}


def check_pack(rows: Rows, base: Module, pack: Mapping[str, Any]) -> None:
    """Every row is of its kind, and every row taken out is there."""
    kinds: dict[str, type[Row]] = {kind.pack: kind for kind in base.content}
    for name, lines in pack.items():
        if name == DROP:
            continue
        if name not in kinds or not isinstance(lines, dict):
            raise bad("there is no kind of content '{kind}'", "known: {known}", kind=name, known=sorted(kinds))
        for key, row in lines.items():
            check_row(kinds[name], f"{name}.{key}", row)
    check_drops(rows.get(base.name, {}), pack.get(DROP, {}))


def check_row(kind: type[Row], where: str, row: Any) -> None:
    try:
        msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise bad(
            "the row {row} is wrong: {error}", "see the packs that come with the game", row=where, error=str(error)
        ) from None


def check_drops(own: Mapping[str, Mapping[str, Any]], drops: Any) -> None:
    for name, gone in drops.items() if isinstance(drops, dict) else [("", [])]:
        if name not in own or not isinstance(gone, list):
            raise bad("drop wants a list of rows for each kind of content")
        for key in gone:
            if key not in own[name]:
                raise bad("there is no {kind}.{row} to drop", kind=name, row=key)


def bad(template: str, hint: str = "", /, **values: Value) -> Malformed:
    return Malformed("E_SCHEMA", "content pack: {reason}", hint, reason=Message(template, values), **values)
