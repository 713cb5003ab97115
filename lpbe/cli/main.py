"""The commands of click, each imported when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from .. import __version__
from ..app.language import environment_language
from ..kernel.base.errors import Misused
from ..kernel.base.text import quote

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("demo", "Play a whole game between bots and verify it."),
    "play": ("play", "Play at this terminal: hot seat, or against bots."),
    "learn": ("learn", "Learn a game by playing a few positions."),
    "key": ("key", "Make, show or lock your key."),
    "new": ("new", "Begin a game in a folder."),
    "invite": ("host", "Print the invitations again."),
    "join": ("seat", "Sit down at a game."),
    "ready": ("seat", "Agree to rules and roster."),
    "todo": ("todo", "List the games that wait for you."),
    "show": ("report", "Show the position, with your own part."),
    "board": ("board", "Draw the board as text, SVG or PNG."),
    "legal": ("legal", "List the orders you may give."),
    "try": ("legal", "Try orders without sending them."),
    "order": ("order", "Check, sign and file orders."),
    "bot": ("bot", "Let a bot choose and file your next order."),
    "policy": ("order", "Show or set your standing policy."),
    "resign": ("seat", "Leave a game to policy and defaults."),
    "note": ("talk", "Say a word to the table."),
    "stop": ("talk", "Agree to end a game here."),
    "report": ("report", "Tell what happened and what you may do."),
    "copy": ("copy", "Write a game as one file to be mailed."),
    "replay": ("replay", "Step through a game, or write it as one page."),
    "apply": ("apply", "Apply one order to a game file."),
    "run": ("run", "Apply all that waits in a game's inbox."),
    "repo": ("repo", "Play in a git repository."),
    "check-pr": ("check_pr", "Check a pull request, or a push, without secrets."),
    "mail": ("mail", "Read what players mail, and send what is due to them."),
    "remind": ("remind", "Print messages to those who are awaited."),
    "extend": ("pace", "Give more time for the open question."),
    "pause": ("pace", "Stop the clock of a game for a while."),
    "pace": ("pace", "Change how much time there is for an answer."),
    "rekey": ("seat", "Change your key."),
    "replace": ("host", "Give a seat to another person or key."),
    "endorse": ("seat", "Agree to a replacement, or to a shorter pace."),
    "handover": ("host", "Give a game to another referee."),
    "disclose": ("host", "Open the secret of a finished game."),
    "verify": ("verify", "Check a game as far as it can be checked."),
    "migrate": ("migrate", "Go on with a game by newer rules, if nothing changes."),
    "evidence": ("audit", "Prove that somebody signed two truths."),
    "rule": ("rules", "Print a clause of the rules."),
    "rules": ("rules", "Print the rules in force in a game."),
    "schema": ("audit", "Print a JSON Schema."),
    "allowed-signers": ("audit", "Print the keys for ssh-keygen -Y verify."),
    "canon": ("audit", "Print the bytes that an order's signature covers."),
    "attach": ("audit", "Put a detached SSH signature into an order."),
    "pin": ("pin", "Show or reset what your key remembers of a game."),
    "simulate": ("simulate", "Play many games between bots."),
    "completion": ("completion", "Print the script that completes commands in a shell."),
}

EPILOG = """\b
Exit codes:
  0   done; verified at level 2; nothing to do
  2   wrong use of the command line
  3   verify: all that can be checked holds, the game is not disclosed yet
  4   the game file, log or disclosure is false: stop
  5   the order is refused: rule, window, signature, seal
  6   a file or key cannot be read or used here
  70  a mistake of ours
  75  busy: try again

\b
A game from start to end:
  lpbe new mars --game living-planet --seats red,blue --as red
  lpbe join mars --seat blue --name Ben --code CODE
  lpbe run mars && lpbe ready mars && lpbe run mars
  lpbe report mars
  lpbe order mars 'select card 4'
  lpbe verify mars
"""


class Commands(click.Group):
    """A group whose commands are imported only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"lpbe.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_") + "_command")
        if (lang := environment_language()) != "en":
            from .speech import translated  # saves the catalogue for who reads English

            return translated(command, lang)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """The commands from the list above: none is imported to be told of."""
        from click.shell_completion import CompletionItem

        told = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*told, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from .speech import worded  # saves it for who asks for no help

        lang = environment_language()
        with formatter.section("Commandes\u00a0" if lang == "fr" else "Commands"):
            formatter.write_dl([(name, worded(told, lang)) for name, (_, told) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = "did you mean '{near}'?" if near else "see: lpbe --help"
            raise Misused(
                "E_USAGE", "there is no command '{command}'", hint, command=quote(args[0]), near="".join(near)
            )
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lpbe")
def cli() -> None:
    """Play big board games slowly, by file, mail or git, with proof instead of trust."""


def obey(args: list[str]) -> int:
    """What click does with the arguments; its complaints become ours."""
    group: click.Command = cli
    if (lang := environment_language()) != "en":
        from .speech import speak, translated, unquoted  # saves the catalogue for who reads English

        speak(lang)
        group = translated(cli, lang)
    try:
        result = group.main(args, prog_name="lpbe", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        hint = "see: {command} --help" if command else ""
        told = error.format_message() if lang == "en" else unquoted(error.format_message(), lang)
        raise Misused("E_USAGE", "{complaint}", hint, complaint=told, command=command) from None
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:  # how click takes it that nobody reads on
        return 0
