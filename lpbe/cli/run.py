"""Apply everything that waits in game folders, or in the games of a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..app.hosting import Fell, Ran, all_folders, is_tree, run_folder, run_or_fall
from ..app.language import localised
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused
from ..kernel.crypto.keys import Identity
from .caller import maybe_identity
from .options import example, json_option, key_option, now_option
from .output import respond, warn
from .runs import summary, tell_all, told_of, warn_of_no_pin

if TYPE_CHECKING:
    from ..repo.referee import Committed

EXAMPLES = (
    "lpbe run mars",
    "lpbe run ~/games",
    "lpbe run mars --commit --push",
    "lpbe run --commit --push --repo git@example.org:mars.git",
    "LPBE_KEY=... lpbe run . --json",
)


@click.command("run", epilog=example(*EXAMPLES))
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Path())
@click.option("--commit", is_flag=True, help="As the git repository has them; commit what comes of it.")
@click.option("--push", is_flag=True, help="With --commit: as the remote has them; what is pushed first counts.")
@click.option("--repo", metavar="URL", help="With --push: this repository; GAME is a folder in it, or all are meant.")
@click.option("--branch", metavar="BRANCH", help="With --repo: this branch.")
@key_option
@now_option
@json_option
def run_command(
    games: tuple[str, ...],
    commit: bool,
    push: bool,
    repo: str | None,
    branch: str | None,
    key: str | None,
    now: str | None,
    as_json: bool,
) -> int:
    """Apply all orders waiting in GAME's inbox; running it again changes nothing.

    Completes whatever an interrupted run left undone. Seats that the referee
    holds and deadlines that have passed are answered too, after all that lies in the
    inbox; where the terms say so, a bot takes the seat of who let too many pass. While
    the last step is dated later than your clock, nobody is timed out.

    A GAME may be a folder with games in it or in its folders, and there may be several:
    all are run, and one that is broken stops no other.

    With --commit the games are run in a work tree of the command's own, as they are
    committed: no file of yours is touched but by moving your branch forward. With --push
    they are fetched first and pushed afterwards; if somebody else was faster, what this
    run made is forgotten and all is run again, so no step is ever published twice.
    """
    check_use(games, commit, push, repo, branch)
    identity = maybe_identity(key)
    if commit:
        return committed(games, push, repo, branch, identity, now, as_json)
    if len(games) > 1 or is_tree(games[0]):
        return tell_all(as_json, [run_or_fall(folder, identity, now) for folder in all_folders(games)])
    return tell_one(as_json, run_folder(games[0], identity, now))


def check_use(games: tuple[str, ...], commit: bool, push: bool, repo: str | None, branch: str | None) -> None:
    if (push and not commit) or (repo and not push) or (branch and not repo):
        raise Misused("E_USAGE", "--push goes with --commit, --repo with --push, --branch with --repo")
    if not games and not repo:
        raise Misused("E_USAGE", "say which game, or which folder of games", "see: lpbe run --help")


def tell_one(as_json: bool, ran: Ran, more: Plain | None = None) -> int:
    warn_of_no_pin(ran)
    respond(as_json, {**told_of(ran), **(more or {})}, summary(ran))
    return 0


def committed(
    games: tuple[str, ...],
    push: bool,
    repo: str | None,
    branch: str | None,
    identity: Identity | None,
    now: str | None,
    as_json: bool,
) -> int:
    """All that is meant, repository by repository."""
    from ..repo.referee import run_committed  # saves git for who plays in folders
    from ..repo.wanted import wanted  # saves the same

    asked = wanted(games, push, repo, branch)
    done = [run_committed(source, folders, identity, now, push) for source, folders in asked]
    ends = [end for one in done for end in one.ends]
    for one in done:
        warn_of_behind(one)
    told: Plain = {"commits": [one.commit for one in done if one.commit], "pushed": push}
    if repo is None and len(games) == 1 and len(ends) == 1 and not is_tree(games[0]):
        [end] = ends
        if isinstance(end, Fell):
            raise end.fault
        return tell_one(as_json, end, told)
    return tell_all(as_json, ends, told)


def warn_of_behind(one: Committed) -> None:
    if one.behind:
        told = "your own checkout is left as it is ({why}): git pull --rebase brings it up to date"
        warn(localised(told, why=one.behind))
