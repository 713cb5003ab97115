"""Apply everything that waits in game folders, or in the games of a repository."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ...app.hosting.find_games import find_all_games, is_folder_of_games
from ...app.hosting.run_folders import RunFailure, RunResult, try_run_folder
from ...app.hosting.run_record import record_runs
from ...app.hosting.run_text import ManyRuns, OneRun
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..error_reporting import exit_code, most_urgent
from ..options import example, json_option, key_option, now_option
from ..output import print_error, print_line, print_result, print_warnings

if TYPE_CHECKING:
    from ...kernel.base.canonical import Plain

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
        return run_in_repository(session, games, push, repo, branch, now, as_json, heed_mail)
    if len(games) > 1 or is_folder_of_games(games[0]):
        ends = [try_run_folder(session, folder, now, heed_mail=heed_mail) for folder in find_all_games(games)]
        record_runs(ends, now)
        return print_runs(session, ends, {}, as_json)
    end = try_run_folder(session, games[0], now, heed_mail=heed_mail)
    record_runs([end], now)
    return print_end(session, end, {}, as_json)


def check_use(games: tuple[str, ...], commit: bool, push: bool, repo: str | None, branch: str | None) -> None:
    if (push and not commit) or (repo and not push) or (branch and not repo):
        raise Misused("E_USAGE", "--push goes with --commit, --repo with --push, --branch with --repo")
    if not games and not repo:
        raise Misused("E_USAGE", "say which game, or which folder of games", "see: lpbe run --help")


def print_end(session: Session, end: RunResult | RunFailure, more: Plain, as_json: bool) -> int:
    """Print what became of the only game that was run."""
    if isinstance(end, RunFailure):
        raise end.fault
    return print_run(session, end, more, as_json)


def print_run(session: Session, ran: RunResult, more: Plain, as_json: bool) -> int:
    warn_of_missing_pin(session, ran)
    print_result(session, OneRun(ran, session.locale, more), as_json)
    return 0


def print_runs(session: Session, ends: Sequence[RunResult | RunFailure], more: Plain, as_json: bool) -> int:
    """Print what became of many games; what is wrong with one is printed beside the answer."""
    session.address("")
    runs = ManyRuns(ends, session.locale, more)
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


def run_in_repository(
    session: Session,
    games: tuple[str, ...],
    push: bool,
    repo: str | None,
    branch: str | None,
    now: str | None,
    as_json: bool,
    heed_mail: bool,
) -> int:
    """Run all games that are meant, repository by repository."""
    from ...gitrepo.referee_run import find_targets, run_and_publish  # saves git for games in plain folders

    done = [
        run_and_publish(session, source, folders, now, push, heed_mail=heed_mail)
        for source, folders in find_targets(games, push, repo, branch)
    ]
    ends = [end for one in done for end in one.results]
    record_runs(ends, now)
    for one in done:
        if one.behind:
            template = "your own checkout is left as it is ({why}): git pull --rebase brings it up to date"
            session.warn(session.locale.localise(template, why=one.behind))
    more: Plain = {"commits": [one.commit for one in done if one.commit], "pushed": push}
    if repo is None and len(games) == 1 and len(ends) == 1 and not is_folder_of_games(games[0]):
        [end] = ends
        return print_end(session, end, more, as_json)
    return print_runs(session, ends, more, as_json)
