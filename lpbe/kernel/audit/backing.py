"""Level 0: what a letter may look like, who may send none, and when the secrets of a game are shown."""

from __future__ import annotations

import re

from ..base.canon import Plain
from ..chain.acts.disclose import Disclose
from ..chain.acts.join import Join
from ..chain.acts.play import Play
from ..chain.acts.ready import Ready
from ..chain.acts.standing import StandingLetter
from ..chain.acts.timeout import Timeout
from ..chain.letters import AnyLetter, BatchLetter, kind_of
from ..chain.records import Entry, GameFile, StateRecord
from ..chain.seating import Genesis, seat_of
from .story import is_bot
from .verdict import Diverged

HASH = re.compile(r"[0-9a-f]{64}")


def check_batch(genesis: Genesis, seq: int, letter: AnyLetter) -> None:
    """What everybody can see of a batch; what its orders say, the rules judge."""
    if isinstance(letter, BatchLetter) and not is_batch(genesis, letter):
        raise Diverged("E_AUDIT_DIVERGES", seq, "this batch cannot have been accepted")


def is_batch(genesis: Genesis, letter: BatchLetter) -> bool:
    """Orders by name; in place of a secret one its commitment, and so for a policy, which stands alone."""
    names = [entry.get("order") for entry in letter.batch]
    sealed = [entry for entry in letter.batch if entry.get("order") == "sealed"]
    if not all(isinstance(name, str) for name in names) or not all(map(is_commitment, sealed)):
        return False
    if genesis.trust == "open":
        return not sealed
    return not isinstance(letter, StandingLetter) or names == ["sealed"]


def is_commitment(entry: Plain) -> bool:
    commit = entry.get("commit")
    return set(entry) == {"order", "commit"} and isinstance(commit, str) and HASH.fullmatch(commit) is not None


def check_bot_letter(state: StateRecord, letter: AnyLetter) -> None:
    """A bot joins, is ready and plays, at once; it says nothing else and is never late."""
    seats = letter.args.seats if isinstance(letter, Timeout) else [letter.seat]
    bots = [seat for seat in seats if (record := seat_of(state, seat)) and is_bot(record)]
    if bots and not isinstance(letter, Join | Ready | Play):
        raise Diverged(
            "E_AUDIT_BOT",
            state.seq + 1,
            "{seat} is a bot, which neither sends '{kind}' nor is ever silent",
            seat=bots[0],
            kind=kind_of(letter),
        )


def check_disclosing(genesis: Genesis, before: StateRecord, after: StateRecord, entry: Entry) -> None:
    """What was promised is shown by the step that ends the game, and nothing is shown earlier."""
    ends = after.window.kind == "over" and before.window.kind != "over"
    due = isinstance(entry.order, Disclose) or (ends and genesis.disclose)
    if due and genesis.trust == "referee" and not entry.public.disclosed:
        raise not_shown(after.seq)
    if entry.public.disclosed and not due:
        raise Diverged("E_AUDIT_SEED", after.seq, "the secrets of the game are shown before their time")


def check_promised(game: GameFile) -> None:
    """The same for a game file alone: where disclosure is promised, the step that ends the game is the last."""
    over = game.state.window.kind == "over"
    if over and game.genesis.disclose and game.genesis.trust == "referee" and not game.last.public.disclosed:
        raise not_shown(game.state.seq)


def not_shown(seq: int) -> Diverged:
    return Diverged("E_AUDIT_SEED", seq, "the game is over and its secrets are not shown, as was promised")
