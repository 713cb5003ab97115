"""Reading: the position, and the report of what happened and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import click
from msgspec import UnsetType

from ..app.game import OpenGame, clock, inside, open_game, position
from ..app.history import history
from ..app.language import listener_language, reader_language
from ..app.outputs import write_output
from ..app.pages import before_the_start, page_of, position_text, render_page
from ..app.sense import making_sense
from ..app.terms import terms_lines
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused
from ..kernel.base.text import quote
from ..kernel.chain.records import Entry, GameFile
from ..kernel.disk import files
from .caller import maybe_identity
from .options import as_option, example, game_argument, json_option, key_option, lang_option
from .output import flush_warnings, respond
from .sitting import look_as, look_at

FORMATS = ("text", "markdown", "html", "eml")
CLICKED = ("html", "eml")


@click.command("show", epilog=example("lpbe show mars", "lpbe show game.toml --json"))
@game_argument
@as_option
@key_option
@json_option
@making_sense()
def show_command(game: str, seat: str | None, key: str | None, as_json: bool) -> None:
    """Show the position of GAME, with your own part when your key is at hand."""
    opened = open_game(game)
    desk = look_at(opened, key, seat)
    told: Plain = {**position(opened.game), "table": opened.game.state.table, "seats": seats_told(opened.game)}
    told["terms"] = terms_lines(opened.game.genesis, opened.game.state, listener_language())
    if desk:
        told |= {"seat": desk.seat, "screen": desk.view.screen, "news": desk.view.news}
    respond(as_json, told, "" if as_json else position_text(opened, desk))


def seats_told(game: GameFile) -> list[Plain]:
    out = []
    for seat in game.state.seats:
        told = {"id": seat.id, "name": seat.name, "sign": seat.sign, "held": seat.held}
        out.append({key: value for key, value in told.items() if not isinstance(value, UnsetType)})
    return out


ATOM, LABEL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
ADDRESS = re.compile(rf"(?=.{{1,64}}@.{{1,190}}\Z){ATOM}(?:\.{ATOM})*@{LABEL}(?:\.{LABEL})*")


def check_address(address: str | None) -> None:
    """One plain address: it becomes a part of links and headers."""
    if address and not ADDRESS.fullmatch(address):
        raise Misused(
            "E_USAGE", "'{address}' is no mail address", "write it as ana@example.org", address=quote(address)
        )


def check_form(form: str, ascii: bool, reply_to: str, mailed: Sequence[str | None]) -> None:
    """What goes with which format."""
    if ascii and form != "text":
        raise Misused("E_USAGE", "only text can be ASCII alone", "leave out --ascii, or take --format text")
    if reply_to and form not in CLICKED:
        told = "only a page or a mail can be answered with a click"
        raise Misused("E_USAGE", told, "take --format html or --format eml with --reply-to")
    if any(mailed) and form != "eml":
        raise Misused("E_USAGE", "only a mail says from whom and to whom it goes, and when", "take --format eml")
    for address in (reply_to, *mailed[:2]):
        check_address(address)


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
@click.option("--reply-to", metavar="ADDRESS", default="", help="With html or eml: links that write to ADDRESS.")
@click.option("--to", metavar="ADDRESS", default="", help="With eml: to whom it goes.")
@click.option("--from", "sender", metavar="ADDRESS", default="", help="With eml: who sends it.")
@click.option("--now", metavar="TIME", help="With eml: when it is written.")
@click.option("-o", "--output", metavar="FILE", help="Write it there instead of printing it.")
@as_option
@key_option
@json_option
@making_sense()
def report_command(
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
    key: str | None,
    as_json: bool,
) -> None:
    """Tell what happened in GAME since your last order, and what you may do now.

    With your key at hand the report has your own part; it is written nowhere unless you say so.
    As eml it is a mail with a copy of the game attached, that any mail program opens and sends.
    """
    check_form(form, ascii, reply_to, (to, sender, now))
    opened, identity = open_game(game), maybe_identity(key)
    desk = look_as(opened, identity, seat)
    if desk and output and inside(opened, output):
        told = "a report with your own part does not belong into the game folder, where others read it"
        raise Misused("E_USAGE", told, "write it elsewhere: -o FILE")
    entries = history(opened, desk.seat if desk else None, since)
    spoken = lang or reader_language(opened.game, desk.seat if desk else None)
    page = partial(page_of, opened, desk, entries, spoken, since is not None)
    if form == "eml":
        from ..app.mailing import Parties, file_name, mail_of  # saves mails for reports that are none

        whole = before_the_start(opened, page(where=file_name(opened)), identity)
        data = mail_of(opened, desk, whole, entries, clock(now), Parties(sender, to, reply_to))
    else:
        data = render_page(opened, before_the_start(opened, page(), identity), form, ascii, reply_to).encode()
    hand_out(opened, entries, data, form, output, as_json)


def hand_out(opened: OpenGame, entries: list[Entry], data: bytes, form: str, output: str | None, as_json: bool) -> None:
    """Into a file as it is, a mail with the ends of lines that mails have; onto standard output as pipes have them."""
    path = "" if output in (None, "-") else str(output)
    if path:
        write_output(path, data)
    text = data.decode().replace("\r\n", "\n")
    if not path and not as_json and form in CLICKED:
        flush_warnings()
        return files.write_stdout(text.encode())
    events = [event for entry in entries for event in entry.public.events]
    return respond(as_json, {**position(opened.game), "events": events, "report": text}, path or text)
