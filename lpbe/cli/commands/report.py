"""Show the position, and report what happened and what to do."""

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
    """Show the position of GAME, with your own part when your key is at hand."""
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
@click.option("--since", type=click.IntRange(0), help="From this step on, instead of your last order.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="What to make.")
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Text in ASCII alone.")
@click.option("--reply-to", metavar="ADDRESS", default="", help="With html or eml: the host's address, for answers.")
@click.option("--to", metavar="ADDRESS", default="", help="With eml: to whom it goes.")
@click.option("--from", "sender", metavar="ADDRESS", default="", help="With eml: who sends it.")
@click.option("--now", metavar="TIME", help="With eml: when it is written.")
@click.option("-o", "--output", metavar="FILE", help="Write it there instead of printing it.")
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
    """Tell what happened in GAME since your last order, and what you may do now.

    With your key at hand the report has your own part; it is written nowhere unless you say so.
    As eml it is a mail with a copy of the game attached, that any mail program opens and sends.
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
