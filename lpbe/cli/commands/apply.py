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
@click.option("-o", "--output", metavar="FILE", help="Write the next state to this file, and change nothing else.")
@click.option("--report", metavar="FILE", help="Write the public report to this file.")
@click.option("--log", metavar="FILE", help="Append the log entry to this file (with -o).")
@click.option("--unsigned", is_flag=True, help="Only look ahead: sign nothing and change no game.")
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
    """Apply one signed ORDER to GAME and write the next state.

    Without -o, the game file, its log and its report are updated in place. If the order is refused,
    nothing is written.

    The next state is signed, even with -o. Anyone who has two different signed states of the same step
    can use lpbe evidence to prove that you signed both. So use --unsigned to try orders out: the result
    is only a preview, and no command accepts it as a game.
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
