"""Codes of earlier e-mails: a waiting player can still use them to send messages, but not to answer a question.

A code alone authorises nothing here: the e-mail must also come from the address on record. Anybody who finds an old
e-mail and forges its sender can send a message in that player's name, and no more: leaving or stopping the game needs a
code of the seat's newest question or of a later e-mail, and orders and policies need the code of the open question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hmac import compare_digest
from typing import Any

from msgspec import Struct

from ...app.session.open_game import OpenGame
from ...kernel.base.errors import WrongCode
from ...kernel.chain.mail_codes import MAX_CODES, code_for_head, normalise_code, window_head
from ...kernel.chain.records import Entry, head_id
from ...kernel.chain.transition import Referee
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.log import entry_or_none, has_log, log_lines
from ..reply_block import Mark
from .mail_seat_commands import sort_lines

ASKED_EVENT = b'"asked"'


class AskedWindow(Struct, frozen=True):
    """A window of the game: its number, the head that opened it, and who was asked."""

    number: int
    head: str
    seats: Sequence[str]


def is_word_to_table(rules: Rules, lines: Sequence[str]) -> bool:
    """Return whether lines have nothing but notes and commands, which can be sent at any time."""
    request = sort_lines(rules, lines)
    return bool(request.notes or request.commands) and not request.orders and not request.policies


def check_earlier_code(opened: OpenGame, referee: Referee, seat: str, code: str, lines: Sequence[str]) -> None:
    """Refuse a code that the seat was never sent; for commands, also the code of a question before the newest one."""
    windows = list(windows_so_far(opened))
    found = next((one for one in reversed(windows) if is_code_of(referee, seat, one, code)), None)
    if found is None:
        raise WrongCode(
            "E_ORDER_INVITE",
            "this is not a code of {seat} in this game",
            "reply to the newest e-mail of this game",
            seat=seat,
        )
    newest = max((one.number for one in windows if seat in one.seats), default=0)
    if found.number < newest and sort_lines(opened.rules, lines).commands:
        raise WrongCode(
            "E_ORDER_INVITE",
            "this replies to an old e-mail, and what it asks for may be final",
            "reply to the newest e-mail of this game",
        )


def was_sent(opened: OpenGame, referee: Referee, mark: Mark) -> bool:
    """Return whether a block has a code that was sent to its seat, perhaps for an earlier question."""
    windows = (one for one in windows_so_far(opened) if one.number == mark.window)
    return any(is_code_of(referee, mark.seat, one, mark.code) for one in windows)


def is_code_of(referee: Referee, seat: str, window: AskedWindow, code: str) -> bool:
    given = normalise_code(code).encode()
    codes = (code_for_head(referee.secrets, seat, window.number, rev, window.head) for rev in range(MAX_CODES))
    return any(compare_digest(one.encode(), given) for one in codes)


def windows_so_far(opened: OpenGame) -> Iterator[AskedWindow]:
    """Yield the windows of the game, oldest first; they are numbered back from the open one, which comes last."""
    game = opened.game
    window = game.state.window
    number = window.number
    earlier = []
    for entry, asked in reversed(list(questions_so_far(opened))):
        if entry.head.seq != window.since:
            earlier.append(AskedWindow(number, head_id(entry.head), asked[-1]["seats"]))
        number -= len(asked)
    yield from reversed(earlier)
    seats = [*window.waiting, *(done.seat for done in window.accepted)]
    yield AskedWindow(window.number, window_head(game), seats)


def questions_so_far(opened: OpenGame) -> Iterator[tuple[Entry, list[Any]]]:
    """Yield the steps that asked something, with these events; the log may be one step behind the game file."""
    last = opened.game.last
    lines = log_lines(opened.place.log) if has_log(opened.place) else iter(())
    logged = (entry_or_none(line) for line in lines if ASKED_EVENT in line)
    for entry in [*(one for one in logged if one and one.head.seq < last.head.seq), last]:
        if asked := [event for event in entry.public.events if event["event"] == "asked"]:
            yield entry, asked
