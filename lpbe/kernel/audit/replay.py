"""Level 2: the whole game played again, once its secret is disclosed."""

from __future__ import annotations

from ..base.canon import ident, jcs
from ..base.errors import Failure
from ..chain.acts.handover import Handover, held_keys
from ..chain.letters import present
from ..chain.records import Entry, GameFile, Public, StateRecord
from ..chain.step import Link, Referee, advance, begin
from ..crypto.keys import Secret, Secrets, b64
from ..folder.log import last_of
from ..play.rulebook import Rules
from .bots import Bots
from .receipts import Refusals
from .verdict import Diverged, Progress


def disclosed_secrets(game: GameFile) -> Secrets:
    """All secrets of a game that is over, each the one that was committed to before it was used."""
    found = tuple(Secret(bytes.fromhex(raw)) for raw in game.last.public.disclosed)
    if not found:
        return ()
    promised = [(present(game.genesis.seed_commit), present(game.genesis.referee).seal), *handed(game)]
    kept = [(secret.commitment, b64(secret.seal_public)) for secret in found]
    if kept != promised or not all(map(gives_held_keys, found[1:], takeovers(game))):
        raise Diverged(
            "E_AUDIT_SEED", game.state.seq, "another secret is disclosed than the game was begun or handed over with"
        ).but(str(promised), str(kept))
    return found


def handed(game: GameFile) -> list[tuple[str, str]]:
    """What each later referee committed to."""
    return [(one.args.seed_commit, one.args.seal) for one in takeovers(game)]


def takeovers(game: GameFile) -> list[Handover]:
    letters = [link.order for link in game.state.handovers]
    return [letter for letter in letters if isinstance(letter, Handover)]


def gives_held_keys(secret: Secret, letter: Handover) -> bool:
    """The seats that a new referee holds have the keys of the new secret."""
    return all(secret.held(seat).keys == (keys.sign, keys.seal) for seat, keys in letter.args.held.items())


def replay(
    rules: Rules,
    game: GameFile,
    entries: list[Entry],
    secrets: Secrets,
    progress: Progress,
    bots: Bots,
    refusals: Refusals,
) -> None:
    """Play the whole game again; every byte of every state must come out the same.

    Signatures have been checked along the log. What was refused on the way is refused again, and bots are asked again.
    """
    first = begin(game.genesis, rules, Referee(secrets[:1]), entries[0].head.at or None)
    check_public(entries[0], first.game.last.public)
    check_state(entries[0], first.game.state)
    step = Link(GameFile(game.genesis, first.game.state, last_of(entries[0]), game.sig), first.hidden)
    for entry in entries[1:]:
        known = secrets[: len(step.game.state.handovers) + 1]
        refusals.judge(rules, step, known)
        bots.check(step, entry, known)
        step = replay_step(rules, step, entry, known)
        check_handed_keys(step, entry, secrets)
        progress(entry.head.seq)
    refusals.judge(rules, step, secrets)


def check_handed_keys(step: Link, entry: Entry, secrets: Secrets) -> None:
    """A new referee holds seats with the keys that the new secret gives, and with no others."""
    letter = entry.order
    if not isinstance(letter, Handover):
        return
    secret = secrets[len(step.game.state.handovers)]
    for seat, keys in letter.args.held.items():
        if held_keys(step.game, secret, seat) != keys:
            raise Diverged("E_KEY_SEAT", entry.head.seq, "a held seat has the key that the game's secret gives it")


def replay_step(rules: Rules, before: Link, entry: Entry, secrets: Secrets) -> Link:
    try:
        state, public, hidden = advance(rules, before, entry.envelope, secrets, entry.head.at or None, signed=True)
    except Failure as fault:
        raise Diverged(
            "E_AUDIT_DIVERGES", entry.head.seq, "this order was not acceptable: {reason}", reason=fault.sentence
        ) from None
    check_public(entry, public)
    check_state(entry, state)
    return Link(GameFile(before.game.genesis, state, entry, before.game.sig), hidden)


def check_public(entry: Entry, computed: Public) -> None:
    if jcs(computed) != jcs(entry.public):
        raise Diverged("E_AUDIT_DIVERGES", entry.head.seq, "other things happened than the log tells")


def check_state(entry: Entry, computed: StateRecord) -> None:
    signed, found = entry.head.state, ident("state", computed)
    if signed != found:
        fault = Diverged("E_AUDIT_DIVERGES", entry.head.seq, "the position is not the one the rules give")
        raise fault.but(found, signed)
