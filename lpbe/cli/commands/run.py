"""Apply everything that waits in game folders, or in the games of a repository."""

from __future__ import annotations

import click

from ...app.hosting.run_folders import GamesRun, RunFailure, RunResult, run_games
from ...app.hosting.run_text import ManyRuns, OneRun
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..error_reporting import exit_code, most_urgent
from ..options import example, json_option, key_option, now_option
from ..output import print_error, print_line, print_result, print_warnings

EXAMPLES = (
    "lpbe run mars",
    "lpbe run ~/games",
    "lpbe run mars --commit --push",
    "lpbe run --commit --push --repo git@example.org:mars.git",
    "LPBE_KEY=... lpbe run . --json",
)
NO_PIN = "no pin of this game is kept here: that the whole folder was put back could not be noticed"


@click.command("run", epilog=example(*EXAMPLES))
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Path())
@click.option("--commit", is_flag=True, help="As the git repository has them; commit what comes of it.")
@click.option("--push", is_flag=True, help="With --commit: as the remote has them; what is pushed first counts.")
@click.option("--repo", metavar="URL", help="With --push: this repository; GAME is a folder in it, or all are meant.")
@click.option("--branch", metavar="BRANCH", help="With --repo: this branch.")
@click.option("--despite-mail-faults", is_flag=True, help="Also time out those whom mail did not reach.")
@click.option("--clock-is-right", is_flag=True, help="Go on although nothing has happened for very long.")
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
    """Apply all orders waiting in GAME's inbox; running it again changes nothing.

    Completes whatever an interrupted run left undone. Seats that the referee
    holds and deadlines that have passed are answered too, after all that lies in the
    inbox; where the terms say so, a bot takes the seat of who let too many pass. While
    the last step is dated later than your clock, nobody is timed out.

    Nor is a player with an address while lpbe mail in fails or the question could not be
    mailed; a mailbox that refuses or returns mail delays a timeout by three days at most.
    Afterwards the deadline is extended, so that a day or half the pace is left to answer.

    Nor is anybody before you say so, if nothing has happened in a game for more than twice the
    time that the open question had, and more than three days: the clock may be wrong.

    A GAME may be a folder with games in it or in its folders, and there may be several:
    all are run, and one that is broken stops no other.

    With --commit the games are run in a work tree of the command's own, as they are
    committed: no file of yours is touched but by moving your branch forward. With --push
    they are fetched first and pushed afterwards; if somebody else was faster, what this
    run made is forgotten and all is run again, so no step is ever published twice.
    """
    check_use(games, commit, push, repo, branch)
    heed_mail = not despite_mail_faults
    if commit:
        from ...gitrepo.referee_run import run_repositories  # saves git for games in plain folders

        done = run_repositories(
            session, games, now, push=push, repo=repo, branch=branch, heed_mail=heed_mail, clock_is_right=clock_is_right
        )
    else:
        done = run_games(session, games, now, heed_mail=heed_mail, clock_is_right=clock_is_right)
    return print_run(session, done, as_json) if done.single else print_runs(session, done, as_json)


def check_use(games: tuple[str, ...], commit: bool, push: bool, repo: str | None, branch: str | None) -> None:
    if (push and not commit) or (repo and not push) or (branch and not repo):
        raise Misused("E_USAGE", "--push goes with --commit, --repo with --push, --branch with --repo")
    if not games and not repo:
        raise Misused("E_USAGE", "say which game, or which folder of games", "see: lpbe run --help")


def print_run(session: Session, done: GamesRun, as_json: bool) -> int:
    """Print what became of the only game that was run."""
    [end] = done.ends
    if isinstance(end, RunFailure):
        raise end.fault
    warn_of_missing_pin(session, end)
    print_result(session, OneRun(end, session.locale, done.more), as_json)
    return 0


def print_runs(session: Session, done: GamesRun, as_json: bool) -> int:
    """Print what became of many games; what is wrong with one is printed beside the answer."""
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
