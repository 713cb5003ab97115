"""Serve games on the web."""

from __future__ import annotations

import click

from ...app.session.session import Session
from ...web.serve import open_server
from ..options import example, key_option
from ..output import print_line, print_warnings


@click.command(
    "serve",
    epilog=example(
        "lpbe serve ~/games",
        "lpbe serve mars --port 8000",
        "lpbe serve ~/games --host 0.0.0.0 --tls-cert fullchain.pem --tls-key privkey.pem",
    ),
)
@click.argument("games", metavar="GAMES...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--client", metavar="FOLDER", default="", help="The built web client; default: dist/web of a checkout, if built."
)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8116, show_default=True, help="The port to listen on.")
@click.option("--tls-cert", metavar="FILE", default="", help="The certificate for https, with its chain.")
@click.option("--tls-key", metavar="FILE", default="", help="The key of the certificate.")
@click.option("--base-url", metavar="URL", default="", help="The address that players use, behind a reverse proxy.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes answer.")
@click.option(
    "--rate",
    type=click.IntRange(1, 1_000_000),
    default=240,
    show_default=True,
    help="How many orders one address can send per minute.",
)
@key_option
@click.pass_obj
def serve_command(
    session: Session,
    games: tuple[str, ...],
    client: str,
    host: str,
    port: int,
    tls_cert: str,
    tls_key: str,
    base_url: str,
    workers: int,
    rate: int,
) -> None:
    """Serve GAMES on the web: a lobby, public pages and the client to play with.

    GAMES are game folders, or folders that contain games; games started later appear as well. Players
    send signed orders, which are checked and filed in the inbox. There are no accounts: the signature
    is the login.

    If your key is the referee's, every order is carried out at once, and deadlines are watched.
    Otherwise orders wait for lpbe run, which may also run beside the server at any time.

    The server can only be reached from this computer unless you name another address with --host.
    """
    server = open_server(
        session,
        games,
        client=client,
        base_url=base_url,
        host=host,
        port=port,
        tls_cert=tls_cert,
        tls_key=tls_key,
        workers=workers,
        rate=rate,
    )
    print_warnings(session)
    print_line(session.locale.localise("serving at {address}; stop with Ctrl+C", address=server.address))
    server.run()
