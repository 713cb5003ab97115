"""Judge a bundle of evidence by itself, without anything else from the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec import UnsetType

from ...games import rules_of
from ...kernel.audit.branches import check_branches, first_difference, has_times
from ...kernel.audit.conflicting_heads import SignedHead, check_fork, check_signed_log
from ...kernel.audit.equivocation import judge_equivocation
from ...kernel.audit.level2 import disclosed_secrets
from ...kernel.audit.receipt_checks import is_by_referee
from ...kernel.audit.verify import Materials, verify
from ...kernel.base.canonical import Plain, jcs
from ...kernel.base.errors import Malformed, Unauthentic, Unproven
from ...kernel.chain.genesis import Genesis, WindowKind, WindowRecord, game_id
from ...kernel.chain.letter import letter_id
from ...kernel.chain.letter_registry import read_record
from ...kernel.chain.records import Entry, Envelope, GameFile, StateRecord, read_entry, read_game
from ...kernel.chain.transition import authenticate, check_pinned, check_signature
from ...kernel.crypto import sshsig
from ...kernel.disk import files
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.inbox import read_envelope
from ...kernel.gamedir.log import without_genesis
from ...kernel.gamedir.receipts import ReceiptFile
from .evidence import SAME_LETTERS, TIMES_ONLY, Evidence, two_codes
from .examine import bot_letter

MAX_BUNDLE_BYTES = 1 << 26


def check_bundle(path: str) -> Evidence:
    """Return who is shown to have cheated, and how. Everything in it is checked, and nothing is taken on trust."""
    try:
        bundle: Plain = msgspec.json.decode(files.read(path, MAX_BUNDLE_BYTES), type=dict)
        kind = KINDS[bundle["kind"]]
        genesis = read_record(bundle["genesis"], Genesis)
        check_genesis(genesis, bundle.get("genesis_sig", ""))
        return Evidence({"kind": bundle["kind"], **kind(bundle, genesis)})
    except (msgspec.DecodeError, LookupError, TypeError, AttributeError, UnicodeDecodeError, RecursionError):
        raise Malformed("E_EVIDENCE", "this is not an evidence bundle").in_file(path) from None
    except Unauthentic as fault:
        raise Malformed.like(fault).in_file(path) from None


def check_genesis(genesis: Genesis, sig: str) -> None:
    """Refuse a genesis that its referee did not sign: nobody can be proven to cheat in a game that nobody signs."""
    if isinstance(genesis.referee, UnsetType) or isinstance(genesis.sizes, UnsetType) or genesis.trust != "referee":
        raise no_proof()
    check_signature(genesis.referee.sign, sshsig.GENESIS, jcs(genesis), sig)


def convict(who: str, code: str, says: str) -> Plain:
    return {"convicts": who, "code": code, "says": says}


def judge_fork(bundle: Plain, genesis: Genesis) -> Plain:
    one, two = (read_record(head, SignedHead) for head in bundle["heads"])
    seq = check_fork(genesis, (one, two))
    if has_times((one, two)):
        first, second = ([read_entry(jcs(entry)) for entry in branch] for branch in bundle.get("branches", [[], []]))
        check_branches(genesis, (one, two), (first, second))
        differ = first_difference(genesis, (first, second))
        if differ is None:
            return convict("", TIMES_ONLY, SAME_LETTERS)
        seq = first[differ].head.seq
    return convict("referee", "E_FORK", f"the referee signed two different steps {seq} of game {game_id(genesis)[:12]}")


def judge_letters(bundle: Plain, genesis: Genesis) -> Plain:
    rules = rules_in(bundle, genesis)
    entries = log_in(bundle)
    one, two = (read_envelope(letter) for letter in bundle["letters"])
    game = as_file(genesis, bundle, entries)
    letter = one.letter
    if not judge_equivocation(rules, game, entries, (one, two), disclosed_secrets(game), set()):
        return convict("", "", "two orders; they can be judged after the secret is disclosed")
    statement = f"{letter.seat} gave two different answers to question {letter.window} with rev {letter.rev}"
    return convict(letter.seat, "E_EQUIVOCATION", statement)


def judge_receipts(bundle: Plain, genesis: Genesis) -> Plain:
    entries = log_in(bundle)
    check_signed_log(genesis, entries)
    one, two = (read_record(file, ReceiptFile) for file in bundle["receipts"])
    if not all(is_by_referee(entries, file) for file in (one, two)) or not two_codes(one, two):
        raise no_proof()
    return convict("referee", "E_AUDIT_RECEIPT", "the referee refused one order at one step for two different reasons")


def judge_step(bundle: Plain, genesis: Genesis) -> Plain:
    """Verify the game again from the bundle; verification must fail."""
    game = read_game(bundle["file"])
    rules = rules_in(bundle, genesis)
    letters: dict[str, list[Envelope]] = {}
    for envelope in map(read_envelope, bundle["letters"]):
        letters.setdefault(letter_id(envelope.letter), []).append(envelope)
    receipts = [read_record(file, ReceiptFile) for file in bundle["receipts"]]
    beside = Materials(receipts=receipts, refused=letters, ask=bot_letter(rules))
    if game.genesis != genesis:
        raise no_proof()
    authenticate(game)
    lines = [line.encode() for line in bundle["log"]]
    if lines:
        check_signed_log(genesis, log_in(bundle))
    try:
        verify(rules, game, lines or None, beside=beside)
    except Unauthentic as fault:
        if fault.is_forgeable:
            raise no_proof() from None
        return convict("referee", fault.code, fault.message)
    raise no_proof()


def judge_complaint(bundle: Plain, genesis: Genesis) -> Plain:
    return convict("", "", "only a key shows this; it can be judged after the secret is disclosed")


def no_proof() -> Unproven:
    return Unproven("E_EVIDENCE", "this bundle proves nothing")


def rules_in(bundle: Plain, genesis: Genesis) -> Rules:
    rules = rules_of(genesis, bundle["pack"]) if genesis.pack else rules_of(genesis)
    check_pinned(genesis, rules)
    return rules


def log_in(bundle: Plain) -> list[Entry]:
    return [read_entry(line.encode()) for line in bundle["log"]]


def as_file(genesis: Genesis, bundle: Plain, entries: list[Entry]) -> GameFile:
    """Return as much of a game file as a log contains: its handovers and its last step."""
    handed = [entry.envelope for entry in entries[1:] if entry.envelope.letter.new_referee()]
    last = entries[-1]
    state = StateRecord(2, game_id(genesis), last.head.seq, WindowRecord(0, WindowKind.OVER, 0), [], handovers=handed)
    return GameFile(genesis, state, without_genesis(last), bundle["genesis_sig"])


Judge = Callable[[Plain, Genesis], Plain]
KINDS: Mapping[str, Judge] = {
    "fork": judge_fork,
    "letters": judge_letters,
    "receipts": judge_receipts,
    "false-step": judge_step,
    "complaint": judge_complaint,
}
