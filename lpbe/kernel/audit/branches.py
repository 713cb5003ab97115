"""Decide whether two branches of a game prove cheating or merely come from a restored backup.

A host who restores an old backup and runs it again signs the lost steps at other times. The same letters in the same
order have the same effect, so nothing was gained by that, and it proves nothing. Other letters, or the same letters in
another sequence, prove cheating.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UnsetType

from ..base.canonical import Plain, jcs
from ..chain.genesis import Genesis
from ..chain.letter import AnyLetter, letter_id
from ..chain.letters.pace import ExtendLetter
from ..chain.letters.play import Play
from ..chain.records import Entry, Head, head_id
from ..chain.transition import check_signature
from ..crypto import sshsig
from ..gamedir.log import names_its_events
from .conflicting_heads import Pair, check_signed, unproven

UNKNOWN_FORK = (
    "these files do not show whether the branches differ in more than their times; give folders with their logs"
)
Branch = Sequence[Entry]
"""The steps of one branch, from the first one that differs from the other branch."""
Branches = tuple[Branch, Branch]


def has_times(pair: Pair) -> bool:
    """Return whether the two heads belong to a game with a pace; without one no times can differ."""
    return any(not isinstance(signed.head.at, UnsetType) for signed in pair)


def same_act(genesis: Genesis, one: Entry, two: Entry) -> bool:
    """Return whether two steps carried out the same letter with the same effect."""
    if jcs(one.public.events) != jcs(two.public.events) or one.public.disclosed != two.public.disclosed:
        return False
    if one.head.letter_id == two.head.letter_id:
        return True
    if isinstance(one.letter, UnsetType) or isinstance(two.letter, UnsetType):
        return False
    return is_made_again(genesis, one.letter) and content(one.letter) == content(two.letter)


def is_made_again(genesis: Genesis, letter: AnyLetter) -> bool:
    """Return whether the referee itself makes this letter, so that it names the last head of its own branch."""
    held = any(spec.id == letter.seat and not isinstance(spec.held, UnsetType) for spec in genesis.seats)
    return letter.by_referee or held or (isinstance(letter, Play) and bool(letter.via))


def content(letter: AnyLetter) -> bytes:
    """Return what a letter says, leaving out what depends on the previous head or the time."""
    plain: Plain = msgspec.to_builtins(letter)
    bound = ("seen", "hidden", "mail", *(["args"] if isinstance(letter, ExtendLetter) else []))
    orders = [{**one, "commit": ""} if one.get("order") == "sealed" else one for one in plain.get("batch", [])]
    return jcs({name: value for name, value in {**plain, "batch": orders}.items() if name not in bound})


def first_difference(genesis: Genesis, branches: Branches) -> int | None:
    """Return how many steps of two branches agree apart from their times; None if the shorter one agrees throughout."""
    for at, (one, two) in enumerate(zip(*branches, strict=False)):
        if not same_act(genesis, one, two):
            return at
    return None


def branches_from(one: Sequence[Entry], two: Sequence[Entry]) -> Branches:
    """Return the steps of two histories from the first that differs; it must be shown to follow the same step."""
    first, second = ({entry.head.seq: entry for entry in entries} for entries in (one, two))
    seqs = sorted(seq for seq in first.keys() & second.keys() if first[seq].head != second[seq].head)
    if not seqs or first[seqs[0]].head.prev != second[seqs[0]].head.prev:
        raise unproven(UNKNOWN_FORK)
    return chain_from(first, seqs[0]), chain_from(second, seqs[0])


def chain_from(entries: dict[int, Entry], seq: int) -> list[Entry]:
    """Return the steps from this one on, as far as each names the one before it."""
    chain = [entries[seq]]
    while (following := entries.get(chain[-1].head.seq + 1)) and following.head.prev == head_id(chain[-1].head):
        chain.append(following)
    return chain


def check_branches(genesis: Genesis, pair: Pair, branches: Branches) -> None:
    """Check that two branches lead from one step to the two heads, and that one key signed all of it."""
    key = check_signed(genesis, pair[0])
    heads: list[list[Head]] = [[entry.head for entry in branch] for branch in branches]
    if not all(heads) or heads[0][0].prev != heads[1][0].prev or heads[0][0] == heads[1][0]:
        raise unproven(UNKNOWN_FORK)
    for signed, branch in zip(pair, branches, strict=True):
        chain = chain_from({entry.head.seq: entry for entry in branch}, branch[0].head.seq)
        if len(chain) != len(branch) or branch[-1].head != signed.head:
            raise unproven(UNKNOWN_FORK)
        for entry in branch:
            check_entry(key, entry)


def check_entry(key: str, entry: Entry) -> None:
    """Check that a head is signed and names the letter and the events of its step."""
    check_signature(key, sshsig.HEAD, entry.head.signed_bytes, entry.head_sig)
    named = None if isinstance(entry.letter, UnsetType) else letter_id(entry.letter)
    if (entry.head.letter_id or None) != named or not names_its_events(entry):
        raise unproven(UNKNOWN_FORK)
