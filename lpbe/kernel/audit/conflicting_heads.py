"""Two heads of one game that cannot both be true, and the key that signed both."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from ..base.canonical import ident, jcs
from ..base.errors import Unauthentic, Unproven
from ..chain.genesis import Genesis, game_id
from ..chain.letter import Record, Sig, letter_bytes, letter_id, present
from ..chain.letter_checks import check_handover_signature, check_referee
from ..chain.letters.handover import Handover
from ..chain.records import Entry, Envelope, GameFile, Head, StateRecord
from ..chain.sealed_state import ends_in_handover
from ..chain.transition import check_signature
from ..crypto import sshsig
from ..gamedir.log import names_its_events


class SignedHead(Record, frozen=True):
    """A head, its signature and the handovers that show whose it is; also its state, if that lists earlier heads."""

    head: Head
    sig: Sig
    handovers: list[Envelope] = []
    """The handovers before it: the last one names the signer."""
    state: StateRecord | UnsetType = UNSET


Pair = tuple[SignedHead, SignedHead]


def signed_heads(game: GameFile, entries: Sequence[Entry]) -> Iterator[SignedHead]:
    """Yield every signed head of the log and, last, that of the game file."""
    handed: list[Envelope] = []
    for entry in entries:
        if entry.head != game.last.head and not isinstance(entry.head_sig, UnsetType):
            yield SignedHead(entry.head, entry.head_sig, list(handed))
        if isinstance(entry.letter, Handover):
            handed.append(entry.envelope)
    before = game.state.handovers[:-1] if ends_in_handover(game) else game.state.handovers
    yield SignedHead(head=game.last.head, sig=present(game.last.head_sig), handovers=list(before), state=game.state)


def find_fork(genesis: Genesis, one: Sequence[SignedHead], two: Sequence[SignedHead]) -> tuple[Pair, int] | None:
    """Return the first proven contradiction and its step, or None; raise if there are some and none can be proven."""
    fault = None
    for pair in contradictions(one, two):
        try:
            return pair, check_fork(genesis, pair)
        except Unauthentic as unfit:
            fault = unfit
    if fault:
        raise fault
    return None


def contradictions(one: Sequence[SignedHead], two: Sequence[SignedHead]) -> Iterator[Pair]:
    """Yield heads that differ at one step, then heads whose state lists another head for an earlier step."""
    first, second = ({signed.head.seq: signed for signed in heads} for heads in (one, two))
    for seq in sorted(first.keys() & second.keys()):
        if first[seq].head != second[seq].head:
            yield first[seq], second[seq]
    for early, late in ((one, two), (two, one)):
        listing = [signed for signed in late if not isinstance(signed.state, UnsetType)]
        yield from ((x, y) for y in listing for x in early if lists_another(y, x.head))


def lists_another(late: SignedHead, early: Head) -> bool:
    """Return whether the state of a later head lists a different head for the step of the earlier one."""
    if isinstance(late.state, UnsetType) or late.head.seq <= early.seq:
        return False
    back = late.head.seq - early.seq
    recent = late.state.recent
    return back <= len(recent) and recent[-back] != early.id


def check_fork(genesis: Genesis, pair: Pair) -> int:
    """Return the step for which one key signed two heads; raise if the pair does not prove that."""
    one, two = pair
    if check_signed(genesis, one) != check_signed(genesis, two):
        raise unproven("these heads were signed by two referees")
    if one.head.seq == two.head.seq and one.head != two.head:
        return one.head.seq
    if lists_another(two, one.head):
        return one.head.seq
    if lists_another(one, two.head):
        return two.head.seq
    raise unproven("these heads do not contradict each other")


def check_signed(genesis: Genesis, signed: SignedHead) -> str:
    """Check the signature of a head and every handover before it; return the key that signed it."""
    keys = present(genesis.referee)
    check_referee(keys)
    for handover in signed.handovers:
        following = handover.letter.new_referee()
        if following is None or handover.letter.game != game_id(genesis):
            raise unproven("a handover in this bundle is not valid")
        check_handover_signature(keys.sign, jcs(handover.letter), present(handover.sig))
        keys = following
    check_signature(keys.sign, sshsig.HEAD, jcs(signed.head), signed.sig)
    state = signed.state
    if signed.head.game != game_id(genesis) or (state and ident("state", state) != signed.head.state):
        raise unproven("a head in this bundle belongs to another game, or names another position")
    return keys.sign


def check_signed_log(genesis: Genesis, entries: Sequence[Entry]) -> None:
    """Check that the referee signed every step of a log, and is therefore responsible for anything false in it."""
    keys = present(genesis.referee)
    prev = game_id(genesis)
    for seq, entry in enumerate(entries):
        head = entry.head
        letter = entry.letter
        named = UNSET if isinstance(letter, UnsetType) else letter_id(letter)
        if (head.seq, head.game, head.prev, head.letter_id) != (seq, game_id(genesis), prev, named):
            raise unproven("the log in this bundle is inconsistent")
        if not names_its_events(entry) or (seq == 0 and entry.genesis != genesis):
            raise unproven("the log in this bundle is inconsistent")
        check_signature(keys.sign, sshsig.HEAD, head.signed_bytes, entry.head_sig)
        if isinstance(letter, Handover):
            check_handover_signature(keys.sign, letter_bytes(letter), present(entry.sig))
            keys = letter.new_referee()
        prev = head.id


def unproven(template: str) -> Unproven:
    return Unproven("E_EVIDENCE", template)
