"""Decide about the signed letters of an e-mail: file each in the game that it names, or say why not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...app.hosting.received_letters import check_rev_unused, inbox_file, is_in_inbox
from ...app.session.open_game import OpenGame, time_to_write
from ...kernel.base.errors import Failure, Rejected, StorageFailure, WrongKind
from ...kernel.chain.letter import letter_id
from ...kernel.chain.letter_checks import check_letter, check_sender, is_authentic, is_damaged
from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Envelope
from ...kernel.gamedir.log import holds_letter
from ..address_book import bare_address, is_same_mailbox
from ..game_index import GameIndex
from .future_mails import check_letter_is_past
from .message import Mail
from .outcome import Action, Outcome, rename_duplicates, reply_to_sender
from .signed_letters import Signed


def decide_signed(mail: Mail, index: GameIndex, signed: Sequence[Signed]) -> Outcome:
    """Send each letter to the game that it names, no matter who sent the e-mail."""
    parts = [decide_letter(mail, index, one, signed[:number]) for number, one in enumerate(signed)]
    first = next((part for part in parts if part.action is Action.FILED), parts[0])
    paragraphs = [line for part in parts if part.reply for line in part.reply.paragraphs]
    letters = rename_duplicates([letter for part in parts for letter in part.letters])
    reply = replace(first.reply, paragraphs=paragraphs) if first.reply else None
    return replace(first, letters=letters, reply=reply)


def decide_letter(mail: Mail, index: GameIndex, signed: Signed, before: Sequence[Signed]) -> Outcome:
    """Decide about a letter of an e-mail, knowing those before it."""
    if signed.envelope is None:
        assert signed.fault
        return reply_to_sender(mail, index, Action.REFUSED, fault=signed.fault)
    letter = signed.envelope.letter
    opened = index.require(letter.game)
    if opened is None:
        fault = damaged_letter() if is_damaged(signed.envelope) else unknown_game(letter.game[:12])
        return reply_to_sender(mail, index, Action.REFUSED, game=letter.game, seat=letter.seat, fault=fault)
    check_letter_is_past(mail, opened, signed.envelope)
    try:
        return file_letter(mail, index, opened, signed.envelope, [one.envelope for one in before if one.envelope])
    except StorageFailure:
        raise
    except Failure as fault:
        proven = comes_from_its_player(mail, index, opened, signed.envelope)
        outcome = reply_to_sender(
            mail, index, Action.REFUSED, game=letter.game, seat=letter.seat, fault=fault, proven=proven
        )
        return replace(outcome, proven=proven, letter_id=letter_id(letter) if proven else "")


def comes_from_its_player(mail: Mail, index: GameIndex, opened: OpenGame, envelope: Envelope) -> bool:
    """Return whether the player who signed the letter also sent it; letters that others have sent are public."""
    player = index.players.player(opened.game.state.game, envelope.letter.seat)
    known = player is not None and is_same_mailbox(bare_address(player.address), mail.sender)
    return known and is_authentic(opened.game.genesis, opened.game.state, envelope)


def file_letter(
    mail: Mail, index: GameIndex, opened: OpenGame, envelope: Envelope, before: Sequence[Envelope]
) -> Outcome:
    """Check a letter and return the outcome that files it; a letter that was received before is not filed again."""
    letter = envelope.letter
    game = opened.game
    check_sender(game.genesis, game.state, envelope)
    if isinstance(letter, Play) and letter.via:
        raise WrongKind("E_ORDER_KIND", "a seat that plays by e-mail cannot send signed orders", seat=letter.seat)
    if is_in_inbox(opened, envelope) or holds_letter(opened.place.log, letter_id(letter)):
        return reply_to_sender(mail, index, Action.AGAIN, game=game.state.game, seat=letter.seat)
    check_rev_unused(opened, envelope, before)
    check_letter(game.genesis, game.state, opened.head, envelope, time_to_write(game.genesis, None, game.last.head))
    outcome = reply_to_sender(mail, index, Action.FILED, game=game.state.game, seat=letter.seat, proven=True)
    return replace(outcome, letters=[inbox_file(opened, envelope)])


def unknown_game(game: str) -> Rejected:
    return Rejected("E_ORDER_GAME", "there is no game {game} here", game=game)


def damaged_letter() -> Rejected:
    return Rejected("E_SIG_INVALID", "the order was damaged on the way", "send it again exactly as it was printed")
