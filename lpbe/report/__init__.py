"""Reports: what happened and the position, as text, Markdown, HTML or an e-mail."""

from __future__ import annotations

from ..kernel.chain.records import GameFile
from ..kernel.engine.rulebook import Rules
from ..version import __version__
from .content.public_page import step_page
from .render.text import render


def public_report(rules: Rules, game: GameFile, lang: str = "") -> str:
    """Return what happened in the last step, for everybody; the report ends with the version that wrote it."""
    return render(step_page(rules, game, game.last, lang or game.genesis.lang)) + f"\nlpbe {__version__}\n"
