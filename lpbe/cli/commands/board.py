"""Draw the board of a game."""

from __future__ import annotations

import click

from ...app.reading.draw_board import FORMATS, BoardRequest, draw_board
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..options import as_option, example, game_argument, json_option, key_option, lang_option
from ..output import print_result, write_bytes


@click.command(
    "board",
    epilog=example("lpbe board mars", "lpbe board mars --format svg -o mars.svg", "lpbe board mars --lang fr --ascii"),
)
@game_argument
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The output format."
)
@click.option("--width", type=click.IntRange(64, 4096), help="The width of a PNG in pixels.")
@click.option("--fonts", metavar="DIR", multiple=True, help="A folder with more fonts for a PNG.")
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Use ASCII characters only.")
@click.option("--since", type=click.IntRange(0), help="Mark all changes since this step, not only the latest.")
@click.option("--public", is_flag=True, help="Show only what everybody can see.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@as_option
@key_option
@json_option
@click.pass_obj
def board_command(
    session: Session,
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
    as_json: bool,
) -> None:
    """Draw the board of GAME, with changes marked. If your key is found, this includes what only you can see."""
    if ascii and form != "text":
        raise Misused("E_USAGE", "only text can be limited to ASCII", "leave out --ascii, or use --format text")
    if form == "png" and not output and not as_json:
        raise Misused(
            "E_USAGE", "a PNG cannot be shown on a terminal", "write it to a file with -o FILE, or to a pipe with -o -"
        )
    request = BoardRequest(
        form=form,
        lang=lang,
        ascii=ascii,
        since=since,
        public=public,
        width=width,
        fonts=fonts,
        output=output,
    )
    board = draw_board(session, game, request, seat)
    if as_json or board.path:
        print_result(session, board, as_json)
    else:
        write_bytes(board.bytes)
