"""Put games on the web: by a server, or as static files."""

from __future__ import annotations

import click

from ...app.session.session import Session
from ...web.serve import open_server
from ...web.site import write_site
from ..options import example, json_option, key_option
from ..output import print_at_once, print_result, print_warnings


@click.command(
    "serve",
    epilog=example(
        "lpbe serve ~/games",
        "lpbe serve mars --port 8000",
        "lpbe serve ~/games --host 0.0.0.0 --tls-cert fullchain.pem --tls-key privkey.pem",
    ),
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=click.Path())
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
    """Serve each GAME on the web: a lobby, public pages and the client to play with.

    A GAME is a game folder, or a folder that contains games; games started later appear as well. Players
    send signed orders, which are checked and filed in the inbox. There are no accounts: the signature
    is the login.

    If your key is the referee's, every order is carried out at once, and deadlines are enforced.
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
    print_at_once(session.locale.localise("serving at {address}; stop with Ctrl+C", address=server.address))
    server.run()


@click.command(
    "site",
    epilog=example(
        "lpbe site ~/games -o public",
        "lpbe site mars -o public --base-url https://ana.github.io/mars/ --repository https://github.com/ana/mars",
    ),
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", "folder", metavar="FOLDER", required=True, help="The folder to write the site to.")
@click.option(
    "--client", metavar="FOLDER", default="", help="The built web client; default: dist/web of a checkout, if built."
)
@click.option("--base-url", metavar="URL", default="", help="The address that the site will have, for feeds.")
@click.option(
    "--repository", metavar="URL", default="", help="The page of the repository to which players send their orders."
)
@json_option
@click.pass_obj
def site_command(
    session: Session,
    games: tuple[str, ...],
    folder: str,
    client: str,
    base_url: str,
    repository: str,
    as_json: bool,
) -> None:
    """Write each GAME as a static site, for GitHub Pages or any web host.

    The site has the client, the files of the games, their public pages and replays, a lobby and feeds.
    It needs no key. Players cannot send orders to it: they use the repository, an e-mail or a file.

    Run this again after every step. Only files that have changed are written, each in one go, and
    files of games that are gone are removed. Other files in FOLDER are left alone.
    """
    written = write_site(session, games, folder, client=client, base_url=base_url, repository=repository)
    print_result(session, written, as_json)
