"""Proofs for others: two truths that somebody signed, or a step that is false."""

from __future__ import annotations

from typing import Any

import msgspec

from ..kernel.audit.verdict import Diverged
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure, Misused, Unauthentic
from ..kernel.chain.checks import check_sender
from ..kernel.chain.letters import letter_id, present
from ..kernel.chain.records import GameFile, head_id
from ..kernel.chain.step import authenticate
from ..kernel.disk import files
from ..kernel.folder.folder import load, locate
from ..kernel.folder.inbox import letter_file, read_letter
from .game import open_game


def fork(one: str, two: str) -> Plain:
    """Two heads of one game and one step, both signed: proof against the referee."""
    games = [load(locate(path)) for path in (one, two)]
    for game in games:
        authenticate(game)
    first, second = (game.last.head for game in games)
    if first.game != second.game:
        raise Misused("E_EVIDENCE", "these are two different games")
    if first.seq != second.seq or head_id(first) == head_id(second):
        raise Misused("E_EVIDENCE", "no contradiction: these files are not two versions of one step")
    if games[0].genesis.trust != "referee":
        raise Misused("E_EVIDENCE", "an open game has no signed heads")
    return {
        "format": 1,
        "kind": "fork",
        "code": "E_FORK",
        "says": f"the referee signed two different steps {first.seq} of game {first.game[:12]}",
        "game": first.game,
        "seq": first.seq,
        "genesis": plain(games[0].genesis),
        "genesis_sig": present(games[0].sig),
        "heads": [head_proof(game) for game in games],
    }


def head_proof(game: GameFile) -> Plain:
    return {"head": plain(game.last.head), "sig": present(game.last.head_sig), "handovers": plain(game.state.handovers)}


def equivocation(one: str, two: str, path: str) -> Plain:
    """Two orders of one seat for one window with one rev, both signed: proof against the player."""
    opened = open_game(path)
    genesis, state = opened.game.genesis, opened.game.state
    orders = [read_letter(name) for name in (one, two)]
    for envelope in orders:
        if envelope.order.game != state.game:
            raise Misused("E_EVIDENCE", "an order belongs to another game")
        check_sender(genesis, state, envelope)
    first, second = (envelope.order for envelope in orders)
    slots = [(o.seat, o.window, o.rev, type(o)) for o in (first, second)]
    if slots[0] != slots[1] or letter_id(first) == letter_id(second):
        raise Misused("E_EVIDENCE", "no contradiction: these are not two orders for one slot")
    return {
        "format": 1,
        "kind": "equivocation",
        "code": "E_EQUIVOCATION",
        "says": f"{first.seat} signed two different orders for window {first.window} with rev {first.rev}",
        "game": state.game,
        "seat": first.seat,
        "window": first.window,
        "rev": first.rev,
        "genesis": plain(genesis),
        "orders": [plain(letter_file(envelope)) for envelope in orders],
    }


def write_evidence(game: GameFile, fault: Unauthentic, path: str) -> None:
    """A bundle that shows others what is false, and where."""
    seq = fault.seq if isinstance(fault, Diverged) else game.state.seq
    bundle: Plain = {
        "format": 1,
        "kind": "false-step",
        "game": game.state.game,
        "code": fault.code,
        "seq": seq,
        "message": fault.message,
        "genesis": plain(game.genesis),
        "last": plain(game.last),
    }
    if isinstance(fault, Diverged) and fault.expected:
        bundle |= {"expected": fault.expected, "found": fault.found}
    try:
        files.write(path, files.dump(bundle, "evidence.json"))
        fault.advise("the proof is in {path}", path=path)
    except Failure:
        fault.advise("the proof could not be written here: --evidence FILE")


def plain(record: Any) -> Any:
    return msgspec.to_builtins(record)
