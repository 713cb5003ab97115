"""Make the letters of a mail seat, which the referee signs, from what its player typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...app.ordering.outbox import check_sendable, next_note, replaced_rev, waiting_revs
from ...app.ordering.place_order import check_size, confirm, prepare_order
from ...app.ordering.policy_files import policy_with
from ...app.ordering.standing_orders import newest_standing_orders, write_standing_orders
from ...app.ordering.typed_orders import check_asked, parse_batch
from ...app.session.locale import Locale
from ...app.session.open_game import OpenGame
from ...app.session.seat_view import SeatView
from ...kernel.base.canonical import to_plain
from ...kernel.base.errors import Failure, TooEarly
from ...kernel.chain.letter import AnyLetter
from ...kernel.chain.letters.note import check_note_text, note_letter
from ...kernel.chain.mail_codes import check_code, mail_letter
from ...kernel.chain.player_view import sign
from ...kernel.chain.records import Envelope
from ...kernel.chain.transition import Referee
from ...kernel.engine.model import Order, Plan
from ...kernel.engine.table import top
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from .interpret import contradictory
from .mail_seat_commands import Command, command_letters, sort_lines


class Letters(Struct, frozen=True):
    """The letters that an e-mail asks for, and a summary of them for the reply."""

    envelopes: list[Envelope] = []
    summary: list[str] = []
    orders: list[str] = []
    """The orders of the answer as they are printed, for a block that changes it."""
    rev: int = -1
    """The revision of the answer; negative if the open question is not answered."""


def why_not_order(
    opened: OpenGame, referee: Referee, seat: str, locale: Locale, lines: Sequence[str]
) -> Failure | None:
    """Return why the first of these lines is not an order, with a suggestion."""
    line = next(filter(None, lines), "")
    try:
        if line:
            parse_batch(SeatView(opened, referee.secrets[-1].held_identity(seat), seat, locale.language), line)
    except Failure as fault:
        return fault
    return None


def newest_filed(opened: OpenGame, seat: str) -> int:
    """Return the newest revision of the seat's answer that is in the inbox; -1 if there is none."""
    return max(waiting_revs(opened, f"{opened.game.state.window.number}-{seat}-"), default=-1)


def check_mail_code(opened: OpenGame, referee: Referee, seat: str, code: str) -> int:
    """Check the code of a mail seat and return the revision of the answer that it is valid for."""
    return check_code(opened.game, referee.secrets, seat, code, newest_filed(opened, seat))


def make_letters(
    opened: OpenGame, referee: Referee, seat: str, locale: Locale, lines: Sequence[str], code: str
) -> Letters:
    """Make all letters that the lines ask for, or refuse all of them: then nothing is done and the code stays valid.

    Whether the code allows them was checked before; the code of the open question is checked again if it is answered.
    """
    request = sort_lines(opened.rules, lines)
    view = SeatView(opened, referee.secrets[-1].held_identity(seat), seat, locale.language)
    batch = parse_batch(view, "\n".join(request.orders)) if request.orders else []
    answers = any(not isinstance(order, Plan) for order in batch)
    answer = answer_question(view, referee, batch, code, lines) if answers else Letters()
    plans = [] if answers else [order.then for order in batch if isinstance(order, Plan)]
    others = [
        *standing_letters(view, request.policies, plans),
        *note_letters(view, request.notes),
        *signed_commands(view, request.commands),
    ]
    return replace(
        answer,
        envelopes=[*answer.envelopes, *(envelope for envelope, _ in others)],
        summary=[*answer.summary, *(text for _, text in others)],
    )


def answer_question(
    view: SeatView, referee: Referee, batch: Sequence[Order], code: str, lines: Sequence[str]
) -> Letters:
    """Make the answer to the open question, after a dry run."""
    check_asked(view)
    check_single_answer(view, batch)
    prepared = prepare_order(view, batch)
    check_size(view, prepared.orders)
    parts = prepared.parts()
    letter = mail_letter(
        view.opened.game,
        referee.secrets,
        view.seat,
        parts.orders,
        parts.sealed,
        code,
        "\n".join(lines),
        parts.beside,
        newest_filed(view.opened, view.seat),
    )
    confirmation = confirm(prepared, replaced_rev(view.opened, view.seat, letter.rev + 1))
    return Letters(
        envelopes=[sign_and_check(view, letter)],
        summary=list(confirmation.lines()),
        orders=[order_text(view.words, to_plain(order)) for order in prepared.orders],
        rev=letter.rev,
    )


def check_single_answer(view: SeatView, batch: Sequence[Order]) -> None:
    """Refuse two different answers to a poll: nobody knows which one is meant."""
    question = top(view.state) if view.state else None
    first, *others = [order for order in batch if not isinstance(order, Plan)]
    if question and question.several and any(type(one) is type(first) and one != first for one in others):
        raise contradictory()


def standing_letters(view: SeatView, settings: Sequence[str], plans: Sequence[Order]) -> Iterator[tuple[Envelope, str]]:
    """Yield a letter that changes some lines of the policy, or the plans; the rest stays the same."""
    if not settings and not plans:
        return
    if view.state is None:
        raise TooEarly("E_ORDER_EARLY", "the game has not started")
    policy = policy_with(view, settings) if settings else newest_standing_orders(view).policy
    orders = [to_plain(order) for order in plans] or list(newest_standing_orders(view).plans)
    yield write_standing_orders(view, policy, orders), "\n".join(standing_summary(view, settings, plans))


def standing_summary(view: SeatView, settings: Sequence[str], plans: Sequence[Order]) -> Iterator[str]:
    if settings:
        yield view.locale.localise("your policy is set: {lines}", lines=", ".join(settings))
    if plans:
        words = view.words
        yield phrase(words, "planned", orders="; ".join(order_text(words, to_plain(order)) for order in plans))


def note_letters(view: SeatView, texts: Sequence[str]) -> Iterator[tuple[Envelope, str]]:
    """Yield a letter for each note."""
    first = next_note(view.opened, view.seat) if texts else 0
    for number, text in enumerate(texts, first):
        letter = note_letter(view.opened.game, view.seat, check_note_text(text), number)
        yield sign_and_check(view, letter), view.locale.localise("your message to all players: {text}", text=text)


def signed_commands(view: SeatView, commands: Sequence[Command]) -> Iterator[tuple[Envelope, str]]:
    """Yield the letters that stop or leave the game."""
    for letter, text in command_letters(view, commands):
        yield sign_and_check(view, letter), text


def sign_and_check(view: SeatView, letter: AnyLetter) -> Envelope:
    """Sign a letter for the seat, and check that the referee's run would accept it."""
    assert view.identity
    envelope = sign(view.identity, letter)
    check_sendable(view.opened, envelope)
    return envelope
