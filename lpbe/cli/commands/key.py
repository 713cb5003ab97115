"""Create, show and lock keys."""

from __future__ import annotations

import click

from ...app.session.manage_keys import encrypt_key, make_key, show_key
from ...app.session.session import Session
from ..ask import ask_new_passphrase
from ..options import example, json_option
from ..output import print_result


@click.group("key", epilog=example("lpbe key new", "lpbe key show"))
def key_command() -> None:
    """Create, show or lock your key. One key is enough for any number of games."""


@key_command.command(
    "new", epilog=example("lpbe key new", "lpbe key new --ssh ~/.ssh/id_ed25519.pub", "lpbe key new --out referee.key")
)
@click.option("--out", metavar="FILE", help="Write the key here instead of the default place.")
@click.option("--name", default="me", help="A name for the first line of the file; nobody else sees it.")
@click.option("--ssh", metavar="PUB", help="Let this SSH key (ssh-ed25519) sign your orders.")
@click.option("--passphrase", "locked", is_flag=True, help="Lock the key with a passphrase.")
@click.option("--force", is_flag=True, help="Write the key even inside a git work tree.")
@json_option
@click.pass_obj
def new(
    session: Session, out: str | None, name: str, ssh: str | None, locked: bool, force: bool, as_json: bool
) -> None:
    """Create a key. Back it up: print its last line, or copy the file to a safe place."""
    ask = ask_new_passphrase if locked else None
    print_result(session, make_key(session, out, name, ssh, force, ask), as_json)


@key_command.command(
    "show", epilog=example("lpbe key show", "lpbe key show --ssh", "lpbe key show --for mars --seat red")
)
@click.option("--key", metavar="FILE", help="Use this key file instead of yours.")
@click.option("--ssh", is_flag=True, help="Print the signing key as an SSH public key.")
@click.option("--for", "game", metavar="GAME", help="Print the line that lets the host give you a seat in this game.")
@click.option("--seat", metavar="SEAT", help="With --for: which seat.")
@json_option
@click.pass_obj
def show(session: Session, key: str | None, ssh: bool, game: str | None, seat: str | None, as_json: bool) -> None:
    """Print your public key as one line that you can send to a host."""
    session.key = key
    print_result(session, show_key(session, ssh, game, seat), as_json)


@key_command.command("encrypt", epilog=example("lpbe key encrypt", "lpbe key encrypt --key referee.key"))
@click.option("--key", metavar="FILE", help="Use this key file instead of yours.")
@json_option
@click.pass_obj
def encrypt(session: Session, key: str | None, as_json: bool) -> None:
    """Lock your key file with a passphrase."""
    print_result(session, encrypt_key(session, key, ask_new_passphrase), as_json)
