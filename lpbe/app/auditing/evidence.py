"""Write evidence: a bundle with two conflicting statements that somebody signed, or with a false step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from ...kernel.audit.branches import branches_from, first_difference, has_times
from ...kernel.audit.conflicting_heads import SignedHead, check_signed_log, find_fork, signed_heads
from ...kernel.audit.equivocation import LetterPair, judge_equivocation
from ...kernel.audit.level1 import ViewDiverged
from ...kernel.audit.level2 import disclosed_secrets
from ...kernel.audit.receipt_checks import is_by_referee
from ...kernel.base.canonical import Plain, jcs
from ...kernel.base.errors import Diverged, Failure, Misused, Unauthentic, Unproven
from ...kernel.chain.letter import present
from ...kernel.chain.records import Entry, GameFile
from ...kernel.chain.transition import authenticate
from ...kernel.disk import files
from ...kernel.gamedir.gamedir import load, locate
from ...kernel.gamedir.inbox import letter_file, read_letter
from ...kernel.gamedir.log import entry_or_none, without_genesis
from ...kernel.gamedir.receipts import ReceiptFile, read_receipt_file
from ..session.open_game import read_pack, rules_for
from ..session.paths import write_output
from .examine import Taken, take

T = TypeVar("T")


class Evidence(msgspec.Struct, frozen=True):
    """What two files prove, or what a bundle of evidence proves."""

    facts: Plain
    path: str = ""
    """Where a new bundle was written."""

    @property
    def only_times(self) -> bool:
        """Return whether two histories differ in nothing but their times."""
        return self.facts.get("code") == TIMES_ONLY

    def data(self) -> Plain:
        return {**self.facts, **({"files": [self.path]} if self.path else {})}

    def text(self) -> str:
        return "\n".join(filter(None, [str(self.facts["says"]), self.path]))


def make_evidence(one: str, two: str, game: str | None, output: str) -> Evidence:
    """Write a bundle that proves that two files cannot both be true."""
    bundle = compare_files(one, two, game)
    write_output(output, jcs(bundle), sync=True)
    return Evidence({key: bundle[key] for key in ("kind", "code", "convicts", "says")}, output)


def compare_files(one: str, two: str, game: str | None) -> Plain:
    """Return what these two files prove together: two receipts or two letters of a game, or two versions of one."""
    if game is None:
        return fork_bundle(one, two)
    first, second = receipt_or_none(one), receipt_or_none(two)
    return receipts_bundle(first, second, game) if first and second else letters_bundle(one, two, game)


def fork_bundle(one: str, two: str) -> Plain:
    """Return the bundle for two histories of one game: proof against the referee who signed both."""
    (game, entries), (other, other_entries) = read_history(one), read_history(two)
    heads, others = list(signed_heads(game, entries)), list(signed_heads(other, other_entries))
    if game.state.game != other.state.game:
        raise Misused("E_EVIDENCE", "these are two different games")
    found = require_proof(lambda: find_fork(game.genesis, heads, others))
    if found is None:
        raise Misused(
            "E_EVIDENCE",
            "no contradiction: these files can be two steps of the same history",
            "if the steps are far apart, give the folders with their logs",
        )
    pair, seq = found
    if not has_times(pair):
        return {**fork_verdict(game, seq), "heads": plain_pair(pair)}
    histories = [*entries, game.last], [*other_entries, other.last]
    branches = require_proof(lambda: branches_from(*histories))
    differ = first_difference(game.genesis, branches)
    length = min(map(len, branches)) if differ is None else differ + 1
    one_branch, two_branch = ([*branch[:length]] for branch in branches)
    known = [{signed.head: signed for signed in found} for found in (heads, others)]
    pair = known[0][one_branch[-1].head], known[1][two_branch[-1].head]
    return {
        **(benign_verdict(game) if differ is None else fork_verdict(game, one_branch[-1].head.seq)),
        "heads": plain_pair(pair),
        "branches": [[plain(entry) for entry in branch] for branch in (one_branch, two_branch)],
    }


TIMES_ONLY = "E_FORK_TIMES"
SAME_LETTERS = (
    "the same orders, signed at different times; a restored backup causes this, and it does not prove anyone guilty"
)


def fork_verdict(game: GameFile, seq: int) -> Plain:
    says = f"the referee signed two different steps {seq} of game {game.state.game[:12]}"
    return {**bundle_heading("fork", "E_FORK", game, "referee"), "says": says, "seq": seq}


def benign_verdict(game: GameFile) -> Plain:
    return {**bundle_heading("fork", TIMES_ONLY, game, ""), "says": SAME_LETTERS}


def plain_pair(pair: tuple[SignedHead, SignedHead]) -> list[Plain]:
    return [plain(without_state_if_redundant(signed, pair)) for signed in pair]


def read_history(path: str) -> tuple[GameFile, list[Entry]]:
    """Return a game as its referee signed it, with all the steps of its log, or of the tail of a copy."""
    place = locate(path)
    game = load(place)
    authenticate(game)
    if game.genesis.trust != "referee":
        raise Misused("E_EVIDENCE", "an open game has no signed heads")
    lines = files.each_line(place.log, files.MAX_LOG_LINE_BYTES) if place.folder and files.is_file(place.log) else ()
    logged = [without_genesis(entry) for line in lines if (entry := entry_or_none(line))]
    return game, logged or list(game.tail)


def without_state_if_redundant(signed: SignedHead, pair: tuple[SignedHead, SignedHead]) -> SignedHead:
    """Return a head without its state if both heads are of one step: then the heads alone contradict each other."""
    same = pair[0].head.seq == pair[1].head.seq
    return msgspec.structs.replace(signed, state=msgspec.UNSET) if same else signed


def require_proof(check: Callable[[], T]) -> T:
    """Return what a check finds; evidence that proves nothing is the caller's mistake."""
    try:
        return check()
    except Unproven as fault:
        raise Misused.like(fault) from None


