"""Refused joins: the reason for whoever sent one, and a short notice for everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from os.path import join
from typing import NamedTuple

from msgspec import UnsetType

from ...kernel.base.errors import Failure, Message
from ...kernel.chain.genesis import WindowKind
from ...kernel.chain.letter import letter_id
from ...kernel.chain.letter_builder import referee_key
from ...kernel.chain.letters.join import Join
from ...kernel.content import packs
from ...kernel.crypto.keys import Identity
from ...kernel.disk import folders
from ...kernel.gamedir.inbox import read_letter
from ...kernel.gamedir.receipts import Reason, Refusal, open_reason, receipts
from ...kernel.language.translate import translate_message
from ..ordering.outbox import inbox_of
from ..session.open_game import OpenGame

MAX_REPORTED = 3
"""How many refused joins everybody is informed of."""

MAX_READ = 64
"""How many letters are examined: strangers can send any number."""


class RefusedJoin(NamedTuple):
    """A join that was refused, and why."""

    seat: str
    reason: Reason


def may_join(opened: OpenGame) -> bool:
    """Return whether there may be refused joins: only before the start."""
    sealed = opened.game.genesis.trust == "referee"
    return bool(opened.place.folder) and sealed and opened.game.state.window.before_start


def refusals(opened: OpenGame) -> Iterator[Refusal]:
    for receipt in receipts(opened.place, opened.game):
        yield from receipt.refused


def own_refused(opened: OpenGame, identity: Identity | None) -> list[RefusedJoin]:
    """Return the last refusal for each seat that this key asked for, unless it has asked again or has a seat."""
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
    """Yield the joins among the letters of a folder; skip other files."""
    for name in islice((name for name in folders.file_names(folder) if "0-" in name), MAX_READ):
        try:
            letter = read_letter(join(folder, name)).letter
        except Failure:
            continue
        if isinstance(letter, Join):
            yield letter


def join_waits(opened: OpenGame, seat: str, identity: Identity | None) -> bool:
    """Return whether a join for this seat by this key is in the inbox, to be applied by the next run."""
    if identity is None or opened.game.state.window.kind != WindowKind.JOIN:
        return False
    return any(one.seat == seat and one.args.sign == identity.keys[0] for one in joins_in(inbox_of(opened)))


def own_refused_lines(opened: OpenGame, identity: Identity | None, lang: str) -> list[str]:
    """Return the reasons for the player who tried to join."""
    words = packs.words(opened.rules.game.name, lang)
    lines = []
    for seat, why in own_refused(opened, identity):
        reason = Message(why.message, why.values)
        message = Message("your request to join as {seat} was refused: {reason}", {"seat": seat, "reason": reason})
        lines.append(f"{translate_message(message, lang, words)} [{why.code}]")
        lines += [f"  {translate_message(Message(why.hint, why.values), lang)}"] if why.hint else []
    return lines


def refused_lines(opened: OpenGame, lang: str) -> list[str]:
    """Return the last few refused joins for everybody: only seat and code."""
    if not may_join(opened):
        return []
    words = packs.words(opened.rules.game.name, lang)
    codes = {refusal.letter_id: refusal.code for refusal in refusals(opened)}
    seats = {letter_id(letter): letter.seat for letter in joins_in(opened.place.refused)}
    latest = [(seats[order], code) for order, code in codes.items() if order in seats][-MAX_REPORTED:]
    messages = [
        Message("a request to join as {seat} was refused: {code}", {"seat": seat, "code": code})
        for seat, code in latest
    ]
    return [translate_message(message, lang, words) for message in messages]
