"""JSON Schemas of every file and answer, made from the types themselves."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from ..chain.kinds import every_act
from ..chain.records import Entry, GameFile, LetterFile, View
from ..chain.seating import Genesis
from ..play.rulebook import Rulebook
from .answers import ANSWERS

RECORDS: dict[str, Any] = {
    "game": GameFile,
    "genesis": Genesis,
    "log-entry": Entry,
    "order": LetterFile,
    "view": View,
    **{f"answer-{name}": kind for name, kind in ANSWERS.items()},
}


def schema(name: str) -> str:
    """Where any letter may stand, all acts are named."""
    found: dict[str, Any] = {}

    def any_letter(kind: type) -> dict[str, Any]:
        (made,), defs = msgspec.json.schema_components((Union[every_act()],), ref_template="#/$defs/{name}")
        found.update(defs)
        return made

    made = msgspec.json.schema(RECORDS[name], schema_hook=any_letter)
    return written(name, {**made, "$defs": {**made.get("$defs", {}), **found}} if found else made)


def orders_schema(game: str, book: Rulebook) -> str:
    """What a file of orders of one game may say."""
    batch = msgspec.defstruct("Orders", [("batch", list[book.order_type])], forbid_unknown_fields=True)  # type: ignore[name-defined]
    made = msgspec.json.schema(batch)
    long = next(name for name in made["$defs"] if name.startswith("Plan_"))
    return written(f"{game}-orders", made).replace(long, "Plan")


def policy_schema(game: str, book: Rulebook) -> str:
    """What a standing policy of one game may say: a section a module."""
    sections = [
        (m.name.replace("-", "_"), m.policy | msgspec.UnsetType, msgspec.field(default=msgspec.UNSET, name=m.name))
        for m in book.modules
        if m.policy
    ]
    policy = msgspec.defstruct("Policy", sections, forbid_unknown_fields=True)
    return written(f"{game}-policy", msgspec.json.schema(policy))


def written(name: str, made: dict[str, Any]) -> str:
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"lpbe {name}", **made}
    text = msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1).decode()
    return text.replace(r"\\Z", "$") + "\n"  # other languages' regular expressions know no \Z
