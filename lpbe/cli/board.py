"""The board as a picture: text for a mail, SVG for a page."""

from __future__ import annotations

import click

from ..board.picture import Picture, changed
from ..kernel.base.canon import Plain, json_line
from ..kernel.base.errors import Misused
from ..kernel.base.text import printable
from ..kernel.chain.compose import open_state
from ..kernel.chain.seating import names_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.words.sentences import fill
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
    open_game,
    pin_option,
    position,
)
from .order import Desk
from .report import desk_if_any, history, inside


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
@pin_option
@json_option
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
    pin: str | None,
    as_json: bool,
) -> None:
    """Draw the board of GAME, with what you alone see when your key is at hand; changes are marked."""
    if ascii and form != "text":
        raise Misused("E_USAGE", "only text can be ASCII alone", "leave out --ascii, or take --format text")
    opened = open_game(game, pin)
    check_drawable(opened)
    desk = None if public else reader(opened, key, seat)
    picture = picture_of(opened, desk)
    path = "" if output in (None, "-") else str(output)
    if picture.faces and path and inside(opened, path):
        told = "a board with your own part does not belong into the game folder, where others read it"
        raise Misused("E_USAGE", told, "write it elsewhere: -o FILE, or leave your part out: --public")
    marked = changed(picture, events_since(opened, since))
    words = packs.words(opened.rules.game.name, lang or language(opened.game, desk.seat if desk else None))
    board = as_svg(opened, picture, words, marked) if form == "svg" else as_text(opened, picture, words, marked, ascii)
    shown: Plain = {**position(opened.game), "format": form, "changed": sorted(marked)}
    shown |= {"seat": desk.seat} if desk else {}
    hand_out(board, path, shown if as_json else None)


def check_drawable(opened: Opened) -> None:
    if opened.rules.game.picture is None:
        raise Misused("E_USAGE", "{game} has no board", "see the position: lpbe show GAME", game=opened.rules.game.name)


def reader(opened: Opened, key: str | None, seat: str | None) -> Desk | None:
    """Who looks, if that is plain; who has several seats and names none sees what everybody sees."""
    try:
        return desk_if_any(opened, maybe_identity(key), seat)
    except Misused:
        if seat:
            raise
        return None


def picture_of(opened: Opened, desk: Desk | None) -> Picture:
    state = desk.state if desk else open_state(opened.rules, opened.game, None, None)
    if state is None:
        raise Misused("E_USAGE", "the game has not begun: there is no board yet", "who is awaited: lpbe show GAME")
    assert opened.rules.game.picture
    picture: Picture = opened.rules.game.picture(state, desk.seat if desk else None)
    return picture


def events_since(opened: Opened, since: int | None) -> list[Plain]:
    entries = [opened.game.last] if since is None else history(opened, None, since)
    return [event for entry in entries for event in entry.public.events]


def title_of(opened: Opened, words: Words) -> str:
    name = words.terms.get(opened.rules.game.name, opened.rules.game.name)
    return fill(words, words.terms["board.title"], {"game": name, "seq": opened.game.state.seq}, {})


def as_text(opened: Opened, picture: Picture, words: Words, marked: frozenset[str], ascii: bool) -> str:
    from ..board import text

    names = names_of(opened.game.state)
    lines = text.draw(picture, words, marked, names=names, title=title_of(opened, words), ascii=ascii)
    return printable("".join(f"{line}\n" for line in lines))


def as_svg(opened: Opened, picture: Picture, words: Words, marked: frozenset[str]) -> str:
    from ..board import svg

    return svg.draw(picture, words, marked, names=names_of(opened.game.state), title=title_of(opened, words))


def hand_out(board: str, path: str, shown: Plain | None) -> None:
    """Into a file or onto standard output; a program gets an answer in either case."""
    if path:
        files.write(path, board.encode(), sync=False)
    if shown is None:
        files.write_stdout(f"{printable(path)}\n".encode() if path else board.encode())
    else:
        where: Plain = {"files": [path]} if path else {"files": [], "board": board}
        files.write_stdout((json_line({"ok": True, **shown, **where}) + "\n").encode())
