"""Check receipts against the game: every refusal must be right, at its step and for its reason."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..base.canonical import jcs
from ..base.errors import BadText, Diverged, Failure
from ..chain.letter import present
from ..chain.letter_checks import is_authentic
from ..chain.letters.handover import Handover
from ..chain.letters.join import Join
from ..chain.records import Entry, Envelope, GameFile
from ..chain.transition import ChainState, advance, check_signature, make_entry, step_name
from ..crypto import sshsig
from ..crypto.keys import Secrets
from ..engine.rulebook import Rules
from ..gamedir.gamedir import dump_step
from ..gamedir.receipts import Receipt, ReceiptFile, Refusal

FIRST_UNSTABLE = "\u0180"
"""Every version of Unicode judges the characters before this one, ASCII and accented Latin letters, alike."""
PLACEHOLDER_SIGNATURE = "A" * 86 + "=="
"""As long as a real signature."""


class Refusals(Struct):
    """The refusals that the referee signed, by head, and the refused letters that are available."""

    at: dict[str, list[Refusal]] = {}
    letters: dict[str, list[Envelope]] = {}
    checked: int = 0
    untried: int = 0
    """Refusals without the letter, or for text that this version of Python accepts and another one may not."""

    def judge(self, rules: Rules, step: ChainState, secrets: Secrets) -> None:
        """Try each refused letter again at the step where it was refused."""
        for refusal in self.at.get(step.game.last.head.id, ()):
            found = [one for one in self.letters.get(refusal.letter_id, ()) if can_judge(step.game, refusal, one)]
            for envelope in found:
                check_refusal(rules, step, refusal, envelope, secrets)
            self.checked += len(found)
            self.untried += not found


def can_judge(game: GameFile, refusal: Refusal, envelope: Envelope) -> bool:
    """Return whether the seat signed the letter at that step: otherwise it is not the letter that was refused.

    A refusal for its text is judged only if every version of Python judges it the same way, or this one refuses it too.
    """
    if envelope.letter.by_referee or not is_authentic(game.genesis, game.state, envelope):
        return False
    return not refusal.is_about_text or is_plain(game, envelope) or has_bad_text(game, envelope)


def has_bad_text(game: GameFile, envelope: Envelope) -> bool:
    """Return whether this version of Python refuses the text of a letter; another one may not."""
    try:
        check_words(game, envelope)
    except BadText:
        return True
    except Failure:
        pass  # a different reason, the same in every version
    return False


def check_words(game: GameFile, envelope: Envelope) -> None:
    """Check the text of a letter as the program that accepts it does."""
    envelope.letter.check_text()
    envelope.letter.check_names(game.state)


def is_plain(game: GameFile, envelope: Envelope) -> bool:
    """Return whether every version of Python judges the text the same way; only new names are compared with others."""
    names = isinstance(envelope.letter, Join)
    return is_stable(jcs(envelope.letter)) and (not names or is_stable(jcs(game.state.seats)))


def is_stable(data: bytes) -> bool:
    """Return whether a text contains only characters that no version of Unicode has changed."""
    return max(data.decode(), default="") < FIRST_UNSTABLE


def check_refusal(rules: Rules, step: ChainState, refusal: Refusal, envelope: Envelope, secrets: Secrets) -> None:
    """Check that a letter is refused with the code of its receipt."""
    found = refusal_code(rules, step, envelope, secrets, about_text=refusal.is_about_text)
    if found != refusal.code:
        fault = Diverged(
            "E_AUDIT_RECEIPT",
            step.game.state.seq,
            "the referee refused an order of {seat} with {code}, but the rules allow it",
            seat=envelope.letter.seat,
            code=refusal.code,
        )
        raise fault.but(found or "accepted", refusal.code)


def refusal_code(rules: Rules, step: ChainState, envelope: Envelope, secrets: Secrets, *, about_text: bool) -> str:
    """Return the code with which a letter is refused at a step; empty if it is accepted.

    Text that versions of Python judge differently is checked only if the referee's refusal is about text.
    """
    game = step.game
    at = game.last.head.at or None
    try:
        if about_text or is_plain(game, envelope):
            check_words(game, envelope)
        state, public, _ = advance(rules, step, envelope, secrets, at, signed=True)
        entry = make_entry(step_name(game, envelope.letter), state, public, None, at, envelope)
        last = replace(entry, head_sig=PLACEHOLDER_SIGNATURE)
        dump_step(GameFile(genesis=game.genesis, state=state, last=last, sig=game.sig), "game.toml")
    except Failure as fault:
        return fault.code
    return ""


def check_receipts(game: GameFile, entries: Sequence[Entry], found: Sequence[ReceiptFile]) -> dict[str, list[Refusal]]:
    """Return the refusals that the referee signed, by head.

    All must be about steps of this game, and no letter may be refused for two reasons.
    """
    heads = {entry.head.id: entry.head.seq for entry in entries}
    out: dict[str, list[Refusal]] = {}
    for file in found:
        if not is_by_referee(entries, file):
            continue
        check_history(file.receipt, heads, game.state.seq)
        for refusal in file.receipt.refused:
            out.setdefault(refusal.head, []).append(refusal)
    check_one_code(out, heads)
    return out


def is_by_referee(entries: Sequence[Entry], file: ReceiptFile) -> bool:
    """Return whether a receipt is signed by the referee of its step, or by one who had just handed over the game."""
    return file.receipt.game == entries[0].head.game and any(
        is_signed_by(key, file) for since, until, key in terms_of_office(entries) if since <= file.receipt.seq <= until
    )


def terms_of_office(entries: Sequence[Entry]) -> list[tuple[int, int, str]]:
    """Return the first step, the last step and the key of each referee."""
    handed = [(entry.head.seq, order.args.sign) for entry in entries if isinstance(order := entry.letter, Handover)]
    begun = [(0, present(present(entries[0].genesis).referee).sign), *handed]
    ends = [*(seq for seq, _ in handed), 1 << 31]
    return [(since, until, key) for (since, key), until in zip(begun, ends, strict=True)]


def is_signed_by(key: str, file: ReceiptFile) -> bool:
    """Return whether a key signed a receipt."""
    try:
        check_signature(key, sshsig.RECEIPT, jcs(file.receipt), file.sig)
    except Failure:
        return False
    return True


def check_history(receipt: Receipt, heads: dict[str, int], last: int) -> None:
    """Check that a receipt belongs to this history of the game."""
    if receipt.seq > last:
        raise Diverged("E_ROLLBACK", last, "a receipt from the referee knows step {later}", later=receipt.seq)
    named = [(receipt.head, receipt.seq), *((refusal.head, heads.get(refusal.head, -1)) for refusal in receipt.refused)]
    if any(heads.get(head, -2) != seq for head, seq in named):
        raise Diverged("E_FORK", receipt.seq, "the referee signed a receipt in a different history of this game")


def check_one_code(refused: dict[str, list[Refusal]], heads: dict[str, int]) -> None:
    """Check that no letter was refused with two different codes at the same head."""
    for head, refusals in refused.items():
        codes: dict[str, str] = {}
        for refusal in refusals:
            if not refusal.is_about_text and codes.setdefault(refusal.letter_id, refusal.code) != refusal.code:
                fault = Diverged(
                    "E_AUDIT_RECEIPT", heads[head], "the referee refused one order for two different reasons"
                )
                raise fault.but(codes[refusal.letter_id], refusal.code)
