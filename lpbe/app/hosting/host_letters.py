"""Letters of the host: invitations, replacements, changes of time, handover, disclosure."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ...bots.strategies import find_bot, with_version
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused, WrongKind
from ...kernel.base.safe_text import check_name, quote
from ...kernel.chain.deadlines import format_time, is_span, later
from ...kernel.chain.key_proofs import parse_seat_text
from ...kernel.chain.letter import AnyLetter
from ...kernel.chain.letters.disclose import disclose_letter
from ...kernel.chain.letters.handover import handover_letter, make_offer, offer_text, read_offer
from ...kernel.chain.letters.pace import extend_letter, pace_letter, pause_letter
from ...kernel.chain.letters.replace import bot_keys, replace_letter
from ...kernel.chain.player_view import find_seat
from ...kernel.chain.transition import Referee, referee_of
from ...kernel.crypto.keys import b64
from ..creating.joining import invitation_lines, invitations
from ..ordering.outbox import NO_DELIVERY, Delivery, next_free, send_letter
from ..ordering.seat_letters import SentLetter
from ..session.locale import game_language
from ..session.open_game import OpenGame, position, time_to_write
from ..session.pins import remember
from ..session.session import Session


class Invitations(Struct, frozen=True):
    """The codes of the seats that are still free."""

    opened: OpenGame
    codes: dict[str, str]
    lines: list[str]

    def data(self) -> Plain:
        return {**position(self.opened.game), "invitations": self.codes}

    def text(self) -> str:
        return "\n".join(self.lines)


class HandoverOffer(Struct, frozen=True):
    """The line by which somebody offers to take a game over."""

    opened: OpenGame
    offer: str

    def data(self) -> Plain:
        return {**position(self.opened.game), "offer": self.offer}

    def text(self) -> str:
        return self.offer


def open_as_referee(session: Session, game: str) -> tuple[OpenGame, Referee]:
    """Open a game with secrets as the referee who holds them."""
    opened = session.open_game(game)
    if opened.game.genesis.trust == "open":
        raise Misused("E_USAGE", "an open game has no referee and no secrets")
    return opened, referee_of(opened.game, session.require_identity())


def open_as_timekeeper(session: Session, game: str) -> tuple[OpenGame, Referee]:
    """Open a game with a pace as its referee; in an open game, which has none, anybody may change the times."""
    opened = session.open_game(game)
    session.address(game_language(opened.game))
    if isinstance(opened.game.genesis.pace, UnsetType):
        raise WrongKind(
            "E_ORDER_KIND", "this game has no deadlines", "for a game with deadlines: lpbe new ... --pace 2d"
        )
    return opened, referee_of(opened.game, session.identity)


def send_as_referee(
    session: Session,
    opened: OpenGame,
    referee: Referee,
    letter: AnyLetter,
    delivery: Delivery,
    now: str | None = None,
) -> SentLetter:
    """Send a letter of the referee under its next free number."""
    numbered = replace(letter, rev=next_free(opened, "referee"))
    filed = send_letter(opened, referee.identity, numbered, delivery, now)
    return SentLetter(opened=opened, filed=filed, remarks=[session.locale.localise("next: lpbe run")])


def list_invitations(session: Session, game: str) -> Invitations:
    """Return the invitations again; they are not stored anywhere."""
    opened, referee = open_as_referee(session, game)
    session.address(session.locale.language, opened.game.genesis.rules)
    codes = invitations(opened.game, referee)
    nobody = session.locale.localise("there is nobody left to invite")
    return Invitations(opened, codes, invitation_lines(session.locale, codes, game) or [nobody])


def replace_player(
    session: Session,
    game: str,
    seat: str,
    keys: str | None = None,
    bot: str | None = None,
    name: str = "",
    delivery: Delivery = NO_DELIVERY,
) -> SentLetter:
    """Give a seat to new keys or to a bot; the others must endorse it."""
    opened, referee = open_as_referee(session, game)
    if (keys is None) == (bot is None):
        raise Misused("E_USAGE", "who will take the seat?", "--to 'lpbe-seat-2 ...' or --bot BOT")
    target = find_seat(opened.game, seat).id
    assert referee.secret
    new_keys = parse_seat_text(keys) if keys is not None else bot_keys(opened.game, referee.secret, target)
    held = with_version(find_bot(bot)) if bot else ""
    letter = replace_letter(opened.game, target, new_keys, check_name(name) if name else "", held)
    return send_as_referee(session, opened, referee, letter, delivery)


def offer_to_referee(session: Session, game: str) -> HandoverOffer:
    """Offer to take a game over."""
    opened = session.open_game(game)
    identity = session.require_identity()
    remember(opened, b64(identity.sign_public))
    return HandoverOffer(opened, offer_text(make_offer(opened.game, identity)))


def hand_over(session: Session, game: str, offer: str, delivery: Delivery = NO_DELIVERY) -> SentLetter:
    """Hand a game over to another referee, who continues with a secret of their own."""
    opened, referee = open_as_referee(session, game)
    number = next_free(opened, "referee")
    letter = handover_letter(opened.game, read_offer(offer), referee.secrets, number)
    return send_as_referee(session, opened, referee, letter, delivery)


def disclose(session: Session, game: str, delivery: Delivery = NO_DELIVERY) -> SentLetter:
    """Disclose the secret of a finished game, so that anybody can verify all of it."""
    opened, referee = open_as_referee(session, game)
    if opened.game.last.public.disclosed:
        raise Misused("E_USAGE", "the secret of this game has already been disclosed", "lpbe verify")
    return send_as_referee(session, opened, referee, disclose_letter(opened.game), delivery)


def change_pace(
    session: Session, game: str, pace: str, now: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Change how much time there is for an answer, from the next question on."""
    opened, referee = open_as_timekeeper(session, game)
    return send_as_referee(session, opened, referee, pace_letter(opened.game, pace), delivery, now)


