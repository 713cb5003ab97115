"""Reading: the position, and the report of what happened and what to do."""

from __future__ import annotations

from os.path import commonpath, join, realpath
from typing import TYPE_CHECKING, Any

import click
from msgspec import UnsetType
from msgspec.structs import replace

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Malformed, Message, Misused
from ..kernel.chain.acts import Play
from ..kernel.chain.records import Entry, GameFile
from ..kernel.content import packs
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.log import chained, has_log
from ..kernel.folder.receipts import open_refusals
from .common import (
    Opened,
    as_option,
    example,
    game_argument,
    json_option,
    key_option,
    lang_option,
    language,
    maybe_identity,
    my_seat,
    open_game,
    pin_option,
    position,
    respond,
)
from .order import Desk

if TYPE_CHECKING:
    from ..report.page import Page

LONGEST = 5000
"""The steps that a report tells at most; a game has some hundreds."""
FORMATS = ("text", "markdown", "html")
POSITION = ("game", "board", "table", "screen", "choices")


def desk_if_any(opened: Opened, identity: Identity | None, seat: str | None) -> Desk | None:
    """The caller's own part, if a key for a seat is at hand."""
    if seat:
        return Desk(opened, identity, my_seat(opened.game, identity, seat))
    if identity is None and opened.game.genesis.trust == "referee":
        return None
    try:
        chosen = my_seat(opened.game, identity, None)
    except Malformed:
        return None
    return Desk(opened, identity, chosen)


@click.command("show", epilog=example("lpbe show mars", "lpbe show game.toml --json"))
@game_argument
@as_option
@key_option
@pin_option
@json_option
def show_command(game: str, seat: str | None, key: str | None, pin: str | None, as_json: bool) -> None:
    """Show the position of GAME, with your own part when your key is at hand."""
    opened = open_game(game, pin)
    desk = desk_if_any(opened, maybe_identity(key), seat)
    told: Plain = {**position(opened.game), "table": opened.game.state.table, "seats": seats_told(opened.game)}
    if desk:
        told |= {"seat": desk.seat, "screen": desk.view.screen, "news": desk.view.news}
    respond(as_json, told, "" if as_json else position_text(opened, desk))


def position_text(opened: Opened, desk: Desk | None) -> str:
    """The page without what happened and what to send."""
    page = page_of(opened, desk, [opened.game.last], language(opened.game, desk.seat if desk else None))
    shown = replace(page, sections=[section for section in page.sections if section.key in POSITION])
    return rendered(opened, shown, "text", False)


def seats_told(game: GameFile) -> list[Plain]:
    out = []
    for seat in game.state.seats:
        told = {"id": seat.id, "name": seat.name, "sign": seat.sign, "held": seat.held}
        out.append({key: value for key, value in told.items() if not isinstance(value, UnsetType)})
    return out


@click.command(
    "report",
    epilog=example(
        "lpbe report mars",
        "lpbe report mars --since 12",
        "lpbe report mars --format html -o report.html",
        "lpbe report game.toml --lang fr",
    ),
)
@game_argument
@click.option("--since", type=click.IntRange(0), help="From this step on, instead of your last order.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="What to make.")
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Text in ASCII alone.")
@click.option("-o", "--output", metavar="FILE", help="Write it there instead of printing it.")
@as_option
@key_option
@pin_option
@json_option
def report_command(
    game: str,
    since: int | None,
    form: str,
    lang: str | None,
    ascii: bool,
    output: str | None,
    seat: str | None,
    key: str | None,
    pin: str | None,
    as_json: bool,
) -> None:
    """Tell what happened in GAME since your last order, and what you may do now.

    With your key at hand the report has your own part; it is written nowhere unless you say so.
    """
    if ascii and form != "text":
        raise Misused("E_USAGE", "only text can be ASCII alone", "leave out --ascii, or take --format text")
    opened = open_game(game, pin)
    desk = desk_if_any(opened, maybe_identity(key), seat)
    if desk and output and inside(opened, output):
        told = "a report with your own part does not belong into the game folder, where others read it"
        raise Misused("E_USAGE", told, "write it elsewhere: -o FILE")
    entries = history(opened, desk.seat if desk else None, since)
    spoken = lang or language(opened.game, desk.seat if desk else None)
    text = rendered(opened, page_of(opened, desk, entries, spoken, since is not None), form, ascii)
    if output and output != "-":
        files.write(output, text.encode(), sync=False)
    events = [event for entry in entries for event in entry.public.events]
    respond(
        as_json, {**position(opened.game), "events": events, "report": text}, text if output in (None, "-") else output
    )


def inside(opened: Opened, output: str) -> bool:
    """Whether a file would lie in the game folder."""
    home = opened.place.folder and realpath(opened.place.folder)
    return bool(home) and output != "-" and commonpath([home, realpath(output)]) == home


def report_text(opened: Opened, desk: Desk | None, entries: list[Entry], lang: str) -> str:
    """What happened, the position, and for somebody with a seat what is his own and what he may do."""
    return rendered(opened, page_of(opened, desk, entries, lang), "text", False)


def page_of(opened: Opened, desk: Desk | None, entries: list[Entry], lang: str, since: bool = False) -> Page:
    whole = has_log(opened.place)
    if desk is None:
        from ..report.compose import public_page

        return public_page(opened.rules, opened.game, entries, lang, whole)
    from ..report.seat import Sitting, seat_page

    own = Sitting(desk.seat, desk.view, desk.state, desk.notes, refused_lines(desk, lang), since)
    where = quoted(opened.place.folder or opened.place.game)
    return seat_page(opened.rules, opened.game, entries, own, lang, whole, where)


def quoted(path: str) -> str:
    """A path as a shell takes it; plain ones stay plain."""
    from shlex import quote

    return quote(path)


def rendered(opened: Opened, page: Page, form: str, ascii: bool) -> str:
    """Each format is loaded when it is asked for."""
    if form == "html":
        from ..report import html

        return html.render(page, packs.words(opened.rules.game.name, page.lang))
    if form == "markdown":
        from ..report import markdown

        return markdown.render(page)
    from ..report import text

    return text.render(page, ascii)


def refused_lines(desk: Desk, lang: str) -> list[str]:
    """Why orders made on this very position were refused."""
    from ..kernel.words.translate import translated

    words = packs.words(desk.opened.rules.game.name, lang)
    place, identity = desk.opened.place, desk.identity
    if not place.folder or identity is None:
        return []
    lines = []
    for name in files.names(place.refused):
        if f"-{desk.seat}-" in name:
            for reason in reasons(join(place.refused, name), desk.opened, identity):
                if reason.head == desk.opened.head:
                    told = translated(Message(reason.message, reason.values), lang, words)
                    lines.append(f"{name}: {told} [{reason.clause or reason.code}]")
                    lines += [f"  {translated(Message(reason.hint, reason.values), lang)}"] if reason.hint else []
    return lines


def reasons(path: str, opened: Opened, identity: Identity) -> list[Any]:
    """What a receipt tells; one that cannot be read tells nothing."""
    try:
        return list(open_refusals(files.read_letter_data(path), opened.game.state.game, identity))
    except Malformed:
        return []


def history(opened: Opened, seat: str | None, since: int | None) -> list[Entry]:
    """The steps since the seat's last order; without a log, the last step."""
    if not has_log(opened.place):
        return [opened.game.last]
    entries: list[Entry] = []
    for entry in chained(opened.place, opened.game):
        if since is None and seat and isinstance(entry.order, Play) and entry.order.seat == seat:
            entries = []
        if since is None or entry.head.seq >= since:
            entries.append(entry)
    return entries[-LONGEST:]
