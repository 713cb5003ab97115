"""The only local memory, and optional: the last head seen of each game."""

from __future__ import annotations

from ..kernel.base.canon import data
from ..kernel.base.errors import Malformed, Unauthentic
from ..kernel.chain.letters import Count, Digest, Record, read_record
from ..kernel.disk import files
from ..kernel.folder.log import holds_head
from .game import OpenGame, open_game


def open_pinned(path: str, pin: str | None) -> OpenGame:
    """A game that follows what was seen of it last, where somebody keeps pins."""
    opened = open_game(path)
    if pin:
        check_pin(opened, pin)
    return opened


class Pin(Record, frozen=True):
    seq: Count
    head: Digest


def read_pins(path: str) -> dict[str, Pin]:
    if not files.is_file(path):
        return {}
    raw = files.parse(files.read(path, files.GAME), "pins.json", width=1024, lines=4096)
    with files.naming(path):
        return read_record(raw.get("pins", {}), dict[str, Pin])


def check_pin(opened: OpenGame, path: str) -> None:
    """Refuse a game file that does not follow the one seen last; remember this one."""
    pins = read_pins(path)
    pin = pins.get(opened.game.state.game)
    if pin:
        check_follows(opened, pin.seq, pin.head)
    pins[opened.game.state.game] = Pin(opened.game.state.seq, opened.head)
    files.write(path, files.dump(data({"pins": pins}), "pins.json"))


def check_follows(opened: OpenGame, seq: int, head: str) -> None:
    if opened.game.state.seq < seq:
        raise Unauthentic(
            "E_ROLLBACK", "you have seen step {step} of this game; this file is older", "ask for a newer one", step=seq
        )
    if not in_history(opened, seq, head):
        raise Unauthentic(
            "E_FORK",
            "step {step} of this game was another one when you looked last",
            "keep both files: lpbe evidence proves who signed two truths",
            step=seq,
        )


def in_history(opened: OpenGame, seq: int, head: str) -> bool:
    """Whether the pinned head is this game's head or stands before it."""
    state = opened.game.state
    if state.seq == seq:
        return opened.head == head
    if state.seq - seq <= len(state.recent):
        return state.recent[seq - state.seq] == head
    if not opened.place.folder:
        raise Malformed(
            "E_FILE_MISSING", "the pinned step is too long ago to be in this file", "keep log.jsonl beside it"
        )
    return holds_head(opened.place.log, seq, head)
