"""Make, show and lock keys."""

from __future__ import annotations

from collections.abc import Callable
from os.path import abspath, expanduser

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Malformed, MissingKey, Misused, WrongKind
from ...kernel.chain.key_proofs import prove_keys, seat_text
from ...kernel.chain.letter_builder import referee_key
from ...kernel.chain.player_view import find_seat, own_seats
from ...kernel.crypto.keys import KeyFile, public_text
from ...kernel.crypto.sshsig import public_line
from ...kernel.disk import files, folders
from .key_files import default_key_path, environment_passphrase, lock_seed, new_identity, with_ssh, write_key
from .session import Session


class KeyAnswer(Struct, frozen=True):
    """What a command about keys answers."""

    facts: Plain
    lines: list[str]

    def data(self) -> Plain:
        return self.facts

    def text(self) -> str:
        return "\n".join(self.lines)


def make_key(
    session: Session,
    path: str | None = None,
    name: str = "me",
    ssh: str | None = None,
    force: bool = False,
    new_passphrase: Callable[[], str] | None = None,
) -> KeyAnswer:
    """Make a key; if requested, locked with a passphrase or with an SSH key that signs in its place."""
    target = path or default_key_path()
    if folders.is_inside_git(target) and not force:
        raise Malformed(
            "E_KEY_PLACE", "that place is inside a git work tree, where a key could be committed by mistake", "--force"
        )
    identity = new_identity()
    if ssh:
        identity = with_ssh(identity, abspath(expanduser(ssh)))
    secret = lock_seed(identity.seed, environment_passphrase() or new_passphrase()) if new_passphrase else ""
    write_key(target, identity, name, secret)
    public = public_text(identity)
    advice = "your key is in {path}; back it up, because without it you lose your seats"
    return KeyAnswer({"files": [target], "public": public}, [session.locale.localise(advice, path=target), public])


def show_key(session: Session, ssh: bool = False, game: str | None = None, seat: str | None = None) -> KeyAnswer:
    """Return the public line of the caller's key or, for a seat, the line with which a host can give it to them."""
    if bool(game) != bool(seat):
        raise Misused("E_USAGE", "you must name both the game and the seat", "lpbe key show --for GAME --seat SEAT")
    identity = session.identity
    if identity is None:
        raise MissingKey("E_KEY_MISSING", "there is no key here", "make one: lpbe key new")
    ssh_line = public_line(identity.sign_public, "lpbe")
    public = public_text(identity)
    if game and seat:
        opened = session.open_game(game)
        own_seats(opened.game, identity)  # refuses a copy of a game in which this key has a seat
        if opened.game.genesis.trust == "open":
            raise WrongKind("E_ORDER_KIND", "an open game has no referee")
        taken = find_seat(opened.game, seat).id
        public = seat_text(prove_keys(identity, opened.game.state.game, taken, referee_key(opened.game)))
        template = "for a seat in game {game} only"
        session.warn(session.locale.localise(template, game=opened.game.state.game))
        ssh = False
    return KeyAnswer({"public": public, "ssh": ssh_line}, [ssh_line if ssh else public])


def encrypt_key(session: Session, path: str | None, new_passphrase: Callable[[], str]) -> KeyAnswer:
    """Lock a key file with a passphrase."""
    target = path or default_key_path()
    text = files.read_key_text(target)
    key = KeyFile(text)
    if key.is_locked:
        raise Misused("E_KEY_LOCKED", "this key is already locked")
    secret = lock_seed(key.seed(), environment_passphrase() or new_passphrase())
    files.write(target, text.replace(key.secret, secret).encode(), 0o600)
    template = "{path} is locked; you will be asked for its passphrase unless LPBE_PASSPHRASE is set"
    return KeyAnswer({"files": [target]}, [session.locale.localise(template, path=target)])
