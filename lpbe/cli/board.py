"""The board as a picture: text for a mail, SVG for a page, PNG for programs that show no SVG."""

from __future__ import annotations

from base64 import b64encode

import click

from ..app.board import as_png, as_svg, as_text, check_drawable, check_private, events_since, in_danger, picture_of
from ..app.desk import Desk
from ..app.game import OpenGame, open_game, position
from ..app.language import reader_language
from ..app.outputs import write_output
from ..app.sense import making_sense
from ..board.changes import changed
from ..kernel.base.canon import Plain, json_line
from ..kernel.base.errors import Misused
from ..kernel.base.text import printable
from ..kernel.content import packs
from ..kernel.disk import files
from .options import as_option, example, game_argument, json_option, key_option, lang_option
from .output import take_warnings
from .sitting import look_at

FORMS = ("text", "svg", "png")


@click.command(
    "board",
    epilog=example("lpbe board mars", "lpbe board mars --format svg -o mars.svg", "lpbe board mars --lang fr --ascii"),
)
@game_argument
@click.option("--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="What to make.")
@click.option("--width", type=click.IntRange(64, 4096), help="How many pixels wide a PNG is.")
@click.option("--fonts", metavar="DIR", multiple=True, help="A folder of fonts for a PNG, beside those of the system.")
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Text in ASCII alone.")
@click.option("--since", type=click.IntRange(0), help="Mark what has changed from this step on, not in the last alone.")
@click.option("--public", is_flag=True, help="Only what everybody sees.")
@click.option("-o", "--output", metavar="FILE", help="Write it there instead of printing it.")
@as_option
@key_option
@json_option
@making_sense()
def board_command(
    game: str,
    form: str,
    width: int | None,
    fonts: tuple[str, ...],
    lang: str | None,
    ascii: bool,
    since: int | None,
    public: bool,
    output: str | None,
    seat: str | None,
    key: str | None,
    as_json: bool,
) -> None:
    """Draw the board of GAME, with what you alone see when your key is at hand; changes are marked."""
    if ascii and form != "text":
        raise Misused("E_USAGE", "only text can be ASCII alone", "leave out --ascii, or take --format text")
    if form == "png" and not output and not as_json:
        raise Misused("E_USAGE", "a PNG cannot be shown here", "write it into a file: -o FILE, or -o - for a pipe")
    opened = open_game(game)
    check_drawable(opened)
    desk = None if public else reader(opened, key, seat)
    picture = picture_of(opened, desk)
    path = "" if output in (None, "-") else str(output)
    check_private(opened, picture, path, desk)
    marked = changed(picture, events_since(opened, since))
    words = packs.words(opened.rules.game.name, lang or reader_language(opened.game, desk.seat if desk else None))
    drawn: str | bytes
    if form == "text":
        drawn = as_text(opened, picture, words, marked, ascii)
    else:
        drawn = as_svg(opened, picture, words, marked, in_danger(opened, desk))
        drawn = as_png(drawn, width, fonts) if form == "png" else drawn
    shown: Plain = {**position(opened.game), "format": form, "changed": sorted(marked)}
    shown |= {"seat": desk.seat} if desk else {}
    hand_out(drawn, path, shown if as_json else None)


def reader(opened: OpenGame, key: str | None, seat: str | None) -> Desk | None:
    """Who looks, if that is plain; who has several seats and names none sees what everybody sees."""
    try:
        return look_at(opened, key, seat)
    except Misused:
        if seat:
            raise
        return None


def hand_out(board: str | bytes, path: str, shown: Plain | None) -> None:
    """Into a file or onto standard output; a program gets an answer in either case."""
    whole = board.encode() if isinstance(board, str) else board
    if path:
        write_output(path, whole)
    if shown is None:
        files.write_stdout(f"{printable(path)}\n".encode() if path else whole)
    else:
        inside = board if isinstance(board, str) else b64encode(board).decode()
        where: Plain = {"files": [path]} if path else {"files": [], "board": inside}
        files.write_stdout((json_line({"ok": True, **shown, **where, **take_warnings()}) + "\n").encode())
