"""Make, show and lock keys."""

from __future__ import annotations

import os

import click

from ..app.game import open_game
from ..app.keys import find_key, fresh_identity, identity_of, key_home, lock_seed, with_ssh, write_key
from ..app.language import localised
from ..kernel.base.errors import Malformed, Misused
from ..kernel.chain.compose import find_seat, own_seats
from ..kernel.crypto.keys import KeyFile, public_text, seat_text
from ..kernel.crypto.sshsig import public_line
from ..kernel.disk import files
from .caller import new_passphrase, passphrase
from .options import example, json_option
from .output import respond, warn


@click.group("key", epilog=example("lpbe key new", "lpbe key show"))
def key_command() -> None:
    """Make, show or lock your key. One key serves any number of games."""


@key_command.command(
    "new", epilog=example("lpbe key new", "lpbe key new --ssh ~/.ssh/id_ed25519.pub", "lpbe key new --out referee.key")
)
@click.option("--out", metavar="FILE", help="Where to put it, instead of the default place.")
@click.option("--name", default="me", help="A name in the file's first line; nobody else sees it.")
@click.option("--ssh", metavar="PUB", help="Let this SSH key (ssh-ed25519) sign your orders.")
@click.option("--passphrase", "locked", is_flag=True, help="Lock it with a passphrase.")
@click.option("--force", is_flag=True, help="Write it even inside a git work tree.")
@json_option
def new(out: str | None, name: str, ssh: str | None, locked: bool, force: bool, as_json: bool) -> None:
    """Make a key. Back it up: print its last line, or copy the file to a safe place."""
    path = out or key_home()
    if files.inside_git(path) and not force:
        raise Malformed("E_KEY_PLACE", "that place is inside a git work tree; keys get committed by mistake", "--force")
    identity = fresh_identity()
    if ssh:
        identity = with_ssh(identity, os.path.abspath(os.path.expanduser(ssh)))
    secret = lock_seed(identity.seed, new_passphrase()) if locked else ""
    write_key(path, identity, name, secret)
    text = localised("your key is in {path}; back it up: without it your seats are lost", path=path)
    respond(as_json, {"files": [path], "public": public_text(identity)}, f"{text}\n{public_text(identity)}")


@key_command.command(
    "show", epilog=example("lpbe key show", "lpbe key show --ssh", "lpbe key show --for mars --seat red")
)
@click.option("--key", metavar="FILE", help="Another key file.")
@click.option("--ssh", is_flag=True, help="Print the signing key as an SSH public key.")
@click.option("--for", "game", metavar="GAME", help="Print the line by which a host gives you a seat of this game.")
@click.option("--seat", metavar="SEAT", help="Which seat.")
@json_option
def show(key: str | None, ssh: bool, game: str | None, seat: str | None, as_json: bool) -> None:
    """Print the public line of your key, to send to a host."""
    if bool(game) != bool(seat):
        raise Misused("E_USAGE", "a seat of a game: both must be named", "lpbe key show --for GAME --seat SEAT")
    text = find_key(key)
    if text is None:
        raise Malformed("E_KEY_MISSING", "there is no key here", "make one: lpbe key new")
    identity = identity_of(text, passphrase)
    line = public_line(identity.sign_public, "lpbe") if ssh else public_text(identity)
    if game and seat:
        opened = open_game(game)
        own_seats(opened.game, identity)  # not for a copy of a game in which this key sits
        line = seat_text(identity, opened.game.state.game, find_seat(opened.game, seat).id)
        warn(localised("for a seat of game {game}, and of no other", game=opened.game.state.game))
        return respond(as_json, {"public": line, "ssh": public_line(identity.sign_public, "lpbe")}, line)
    return respond(as_json, {"public": public_text(identity), "ssh": public_line(identity.sign_public, "lpbe")}, line)


@key_command.command("encrypt", epilog=example("lpbe key encrypt", "lpbe key encrypt --key referee.key"))
@click.option("--key", metavar="FILE", help="Another key file.")
@json_option
def encrypt(key: str | None, as_json: bool) -> None:
    """Lock your key file with a passphrase."""
    path = key or key_home()
    text = files.read_key_text(path)
    if KeyFile(text).locked:
        raise Misused("E_KEY_LOCKED", "this key is locked already")
    seed = KeyFile(text).seed()
    secret = lock_seed(seed, new_passphrase())
    files.write(path, text.replace(KeyFile(text).secret, secret).encode(), 0o600)
    text = localised("{path} is locked; its passphrase is asked for, or taken from LPBE_PASSPHRASE", path=path)
    respond(as_json, {"files": [path]}, text)
