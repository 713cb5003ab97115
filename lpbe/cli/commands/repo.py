"""Play in a git repository: create one, send orders to it, let a server be the referee."""

from __future__ import annotations

import sys
from os.path import abspath, basename
from shlex import quote

import click

from ...app.session.session import Session
from ...gitrepo.commands import init_referee, init_repository, install_hooks, send_orders_of
from ...gitrepo.pinned_program import pinned_program
from ..error_reporting import exit_code
from ..options import example, game_argument, json_option
from ..output import print_error, print_json, print_line, print_result, print_warnings, take_warnings


@click.group("repo", epilog=example("lpbe repo init mars", "lpbe repo send mars"))
def repo_command() -> None:
    """Play in a git repository: create one, send orders to it, let a server be the referee."""


def program_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options that say which lpbe workflows and players should install."""
    for option in (
        click.option("--sha256", "digest", metavar="HEX", help="The SHA-256 of the release."),
        click.option("--release", metavar="URL", help="Or the URL of a released wheel, with its --sha256."),
        click.option("--wheel", metavar="FILE", type=click.Path(), help="An lpbe wheel to keep in the repository."),
    ):
        command = option(command)
    return command


def this_program() -> str:
    """Return the command with which a hook calls this lpbe, since its PATH may differ from ours."""
    called = abspath(sys.argv[0])
    return quote(called) if basename(called) == "lpbe" else f"{quote(sys.executable)} -m lpbe"


@repo_command.command(
    "init",
    epilog=example("lpbe repo init mars", "lpbe repo init mars --ci forks --wheel dist/lpbe-0.1.0-py3-none-any.whl"),
)
@game_argument
@click.option(
    "--ci", type=click.Choice(["none", "forks"]), default="none", help="Add workflows for players who use forks."
)
@program_options
@json_option
@click.pass_obj
def init(
    session: Session,
    game: str,
    ci: str,
    wheel: str | None,
    release: str | None,
    digest: str | None,
    as_json: bool,
) -> None:
    """Turn GAME's folder into a git repository. It gets a README for the players, in the game's language.

    Existing files are left as they are. If the folder is already in a repository, the new files are
    added there, and you commit them yourself. Then push the repository to a place that all players can
    reach. Players use lpbe repo send, and the host uses lpbe run --commit --push.

    With --ci forks, players send pull requests. One workflow checks them without any secret and merges
    the good ones. Another one runs the game, with a key that no player can reach. Both install the
    wheel you name and its dependencies by their hashes, never by name alone. If players push to the
    repository itself, keep the key elsewhere: see lpbe repo referee or lpbe repo hook.
    """
    program = pinned_program(wheel, release, digest)
    print_result(session, init_repository(session, game, ci, program), as_json)


@repo_command.command(
    "referee",
    epilog=example("lpbe repo referee own --url git@example.org:ana/mars.git --wheel dist/lpbe-0.1.0-py3-none-any.whl"),
)
@click.argument("folder", metavar="FOLDER", type=click.Path())
@click.option("--url", required=True, metavar="URL", help="The URL of the game's repository.")
@program_options
@json_option
@click.pass_obj
def referee(
    session: Session,
    folder: str,
    url: str,
    wheel: str | None,
    release: str | None,
    digest: str | None,
    as_json: bool,
) -> None:
    """Create a repository in FOLDER that referees the game at URL.

    A workflow in the new repository acts as the referee. Anyone who can write to a repository can read
    its secrets. So players get the game's repository, and the key stays in this one, which belongs to
    the host alone.
    """
    print_result(session, init_referee(folder, url, pinned_program(wheel, release, digest)), as_json)


@repo_command.command("hook", epilog=example("lpbe repo hook /srv/mars.git --key /srv/referee.key"))
@click.argument("bare", metavar="REPOSITORY", type=click.Path())
@click.option("--key", metavar="FILE", type=click.Path(), help="The referee's key file.")
@click.option(
    "--lpbe",
    "program",
    metavar="COMMAND",
    default=this_program,
    help="The command that the hooks use to call lpbe.",
    show_default=False,
)
@json_option
@click.pass_obj
def hook(session: Session, bare: str, key: str | None, program: str, as_json: bool) -> None:
    """Make a bare REPOSITORY the referee of its games. Every push is checked and processed at once.

    Players' orders are accepted, and so are steps that the referee signed and that continue the game.
    Everything else is refused with an explanation. Players must not log in as the user who owns the
    repository.
    """
    print_result(session, install_hooks(bare, program, key), as_json)


@repo_command.command("send", epilog=example("lpbe order mars 'select card 4' && lpbe repo send mars"))
@game_argument
@json_option
@click.pass_obj
def send_orders(session: Session, game: str, as_json: bool) -> int:
    """Send the orders in GAME's inbox, and get the newest state.

    Your orders are committed and pushed to the repository, on top of what others have pushed. Your own
    checkout is then updated as far as possible without touching anything you have not committed. Orders
    that can no longer be applied are not sent.
    """
    sent = send_orders_of(session, game)
    if as_json:
        print_json(sent.data() | take_warnings(session))
    else:
        for line in sent.lines():
            print_line(line)
        print_warnings(session)
        for line in sent.refused_lines():
            print_error(line)
    return exit_code(sent.faults[0]) if sent.faults else 0
