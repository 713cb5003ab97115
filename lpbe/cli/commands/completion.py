"""Print the script with which a shell completes commands."""

from __future__ import annotations

import click

from ...app.session.session import Session
from ..group import cli
from ..options import example, json_option
from ..output import print_answer, print_json

SHELLS = {
    "bash": "~/.local/share/bash-completion/completions/lpbe",
    "zsh": "~/.zfunc/_lpbe",
    "fish": "~/.config/fish/completions/lpbe.fish",
}


@click.command(
    "completion",
    epilog=example(
        *(f"lpbe completion {shell} > {path}" for shell, path in SHELLS.items()), 'eval "$(lpbe completion bash)"'
    ),
)
@click.argument("shell", type=click.Choice(list(SHELLS)))
@json_option
@click.pass_obj
def completion_command(session: Session, shell: str, as_json: bool) -> None:
    """Print the script that completes lpbe's commands, options, files and seats in SHELL.

    Save it once in the file where your shell looks for such scripts, as shown below, and start a new
    shell. Or let your shell's start-up file load it each time. For zsh, the folder must be in fpath
    before compinit: fpath+=(~/.zfunc).
    """
    if as_json:
        print_json({"ok": True, "shell": shell, "script": script(shell)})
    else:
        print_answer(session, script(shell))


def script(shell: str) -> str:
    """Return click's completion script for this program."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(cli, {}, "lpbe", "_LPBE_COMPLETE")
    return made.source_template % made.source_vars()
