"""Join a game and agree to its terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from msgspec import UnsetType

from ...kernel.base.errors import Failure, Malformed, Misused, WrongKind
from ...kernel.base.safe_text import check_name
from ...kernel.chain.genesis import WindowKind, names_of, spec_of
from ...kernel.chain.letter_checks import referee_keys
from ...kernel.chain.letters.join import join_letter
from ...kernel.chain.letters.ready import ready_letter
from ...kernel.chain.records import GameFile
from ...kernel.chain.transition import Referee
from ...kernel.content import packs
from ...kernel.crypto.keys import b64, unb64
from ...kernel.crypto.sshsig import public_line
from ...kernel.disk import files
from ..ordering.outbox import NO_DELIVERY, NOT_FILED, Delivery, inbox_of, letter_path, send_letter
from ..ordering.seat_letters import SentLetter
from ..session.locale import Locale, game_language, seat_language
from ..session.open_game import OpenGame
from ..session.paths import shell_path
from ..session.pins import never_started
from ..session.seats import require_seat, seat_to_join
from ..session.session import Session
from .genesis import check_options, with_sizes
from .invitation_codes import read_invitation, with_check
from .new_game import keeping_key, undo_pin_on_failure
from .refused_joins import joins_in
from .terms import terms_lines


def join_game(
    session: Session,
    game: str,
    seat: str | None = None,
    name: str | None = None,
    lang: str | None = None,
    code: str = "",
    delivery: Delivery = NO_DELIVERY,
) -> SentLetter:
    """Take a seat: register the caller's keys, signed by them. A key is made if there is none.

    If joining fails, a new key is removed again unless the letter that it signed has been written.
    """
    opened = session.open_game(game)
    genesis = opened.game.genesis
    session.address(lang or game_language(opened.game), genesis.rules)
    check_open(opened)
    check_playable(opened)
    identity, new_key = session.identity_or_new()
    own = seat_to_join(opened, identity, seat)
    if spec_of(genesis, own).invite and not code:
        raise Misused("E_USAGE", "{seat} needs an invitation", "lpbe join ... --code CODE", seat=own)
    checked_name = check_name(name or seat_name(opened, own))
    invitation = read_invitation(code, opened.game.state.game, own)
    letter = join_letter(opened.game, own, identity, checked_name, lang or genesis.lang, invitation)
    sign = b64(identity.sign_public)
    terms = agreement_lines(session, opened, sign)
    where = delivery.output or letter_path(opened, letter)
    new_key_remark = key_made(session, new_key) if new_key else ""
    with (
        warning_of_key(session, new_key, new_key_remark),
        undo_pin_on_failure(opened, sign),
        keeping_key(new_key, identity, where),
    ):
        filed = send_letter(opened, identity, letter, delivery)
    remarks = [new_key_remark] if new_key else []
    return SentLetter(opened=opened, filed=filed, terms=terms, remarks=remarks, new_key=new_key)


def check_open(opened: OpenGame) -> None:
    """Refuse to join a game whose seats are all taken."""
    if opened.game.state.window.kind != WindowKind.JOIN:
        hint = "the host can still give you a seat: lpbe replace --help"
        raise WrongKind("E_ORDER_KIND", "this game is full: all its seats are taken", hint)


def check_playable(opened: OpenGame) -> None:
    """Refuse a game that `new` would not make: its options cannot be read, or its seals have other sizes."""
    genesis, rules = opened.game.genesis, opened.rules
    try:
        check_options(genesis, rules)
    except Failure as fault:
        raise Malformed.like(fault) from None
    if genesis != with_sizes(genesis, rules):
        raise Malformed("E_SCHEMA", "the seals of this game do not have the sizes that its rules need")


@contextmanager
def warning_of_key(session: Session, path: str, warning: str) -> Iterator[None]:
    """Warn about a new key that is kept, because a letter signed with it may be on its way."""
    try:
        yield
    except Failure:
        if path and files.is_file(path):
            session.warn(warning)
        raise


def key_made(session: Session, path: str) -> str:
    return session.locale.localise("your key has been created: {path}; back it up", path=path)


def seat_name(opened: OpenGame, seat: str) -> str:
    """Return what a seat is called in the language of the game: the default name of a player who gives none."""
    genesis = opened.game.genesis
    return packs.words(genesis.rules, genesis.lang).terms.get(seat, seat.capitalize())


def declare_ready(session: Session, game: str, seat: str | None = None, delivery: Delivery = NO_DELIVERY) -> SentLetter:
    """Agree to the terms and the roster of a game, and reveal the caller's contribution to its draws."""
    opened = session.open_game(game)
    check_playable(opened)
    identity = session.require_identity()
    own = require_seat(session, opened, seat)
    terms = [*agreement_lines(session, opened, b64(identity.sign_public)), *roster_lines(opened, own)]
    window = opened.game.state.window
    if window.kind == WindowKind.JOIN:
        raise not_begun(opened)
    if window.kind != WindowKind.READY or own not in window.waiting:
        remark = session.locale.localise_named("{seat} is ready", seat=own)
        return SentLetter(opened=opened, filed=NOT_FILED, terms=terms, remarks=[remark])
    filed = send_letter(opened, identity, ready_letter(opened.game, own, identity), delivery)
    return SentLetter(opened=opened, filed=filed, terms=terms)


