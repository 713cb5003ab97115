"""Show the position, and report what happened and what you can do."""

from __future__ import annotations

import click

from ...app.reading.publish_report import CLICKABLE, FORMATS, ReportRequest, publish_report, show_position
from ...app.session.session import Session
from ..options import as_option, example, game_argument, json_option, key_option, lang_option
from ..output import print_result, print_warnings, write_bytes


@click.command("show", epilog=example("lpbe show mars", "lpbe show game.toml --json"))
@game_argument
@as_option
@key_option
@json_option
@click.pass_obj
def show_command(session: Session, game: str, seat: str | None, as_json: bool) -> None:
    """Show the position of GAME. If your key is found, this includes what only you can see."""
    print_result(session, show_position(session, game, seat), as_json)


@click.command(
    "report",
    epilog=example(
        "lpbe report mars",
        "lpbe report mars --since 12",
        "lpbe report mars --format html -o report.html",
        "lpbe report mars --format eml --to ben@example.org --reply-to ana@example.org -o report.eml",
        "lpbe report game.toml --lang fr",
    ),
)
@game_argument
@click.option("--since", type=click.IntRange(0), help="Start from this step instead of your last order.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The output format."
)
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Use ASCII characters only.")
@click.option("--reply-to", metavar="ADDRESS", default="", help="With html or eml: the host's address, for answers.")
@click.option("--to", metavar="ADDRESS", default="", help="With eml: the recipient.")
@click.option("--from", "sender", metavar="ADDRESS", default="", help="With eml: the sender.")
@click.option("--now", metavar="TIME", help="With eml: the date of the e-mail.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@as_option
@key_option
@json_option
@click.pass_obj
def report_command(
    session: Session,
    game: str,
    since: int | None,
    form: str,
    lang: str | None,
    ascii: bool,
    reply_to: str,
    to: str,
    sender: str,
    now: str | None,
    output: str | None,
    seat: str | None,
    as_json: bool,
) -> None:
    """Show what happened in GAME since your last order, and what you can do now.

    If your key is found, the report includes what only you can see. It is not saved anywhere unless you
    ask for it.

    With --format eml, the report is an e-mail with a copy of the game attached, which any mail program
    can open and send.
    """
    request = ReportRequest(
        since=since,
        form=form,
        lang=lang,
        ascii=ascii,
        reply_to=reply_to,
        to=to,
        sender=sender,
        now=now,
        output=output,
    )
    report = publish_report(session, game, request, seat)
    if form in CLICKABLE and not report.path and not as_json:
        print_warnings(session)
        write_bytes(report.printed_text.encode())
    else:
        print_result(session, report, as_json)
