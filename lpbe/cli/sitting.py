"""Sitting down for a command: the seat is found by the caller's key, its player is spoken to, its pin is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from ..app.desk import Desk
from ..app.filing import send_letter
from ..app.game import OpenGame, open_game, position
from ..app.language import localised, localised_message, speak_to
from ..app.pins import check_known, notice
from ..app.seats import own_seat, own_seat_if_any
from ..kernel.chain.letters import AnyLetter
from ..kernel.crypto.keys import Identity, b64
from .caller import maybe_identity
from .output import respond, say, say_error, warn


def sit_down(game: str, key: str | None, seat: str | None, signs: bool = False) -> Desk:
    opened = open_game(game)
    identity = maybe_identity(key)
    own = own_seat(opened.game, identity, seat)
    speak_to(opened.game, own)
    if signs:
        check_past(opened, identity)
    else:
        warn_of_past(opened, identity)
    return Desk(opened, identity, own)


def look_at(opened: OpenGame, key: str | None, seat: str | None) -> Desk | None:
    """The caller's own part, if a key for a seat is at hand."""
    return look_as(opened, maybe_identity(key), seat)


def look_as(opened: OpenGame, identity: Identity | None, seat: str | None) -> Desk | None:
    own = own_seat_if_any(opened.game, identity, seat)
    if own:
        speak_to(opened.game, own)
    warn_of_past(opened, identity)
    return Desk(opened, identity, own) if own else None


def send(
    opened: OpenGame,
    identity: Identity | None,
    letter: AnyLetter,
    output: str | None,
    armor: bool,
    as_json: bool,
    terms: Sequence[str] = (),
) -> None:
    """Off it goes, after what it agrees to was told; say where to."""
    if not as_json:
        say_beside("\n".join(terms), output)
    tell_sent(opened, send_letter(opened, identity, letter, output, armor), as_json, terms)


def tell_sent(opened: OpenGame, path: str, as_json: bool, terms: Sequence[str], made: str = "") -> None:
    """Where a letter went, and of the key that was made for it."""
    announced = key_made(made) if made else ""
    if path == "-":
        return say_beside(announced, path)
    told = {**position(opened.game), "files": [path], **({"key": made} if made else {})}
    respond(as_json, {**told, **({"terms": list(terms)} if terms else {})}, "\n".join(filter(None, [path, announced])))
    return None


def key_made(path: str) -> str:
    return localised("your key was made: {path}; back it up", path=path)


def say_beside(text: str, output: str | None) -> None:
    """For a person, where standard output may be the letter itself."""
    if text:
        say_error(text) if output == "-" else say(text)


def sit(opened: OpenGame, identity: Identity | None, seat: str | None) -> str:
    """The seat whose key this is; from here on its player is spoken to, and nothing is signed on another past."""
    own = own_seat(opened.game, identity, seat)
    speak_to(opened.game, own)
    check_past(opened, identity)
    return own


def check_past(opened: OpenGame, identity: Identity | None) -> None:
    """Nothing is signed or sealed on a file that does not follow what the key saw; a game new to it is named."""
    if identity and not check_known(opened, b64(identity.sign_public)):
        state = opened.game.state
        told = "your key signs here for the first time on this machine: game {game}, step {step}"
        warn(localised(told, game=state.game[:16], step=state.seq))


def warn_of_past(opened: OpenGame, identity: Identity | None) -> None:
    """Who only reads is told that a file is old, or of another past."""
    fault = notice(opened, b64(identity.sign_public)) if identity else None
    if fault:
        hint = f"\n  {localised_message(fault.advice)}" if fault.hint else ""
        warn(f"{localised_message(fault.sentence)} [{fault.code}]{hint}")
