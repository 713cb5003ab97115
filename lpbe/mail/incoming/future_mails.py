"""Notice e-mails that answer a question this game has not asked yet: an old backup of it was restored.

Such e-mails stay in the mailbox. Anybody can write such an e-mail, so no seat can have more than a few of them left
there.
"""

from __future__ import annotations

import re

from ...app.hosting.rollback_signs import RollbackSign, knows_head, load_signs, rollback_cause
from ...app.session.open_game import OpenGame
from ...app.session.pins import RESTORE_HINT
from ...kernel.base.errors import Unauthentic
from ...kernel.chain.letter_checks import is_authentic
from ...kernel.chain.records import Envelope
from ..address_book import bare_address, is_same_mailbox
from ..game_index import GameIndex
from ..reply_block import SHORT_ID_CHARS
from ..state_dir import file_name_for
from .message import Mail

MAX_LEFT_MAILS = 20
"""How many e-mails of one seat are left in the mailbox."""
UNKNOWN_QUESTION = (
    "{seat} answers question {window} of game {game}, which has not been asked yet; the e-mail stays unread"
)
UNKNOWN_STEP = "{seat} has seen a step of game {game} that is unknown here; the e-mail stays unread"


class FutureMail(Unauthentic):
    """An e-mail from a position that the game has not reached (`E_ROLLBACK`)."""

    game = ""
    sign: RollbackSign


def check_letter_is_past(mail: Mail, opened: OpenGame, envelope: Envelope) -> None:
    """Raise if a signed letter was made on a position that this game has not reached."""
    letter, state = envelope.letter, opened.game.state
    ahead = letter.window > state.window.number
    unknown = letter.window == state.window.number and not knows_head(opened.game, letter.seen)
    if (ahead or unknown) and is_authentic(opened.game.genesis, state, envelope):
        raise_future(mail, opened, letter.seat, letter.window, letter.seen)


def check_question_is_past(mail: Mail, index: GameIndex, opened: OpenGame, seat: str, window: int) -> None:
    """Raise if the player of a mail seat answers a question that this game has not asked yet.

    `window` is that of the reply block; 0 if there is none: then the mail that is answered tells it.
    """
    player = index.players.player(opened.game.state.game, seat)
    asked = max([window, *asked_windows(mail, opened, seat)])
    if asked <= opened.game.state.window.number or player is None:
        return
    if is_same_mailbox(bare_address(player.address), mail.sender):
        raise_future(mail, opened, seat, asked, "")


def asked_windows(mail: Mail, opened: OpenGame, seat: str) -> list[int]:
    """Return the questions of the e-mails to this seat that an e-mail answers."""
    ours = re.compile(rf"<lpbe\.{opened.game.state.game[:SHORT_ID_CHARS]}\.{re.escape(seat)}\.[a-z]+\.(\d{{1,6}})-")
    return [int(found.group(1)) for one in mail.in_reply_to[:1] if (found := ours.match(one))]


def raise_future(mail: Mail, opened: OpenGame, seat: str, window: int, seen: str) -> None:
    state = opened.game.state
    name = file_name_for(mail.key)
    signs = load_signs(state.game).signs
    left = {one.mail for one in signs if one.seat == seat and one.is_open(opened.game)} - {name}
    if state.window.is_over or len(left) >= MAX_LEFT_MAILS:
        return
    template = UNKNOWN_QUESTION if window > state.window.number else UNKNOWN_STEP
    values = {"seat": seat, "window": str(window), "game": state.game[:SHORT_ID_CHARS]}
    hint = RESTORE_HINT
    fault = FutureMail("E_ROLLBACK", template, hint, **values)
    fault.game = state.game
    fault.sign = RollbackSign(rollback_cause(template, **values), "", seat=seat, window=window, seen=seen, mail=name)
    raise fault
