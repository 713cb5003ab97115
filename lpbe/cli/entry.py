"""Run one command line: parse it with click, and turn failures into messages and exit codes."""

from __future__ import annotations

import click

from ..app.session.locale import environment_language
from ..app.session.session import Session
from ..kernel.base.errors import Misused
from .ask import ask_passphrase
from .error_reporting import EXITS, run_guarded
from .group import cli
from .output import print_line


def run(args: list[str]) -> int:
    """Run one command, and return the exit code, which says who has to act."""
    session = Session(ask_passphrase=ask_passphrase)
    return run_guarded(session, lambda: run_click(args, session), "--json" in args)


def run_click(args: list[str], session: Session) -> int:
    """Pass the arguments to click, and turn its usage errors into ours."""
    group: click.Command = cli
    if (lang := environment_language()) != "en":
        from ..app.session.help_catalogue import set_gettext_language  # saves the catalogue for readers of English
        from .help_translation import replace_quotes, translate_command  # saves the catalogue for them too

        set_gettext_language(lang)
        group = translate_command(cli, lang)
    try:
        result = group.main(args, prog_name="lpbe", standalone_mode=False, obj=session)
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        print_line(error.format_message())
        return EXITS[Misused]
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        hint = "see: {command} --help" if command else ""
        complaint = " ".join(error.format_message().split())  # click lists choices on lines with tabs
        message = complaint if lang == "en" else replace_quotes(complaint, lang)
        raise Misused("E_USAGE", "{complaint}", hint, complaint=message, command=command) from None
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:  # click's answer to a closed pipe
        return 0
