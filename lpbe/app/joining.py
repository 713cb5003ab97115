"""Joins that were refused: why, for whoever sent one; for everybody else that there were some."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from os.path import join
from typing import NamedTuple

from msgspec import UnsetType

from ..kernel.base.errors import Failure, Message
from ..kernel.chain.acts.join import Join
from ..kernel.chain.letters import letter_id
from ..kernel.chain.writing import referee_key
from ..kernel.content import packs
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.inbox import read_letter
from ..kernel.folder.receipts import Reason, Refusal, open_reason, receipts
from ..kernel.words.translate import translated
from .filing import inbox_of
from .game import OpenGame

TOLD, READ = 3, 64
"""So many refused joins are told to everybody, of so many that are looked at: strangers may send any number."""


class RefusedJoin(NamedTuple):
    """A join that came to nothing, and why."""

    seat: str
    reason: Reason


def may_join(opened: OpenGame) -> bool:
    """Whether there are joins to tell of: later everybody sits."""
    sealed = opened.game.genesis.trust == "referee"
    return bool(opened.place.folder) and sealed and opened.game.state.window.kind in ("join", "ready")


def refusals(opened: OpenGame) -> Iterator[Refusal]:
    for receipt in receipts(opened.place, opened.game):
        yield from receipt.refused


def own_refused(opened: OpenGame, identity: Identity | None) -> list[RefusedJoin]:
    """Why this key does not sit here: the last word on each seat that it asked for, unless it has asked again."""
    if identity is None or not may_join(opened) or is_seated(opened, identity):
        return []
    found = {
        seat.id: RefusedJoin(seat.id, reason)
        for refusal in refusals(opened)
        for seat in opened.game.state.seats
        if (reason := open_reason(refusal, opened.game, seat.id, identity, referee_key(opened.game)))
    }
    asked = [letter.seat for letter in joins_in(inbox_of(opened)) if letter.args.sign == identity.keys[0]]
    return [refused for seat, refused in found.items() if seat not in asked]


def is_seated(opened: OpenGame, identity: Identity) -> bool:
    seats = opened.game.state.seats
    return any(seat.sign == identity.keys[0] and not isinstance(seat.tie, UnsetType) for seat in seats)


def joins_in(folder: str) -> Iterator[Join]:
    """The joins among the letters of a folder; whatever else lies there is passed over."""
    for name in islice((name for name in files.names(folder) if "0-" in name), READ):
        try:
            letter = read_letter(join(folder, name)).order
        except Failure:
            continue
        if isinstance(letter, Join):
            yield letter


def own_refused_lines(opened: OpenGame, identity: Identity | None, lang: str) -> list[str]:
    """For the joiner, in words."""
    words = packs.words(opened.rules.game.name, lang)
    lines = []
    for seat, why in own_refused(opened, identity):
        reason = Message(why.message, why.values)
        told = Message("your join as {seat} was refused: {reason}", {"seat": seat, "reason": reason})
        lines.append(f"{translated(told, lang, words)} [{why.code}]")
        lines += [f"  {translated(Message(why.hint, why.values), lang)}"] if why.hint else []
    return lines


def refused_lines(opened: OpenGame, lang: str) -> list[str]:
    """For everybody: seat and code, a few at most."""
    if not may_join(opened):
        return []
    words = packs.words(opened.rules.game.name, lang)
    codes = {refusal.order: refusal.code for refusal in refusals(opened)}
    seats = {letter_id(letter): letter.seat for letter in joins_in(opened.place.refused)}
    latest = [(seats[order], code) for order, code in codes.items() if order in seats][-TOLD:]
    told = [Message("a join as {seat} was refused: {code}", {"seat": seat, "code": code}) for seat, code in latest]
    return [translated(message, lang, words) for message in told]
