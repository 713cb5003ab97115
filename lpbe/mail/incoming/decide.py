"""Decide what to do about an e-mail: file letters, reply, or ignore it. This module only decides."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...app.hosting.received_letters import inbox_file
from ...app.session.locale import Locale
from ...app.session.open_game import OpenGame
from ...kernel.base.errors import Failure, Rejected, Stale, StorageFailure, WrongCode
from ...kernel.base.safe_text import quote
from ...kernel.chain.genesis import by_mail, given_seat, is_held, may_send, seat_of
from ...kernel.chain.mail_codes import MAX_CODES, code_for, next_mail_rev, normalise_code
from ..address_book import bare_address, is_same_mailbox
from ..game_index import GameIndex
from ..reply_block import Block, Mark, block_lines
from .answer_times import AnswerTime, check_written_last, hash_code
from .decide_signed import decide_signed, unknown_game
from .earlier_codes import check_earlier_code, is_word_to_table, was_sent
from .extract import Found, find
from .future_mails import check_question_is_past
from .interpret import Interpreter, Meaning, explain_problem
from .mail_seat_commands import is_ok, is_request, request_verbs, suggest_commands
from .mail_seat_letters import Letters, check_mail_code, make_letters, newest_filed, why_not_order
from .message import Mail
from .outcome import (
    Action,
    Outcome,
    reply_to_seat,
    reply_to_sender,
    unread_parts,
)
from .reply import reader_locale
from .signed_letters import signed_letters

MAX_EARLIER_BLOCKS = 20
"""How many blocks of an e-mail are compared with the codes of earlier questions."""


class OtherSender(Rejected):
    """An e-mail comes from an address other than the player's (`E_MAIL_SENDER`)."""


def decide(mail: Mail, index: GameIndex) -> Outcome:
    """Decide what to do about an e-mail."""
    if mail.automatic:
        return Outcome(Action.IGNORED, mail.automatic)
    texts = [[find(version) for version in body.versions] for body in mail.bodies]
    signed = signed_letters(mail, texts)
    versions = [find(version) for version in mail.versions()]
    blocks = [block for found in versions for block in found.blocks]
    answers = [block for block in blocks if has_good_code(index, block)]
    if signed and (not answers or any(one.envelope for one in signed)):
        return decide_signed(mail, index, signed)
    if blocks:
        kept = answers or earlier_blocks(index, blocks) or known_blocks(index, blocks) or blocks
        return decide_blocks(mail, index, [only_blocks(found, kept) for found in versions], kept)
    return decide_unmarked(mail, index, versions)


def has_good_code(index: GameIndex, block: Block) -> bool:
    """Return whether a block was sent to a mail seat: other players can write blocks into their notes."""
    opened = index.find(block.mark.game)
    record = seat_of(opened.game.state, block.mark.seat) if opened else None
    if opened is None or record is None or not by_mail(record) or opened.game.state.window.is_over:
        return False
    try:
        check_mail_code(opened, index.referee(opened), block.mark.seat, block.mark.code)
    except StorageFailure:
        raise
    except Failure:
        return False
    return True


