"""Reports: a position and its story as a page, and the page as text, Markdown, HTML or a mail."""

from __future__ import annotations

from .. import __version__
from ..kernel.chain.records import GameFile
from ..kernel.play.rulebook import Rules
from .telling import step_page
from .text import render


def public_report(rules: Rules, game: GameFile, lang: str = "") -> str:
    """What the last step was about, for everybody; signed by the version that words it so."""
    return render(step_page(rules, game, game.last, lang or game.genesis.lang)) + f"\nlpbe {__version__}\n"
