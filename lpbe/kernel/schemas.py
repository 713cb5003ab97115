"""JSON Schemas of every file and answer, made from the types themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from .letters import Envelope, OrderFile
from .records import Entry, GameFile, Genesis, View

RECORDS: dict[str, Any] = {
    "game": GameFile,
    "genesis": Genesis,
    "log-entry": Entry,
    "order": OrderFile,
    "envelope": Envelope,
    "view": View,
}


def schema_names() -> list[str]:
    return list(RECORDS)


def schema(name: str, kind: Any = None) -> str:
    made = msgspec.json.schema(RECORDS[name] if kind is None else kind)
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"lpbe {name}", **made}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1).decode() + "\n"
