"""Receipts held against the game: whoever was refused must have been, at that step and for that reason."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..base.canon import jcs
from ..base.errors import Failure
from ..chain.acts.handover import Handover
from ..chain.acts.join import Join
from ..chain.checks import authentic
from ..chain.letters import present
from ..chain.records import Entry, Envelope, GameFile
from ..chain.step import Link, advance, check_signature, entry_of, step_name
from ..crypto import sshsig
from ..crypto.keys import Secrets
from ..folder.folder import dump_step
from ..folder.receipts import Receipt, ReceiptFile, Refusal
from ..play.rulebook import Rules
from .verdict import Diverged

BY_TASTE = "E_TEXT"
"""What another Python may judge otherwise, unless all is plain ASCII: it convicts nobody."""
UNSIGNED = "A" * 86 + "=="
"""As long as a signature."""


class Refusals(Struct):
    """What the referee signed about letters it refused, by the head at which it did; and the letters themselves."""

    at: dict[str, list[Refusal]] = {}
    letters: dict[str, list[Envelope]] = {}
    checked: int = 0
    untried: int = 0
    """Whose letters do not lie there, or were refused for words that another Python may judge otherwise."""

    def judge(self, rules: Rules, step: Link, secrets: Secrets) -> None:
        """Each letter that lies there is tried again where it was refused."""
        for refusal in self.at.get(step.game.last.head.id, ()):
            found = [one for one in self.letters.get(refusal.order, ()) if judgeable(step.game, refusal, one)]
            for envelope in found:
                check_refused(rules, step, refusal, envelope, secrets)
            self.checked += len(found)
            self.untried += not found


def judgeable(game: GameFile, refusal: Refusal, envelope: Envelope) -> bool:
    """Signed by its seat at that step: a file with a broken signature is not what was refused."""
    letter = envelope.order
    if letter.by_referee or (refusal.code == BY_TASTE and not is_plain(game, envelope)):
        return False
    return authentic(game.genesis, game.state, envelope)


def is_plain(game: GameFile, envelope: Envelope) -> bool:
    """Whether every Python judges its words alike; the names of others count only beside a name that is new."""
    names = isinstance(envelope.order, Join)
    return jcs(envelope.order).isascii() and (not names or jcs(game.state.seats).isascii())


def check_refused(rules: Rules, step: Link, refusal: Refusal, envelope: Envelope, secrets: Secrets) -> None:
    found = refused_with(rules, step, envelope, secrets)
    if found != refusal.code:
        fault = Diverged(
            "E_AUDIT_RECEIPT",
            step.game.state.seq,
            "the referee refused an order of {seat} with {code}, and the rules do not",
            seat=envelope.order.seat,
            code=refusal.code,
        )
        raise fault.but(found or "accepted", refusal.code)


def refused_with(rules: Rules, step: Link, envelope: Envelope, secrets: Secrets) -> str:
    """The code with which this order is refused there; none if it is not."""
    game, at = step.game, step.game.last.head.at or None
    try:
        if is_plain(game, envelope):
            envelope.order.check_text()
            envelope.order.check_names(game.state)
        state, public, _ = advance(rules, step, envelope, secrets, at, signed=True)
        entry = entry_of(step_name(game, envelope.order), state, public, None, at, envelope)
        dump_step(GameFile(game.genesis, state, replace(entry, head_sig=UNSIGNED), game.sig), "game.toml")
    except Failure as fault:
        return fault.code
    return ""


def check_receipts(game: GameFile, entries: Sequence[Entry], found: Sequence[ReceiptFile]) -> dict[str, list[Refusal]]:
    """What the referee signed, all of it about steps of this very game, and nothing twice with two reasons."""
    heads = {entry.head.id: entry.head.seq for entry in entries}
    out: dict[str, list[Refusal]] = {}
    for file in found:
        if not signed_by_referee(entries, file):
            continue
        check_history(file.receipt, heads, game.state.seq)
        for refusal in file.receipt.refused:
            out.setdefault(refusal.head, []).append(refusal)
    check_one_code(out, heads)
    return out


def signed_by_referee(entries: Sequence[Entry], file: ReceiptFile) -> bool:
    """Whoever was referee at its step, or had just handed the game over; all else that lies there tells nothing."""
    return file.receipt.game == entries[0].head.game and any(
        signs(key, file) for since, until, key in terms_of_office(entries) if since <= file.receipt.seq <= until
    )


def terms_of_office(entries: Sequence[Entry]) -> list[tuple[int, int, str]]:
    """From which step until which each referee signed; the last one from now on."""
    handed = [(entry.head.seq, order.args.sign) for entry in entries if isinstance(order := entry.order, Handover)]
    begun = [(0, present(present(entries[0].genesis).referee).sign), *handed]
    ends = [*(seq for seq, _ in handed), 1 << 31]
    return [(since, until, key) for (since, key), until in zip(begun, ends, strict=True)]


def signs(key: str, file: ReceiptFile) -> bool:
    try:
        check_signature(key, sshsig.RECEIPT, jcs(file.receipt), file.sig)
    except Failure:
        return False
    return True


def check_history(receipt: Receipt, heads: dict[str, int], last: int) -> None:
    """The referee signs receipts of the one game there is."""
    if receipt.seq > last:
        raise Diverged("E_ROLLBACK", last, "a receipt of the referee knows step {later}", later=receipt.seq)
    named = [(receipt.head, receipt.seq), *((refusal.head, heads.get(refusal.head, -1)) for refusal in receipt.refused)]
    if any(heads.get(head, -2) != seq for head, seq in named):
        raise Diverged("E_FORK", receipt.seq, "the referee signed a receipt in another history of this game")


def check_one_code(refused: dict[str, list[Refusal]], heads: dict[str, int]) -> None:
    for head, refusals in refused.items():
        codes: dict[str, str] = {}
        for refusal in refusals:
            if refusal.code != BY_TASTE and codes.setdefault(refusal.order, refusal.code) != refusal.code:
                fault = Diverged("E_AUDIT_RECEIPT", heads[head], "the referee refused one order for two reasons")
                raise fault.but(codes[refusal.order], refusal.code)
