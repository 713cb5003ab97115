"""JSON Schemas of every file and answer, made from their types."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from ..chain.genesis import Genesis
from ..chain.letter_registry import all_letter_types
from ..chain.records import Entry, GameFile, LetterFile, View
from ..engine.rulebook import Rulebook
from .answer import FailureAnswer
from .audit_answers import Evidence, MigrateAnswer, VerifyAnswer
from .client_records import client_records
from .hosting_answers import (
    ApplyAnswer,
    CheckAnswer,
    HealthAnswer,
    InviteAnswer,
    MailInAnswer,
    NewGameAnswer,
    RemindAnswer,
    RepositoryAnswer,
    RunAnswer,
    RunsAnswer,
    SendAnswer,
)
from .page_data import PageData
from .playing_answers import (
    BoardAnswer,
    CopyAnswer,
    HintAnswer,
    LegalOrders,
    OrderAnswer,
    PinAnswer,
    ReplayAnswer,
    ReportAnswer,
    ReviewAnswer,
    ShowAnswer,
    ToDo,
    TryAnswer,
)
from .rules_answers import Clauses, Completion, RuleSheet
from .web_answers import ChangedGame, LetterAnswer, Lobby, SiteAnswer, WebFailure

ANSWERS: dict[str, Any] = {
    "failure": FailureAnswer,
    "apply": ApplyAnswer,
    "run": RunAnswer,
    "runs": RunsAnswer,
    "new": NewGameAnswer,
    "invite": InviteAnswer,
    "site": SiteAnswer,
    "repo": RepositoryAnswer,
    "repo-send": SendAnswer,
    "check-pr": CheckAnswer,
    "order": OrderAnswer,
    "show": ShowAnswer,
    "legal": LegalOrders,
    "hint": HintAnswer,
    "review": ReviewAnswer,
    "try": TryAnswer,
    "report": ReportAnswer,
    "copy": CopyAnswer,
    "board": BoardAnswer,
    "verify": VerifyAnswer,
    "migrate": MigrateAnswer,
    "evidence": Evidence,
    "todo": ToDo,
    "remind": RemindAnswer,
    "health": HealthAnswer,
    "mail-in": MailInAnswer,
    "pin": PinAnswer,
    "rule": Clauses,
    "rules": RuleSheet,
    "completion": Completion,
    "replay": ReplayAnswer,
}
"""What each command answers with --json: stable keys, absent where there is nothing to say."""

RECORDS: dict[str, Any] = {
    "game": GameFile,
    "genesis": Genesis,
    "log-entry": Entry,
    "order": LetterFile,
    "view": View,
    "page-data": PageData,
    **{f"answer-{name}": kind for name, kind in ANSWERS.items()},
    **client_records(),
    "web-games": Lobby,
    "web-letter": LetterAnswer,
    "web-failure": WebFailure,
    "web-event": ChangedGame,
}


ENUM_KEYS = {"title", "description", "enum"}


def schema(name: str) -> str:
    """Return the JSON Schema of a file or answer; a field for any letter lists all letter types."""
    letters: dict[str, Any] = {}

    def any_letter(kind: type) -> dict[str, Any]:
        (choice,), defs = msgspec.json.schema_components((Union[all_letter_types()],), ref_template="#/$defs/{name}")
        letters.update(defs)
        return choice

    parts = msgspec.json.schema(RECORDS[name], schema_hook=any_letter)
    return format_schema(name, {**parts, "$defs": {**parts.get("$defs", {}), **letters}} if letters else parts)


def orders_schema(game: str, book: Rulebook) -> str:
    """Return the JSON Schema of a file of orders of one game."""
    batch = msgspec.defstruct("Orders", [("batch", list[book.order_type])], forbid_unknown_fields=True)  # type: ignore[name-defined]
    parts = msgspec.json.schema(batch)
    generic = next(name for name in parts["$defs"] if name.startswith("Plan_"))  # names every order it can hold
    parts["$defs"][generic]["title"] = "Plan"
    return format_schema(f"{game}-orders", parts).replace(generic, "Plan")


def policy_schema(game: str, book: Rulebook) -> str:
    """Return the JSON Schema of a standing policy of one game: one section per module."""
    sections = [
        (m.name.replace("-", "_"), m.policy | msgspec.UnsetType, msgspec.field(default=msgspec.UNSET, name=m.name))
        for m in book.modules
        if m.policy
    ]
    policy = msgspec.defstruct("Policy", sections, forbid_unknown_fields=True)
    return format_schema(f"{game}-policy", msgspec.json.schema(policy))


def inline_enums(parts: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that lists the values of an enum where they are used, as it does for a `Literal`."""
    enums = {f"#/$defs/{name}": part for name, part in parts.get("$defs", {}).items() if part.keys() <= ENUM_KEYS}

    def inline(part: Any) -> Any:
        if isinstance(part, list):
            return [inline(item) for item in part]
        if not isinstance(part, dict):
            return part
        if part.get("$ref") in enums:
            return {"enum": enums[part["$ref"]]["enum"]}
        return {key: inline(value) for key, value in part.items() if f"#/$defs/{key}" not in enums}

    found: dict[str, Any] = inline(parts)
    return found


def format_schema(name: str, parts: dict[str, Any]) -> str:
    """Return the text of a schema file."""
    parts = inline_enums(parts)
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"lpbe {name}", **parts}
    text = msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1).decode()
    return text.replace(r"\\Z", "$") + "\n"  # other languages' regular expressions know no \Z