def pause(
    session: Session, game: str, until: str, now: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Stop the clock until a time."""
    opened, referee = open_as_timekeeper(session, game)
    end = parse_until(until, game_time(opened, now))
    return send_as_referee(session, opened, referee, pause_letter(opened.game, end), delivery, now)


def extend_deadline(
    session: Session, game: str, until: str, now: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Give everybody the game is waiting for more time; a span begins at the deadline, or now if that has passed."""
    opened, referee = open_as_timekeeper(session, game)
    end = parse_until(until, max(opened.game.state.window.deadline or "", game_time(opened, now)))
    return send_as_referee(session, opened, referee, extend_letter(opened.game, end), delivery, now)


def game_time(opened: OpenGame, now: str | None) -> str:
    """Return what time it is for the game."""
    return time_to_write(opened.game.genesis, now, opened.game.last.head) or ""


# times as people write them


def is_time_span(text: str) -> bool:
    """Return whether a text is a span such as 2d or 12h."""
    return is_span(text)


def parse_until(text: str, base: str) -> str:
    """Return a time as files have it; a span such as 3d begins at the base."""
    span = text.strip().removeprefix("+")
    return later(base, span) if is_span(span) else parse_zoned(text)


def parse_zoned(text: str) -> str:
    """Return a time in UTC; it must name its zone, because readers may live anywhere."""
    try:
        found = datetime.fromisoformat(
            text.strip().removesuffix(" UTC") + ("Z" if text.strip().endswith(" UTC") else "")
        )
        utc = found.astimezone(UTC).replace(tzinfo=None, microsecond=0) if found.tzinfo else None
    except (ValueError, OverflowError):
        utc = None
    if utc is None:
        hint = "write it like 2026-11-18T08:00:00Z or 2026-11-18T09:00+01:00, or as a number of days: 3d"
        raise Misused("E_USAGE", "'{time}' is not a time with a time zone", hint, time=quote(text))
    return format_time(utc)
