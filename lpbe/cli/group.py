"""The group of all commands. Each is imported when it is used."""

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
    "demo": ("demo", "Let bots play a whole game, then verify it."),
    "play": ("play", "Play at this terminal, with friends or against bots."),
    "learn": ("learn", "Learn a game in a few short lessons."),
    "key": ("key", "Create, show or lock your key."),
    "new": ("new", "Start a new game in a folder."),
    "invite": ("host", "Print the invitations again."),
    "join": ("seat", "Join a game."),
    "ready": ("seat", "Accept the terms and the list of players."),
    "todo": ("todo", "List the games that are waiting for you."),
    "show": ("report", "Show the position, including what only you can see."),
    "board": ("board", "Draw the board as text, SVG or PNG."),
    "legal": ("legal", "List the orders you can give."),
    "try": ("legal", "Try orders without sending them."),
    "hint": ("legal", "Suggest orders, and say why."),
    "order": ("order", "Check, sign and submit your orders."),
    "bot": ("bot", "Let a bot choose and submit your next order."),
    "policy": ("order", "Show or set your policy: answers given in advance."),
    "resign": ("seat", "Leave a game; your policy and the defaults play on."),
    "note": ("talk", "Send a message to all players."),
    "stop": ("talk", "Agree to end a game now."),
    "report": ("report", "Show what happened and what you can do."),
    "review": ("replay", "Show which decisions of a finished game cost most."),
    "copy": ("copy", "Write a game to a single file that you can e-mail."),
    "replay": ("replay", "Step through a game, or save it as a web page."),
    "apply": ("apply", "Apply one order to a game file."),
    "run": ("run", "Process the orders waiting in a game's inbox."),
    "serve": ("serve", "Serve games on the web."),
    "site": ("serve", "Write games as a static web site."),
    "restore": ("copy", "Restore a game from copies of it."),
    "repo": ("repo", "Play in a git repository."),
    "check-pr": ("check_pr", "Check a pull request or a push without any secret."),
    "mail": ("mail", "Receive orders and send reports by e-mail."),
    "health": ("upkeep", "Check that games and mail work, and say what to do."),
    "remind": ("upkeep", "Remind the players a game is waiting for."),
    "extend": ("pace", "Allow more time for the current question."),
    "pause": ("pace", "Stop a game's clock for a while."),
    "pace": ("pace", "Change the time allowed per answer."),
    "rekey": ("seat", "Change your key."),
    "replace": ("host", "Give a seat to another person or key."),
    "endorse": ("seat", "Agree to a replacement or to a faster pace."),
    "handover": ("host", "Hand a game over to another referee."),
    "disclose": ("host", "Reveal the secret of a finished game."),
    "verify": ("verify", "Check that a game was played by the rules."),
    "migrate": ("verify", "Continue a game with newer rules, if nothing changes."),
    "evidence": ("audit", "Prove that somebody signed contradictory statements."),
    "rule": ("rules", "Print a clause of the rules."),
    "rules": ("rules", "Print the rules in force in a game."),
    "schema": ("audit", "Print a JSON Schema."),
    "allowed-signers": ("audit", "Print the keys for ssh-keygen -Y verify."),
    "canon": ("audit", "Print the bytes that an order's signature covers."),
    "attach": ("audit", "Attach a detached SSH signature to an order."),
    "pin": ("pin", "Show or reset what your key remembers about a game."),
    "simulate": ("simulate", "Play many games between bots."),
    "completion": ("completion", "Print the script that completes commands in a shell."),
}


class Audience(Struct, frozen=True):
    """A group of users and their commands: the main ones get a line each, the others only their name."""

    title: str
    main: tuple[str, ...]
    others: tuple[str, ...]


AUDIENCES = (
    Audience(
        "Play",
        ("play", "learn", "join", "ready", "todo", "report", "legal", "order"),
        (
            *("show", "board", "try", "hint", "bot", "policy", "note", "stop", "resign", "rekey", "endorse"),
            *("copy", "key", "rules", "rule", "demo"),
        ),
    ),
    Audience(
        "Host",
        ("new", "run", "serve", "mail"),
        (
            *(
                "site",
                "invite",
                "health",
                "remind",
                "repo",
                "check-pr",
                "extend",
                "pause",
                "pace",
                "replace",
                "handover",
            ),
            *("disclose", "migrate", "restore"),
        ),
    ),
    Audience("Audit", ("verify",), ("replay", "review", "evidence", "pin", "allowed-signers", "canon", "attach")),
    Audience("Scripts", ("apply",), ("simulate", "schema", "completion")),
)
"""The commands as `lpbe --help` lists them. Every command is in exactly one of these groups."""
ALSO = "also"

EPILOG = """\b
Exit codes say who has to act:
  0 done   2 wrong usage   3 partly verified   4 forged game: stop
  5 order refused   6 unusable file or key   70 internal error   75 busy

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
    """Imports each command when it is used: click's documented pattern for lazily loaded subcommands."""

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
        """Complete from the list above, without importing any command."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by user group, so that they all fit on one screen."""
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
    """Play big board games at your own pace, by e-mail, git or files: proof instead of trust."""
