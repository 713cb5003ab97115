"""The screen of a player at the keyboard, made of the page that every player gets."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import Entry
from ...kernel.content.packs import Words
from ...kernel.language.sentences import fill
from ...report.content.headline import Viewpoint, brief_blocks, game_brief, open_question
from ...report.document import Lines, Page, Reply
from ...report.screen.model import PlayerColours, Screen
from ...report.screen.turn_screen import Asked, turn_screen
from ..reading.pages import page_of
from ..session.open_game import OpenGame
from ..session.seat_view import SeatView

Size = tuple[int, int]
"""Columns and lines of a terminal."""
USUAL_SIZE: Size = (80, 45)
MIN_LINES = 24
PROMPT_LINES = 1


def play_screen(
    opened: OpenGame,
    view: SeatView,
    entries: list[Entry],
    size: Size = USUAL_SIZE,
    task: Sequence[str] = (),
    advised: bool = True,
) -> Screen:
    """Return what a player sees who is asked something; there is room left for the prompt."""
    words = view.words
    page = page_of(opened, view, entries, view.lang, listing=words.terms["play.legal"])
    names = names_of(opened.game.state)
    brief = game_brief(opened.rules, Viewpoint(view.state, view.seat, ()), view.seat)
    shown = len(brief_blocks(words, brief, names, Lines([]), own=True)) if brief else 0
    asked = Asked(
        words=words,
        page=page,
        names=names,
        title=f"{words.terms.get(opened.rules.game.name, opened.rules.game.name)}.",
        question=fill(words, words.terms["play.asked"], {"question": open_question(opened.game, words)}, {}),
        brief=brief,
        head=page.sections[0].blocks[shown:] if brief else (),
        suggestion=suggestion(page) if advised else "",
        task=task,
        colours=player_colours(opened, view, words),
    )
    columns, lines = size
    return turn_screen(asked, columns, max(lines, MIN_LINES) - PROMPT_LINES)


def suggestion(page: Page) -> str:
    """Return the orders that the page suggests, as they are typed."""
    return next(("; ".join(block.orders) for block in page.blocks if isinstance(block, Reply)), "")


def player_colours(opened: OpenGame, view: SeatView, words: Words) -> PlayerColours:
    """Return the colours of the players by their names, and by the letters of their pieces."""
    draw = opened.rules.game.presentation().picture
    picture = draw(view.state, view.seat) if draw and view.state is not None else None
    known = picture.look.colours if picture else {}
    shades = {seat: known.get(seat, seat) for seat in opened.rules.game.seats}
    names = names_of(opened.game.state)
    letters = {words.terms.get(f"letter.{seat}") or seat[:1].upper(): shade for seat, shade in shades.items()}
    spelled = {words.terms.get(seat, seat): shade for seat, shade in shades.items()}
    own = {names[seat]: shade for seat, shade in shades.items() if names.get(seat, seat) != seat}
    return PlayerColours(spelled | own, {letter: shade for letter, shade in letters.items() if letter.isalpha()})