def bundle_heading(kind: str, code: str, game: GameFile, convicts: str) -> Plain:
    """Return the fields that every bundle begins with: which game, its genesis, and who is shown to have cheated."""
    return {
        "format": 2,
        "kind": kind,
        "code": code,
        "game": game.state.game,
        "convicts": convicts,
        "genesis": plain(game.genesis),
        "genesis_sig": game.sig or "",
    }


def letters_bundle(one: str, two: str, path: str) -> Plain:
    """Return the bundle for two signed orders of one seat, window and rev: proof against the player, if both count."""
    taken = take(locate(path))
    game = taken.game
    entries = require_log(taken)
    pair: LetterPair = (read_letter(one), read_letter(two))
    if any(envelope.letter.game != game.state.game for envelope in pair):
        raise Misused("E_EVIDENCE", "an order belongs to another game")
    rules = rules_for(taken.place, game.genesis)
    letter = pair[0].letter
    refused = {refusal.letter_id for file in signed_receipts(taken, entries) for refusal in file.receipt.refused}
    certain = require_proof(lambda: judge_equivocation(rules, game, entries, pair, disclosed_secrets(game), refused))
    statement = f"{letter.seat} gave two different answers to question {letter.window} with rev {letter.rev}"
    return {
        **bundle_heading("letters", "E_EQUIVOCATION", game, letter.seat if certain else ""),
        "says": statement if certain else "two orders; they can be judged after the secret is disclosed",
        "seat": letter.seat,
        "window": letter.window,
        "rev": letter.rev,
        "letters": [plain(letter_file(envelope)) for envelope in pair],
        **bundle_history(taken),
    }


def require_log(taken: Taken) -> list[Entry]:
    entries = [entry for line in taken.lines or [] if (entry := entry_or_none(line))]
    if not entries:
        raise Misused("E_EVIDENCE", "this needs the log of the game, which is missing here")
    return entries


def signed_receipts(taken: Taken, entries: list[Entry]) -> list[ReceiptFile]:
    """Return the receipts of the folder that the referee signed."""
    return [file for file in taken.receipts if is_by_referee(entries, file)]


def receipt_or_none(path: str) -> ReceiptFile | None:
    try:
        return read_receipt_file(path)
    except (Failure, AttributeError, TypeError):
        return None


def receipts_bundle(one: ReceiptFile, two: ReceiptFile, path: str) -> Plain:
    """Return the bundle for one order refused twice at one step, for two reasons: proof against the referee."""
    taken = take(locate(path))
    entries = require_log(taken)
    check_signed_log(taken.game.genesis, entries)
    for file in (one, two):
        if not is_by_referee(entries, file):
            raise Unauthentic("E_SIG_INVALID", "a receipt is not signed by the referee of this game")
    if not two_codes(one, two):
        raise Misused("E_EVIDENCE", "no contradiction: these receipts do not give two codes for one order")
    return {
        **bundle_heading("receipts", "E_AUDIT_RECEIPT", taken.game, "referee"),
        "says": "the referee refused one order at one step for two different reasons",
        "receipts": [plain(file) for file in (one, two)],
        **bundle_history(taken),
    }


def two_codes(one: ReceiptFile, two: ReceiptFile) -> bool:
    first = {(refusal.letter_id, refusal.head): refusal.code for refusal in one.receipt.refused}
    return any(first.get((again.letter_id, again.head), again.code) != again.code for again in two.receipt.refused)


def bundle_history(taken: Taken) -> Plain:
    """Return the whole log, with all signatures, and the game's own content: all that a third party needs."""
    pack: Plain = {"pack": read_pack(taken.place.pack)} if taken.game.genesis.pack else {}
    return {"log": [line.decode("utf-8", "replace") for line in taken.lines or []], **pack}


def write_evidence(taken: Taken, fault: Unauthentic, path: str) -> None:
    """Write a bundle that shows others what is wrong, and where."""
    bundle = complaint_bundle(taken.game, fault) if isinstance(fault, ViewDiverged) else false_step_bundle(taken, fault)
    try:
        write_output(path, jcs(bundle), sync=True)
        fault.advise("the proof has been saved in {path}", path=path)
    except Failure:
        fault.advise("the proof could not be saved here; use --evidence FILE")


def complaint_bundle(game: GameFile, fault: ViewDiverged) -> Plain:
    """Return the bundle for a step that only one key shows to be wrong, without anything that the key opens."""
    return {
        **bundle_heading("complaint", fault.code, game, ""),
        "says": "a player reports a false private part in this step; this can be judged after the secret is disclosed",
        "seq": fault.seq,
        "head": plain(game.last.head),
        "head_sig": present(game.last.head_sig),
    }


def false_step_bundle(taken: Taken, fault: Unauthentic) -> Plain:
    """Return the bundle with game file, log and receipts as they were found: whoever has them finds the same."""
    bundle: Plain = {
        **bundle_heading("false-step", fault.code, taken.game, "" if fault.is_forgeable else "referee"),
        "says": fault.message,
        "seq": fault.seq if isinstance(fault, Diverged) else taken.game.state.seq,
        "file": plain(taken.game),
        "receipts": [plain(file) for file in taken.receipts],
        "letters": [plain(letter_file(one)) for letters in taken.refused.values() for one in letters],
        **bundle_history(taken),
    }
    if isinstance(fault, Diverged) and fault.expected:
        bundle |= {"expected": fault.expected, "found": fault.found}
    return bundle


def plain(record: Any) -> Any:
    return msgspec.to_builtins(record)