def earlier_blocks(index: GameIndex, blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks that were sent to a mail seat for an earlier question."""
    return [block for block in blocks[:MAX_EARLIER_BLOCKS] if has_earlier_code(index, block)]


def has_earlier_code(index: GameIndex, block: Block) -> bool:
    opened = index.find(block.mark.game)
    record = seat_of(opened.game.state, block.mark.seat) if opened else None
    if opened is None or record is None or not by_mail(record):
        return False
    return was_sent(opened, index.referee(opened), block.mark)


def known_blocks(index: GameIndex, blocks: Sequence[Block]) -> list[Block]:
    return [block for block in blocks if index.knows(block.mark.game)]


def only_blocks(found: Found, kept: Sequence[Block]) -> Found:
    return replace(found, blocks=[block for block in found.blocks if block in kept])


# typed answers


def decide_blocks(mail: Mail, index: GameIndex, versions: Sequence[Found], blocks: Sequence[Block]) -> Outcome:
    """Decide about an e-mail with reply blocks: an answer to a report of ours."""
    changed = [block for block in blocks if block.whole and not block.untouched]
    targets = list(dict.fromkeys((block.mark.game, block.mark.seat) for block in changed or blocks))
    game, seat = targets[0]
    opened = index.require(game)
    if opened is None:
        return reply_to_sender(mail, index, Action.REFUSED, game=game, seat=seat, fault=unknown_game(game))
    if len(targets) > 1:
        fault = Rejected(
            "E_ORDER_GAME", "this e-mail contains answers to two reports", "answer each report in a separate e-mail"
        )
        return reply_to_seat(mail, index, opened, seat, Action.ASKED, fault=fault)
    record = seat_of(opened.game.state, seat)
    if record is None:
        fault = Rejected("E_ORDER_SEAT", "there is no seat '{seat}' in this game", seat=seat)
        return reply_to_sender(mail, index, Action.REFUSED, game=game, fault=fault)
    if opened.game.state.window.is_over:
        return reply_to_seat(mail, index, opened, seat, Action.REFUSED, fault=game_over())
    meaning = interpret(mail, opened, [only_seat(found, game, seat) for found in versions])
    if not by_mail(record):
        return decide_key_seat(mail, index, opened, seat, meaning)
    return decide_mail_seat(mail, index, opened, seat, meaning, typed_code(versions))


def interpret(mail: Mail, opened: OpenGame, versions: Sequence[Found]) -> Meaning:
    interpreter = Interpreter(
        window=answered_window(opened, versions),
        is_order=lambda text: is_request(opened.rules, text),
        is_ok=is_ok,
        verbs=request_verbs(opened.rules),
        sender_name=mail.sender_names,
    )
    return interpreter.interpret(versions)


def answered_window(opened: OpenGame, versions: Sequence[Found]) -> int:
    """Return the window whose block is read: the open one if there is a block for it, else the newest before it."""
    window = opened.game.state.window.number
    numbers = [block.mark.window for found in versions for block in found.blocks if block.mark.window <= window]
    return max(numbers, default=window)


def typed_code(versions: Sequence[Found]) -> str:
    """Return the code on a line of its own, if there is one."""
    return next((found.code for found in versions if found.code), "")


def only_seat(found: Found, game: str, seat: str) -> Found:
    """Leave out the blocks of other seats and games."""
    return replace(
        found, blocks=[block for block in found.blocks if (block.mark.game, block.mark.seat) == (game, seat)]
    )


def decide_key_seat(mail: Mail, index: GameIndex, opened: OpenGame, seat: str, meaning: Meaning) -> Outcome:
    """Reply with the commands that sign what was typed: a seat with a key signs its own orders."""
    lines = [line for line in meaning.lines if not is_ok(line)]
    option = f"--mail-to {index.players.sender}" if index.players.host.address else "--mail"
    commands = [f"  {command}" for command in suggest_commands(opened.rules, "GAME", option, lines)]
    hint = "send the output of this command; GAME is the game file from your newest e-mail:"
    if not lines and meaning.consistent:
        action = Action.ASKED
        fault = Rejected("E_MAIL_NONE", "there is no order in your e-mail", hint)
    else:
        action = Action.REFUSED
        message = "your seat signs its orders, so orders typed into an e-mail cannot be accepted"
        fault = Rejected("E_SIG_FORMAT", message, hint)
    return with_reply_block(reply_to_seat(mail, index, opened, seat, action, fault=fault), commands)


def with_reply_block(outcome: Outcome, block: list[str]) -> Outcome:
    return replace(outcome, reply=replace(outcome.reply, block=block)) if outcome.reply else outcome


def decide_mail_seat(
    mail: Mail, index: GameIndex, opened: OpenGame, seat: str, meaning: Meaning, typed_code: str
) -> Outcome:
    """File what the player of a mail seat asks for, if the code is valid and the sender is the player."""
    code = (meaning.block.mark.code if meaning.block else "") or typed_code
    referee = index.referee(opened)
    locale = reader_locale(index, opened.game.state.game, seat)
    check_question_is_past(mail, index, opened, seat, meaning.block.mark.window if meaning.block else 0)
    try:
        check_authority(mail, index, opened, seat, meaning, code)
        if meaning.problem:
            raise explain_problem(meaning, why_not_order(opened, referee, seat, locale, meaning.about))
        letters = make_letters(opened, referee, seat, locale, meaning.lines, code)
        check_newest(mail, opened, seat, code, letters)
    except StorageFailure:
        raise
    except Failure as fault:
        action = Action.ASKED if meaning.problem and not isinstance(fault, WrongCode) else Action.REFUSED
        outcome = reply_to_seat(mail, index, opened, seat, action, fault=fault)
        if isinstance(fault, WrongCode | OtherSender):
            return outcome  # without a code: nothing shows that the player wrote this
        return replace(with_reply_block(outcome, empty_block(index, opened, seat, locale)), proven=True)
    block = change_block(index, opened, seat, letters, locale) or empty_block(index, opened, seat, locale, letters.rev)
    outcome = with_reply_block(reply_to_seat(mail, index, opened, seat, Action.FILED, letters=letters), block)
    if letters.rev >= 0:
        outcome = replace(outcome, answer=AnswerTime(hash_code(normalise_code(code)), mail.written))
    return replace(outcome, letters=[inbox_file(opened, envelope) for envelope in letters.envelopes])


def check_authority(mail: Mail, index: GameIndex, opened: OpenGame, seat: str, meaning: Meaning, code: str) -> None:
    """Check code and sender: a message to all players needs any code of the seat, the rest the open question's."""
    referee = index.referee(opened)
    known = index.players.player(opened.game.state.game, seat) is not None
    if known and not meaning.problem and is_word_to_table(opened.rules, meaning.lines):
        check_earlier_code(opened, referee, seat, code, meaning.lines)
    else:
        check_open_question(opened, meaning)
        check_mail_code(opened, referee, seat, code)
    check_sender_address(mail, index, opened, seat)


def check_open_question(opened: OpenGame, meaning: Meaning) -> None:
    """Refuse the code of an earlier question, and say so."""
    if meaning.block and meaning.block.mark.window < opened.game.state.window.number:
        raise WrongCode(
            "E_ORDER_INVITE",
            "this answers an old report: a different question is open now",
            "reply to the newest e-mail of this game",
        )


def check_newest(mail: Mail, opened: OpenGame, seat: str, code: str, letters: Letters) -> None:
    """Refuse an answer that is older than the one it would replace."""
    if letters.rev >= 0 and newest_filed(opened, seat) == letters.rev:
        check_written_last(opened.game.state.game, seat, normalise_code(code), mail.written)


def check_sender_address(mail: Mail, index: GameIndex, opened: OpenGame, seat: str) -> None:
    """Refuse a code that somebody else quotes. This does not protect against senders who forge addresses too.

    Reply-To does not count: anybody may name any address there, and no mail server checks it.
    """
    player = index.players.player(opened.game.state.game, seat)
    if player is None:
        return
    address = bare_address(player.address)
    if not is_same_mailbox(address, mail.sender):
        raise OtherSender(
            "E_MAIL_SENDER",
            "this e-mail comes from {address}, but your seat is registered with another address",
            "send it from the address that receives this reply, or ask the "
            "host to register the other one: lpbe mail address",
            address=quote(mail.sender),
        )


def empty_block(index: GameIndex, opened: OpenGame, seat: str, locale: Locale, filed: int = -1) -> list[str]:
    """Return a block to write into, for people who answer the latest e-mail: orders, or a message to all players."""
    game = opened.game
    waiting = max(filed, newest_filed(opened, seat))
    rev = waiting if waiting >= 0 else min(next_mail_rev(game, seat), MAX_CODES - 1)
    if filed < 0 and may_send(game.state.window, given_seat(game.state, seat)):
        how = locale.localise("or write your orders between these marks and send this e-mail back")
    else:
        how = locale.localise(
            "to send a message to all players, write here: note YOUR WORDS; then send this e-mail back"
        )
    return block_lines(mark_for(index, opened, seat, rev), [], [how])


def change_block(index: GameIndex, opened: OpenGame, seat: str, letters: Letters, locale: Locale) -> list[str]:
    """Return a block with the answer that was filed, with the code for changing it."""
    rev = letters.rev + 1
    if not rev or rev >= MAX_CODES or not opened.game.state.window.replace:
        return []
    how = locale.localise("to change your answer, change it here and send this e-mail back")
    return block_lines(mark_for(index, opened, seat, rev), letters.orders, [how])


def mark_for(index: GameIndex, opened: OpenGame, seat: str, rev: int) -> Mark:
    """Return the mark of a block for this revision of a seat's answer, with its code."""
    game = opened.game
    code = code_for(game, index.referee(opened).secrets, seat, rev)
    return Mark(game=game.state.game, seat=seat, window=game.state.window.number, rev=rev, code=code)


# e-mails without a block


def decide_unmarked(mail: Mail, index: GameIndex, versions: Sequence[Found]) -> Outcome:
    """Decide about an e-mail without a block: for the seat of the e-mail it answers, or the only one of its address."""
    if mail.from_list:
        return Outcome(Action.IGNORED, "list")  # people talk to one another there
    if mail.is_notice:
        return Outcome(Action.IGNORED, "notice")
    game, seat, certain = likely_seat(mail, index)
    opened = index.require(game) if certain else None
    record = seat_of(opened.game.state, seat) if opened else None
    if opened and record:
        meaning = interpret(mail, opened, versions)
        if opened.game.state.window.is_over:
            return reply_to_seat(mail, index, opened, seat, Action.ASKED, fault=game_over())
        if by_mail(record) and (code := typed_code(versions)):
            return decide_mail_seat(mail, index, opened, seat, meaning, code)
        if not is_held(record):
            return decide_key_seat(mail, index, opened, seat, meaning)
    return decide_nothing(mail, index, game, seat)


def likely_seat(mail: Mail, index: GameIndex) -> tuple[str, str, bool]:
    """Return a game and a seat of the sender, and whether no other can be meant."""
    seats = list(index.players.seats_at(mail.sender))
    answered = [
        (game, seat)
        for message_id in reversed(mail.in_reply_to)
        for game, seat in seats
        if message_id.startswith(f"<lpbe.{game}.{seat}.")
    ]
    game, seat = next(iter([*answered, *seats]), ("", ""))
    return game, seat, bool(answered) or len(seats) == 1


def game_over() -> Rejected:
    return Stale("E_ORDER_STALE", "the game is over", "its last e-mail says how it ended")


def decide_nothing(mail: Mail, index: GameIndex, game: str, seat: str) -> Outcome:
    """Tell a player how to write orders; ignore strangers, unless they answer an e-mail of ours."""
    answers_ours = any("lpbe.invalid>" in one or one.startswith("<lpbe.") for one in mail.in_reply_to)
    if not seat and not answers_ours:
        return Outcome(Action.IGNORED, "stranger")
    fault = Rejected(
        "E_MAIL_NONE",
        "there is nothing for a game in this e-mail",
        "reply to the newest e-mail of your game and leave its reply block in the reply; for a seat with a key, "
        "send the output of: lpbe order GAME 'ORDERS' --mail",
    )
    outcome = reply_to_sender(mail, index, Action.ASKED, game=game, seat=seat, fault=fault, proven=bool(seat))
    if not outcome.reply or not seat:
        return outcome
    unread = unread_parts(mail, reader_locale(index, game, seat))
    return replace(outcome, reply=replace(outcome.reply, paragraphs=[*outcome.reply.paragraphs, *unread]))
