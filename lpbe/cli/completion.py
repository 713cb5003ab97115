"""Completion for shells: the script a shell reads, and what can be completed beside commands and options."""

from __future__ import annotations

import click

from .common import example, json_option, respond

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
def completion_command(shell: str, as_json: bool) -> None:
    """Print the script that completes lpbe's commands, options, files and seats in SHELL.

    Write it once to the file where your shell looks for such scripts, as below, and
    start a new shell; or let your shell's own start-up file read it each time. For
    zsh the folder must stand in fpath before compinit: fpath+=(~/.zfunc).
    """
    respond(as_json, {"shell": shell, "script": script(shell)}, script(shell))


def script(shell: str) -> str:
    """Click's own, for the program as it is called."""
    from click.shell_completion import get_completion_class

    from .main import cli

    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(cli, {}, "lpbe", "_LPBE_COMPLETE")
    return made.source_template % made.source_vars()


def seats_of(ctx: click.Context, incomplete: str) -> list[str]:
    """The seats of the game that stands on the command line already; none where it cannot be read."""
    from ..kernel.base.errors import Failure
    from ..kernel.folder.folder import load, locate

    # an option that still waits for its value leaves the arguments before it unnamed
    for path in filter(None, (ctx.params.get("game"), *ctx.args)):
        try:
            seats = load(locate(path)).state.seats
        except Failure:
            continue
        return [seat.id for seat in seats if seat.id.startswith(incomplete)]
    return []
