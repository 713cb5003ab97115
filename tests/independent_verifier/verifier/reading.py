"""Reading the files of a folder: section 1.5."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from .canon import GAME_LIMIT, LINE_LIMIT, TOML_LINE, Unreadable, jcs, need, plain, read_json
from .records import ENTRY, GAME

WRAPPED = {"drawer", "head_sig", "memo", "proof", "reason", "seal", "secrets", "sig"}


def unwrap(value: str) -> str:
    """Base64 that stood in lines, in one piece."""
    bare = value.rstrip("\n")
    if value == bare or not re.fullmatch(r"[A-Za-z0-9+/=\n]*", bare) or "" in bare.split("\n"):
        return value
    return value[:-1] if value.endswith("\n\n") else value.replace("\n", "")


def unwrap_base64(value: Any, name: str = "", above: str = "") -> Any:
    """Data of a TOML file with its base64 in one piece."""
    if isinstance(value, dict):
        return {key: unwrap_base64(item, key, name) for key, item in value.items()}
    if isinstance(value, list):
        return [unwrap_base64(item, name="", above=name) for item in value]
    if isinstance(value, str) and (name in WRAPPED or above == "seals"):
        return unwrap(value)
    return value


def read_toml(data: bytes) -> Any:
    """Return a TOML file as plain data."""
    need(all(len(line) <= TOML_LINE for line in data.split(b"\n")), "a line is too long")
    return plain(unwrap_base64(tomllib.loads(data.decode("utf-8"))))


def read_game(folder: Path) -> dict[str, Any]:
    """Return the game file of a folder."""
    path = folder / "game.toml"
    reader = read_toml
    if not path.exists():
        path, reader = folder / "game.json", read_json
    data = path.read_bytes()
    if len(data) > GAME_LIMIT or data.startswith(b"\xef\xbb\xbf"):
        raise Unreadable("the game file is too large or has a mark")
    game = reader(data)
    if reader is read_json:
        need(jcs(game) == data.rstrip(b"\n"), "white space in game.json")
    GAME(game)
    return game


def read_entry(line: bytes) -> dict[str, Any]:
    """Return a line of the log, which is canonical."""
    need(len(line) <= LINE_LIMIT, "a line of the log is too long")
    entry = read_json(line)
    need(jcs(entry) == line, "a line of the log is not canonical")
    ENTRY(entry)
    return entry


def is_torn(line: bytes) -> bool:
    """Return whether a last line that has no end cannot be read."""
    need(len(line) <= LINE_LIMIT, "a line of the log is too long")
    try:
        read_entry(line)
    except Exception:
        return True
    return False


def read_log(folder: Path) -> list[dict[str, Any]] | None:
    """Return the entries of the log; a torn last line is left out."""
    path = folder / "log.jsonl"
    if not path.exists():
        return None
    *lines, rest = path.read_bytes().split(b"\n")
    if rest and not is_torn(rest):
        lines.append(rest)
    return [read_entry(line) for line in lines]
