"""Play in a git repository: begin one, send orders to it, let a server referee it."""

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
    """Play in a git repository: begin one, send orders to it, let a server referee it."""


def program_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options that say which lpbe the repository's workflows and players install."""
    for option in (
        click.option("--sha256", "digest", metavar="HEX", help="The SHA-256 of the release."),
        click.option("--release", metavar="URL", help="Or the address of a released wheel, with its --sha256."),
        click.option("--wheel", metavar="FILE", type=click.Path(), help="A wheel of lpbe to keep in the repository."),
    ):
        command = option(command)
    return command


def this_program() -> str:
    """Return how a hook calls the lpbe that runs now: its PATH need not be ours."""
    called = abspath(sys.argv[0])
    return quote(called) if basename(called) == "lpbe" else f"{quote(sys.executable)} -m lpbe"


@repo_command.command(
    "init",
    epilog=example("lpbe repo init mars", "lpbe repo init mars --ci forks --wheel dist/lpbe-0.1.0-py3-none-any.whl"),
)
@game_argument
@click.option("--ci", type=click.Choice(["none", "forks"]), default="none", help="Workflows for players with forks.")
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
    """Make a git repository of GAME's folder, with a README for its players in the game's language.

    What is there already is left as it is. If the folder lies in a repository, files are
    added to that, and committing them is left to you. Then push it to where all players
    can reach it: they use lpbe repo send, the host lpbe run --commit --push.

    With --ci forks players send pull requests: a workflow checks them without secrets and
    merges what is good, and another one, whose key no player can reach, runs the game.
    Both install the wheel that you name and its dependencies by their hashes, nothing by
    a bare name. Where players push to the repository itself, keep the key elsewhere: lpbe
    repo referee, or lpbe repo hook.
    """
    program = pinned_program(wheel, release, digest)
    print_result(session, init_repository(session, game, ci, program), as_json)


@repo_command.command(
    "referee",
    epilog=example("lpbe repo referee own --url git@example.org:ana/mars.git --wheel dist/lpbe-0.1.0-py3-none-any.whl"),
)
@click.argument("folder", metavar="FOLDER", type=click.Path())
@click.option("--url", required=True, metavar="URL", help="Where the game's repository is.")
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
    """Make a second repository in FOLDER, whose workflow referees the game at URL.

    Whoever may write to a repository can read the secrets of its workflows. So players get
    the game's repository, and the key stays in this one, which is the host's alone.
    """
    print_result(session, init_referee(folder, url, pinned_program(wheel, release, digest)), as_json)


@repo_command.command("hook", epilog=example("lpbe repo hook /srv/mars.git --key /srv/referee.key"))
@click.argument("bare", metavar="REPOSITORY", type=click.Path())
@click.option("--key", metavar="FILE", type=click.Path(), help="The referee's key file.")
@click.option(
    "--lpbe", "program", metavar="COMMAND", default=this_program, help="How the hooks call lpbe.", show_default=False
)
@json_option
@click.pass_obj
def hook(session: Session, bare: str, key: str | None, program: str, as_json: bool) -> None:
    """Let a bare REPOSITORY referee its games: whatever is pushed is checked and applied at once.

    Taken are letters of players and steps that the referee signed, upon what is there;
    everything else is refused with words. Players must not be the user who owns it.
    """
    print_result(session, install_hooks(bare, program, key), as_json)


@repo_command.command("send", epilog=example("lpbe order mars 'select card 4' && lpbe repo send mars"))
@game_argument
@json_option
@click.pass_obj
def send_orders(session: Session, game: str, as_json: bool) -> int:
    """Send what waits in GAME's inbox to the repository, and get its newest state.

    Pulls, commits your letters and pushes; if somebody else was faster, once more. It is
    done beside your checkout, which then follows as far as that touches nothing of
    yours: what you have not committed stays. What can no longer be applied is not sent.
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
