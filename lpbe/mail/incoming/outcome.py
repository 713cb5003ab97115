"""The decision about an e-mail: letters to file in an inbox, and the reply to its sender."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from ...app.hosting.received_letters import InboxFile
from ...app.session.locale import Locale
from ...app.session.open_game import OpenGame
from ...kernel.base.errors import Failure, WrongCode
from ...kernel.base.safe_text import quote
from ...kernel.chain.genesis import by_mail, given_seat
from ..address_book import bare_address, is_same_mailbox
from ..game_index import GameIndex
from .answer_times import AnswerTime
from .mail_seat_letters import Letters
from .message import Mail, SkipReason
from .reply import Reply, capitalize, complaint, reader_locale

MAX_NAMES = 3
"""How many of the attachments that were not opened a reply names."""


class Action(StrEnum):
    """What was done about an e-mail."""

    FILED = "filed"
    AGAIN = "again"
    """The same letter was filed or applied before."""
    REFUSED = "refused"
    ASKED = "asked"
    """The sender is asked to rephrase it."""
    IGNORED = "ignored"
    PROCESSED_BEFORE = "known"


class Outcome(Struct, frozen=True):
    """What to do about an e-mail. It is stored until that is done, so the stored names must not change."""

    action: Action = field(name="did")
    reason: str = field(default="", name="why")
    game: str = ""
    seat: str = ""
    letters: list[InboxFile] = []
    reply: Reply | None = field(default=None, name="answer")
    proven: bool = False
    """Whether the e-mail has a valid code and comes from the player's address."""
    letter_id: str = field(default="", name="letter")
    """The signed letter that proves it, if the code does not: anybody with a copy can send it again."""
    answer: AnswerTime | None = field(default=None, name="time")
    """When the answer to the open question was written, if there is one."""


# outcomes with a reply


def reply_to_sender(
    mail: Mail,
    index: GameIndex,
    action: Action,
    *,
    game: str = "",
    seat: str = "",
    fault: Failure | None = None,
    proven: bool = False,
) -> Outcome:
    """Reply to the sender, or to the seat's address if the e-mail is proven to come from its player."""
    player = index.players.player(game, seat)
    to = player.address if player and proven else mail.reply_address
    locale = reader_locale(index, *known_seat(mail, index, game, seat))
    paragraphs = complaint(fault, locale) if fault else [capitalize(confirmation(action, locale))]
    own = player is not None and is_same_mailbox(bare_address(player.address), to)
    about = (game, seat) if own else ("", "")  # a bounce of a reply to a stranger is not a fault of the seat's mail
    reply = Reply(to=to, paragraphs=paragraphs, game=about[0], seat=about[1], lang=locale.lang) if to else None
    return Outcome(action, fault.code if fault else "", game=game, seat=seat, reply=reply)


def known_seat(mail: Mail, index: GameIndex, game: str, seat: str) -> tuple[str, str]:
    """Return game and seat of an e-mail, or a seat of its sender if they name nobody here."""
    if index.players.player(game, seat) or (game and index.find(game)):
        return game, seat
    return next(index.players.seats_at(mail.sender), (game, seat))


def confirmation(action: Action, locale: Locale) -> str:
    if action is Action.FILED:
        return locale.localise("your signed message has arrived; it will be processed when the host runs the game")
    return locale.localise("this message had already arrived; nothing is done twice")


def reply_to_seat(
    mail: Mail,
    index: GameIndex,
    opened: OpenGame,
    seat: str,
    action: Action,
    *,
    fault: Failure | None = None,
    letters: Letters | None = None,
) -> Outcome:
    """Reply to the address of the seat, since From proves nothing; a mail seat without an address gets no reply."""
    game = opened.game.state.game
    player = index.players.player(game, seat)
    locale = reader_locale(index, game, seat)
    if fault:
        still_good = code_still_good(opened, seat, fault, locale)
        paragraphs = [*complaint(fault, locale), *still_good, *unread_parts(mail, locale)]
    else:
        received = locale.localise("your e-mail has arrived; it will be processed when the host runs the game")
        paragraphs = [received, *(letters.summary if letters else ())]
    fallback = "" if by_mail(given_seat(opened.game.state, seat)) else mail.reply_address
    to = player.address if player else fallback
    reply = Reply(to=to, paragraphs=[capitalize(one) for one in paragraphs], game=game, seat=seat, lang=locale.lang)
    return Outcome(action, fault.code if fault else "", game=game, seat=seat, reply=reply if to else None)


def code_still_good(opened: OpenGame, seat: str, fault: Failure, locale: Locale) -> list[str]:
    """Say that a refused e-mail has not used up its code."""
    state = opened.game.state
    if isinstance(fault, WrongCode) or state.window.is_over or not by_mail(given_seat(state, seat)):
        return []
    return [
        locale.localise(
            "nothing in this e-mail was carried out, and its code is still valid: reply to the same e-mail again"
        )
    ]


def unread_parts(mail: Mail, locale: Locale) -> list[str]:
    """Say which parts of the e-mail were not read."""
    names = [quote(part.name) for part in mail.skipped if part.name][:MAX_NAMES]
    large = any(part.reason is SkipReason.TOO_LARGE and not part.name for part in mail.skipped)
    return [
        *([locale.localise("files that were not opened: {names}", names=names)] if names else []),
        *([locale.localise("your e-mail is very large; only the beginning was read")] if large else []),
    ]


# letters for an inbox


def rename_duplicates(letters: list[InboxFile]) -> list[InboxFile]:
    """Rename the second of two letters of one e-mail, so that neither overwrites the other."""
    names = [(letter.folder, letter.name) for letter in letters]
    return [
        letter
        if at == names.index(names[at])
        else replace(letter, name=f"{letter.name.removesuffix('.toml')}.{at}.toml")
        for at, letter in enumerate(letters)
    ]
