"""The board as a picture: text for a mail, SVG for a page."""

from __future__ import annotations

import click

from ..app.board import as_svg, as_text, check_drawable, check_private, events_since, picture_of
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


@click.command(
    "board",
    epilog=example("lpbe board mars", "lpbe board mars --format svg -o mars.svg", "lpbe board mars --lang fr --ascii"),
)
@game_argument
@click.option(
    "--format", "form", type=click.Choice(["text", "svg"]), default="text", show_default=True, help="What to make."
)
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
    opened = open_game(game)
    check_drawable(opened)
    desk = None if public else reader(opened, key, seat)
    picture = picture_of(opened, desk)
    path = "" if output in (None, "-") else str(output)
    check_private(opened, picture, path, desk)
    marked = changed(picture, events_since(opened, since))
    words = packs.words(opened.rules.game.name, lang or reader_language(opened.game, desk.seat if desk else None))
    board = as_svg(opened, picture, words, marked) if form == "svg" else as_text(opened, picture, words, marked, ascii)
    shown: Plain = {**position(opened.game), "format": form, "changed": sorted(marked)}
    shown |= {"seat": desk.seat} if desk else {}
    hand_out(board, path, shown if as_json else None)


def reader(opened: OpenGame, key: str | None, seat: str | None) -> Desk | None:
    """Who looks, if that is plain; who has several seats and names none sees what everybody sees."""
    try:
        return look_at(opened, key, seat)
    except Misused:
        if seat:
            raise
        return None


def hand_out(board: str, path: str, shown: Plain | None) -> None:
    """Into a file or onto standard output; a program gets an answer in either case."""
    if path:
        write_output(path, board.encode())
    if shown is None:
        files.write_stdout(f"{printable(path)}\n".encode() if path else board.encode())
    else:
        where: Plain = {"files": [path]} if path else {"files": [], "board": board}
        files.write_stdout((json_line({"ok": True, **shown, **where, **take_warnings()}) + "\n").encode())
