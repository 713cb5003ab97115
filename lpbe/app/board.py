"""The board of a game as a picture: who looks, what has changed, as text or SVG."""

from __future__ import annotations

from ..board.picture import Picture
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused
from ..kernel.base.text import printable
from ..kernel.chain.compose import open_state
from ..kernel.chain.seating import names_of
from ..kernel.content.packs import Words
from ..kernel.words.sentences import fill
from .desk import Desk
from .game import OpenGame, inside
from .history import history


def check_drawable(opened: OpenGame) -> None:
    if opened.rules.game.picture is None:
        raise Misused("E_USAGE", "{game} has no board", "see the position: lpbe show GAME", game=opened.rules.game.name)


def check_private(opened: OpenGame, picture: Picture, path: str, desk: Desk | None = None) -> None:
    """Nothing that one seat alone sees is written where others read it: no private mark, nor what was drawn for a seat.

    A picture knows its private marks; what else a game tells a seat on its board, nobody here can know.
    """
    if (picture.private or desk) and path and inside(opened, path):
        told = "a board with your own part does not belong into the game folder, where others read it"
        raise Misused("E_USAGE", told, "write it elsewhere: -o FILE, or leave your part out: --public")


def picture_of(opened: OpenGame, desk: Desk | None) -> Picture:
    state = desk.state if desk else open_state(opened.rules, opened.game, None, None)
    if state is None:
        raise Misused("E_USAGE", "the game has not begun: there is no board yet", "who is awaited: lpbe show GAME")
    assert opened.rules.game.picture
    picture: Picture = opened.rules.game.picture(state, desk.seat if desk else None)
    return picture


def events_since(opened: OpenGame, since: int | None) -> list[Plain]:
    entries = [opened.game.last] if since is None else history(opened, None, since)
    return [event for entry in entries for event in entry.public.events]


def title_of(opened: OpenGame, words: Words) -> str:
    name = words.terms.get(opened.rules.game.name, opened.rules.game.name)
    return fill(words, words.terms["board.title"], {"game": name, "seq": opened.game.state.seq}, {})


def as_text(opened: OpenGame, picture: Picture, words: Words, marked: frozenset[str], ascii: bool) -> str:
    from ..board import text  # saves it for SVG

    names = names_of(opened.game.state)
    lines = text.draw(picture, words, marked, names=names, title=title_of(opened, words), ascii=ascii)
    return printable("".join(f"{line}\n" for line in lines))


def as_svg(
    opened: OpenGame,
    picture: Picture,
    words: Words,
    marked: frozenset[str],
    threatened: frozenset[str] = frozenset(),
    *,
    overview: bool = False,
) -> str:
    from ..board import svg  # saves it for text

    names, title = names_of(opened.game.state), title_of(opened, words)
    return svg.draw(picture, words, marked, names=names, title=title, threatened=threatened, overview=overview)


def in_danger(opened: OpenGame, desk: Desk | None) -> frozenset[str]:
    """The places where something threatens who looks, where the game can tell."""
    from ..board.changes import endangered  # saves it for text

    brief = opened.rules.game.brief
    return endangered(brief(desk.state, desk.seat, ()).threats) if brief and desk and desk.state else frozenset()


def as_png(svg: str, width: int | None, fonts: tuple[str, ...]) -> bytes:
    """As wide as it was drawn, if no width is wanted."""
    from ..board.png import png  # saves it for whoever wants no PNG

    return png(svg, width or round(float(svg.partition('width="')[2].partition('"')[0])), fonts)
