"""Check whether a pull request or a push can be accepted."""

from __future__ import annotations

import click

from ...app.session.session import Session
from ...gitrepo.commands import check_commits, check_pushed
from ...kernel.base.errors import Misused
from ..error_reporting import exit_code
from ..options import example, json_option
from ..output import print_error, print_json, print_line


@click.command("check-pr", epilog=example("lpbe check-pr origin/main HEAD", "lpbe check-pr --pushed --json"))
@click.argument("base", metavar="[BASE]", required=False)
@click.argument("head", metavar="[HEAD]", required=False)
@click.option("--repo", default=".", metavar="FOLDER", type=click.Path(), help="The repository, bare or not.")
@click.option("--pushed", is_flag=True, help="For a pre-receive hook: read git's lines from standard input.")
@json_option
@click.pass_obj
def check_pr_command(
    session: Session, base: str | None, head: str | None, repo: str, pushed: bool, as_json: bool
) -> int:
    """Check that the commits from BASE to HEAD only add orders. No secret is needed.

    They may only add files to the inbox/ of games that exist in BASE, and each file must be readable
    and signed by its seat. Nothing is checked out, and no setting or file of the commits is used.
    Problems are listed file by file, and the exit code is then 5.

    With --pushed, on a server, steps that the referee signed and that continue the game are accepted
    too. History must stay linear, and nothing in it can be removed.
    """
    if pushed == bool(base or head) or (base and not head):
        raise Misused("E_USAGE", "give two commits, or --pushed", "see: lpbe check-pr --help")
    found = check_pushed(session, repo) if pushed else check_commits(session, repo, str(base), str(head))
    if as_json:
        print_json(found.data())
    else:
        for line in found.lines():
            print_line(line)
        for line in found.refused_lines():
            print_error(line)
    return exit_code(found.faults[0]) if found.faults else 0
