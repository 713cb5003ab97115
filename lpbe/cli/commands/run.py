"""Process the orders that wait in game folders or in the games of a repository."""

from __future__ import annotations

import click

from ...app.hosting.run_folders import GamesRun, RunFailure, RunResult, run_games
from ...app.hosting.run_text import ManyRuns, OneRun
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..error_reporting import exit_code, most_urgent
from ..options import example, json_option, key_option, now_option
from ..output import print_error, print_line, print_result, print_warnings, thinking_on_terminal

EXAMPLES = (
    "lpbe run mars",
    "lpbe run ~/games",
    "lpbe run mars --commit --push",
    "lpbe run --commit --push --repo git@example.org:mars.git",
    "LPBE_KEY=... lpbe run . --json",
)
NO_PIN = "no pin is kept for this game here: nobody would notice if the whole folder were restored from an old backup"


@click.command("run", epilog=example(*EXAMPLES))
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Path())
@click.option("--commit", is_flag=True, help="Run the games as committed in git, and commit the result.")
@click.option("--push", is_flag=True, help="With --commit: fetch from the remote first, then push the result.")
@click.option(
    "--repo", metavar="URL", help="With --push: use this repository; GAME is a folder in it (default: all games)."
)
@click.option("--branch", metavar="BRANCH", help="With --repo: use this branch.")
@click.option("--despite-mail-faults", is_flag=True, help="Also time out players whom mail did not reach.")
@click.option("--clock-is-right", is_flag=True, help="Continue even though nothing has happened for a very long time.")
@key_option
@now_option
@json_option
@click.pass_obj
def run_command(
    session: Session,
    games: tuple[str, ...],
    commit: bool,
    push: bool,
    repo: str | None,
    branch: str | None,
    despite_mail_faults: bool,
    clock_is_right: bool,
    now: str | None,
    as_json: bool,
) -> int:
    """Process all orders waiting in GAME's inbox. It is safe to run this again at any time.

    Anything an interrupted run left unfinished is completed first. Then the waiting orders are applied,
    then the seats that the referee plays and the deadlines that have passed are answered. If the terms
    say so, a bot takes over a seat that has missed too many deadlines.

    Nobody is timed out while your clock is behind the date of the last step. The same is true if
    nothing has happened in a game for more than three days and more than twice the time allowed for the
    current question: the clock may be wrong, so you have to confirm with --clock-is-right.

    A player with an address is not timed out either while lpbe mail in fails or the question could not
    be sent. A mailbox that refuses or returns mail delays a timeout by three days at most. Afterwards
    the deadline is extended to leave at least a day, or half the pace if that is less.

    GAME can also be a folder that contains games, directly or in subfolders, and you can name several.
    All of them are run; a broken game does not stop the others.

    With --commit, games are run as committed, in a separate work tree. Your own files are left alone,
    except that your branch moves forward. With --push, games are fetched first and pushed afterwards.
    If somebody else pushes first, this run is discarded and repeated, so no step is published twice.
    """
    check_use(games, commit, push, repo, branch)
    heed_mail = not despite_mail_faults
    if commit:
        from ...gitrepo.referee_run import run_repositories  # saves git for games in plain folders

        done = run_repositories(
            session, games, now, push=push, repo=repo, branch=branch, heed_mail=heed_mail, clock_is_right=clock_is_right
        )
    else:
        done = run_games(
            session,
            games,
            now,
            heed_mail=heed_mail,
            clock_is_right=clock_is_right,
            thinking=thinking_on_terminal(session),
        )
    return print_run(session, done, as_json) if done.single else print_runs(session, done, as_json)


def check_use(games: tuple[str, ...], commit: bool, push: bool, repo: str | None, branch: str | None) -> None:
    if (push and not commit) or (repo and not push) or (branch and not repo):
        raise Misused("E_USAGE", "--push needs --commit, --repo needs --push, and --branch needs --repo")
    if not games and not repo:
        raise Misused("E_USAGE", "name a game or a folder of games", "see: lpbe run --help")


def print_run(session: Session, done: GamesRun, as_json: bool) -> int:
    """Print the result if only one game was run."""
    [end] = done.ends
    if isinstance(end, RunFailure):
        raise end.fault
    warn_of_missing_pin(session, end)
    print_result(session, OneRun(end, session.locale, done.more), as_json)
    return 0


def print_runs(session: Session, done: GamesRun, as_json: bool) -> int:
    """Print the results for many games. Problems go to standard error."""
    session.address("")
    runs = ManyRuns(done.ends, session.locale, done.more)
    for one in runs.ran:
        warn_of_missing_pin(session, one)
    if as_json:
        print_result(session, runs, as_json)
    else:
        for line in runs.changed_lines():
            print_line(line)
        print_warnings(session)
        for line in runs.failure_lines():
            print_error(line)
        print_line(runs.text())
    return most_urgent([exit_code(one.fault) for one in runs.failures])


def warn_of_missing_pin(session: Session, ran: RunResult) -> None:
    if not ran.pinned:
        session.warn(session.locale.localise(NO_PIN))
