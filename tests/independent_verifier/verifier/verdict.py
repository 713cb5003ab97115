"""The verdict on a game folder."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from .audit import walk
from .canon import Unreadable, Wrong, need
from .events import modules
from .file import check_file
from .reading import read_game, read_log
from .receipts import check_receipts
from .secrets import check_disclosed, check_open

VERIFIED, HOLDS, FALSE, UNREADABLE = "verified", "holds", "false", "unreadable"


def verify(folder: Path) -> str:
    """Return the verdict on a folder; raises where something is wrong."""
    game = read_game(folder)
    check_file(game)
    modules(game["genesis"])
    entries = read_log(folder)
    if entries is None:
        return HOLDS
    unfinished = len(entries) == game["state"]["seq"]
    if unfinished:
        entries.append(game["last"] if entries else first_line(game))
    need(entries, "the log is empty")
    audit = walk(game, entries)
    if audit.secret:
        check_receipts(folder, entries)
    if not audit.secret:
        check_open(audit)
    elif "disclosed" not in entries[-1]["public"]:
        return HOLDS
    else:
        check_disclosed(audit)
    return HOLDS if unfinished else VERIFIED


def first_line(game: dict[str, Any]) -> dict[str, Any]:
    """Return the line of step 0, which a game file tells in two places."""
    sig = {"sig": game["sig"]} if "sig" in game else {}
    return game["last"] | {"genesis": game["genesis"]} | sig


def judge(folder: Path | str) -> tuple[str, str]:
    """Return the verdict on a folder and why; never raises."""
    try:
        return verify(Path(folder)), ""
    except Wrong as wrong:
        return FALSE, str(wrong)
    except (Unreadable, OSError, UnicodeError, json.JSONDecodeError, tomllib.TOMLDecodeError) as unreadable:
        return UNREADABLE, str(unreadable)
    except Exception as failure:
        return FALSE, f"{type(failure).__name__}: {failure}"
