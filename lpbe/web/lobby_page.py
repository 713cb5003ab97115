"""The lobby as a plain page: the games, who is awaited, results, and links to the public pages."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct, UnsetType

from ..app.session.locale import Locale
from ..kernel.base.safe_text import printable
from ..kernel.chain.deadlines import format_utc
from ..kernel.content import packs
from ..kernel.schemas.web_answers import Lobby, LobbyGame
from .policies import PAGE_POLICY

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = join(dirname(__file__), "templates")


class GameLines(Struct, frozen=True):
    """A game as the page shows it."""

    name: str
    path: str
    lines: list[str]


@cache
def environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader  # saves it for servers that have the client

    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, loader=FileSystemLoader(TEMPLATES))


def lobby_page(lobby: Lobby, locale: Locale) -> bytes:
    games = [GameLines(game.name, quote(game.name, safe=""), game_lines(game, locale)) for game in lobby.games]
    page = (
        environment()
        .get_template("lobby.html.j2")
        .render(lang=locale.language, policy=PAGE_POLICY, games=games, text=page_texts(locale))
    )
    return page.encode()


def page_texts(locale: Locale) -> dict[str, str]:
    return {
        "title": locale.localise("games on this server"),
        "position": locale.localise("position and story"),
        "replay": locale.localise("replay"),
        "none": locale.localise("there is no game here"),
        "feed": locale.localise("news feed"),
        "client": locale.localise(
            "to play from this page, the host needs the web client: make web, then lpbe serve --client dist/web"
        ),
    }


def game_lines(game: LobbyGame, locale: Locale) -> list[str]:
    """Return what the page says about a game."""
    words = packs.words(game.kind, locale.language)
    named = {seat.seat: printable(seat.player) for seat in game.seats if not isinstance(seat.player, UnsetType)}
    title = locale.localise("{title}, step {step}", title=words.terms.get(game.kind, game.kind), step=game.step)

    def names(seats: list[str]) -> list[str]:
        return [named.get(seat) or words.terms.get(seat, seat) for seat in seats]

    if game.over:
        results = [f"{name} {game.scores[seat]}" for seat, name in zip(game.scores, names([*game.scores]), strict=True)]
        won = locale.localise("won by {seats}", seats=names(game.winners)) if game.winners else ""
        return [line for line in (title, locale.localise("the game is over"), won, ", ".join(results)) if line]
    lines = [title]
    if game.open:
        lines.append(locale.localise("free seats: {seats}", seats=names(game.open)))
    elif game.awaited:
        lines.append(locale.localise("waiting for {seats}", seats=names(game.awaited)))
    if not isinstance(game.deadline, UnsetType):
        lines.append(locale.localise("until {time}", time=format_utc(game.deadline)))
    return lines
