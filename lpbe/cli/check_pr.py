"""Whether a pull request, or a push, may come in."""

from __future__ import annotations

import click
import msgspec

from ..app.language import localised
from ..kernel.base.errors import Misused
from ..kernel.base.text import one_line
from ..kernel.disk import files
from ..repo.commits import Commits
from ..repo.git import Git
from ..repo.pull import Verdict, check_request
from ..repo.pushed import check_updates, updates
from .faults import exit_code, fault_keys, fault_line
from .options import example, json_option
from .output import say, say_error, say_json

LINES = 64 << 10


@click.command("check-pr", epilog=example("lpbe check-pr origin/main HEAD", "lpbe check-pr --pushed --json"))
@click.argument("base", metavar="[BASE]", required=False)
@click.argument("head", metavar="[HEAD]", required=False)
@click.option("--repo", default=".", metavar="FOLDER", type=click.Path(), help="The repository, bare or not.")
@click.option("--pushed", is_flag=True, help="For a pre-receive hook: git's lines on standard input.")
@json_option
def check_pr_command(base: str | None, head: str | None, repo: str, pushed: bool, as_json: bool) -> int:
    """Check that the commits from BASE to HEAD only add orders: no secret is needed.

    Only new files in inbox/ of games that BASE has, each readable and signed by its seat.
    Nothing is checked out, no setting or file of the commits is obeyed. What is wrong is
    told file by file; the exit code is 5.

    With --pushed, on a server: such orders, or steps that the referee signed and that go on
    from what is there; history stays one line, and nothing of it is taken away.
    """
    if pushed == bool(base or head) or (base and not head):
        raise Misused("E_USAGE", "say two commits, or --pushed", "see: lpbe check-pr --help")
    git = Git("-C", repo, quarantine=pushed)
    if pushed:
        verdict = check_updates(git, updates(files.read_stdin(LINES).decode("utf-8", "replace")))
    else:
        verdict = check_request(Commits(git), str(base), str(head))
    return tell(verdict, as_json)


def tell(verdict: Verdict, as_json: bool) -> int:
    if as_json:
        refused = [fault_keys(fault) for fault in verdict.faults]
        say_json({"ok": not refused, "letters": msgspec.to_builtins(verdict.letters), "refused": refused})
    else:
        for letter in verdict.letters:
            say(
                localised(
                    "good: {file}: {seat}, {kind}", file=one_line(letter.file), seat=letter.seat, kind=letter.kind
                )
            )
        for fault in verdict.faults:
            say_error(fault_line(fault))
    return exit_code(verdict.faults[0]) if verdict.faults else 0
