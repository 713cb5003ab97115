"""Apply one order to one game file."""

from __future__ import annotations

import click

from ...app.hosting.apply_letter import apply_letter
from ...app.session.session import Session
from ..options import example, game_argument, json_option, key_option, now_option
from ..output import print_result


@click.command("apply", epilog=example("lpbe apply game.toml order.toml -o next.toml --report report.txt --json"))
@game_argument
@click.argument("order", metavar="ORDER")
@click.option("-o", "--output", metavar="FILE", help="Write the next state there; nothing else is touched.")
@click.option("--report", metavar="FILE", help="Write the public report there.")
@click.option("--log", metavar="FILE", help="Append the log entry there (with -o).")
@click.option("--unsigned", is_flag=True, help="Look ahead: leave out your signature, and change no game.")
@key_option
@now_option
@json_option
@click.pass_obj
def apply_command(
    session: Session,
    game: str,
    order: str,
    output: str | None,
    report: str | None,
    log: str | None,
    unsigned: bool,
    now: str | None,
    as_json: bool,
) -> None:
    """Play one signed ORDER on GAME and write the next state.

    Without -o the game file is replaced in place, with its log and report.
    Nothing is written when the order is refused.

    The next state is signed, also with -o. Whoever has two different signed states of one
    step can prove with lpbe evidence that you signed both: to try orders out, use
    --unsigned. Such a state is a preview, and no command takes it for a game.
    """
    applied = apply_letter(
        session,
        game,
        order,
        output=output,
        report=report,
        log=log,
        now=now,
        render=not as_json,
        unsigned=unsigned,
    )
    print_result(session, applied, as_json)
