"""The group of all commands, each imported when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click
from msgspec import Struct

from ..app.session.answers import nearest_words, short_text
from ..app.session.locale import environment_language
from ..kernel.base.errors import Misused
from ..version import __version__

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
    "restore": ("copy", "Bring a game back from copies of it."),
    "repo": ("repo", "Play in a git repository."),
    "check-pr": ("check_pr", "Check a pull request, or a push, without secrets."),
    "mail": ("mail", "Read what players mail, and send what is due to them."),
    "health": ("upkeep", "Say whether games and mail are well, and what to do."),
    "remind": ("upkeep", "Remind those who are awaited, by mail or with a message to send."),
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


class Audience(Struct, frozen=True):
    """Who uses a group of commands: those that matter most with a line each, the others by name."""

    title: str
    main: tuple[str, ...]
    others: tuple[str, ...]


AUDIENCES = (
    Audience(
        "Play",
        ("play", "learn", "join", "ready", "todo", "report", "legal", "order"),
        (
            *("show", "board", "try", "bot", "policy", "note", "stop", "resign", "rekey", "endorse"),
            *("copy", "key", "rules", "rule", "demo"),
        ),
    ),
    Audience(
        "Host",
        ("new", "run", "mail"),
        (
            *("invite", "health", "remind", "repo", "check-pr", "extend", "pause", "pace", "replace", "handover"),
            *("disclose", "migrate", "restore"),
        ),
    ),
    Audience("Audit", ("verify",), ("replay", "evidence", "pin", "allowed-signers", "canon", "attach")),
    Audience("Scripts", ("apply",), ("simulate", "schema", "completion")),
)
"""The commands as `lpbe --help` lists them. Every command is in exactly one of these groups."""
ALSO = "also"

EPILOG = """\b
Exit codes say who must act:
  0 done   2 wrong use   3 verified in part   4 the game is false: stop
  5 order refused   6 file or key unusable   70 a mistake of ours   75 busy

\b
A game from start to end:
  lpbe new mars --game living-planet --seats red,blue --as red
  lpbe key new --out ben.key
  lpbe join mars --seat blue --name Ben --code CODE --key ben.key
  lpbe run mars; lpbe ready mars --key ben.key; lpbe run mars
  lpbe report mars
  lpbe order mars 'select card 4'
  lpbe verify mars
"""


class LazyGroup(click.Group):
    """A group that imports a command when it is used: click's documented pattern for lazily loaded subcommands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"lpbe.cli.commands.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_") + "_command")
        if (lang := environment_language()) != "en":
            from .help_translation import translate_command  # saves the catalogue for readers of English

            return translate_command(command, lang)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Complete from the list above, so that no command is imported for it."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by who uses them, so that all of them fit on one screen."""
        from .help_translation import translate_text  # saves the catalogue where no help is shown

        lang = environment_language()
        space = "\u00a0" if lang == "fr" else ""
        for audience in AUDIENCES:
            with formatter.section(translate_text(audience.title, lang) + space):
                formatter.write_dl([(name, translate_text(COMMANDS[name][1], lang)) for name in audience.main])
                formatter.write_dl([(translate_text(ALSO, lang), " ".join(audience.others))])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = nearest_words(args[0], COMMANDS)
            hint = "did you mean '{near}'?" if near else "see: lpbe --help"
            raise Misused(
                "E_USAGE", "there is no command '{command}'", hint, command=short_text(args[0]), near="".join(near)
            )
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lpbe")
def cli() -> None:
    """Play big board games slowly, by file, mail or git, with proof instead of trust."""