def not_begun(opened: OpenGame) -> WrongKind:
    """Return the refusal of what must wait until all have joined: who has not, or that the host has to run the game."""
    names = {letter.seat for letter in joins_in(inbox_of(opened))}
    missing = [seat for seat in opened.game.state.window.waiting if seat not in names]
    path = shell_path(opened.place)
    if missing:
        message = "the game has not started; still waiting for players to join: {missing}"
        return WrongKind(
            "E_ORDER_KIND", message, "after that, the host starts it: lpbe run {path}", missing=missing, path=path
        )
    message = "everybody has joined, but the host has not started the game yet"
    return WrongKind("E_ORDER_KIND", message, "lpbe run {path}", path=path)


def agreement_lines(session: Session, opened: OpenGame, sign: str) -> list[str]:
    """Return what a player agrees to: game, host and terms; also which games of this host never started."""
    locale = session.locale
    lines = host_terms(opened, locale)
    if count := never_started(opened, sign):
        template = "games by this host that you joined but never saw start: {count}"
        lines.append(locale.localise(template, count=count))
    return lines


def host_terms(opened: OpenGame, locale: Locale) -> list[str]:
    """Return which game this is, who hosts it, and on which terms."""
    genesis, state = opened.game.genesis, opened.game.state
    lines = [locale.localise("game {game}", game=state.game)]
    if not isinstance(genesis.referee, UnsetType):
        key = public_line(unb64(referee_keys(genesis, state).sign))
        lines.append(locale.localise("the host's key: {key}", key=key))
    return [*lines, *terms_lines(genesis, state, locale.language)]


def roster_lines(opened: OpenGame, seat: str) -> list[str]:
    """Return who has which seat."""
    names = names_of(opened.game.state)
    words = packs.words(opened.rules.game.name, seat_language(opened.game, seat))
    return [
        words.grammar["label"].format(label=words.terms.get(spec.id, spec.id), value=names.get(spec.id, "-"))
        for spec in opened.game.genesis.seats
    ]


def invitations(game: GameFile, referee: Referee) -> dict[str, str]:
    """Return the codes of the seats that are still free."""
    if referee.secret is None:
        return {}
    free = [s.id for s in game.state.seats if isinstance(s.name, UnsetType)]
    invited = [seat for seat in free if spec_of(game.genesis, seat).invite]
    return {seat: with_check(referee.secret.invitation(seat), game.state.game, seat) for seat in invited}


def invitation_lines(locale: Locale, codes: Mapping[str, str], game: str) -> list[str]:
    return [
        locale.localise(
            "for {name}:  lpbe join {game} --seat {seat} --code {code}",
            name=locale.localise_named("{seat}", seat=seat),
            game=game,
            seat=seat,
            code=code,
        )
        for seat, code in codes.items()
    ]
