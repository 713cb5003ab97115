"""Every event in the step of every letter, signed by a lying host: refused unless the letter can cause it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ..size_limits import sizes
from .answers import REFUSED, Ask, second
from .forger import Data, Forger
from .scenes import (
    ASKED,
    END,
    Said,
    almost_ready,
    begins,
    decide,
    endorse,
    free,
    handover,
    joined_scene,
    late,
    new,
    over,
    play,
    prove,
    rekey,
    replace,
    silent,
    sit,
    standing,
    started_scene,
    time,
    to_bot,
)
from .verifier.verdict import HOLDS

EVENTS: dict[str, Data] = {
    "resigned": {"seat": "red"},
    "silent": {"seats": ["blue"], "phase": 1},
    "returned": {"seat": "red"},
    "replaced": {"seat": "blue"},
    "stop-agreed": {"seat": "red"},
    "stop-withdrawn": {"seat": "red"},
    "window-closed": {},
    "die-set": {"colour": "red", "value": 2},
    "asked": ASKED,
    "stopped": {"keep": 0, "steps": []},
    "ended": END,
}
LAST = ("asked", "stopped", "ended")
TOLD = {"window-closed", "die-set", *LAST}


UNTIL = {"until": "2026-01-09T00:00:00Z"}
LETTERS: dict[str, tuple[Callable[[], Forger], Callable[[Forger], Said], set[str]]] = {
    "play": (started_scene, play, TOLD),
    "play of a silent seat": (silent, play, TOLD),
    "standing": (started_scene, standing, set()),
    "standing of a silent seat": (silent, standing, set()),
    "note": (started_scene, free("note", {"text": "Hallo"}), set()),
    "join": (new, lambda game: sit(game, "red"), set()),
    "ready": (joined_scene, lambda game: prove(game, "red"), set()),
    "last ready": (almost_ready, begins, {"window-closed", "die-set"}),
    "timeout": (started_scene, late, TOLD | {"silent"}),
    "timeout of a silent seat": (started_scene, lambda game: late(game, "red"), TOLD),
    "stop": (started_scene, free("stop", {"agree": True}, {"event": "stop-agreed", "seat": "red"}), set()),
    "resign": (started_scene, free("resign", None, {"event": "resigned", "seat": "red"}), TOLD),
    "rekey": (started_scene, rekey, set()),
    "replace": (started_scene, replace, set()),
    "replace by a bot": (silent, to_bot, set()),
    "endorse": (started_scene, endorse, set()),
    "endorse that decides": (started_scene, decide, set()),
    "pace": (started_scene, time("pace", {"pace": "2d"}), set()),
    "pause": (started_scene, time("pause", UNTIL), set()),
    "extend": (started_scene, time("extend", UNTIL), set()),
    "handover": (started_scene, handover, set()),
    "disclose": (over, lambda game: (game.letter("referee", "disclose"), game.referee, []), set()),
}
PAIRS = [(letter, event) for letter in LETTERS for event in EVENTS]


def forge_events(name: str, more: str, folder: Path) -> bool:
    """Return a folder with this letter and its own events, and one more; whether it may be there."""
    begin, write, can = LETTERS[name]
    game = begin()
    letter, signer, events = write(game)
    added = [{"event": more} | EVENTS[more]] if more else []
    shown = {"disclosed": [game.secret.hex()]} if letter["kind"] == "disclose" else {}
    game.step(letter, signer, [*events, *added] if more in LAST else [*added, *events], **shown)
    shutil.rmtree(folder, ignore_errors=True)
    game.write(folder)
    return not more or more in can


@pytest.mark.parametrize("name", sorted(LETTERS))
def test_the_letter_alone_brings_about_what_is_its_own(name: str, tmp_path: Path, ask: Ask) -> None:
    forge_events(name, "", tmp_path / "game")
    if name == "disclose":  # the seals contain noise; what should be in them is read then, and is missing
        assert ask(tmp_path / "game")[1] != "E_AUDIT_SEED"
    else:
        assert ask(tmp_path / "game")[0] == second(tmp_path / "game")[0] == HOLDS


@sizes("count", 20, len(PAIRS))
def test_no_other_event_stands_behind_a_letter(count: int, tmp_path: Path, ask: Ask) -> None:
    for name, event in random.Random(count).sample(PAIRS, count):
        may = forge_events(name, event, tmp_path / "game")
        (first, code), (other, why) = ask(tmp_path / "game"), second(tmp_path / "game")
        assert first == other == (HOLDS if may else REFUSED), (name, event, first, code, other, why)
        assert may or code == "E_AUDIT_DIVERGES", (name, event, code)
