"""Proofs for others: two truths that somebody signed, or a step that is false; each bundle can be judged alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from ..kernel.audit.heads import SignedHead, check_signed_log, find_fork, signed_heads
from ..kernel.audit.own import Complaint
from ..kernel.audit.receipts import signed_by_referee
from ..kernel.audit.replay import disclosed_secrets
from ..kernel.audit.twins import Twins, judge_twins
from ..kernel.audit.verdict import Diverged
from ..kernel.base.canon import Plain, jcs
from ..kernel.base.errors import Failure, Misused, Unauthentic
from ..kernel.chain.letters import present
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.step import authenticate
from ..kernel.disk import files
from ..kernel.folder.folder import load, locate
from ..kernel.folder.inbox import letter_file, read_letter
from ..kernel.folder.log import entry_or_none
from ..kernel.folder.receipts import ReceiptFile, read_receipt_file
from .examine import Taken, take
from .game import read_pack, rules_for
from .outputs import write_output

T = TypeVar("T")
ANYBODY = (
    "E_SIG_INVALID",
    "E_SIG_FORMAT",
    "E_STATE_LOG",
    "E_STATE_CHAIN",
    "E_STATE_GAME",
    "E_STATE_FORM",
    "E_ROLLBACK",
)
"""What anybody can make wrong with a file: it convicts nobody."""


def evidence(one: str, two: str, game: str | None) -> Plain:
    """What these two files prove together: two receipts or two letters of a game, or two versions of one."""
    if game is None:
        return fork(one, two)
    first, second = receipt_or_none(one), receipt_or_none(two)
    return two_receipts(first, second, game) if first and second else two_letters(one, two, game)


def fork(one: str, two: str) -> Plain:
    """Two histories of one game: proof against the referee who signed both."""
    (game, heads), (other, others) = shown_heads(one), shown_heads(two)
    if game.state.game != other.state.game:
        raise Misused("E_EVIDENCE", "these are two different games")
    found = blamed(lambda: find_fork(game.genesis, heads, others))
    if found is None:
        raise Misused(
            "E_EVIDENCE",
            "no contradiction: these files can be two steps of one history",
            "give the folders with their logs, if the steps are far apart",
        )
    pair, seq = found
    return {
        **heading("fork", "E_FORK", game, "referee"),
        "says": f"the referee signed two different steps {seq} of game {game.state.game[:12]}",
        "seq": seq,
        "heads": [plain(thin(signed, pair)) for signed in pair],
    }


def shown_heads(path: str) -> tuple[GameFile, list[SignedHead]]:
    """A game as its referee signed it, and all the heads that lie with it."""
    place = locate(path)
    game = load(place)
    authenticate(game)
    if game.genesis.trust != "referee":
        raise Misused("E_EVIDENCE", "an open game has no signed heads")
    lines = files.each_line(place.log, files.LOG_LINE) if place.folder and files.is_file(place.log) else ()
    return game, list(signed_heads(game, [entry for line in lines if (entry := entry_or_none(line))]))


def thin(signed: SignedHead, pair: tuple[SignedHead, SignedHead]) -> SignedHead:
    """Two heads of one step need no state to contradict each other."""
    same = pair[0].head.seq == pair[1].head.seq
    return msgspec.structs.replace(signed, state=msgspec.UNSET) if same else signed


def blamed(check: Callable[[], T]) -> T:
    """What does not convict is told to who asked."""
    try:
        return check()
    except Unauthentic as fault:
        if fault.code == "E_EVIDENCE":
            raise Misused.like(fault) from None
        raise


def heading(kind: str, code: str, game: GameFile, convicts: str) -> Plain:
    """What every bundle says first: which game, by which terms, and whom it convicts."""
    return {
        "format": 2,
        "kind": kind,
        "code": code,
        "game": game.state.game,
        "convicts": convicts,
        "genesis": plain(game.genesis),
        "genesis_sig": game.sig or "",
    }


def two_letters(one: str, two: str, path: str) -> Plain:
    """Two orders of one seat for one question with one rev, both signed: proof against the player, if both count."""
    taken = take(locate(path))
    game, entries = taken.game, log_of(taken)
    twins: Twins = (read_letter(one), read_letter(two))
    if any(envelope.order.game != game.state.game for envelope in twins):
        raise Misused("E_EVIDENCE", "an order belongs to another game")
    rules, letter = rules_for(taken.place, game.genesis), twins[0].order
    refused = {refusal.order for file in receipts_of(taken, entries) for refusal in file.receipt.refused}
    certain = blamed(lambda: judge_twins(rules, game, entries, twins, disclosed_secrets(game), refused))
    told = f"{letter.seat} signed two different orders for window {letter.window} with rev {letter.rev}"
    return {
        **heading("letters", "E_EQUIVOCATION", game, letter.seat if certain else ""),
        "says": told if certain else "two letters, to be judged at disclosure",
        "seat": letter.seat,
        "window": letter.window,
        "rev": letter.rev,
        "letters": [plain(letter_file(envelope)) for envelope in twins],
        **history(taken),
    }


def log_of(taken: Taken) -> list[Entry]:
    entries = [entry for line in taken.lines or [] if (entry := entry_or_none(line))]
    if not entries:
        raise Misused("E_EVIDENCE", "this needs the log of the game, and there is none here")
    return entries


def receipts_of(taken: Taken, entries: list[Entry]) -> list[ReceiptFile]:
    """What the referee signed of what lies there."""
    return [file for file in taken.receipts if signed_by_referee(entries, file)]


def receipt_or_none(path: str) -> ReceiptFile | None:
    try:
        return read_receipt_file(path)
    except (Failure, AttributeError, TypeError):
        return None


def two_receipts(one: ReceiptFile, two: ReceiptFile, path: str) -> Plain:
    """One order refused twice at one step, for two reasons: proof against the referee."""
    taken = take(locate(path))
    entries = log_of(taken)
    check_signed_log(taken.game.genesis, entries)
    for file in (one, two):
        if not signed_by_referee(entries, file):
            raise Unauthentic("E_SIG_INVALID", "a receipt is not signed by the referee of this game")
    if not two_codes(one, two):
        raise Misused("E_EVIDENCE", "no contradiction: these receipts do not give one order two codes")
    return {
        **heading("receipts", "E_AUDIT_RECEIPT", taken.game, "referee"),
        "says": "the referee refused one order at one step for two reasons",
        "receipts": [plain(file) for file in (one, two)],
        **history(taken),
    }


def two_codes(one: ReceiptFile, two: ReceiptFile) -> bool:
    first = {(refusal.order, refusal.head): refusal.code for refusal in one.receipt.refused}
    return any(first.get((again.order, again.head), again.code) != again.code for again in two.receipt.refused)


def history(taken: Taken) -> Plain:
    """The whole log, with all signatures, and the content it is played with: all that a third party needs."""
    pack: Plain = {"pack": read_pack(taken.place.pack)} if taken.game.genesis.pack else {}
    return {"log": [line.decode("utf-8", "replace") for line in taken.lines or []], **pack}


def write_evidence(taken: Taken, fault: Unauthentic, path: str) -> None:
    """A bundle that shows others what is false, and where."""
    bundle = complaint(taken.game, fault) if isinstance(fault, Complaint) else false_step(taken, fault)
    try:
        write_output(path, jcs(bundle), sync=True)
        fault.advise("the proof is in {path}", path=path)
    except Failure:
        fault.advise("the proof could not be written here: --evidence FILE")


def complaint(game: GameFile, fault: Complaint) -> Plain:
    """What only one key shows: the step, and nothing of what that key opens."""
    return {
        **heading("complaint", fault.code, game, ""),
        "says": "somebody's own part of this step is said to be false; it can be judged at disclosure",
        "seq": fault.seq,
        "head": plain(game.last.head),
        "head_sig": present(game.last.head_sig),
    }


def false_step(taken: Taken, fault: Unauthentic) -> Plain:
    """Game file, log and receipts as they lay there: whoever has them finds the same."""
    bundle: Plain = {
        **heading("false-step", fault.code, taken.game, "" if fault.code in ANYBODY else "referee"),
        "says": fault.message,
        "seq": fault.seq if isinstance(fault, Diverged) else taken.game.state.seq,
        "file": plain(taken.game),
        "receipts": [plain(file) for file in taken.receipts],
        "letters": [plain(letter_file(one)) for letters in taken.refused.values() for one in letters],
        **history(taken),
    }
    if isinstance(fault, Diverged) and fault.expected:
        bundle |= {"expected": fault.expected, "found": fault.found}
    return bundle


def plain(record: Any) -> Any:
    return msgspec.to_builtins(record)
