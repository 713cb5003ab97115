"""Draw the board of a game: text for an e-mail, SVG for a page, PNG for programs that show no SVG."""

from __future__ import annotations

from base64 import b64encode

from msgspec import Struct

from ...board.model import Picture
from ...board.queries import changed_names, places_in_danger
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.base.safe_text import printable
from ...kernel.chain.genesis import names_of
from ...kernel.chain.player_view import open_state
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.language.sentences import fill
from ..session.locale import seat_language
from ..session.open_game import OpenGame, inside, position
from ..session.paths import write_output
from ..session.seat_view import SeatView
from ..session.seats import optional_seat
from ..session.session import Session
from .history import history

FORMATS = ("text", "svg", "png")


class BoardRequest(Struct, frozen=True, kw_only=True):
    """Which picture to draw."""

    form: str = "text"
    lang: str | None = None
    ascii: bool = False
    since: int | None = None
    """Mark what has changed from this step on; None for the last step."""
    public: bool = False
    """Only what everybody sees."""
    width: int | None = None
    fonts: tuple[str, ...] = ()
    output: str | None = None


class DrawnBoard(Struct, frozen=True, kw_only=True):
    """A board, written to a file or to be printed."""

    opened: OpenGame
    form: str
    content: str | bytes
    changed: frozenset[str]
    """The places that have changed."""
    seat: str = ""
    path: str = ""

    @property
    def bytes(self) -> bytes:
        return self.content.encode() if isinstance(self.content, str) else self.content

    def data(self) -> Plain:
        inside = self.content if isinstance(self.content, str) else b64encode(self.content).decode()
        return {
            **position(self.opened.game),
            "format": self.form,
            "changed": sorted(self.changed),
            **({"seat": self.seat} if self.seat else {}),
            **({"files": [self.path]} if self.path else {"files": [], "board": inside}),
        }

    def text(self) -> str:
        return self.path or (self.content if isinstance(self.content, str) else "")


def draw_board(session: Session, game: str, request: BoardRequest, seat: str | None = None) -> DrawnBoard:
    """Draw the board, with what the caller alone sees if their key is available; changes are marked."""
    opened = session.open_game(game)
    check_drawable(opened)
    view = None if request.public else find_reader(session, opened, seat)
    picture = picture_of(opened, view)
    path = "" if request.output in (None, "-") else str(request.output)
    check_private(opened, picture, path, view)
    changed = changed_names(picture, events_since(opened, request.since))
    lang = request.lang or seat_language(opened.game, view.seat if view else None)
    words = packs.words(opened.rules.game.name, lang)
    content: str | bytes
    if request.form == "text":
        content = draw_text(opened, picture, words, changed, request.ascii)
    else:
        content = draw_svg(opened, picture, words, changed, threatened_places(opened, view))
        content = draw_png(content, request.width, request.fonts) if request.form == "png" else content
    board = DrawnBoard(
        opened=opened,
        form=request.form,
        content=content,
        changed=changed,
        seat=view.seat if view else "",
        path=path,
    )
    if path:
        write_output(path, board.bytes)
    return board


def find_reader(session: Session, opened: OpenGame, seat: str | None) -> SeatView | None:
    """Find the caller's view; a caller with several seats who names none sees what everybody sees."""
    try:
        return optional_seat(session, opened, seat)
    except Misused:
        if seat:
            raise
        return None


def check_drawable(opened: OpenGame) -> None:
    if opened.rules.game.presentation().picture is None:
        raise Misused(
            "E_USAGE", "{game} has no board", "to see the position: lpbe show GAME", game=opened.rules.game.name
        )


def check_private(opened: OpenGame, picture: Picture, path: str, view: SeatView | None = None) -> None:
    """Refuse to write what one seat alone sees into the game folder: private marks, and boards drawn for a seat.

    A picture knows its private marks; only the game knows what else it shows a seat on its board.
    """
    if (picture.private or view) and path and inside(opened, path):
        message = "a board that shows your private part should not be in the game folder, where others can read it"
        raise Misused("E_USAGE", message, "write it somewhere else: -o FILE, or leave out your private part: --public")


def picture_of(opened: OpenGame, view: SeatView | None) -> Picture:
    state = view.state if view else open_state(opened.rules, opened.game, None, None)
    if state is None:
        raise Misused(
            "E_USAGE",
            "the game has not started, so there is no board yet",
            "to see who still has to act: lpbe show GAME",
        )
    draw = opened.rules.game.presentation().picture
    assert draw
    picture: Picture = draw(state, view.seat if view else None)
    return picture


def events_since(opened: OpenGame, since: int | None) -> list[Plain]:
    entries = [opened.game.last] if since is None else history(opened, None, since)
    return [event for entry in entries for event in entry.public.events]


def title_of(opened: OpenGame, words: Words) -> str:
    name = words.terms.get(opened.rules.game.name, opened.rules.game.name)
    return fill(words, words.terms["board.title"], {"game": name, "seq": opened.game.state.seq}, {})


def draw_text(opened: OpenGame, picture: Picture, words: Words, changed: frozenset[str], ascii: bool) -> str:
    from ...board.text import text_board  # saves it for SVG

    names = names_of(opened.game.state)
    lines = text_board.draw(picture, words, changed, names=names, title=title_of(opened, words), ascii=ascii)
    return printable("".join(f"{line}\n" for line in lines))


def draw_svg(
    opened: OpenGame,
    picture: Picture,
    words: Words,
    changed: frozenset[str],
    threatened: frozenset[str] = frozenset(),
) -> str:
    from ...board.svg import svg_board  # saves it for text

    names = names_of(opened.game.state)
    title = title_of(opened, words)
    return svg_board.draw_file(picture, words, changed, names=names, title=title, threatened=threatened)


def threatened_places(opened: OpenGame, view: SeatView | None) -> frozenset[str]:
    """Return the places where something threatens the reader, if the game can tell."""
    brief = opened.rules.game.presentation().brief
    return places_in_danger(brief(view.state, view.seat, ()).threats) if brief and view and view.state else frozenset()


def draw_png(svg: str, width: int | None, fonts: tuple[str, ...]) -> bytes:
    """Return an SVG as PNG, by default in the width of the drawing."""
    from ...board.png import png  # saves it for whoever wants no PNG

    return png(svg, width or round(float(svg.partition('width="')[2].partition('"')[0])), fonts)
